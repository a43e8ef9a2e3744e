#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Lines of functions in modules. The module is what the compiler makes of a few lines, and each
# function has a section of its own. So it is where make_records.py has it
. "$(dirname "$0")/engine.sh"

tree=$work/tree
file=$work/two.c
module=$tree/drivers/two-words.ko
mkdir -p "$tree/drivers"
cat >"$file" <<'END'
#define KEEP __attribute__((noinline, noclone))
KEEP int inner(int number) /* declared */
{
	if (number & 1) {
		__asm__ volatile("");
		return -61; /* made */
	}
	return number;
}
static inline __attribute__((always_inline)) int inlined(int number)
{
	return inner(number + 2) + 1; /* called */
}
KEEP int outer(int number)
{
	return inlined(number) * 3; /* inlined */
}
END
${CC:-gcc} -g -O1 -ffunction-sections -fno-pic -c -o "$work/two.o" "$file"
ld -r --build-id -o "$module" "$work/two.o"
id=$(readelf -n "$module" | sed -n 's/.*Build ID: //p')
# Behind the call
offset=$(objdump -d --no-show-raw-insn -j .text.outer "$module" |
	awk '/[\t ](call|bl|jal)/ { getline; sub(":", "", $1); print "0x" $1; exit }')

line() { # comment
	echo "$file:$(grep -n "/\* $1 \*/" "$file" | cut -d : -f 1)"
}

records_of() { # build ID, line of description...
	made <<END
syscall 1 write
function __x64_sys_write
function outer two_words
function inner two_words
${1:+module two_words $1 .text.outer=outer .text.inner=inner}
enter __x64_sys_write 0
enter outer 1
enter inner 2 outer+$offset
exit inner 2 -61 origin=inner
exit outer 1 -61 origin=inner
exit __x64_sys_write 0 -61 origin=inner
result 1 -61
END
}

# with_libdw CHECK WHAT ARGUMENT...
with_libdw() {
	if [ -n "$libdw" ]; then
		"$@"
	else
		result ok "$2 # SKIP built without libdw"
	fi
}

# Name and place of a link
inner="first['chain'][2]"
there="
	${inner}['declared_at']['file'] + ':%d' % ${inner}['declared_at']['line'] == '$(line declared)' and
	${inner}['called_at']['file'] + ':%d' % ${inner}['called_at']['line'] == '$(line called)' and
	${inner}['called_at']['func'] == 'inlined' and
	[(at['file'] + ':%d' % at['line'], at['func']) for at in ${inner}['called_at']['inlined']] ==
		[('$(line inlined)', 'outer')]"
made_at="['%s:%d' % (at['file'], at['line']) for at in $inner.get('made_at', [])]"
nowhere="not any('called_at' in link or 'declared_at' in link for link in first['chain']) and
	[link['module'] for link in first['chain']] == [None, 'two_words', 'two_words']"

records_of "$id"
lines=(-k "$tree/vmlinux")
libdw=y
[[ $(why 2>&1) != *'built without libdw'* ]] || libdw=''
with_libdw holds 'in a tree, by its name with another dash' "$there and '$(line made)' in $made_at"
agree 'modules: the formats agree'

mv "$module" "$work/two_words.ko"
lines=(-k "$work/vmlinux")
with_libdw holds 'beside the vmlinux' "$there and '$(line made)' in $made_at"

objcopy --only-keep-debug "$work/two_words.ko" "$module"
lines=(-k "$tree/vmlinux")
with_libdw holds 'with debug information only' "$there and not $made_at"
objcopy --strip-debug --add-gnu-debuglink="$module" "$work/two_words.ko" "$tree/two_words.ko"
mv "$module" "$tree/two-words.ko"
with_libdw holds 'with debug information beside' "$there"
rm "$tree/two-words.ko"
with_libdw holds 'without debug information' "$nowhere"
mv "$work/two_words.ko" "$module"

records_of "${id//[0-7]/8}"
holds 'another build has no lines' "$nowhere"
records_of -
holds 'one without a build ID has no lines' "$nowhere"
records_of ''
holds 'old records have no lines' "$nowhere"
made <<END
function __x64_sys_write
module a $id
module b - .text=0
module a/../b 00 .text=0xffffffffffffffff
chain -61 __x64_sys_write
END
holds 'modules that say nothing' "first['errno'] == 'ENODATA'"

# The assembler's, on riscv and arm
made <<'END'
function __x64_sys_write
function outer two_words
function .LBB7 two_words
function $d.3 two_words
function $x two_words
function $xrv64i2p1 two_words
function inner two_words
enter __x64_sys_write 0
enter outer 1
enter inner 2 $xrv64i2p1+8
exit inner 2 -61 origin=inner
exit outer 1 -61 origin=inner
exit __x64_sys_write 0 -61 origin=inner
END
holds 'marks are no names' "first['chain'][2]['caller'] ==
	{'addr': '0xffffffff81006008', 'func': 'outer', 'offset': 0x4008}"

for text in 'build' 'build x' 'build 0' "build $(printf '%0130d' 0)" 'build 00
build 00' '12' 'x .text' '12 '; do
	records_of ''
	printf 'module m %d\n%s\n' ${#text} "$text" >>"$records"
	got=$(why 2>&1)
	equals "a module '${text:0:20}' is refused" 125 $?
done
records_of "$id"
printf 'module two_words 0\n\n' >>"$records"
why >/dev/null 2>&1
equals 'the same module twice is refused' 125 $?
finish
