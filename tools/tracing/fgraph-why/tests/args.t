#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Arguments: their words, and the lines that tell how they are recorded
. "$(dirname "$0")/engine.sh"

functions='
syscall 1 write
function __x64_sys_write
function ksys_write
function refuse
prototype long __x64_sys_write(unsigned int fd, const char *buf, size_t count) // tables: fd=x4 buf=x8 count=x8
prototype int ksys_write(unsigned int fd) // BTF: fd=x4
'

made <<END
$functions
prototype int refuse(int dfd, bool on, umode_t mode, int flags, s8 shift, enum kind kind) // tables: dfd=d4 on=b1 mode=o2 flags=x4 shift=d1 kind=u4
enter __x64_sys_write 0 args=0xdead000000000001,0x3b571590,3
enter ksys_write 1 __x64_sys_write+0x10
enter refuse 2 ksys_write+0x20 args=0xdeadffffff9c,0xff01,0xdead01a4,0xdead00000241,0x7f80,0xdead00000010
exit refuse 2 -22 origin=refuse
exit ksys_write 1 -22 origin=refuse
exit __x64_sys_write 0 -22 origin=refuse
END
says 'the first line has those of the system call, the second one what fits' <<'END'
write(fd=0x1, buf=0x3b571590, count=0x3) = -1 EINVAL (Invalid argument)  ?[1]  5.0 us
  refuse(dfd=-100, on=true, mode=0644, flags=0x241, …)  5.0 us  made here
  ksys_write                                            5.0 us  at +0x20
  __x64_sys_write                                       5.0 us  at +0x10
END
holds 'JSON has all of them' "
	[[(one['name'], one['value']) for one in link.get('arguments', [])] for link in first['chain']] == [
		[('fd', '0x1'), ('buf', '0x3b571590'), ('count', '0x3')], [],
		[('dfd', '-100'), ('on', 'true'), ('mode', '0644'), ('flags', '0x241'), ('shift', '-128'), ('kind', '16')]]"
agree 'arguments: the formats agree'

made <<END
$functions
prototype int refuse(const char *a, const char *b) // tables: a=c8 b=c8
enter __x64_sys_write 0
enter refuse 1 args=0xa0,0xb0,0x00003c6c6c656801,0,0,0,0x6161616161616101
exit refuse 1 -22 origin=refuse
exit __x64_sys_write 0 -22 origin=refuse
END
holds 'JSON has strings beside their addresses' "first['chain'][1]['arguments'] == [
	{'name': 'a', 'value': '0xa0', 'string': 'hell<'},
	{'name': 'b', 'value': '0xb0', 'string': 'aaaaaaa', 'cut': True}]"
agree 'strings: the formats agree'

# values WHAT WANTED PROTOTYPE WORDS [LONG]: those of refuse() are printed so
values() {
	made <<END
long ${5:-8}
$functions
prototype $3
enter __x64_sys_write 0
enter refuse 1 args=$4
exit refuse 1 -22 origin=refuse
exit __x64_sys_write 0 -22 origin=refuse
END
	says "$1" <<END
write() = -1 EINVAL (Invalid argument)  ?[1]  5.0 us
$(printf '  %-15s  5.0 us  made here' "refuse$2")
$(printf '  %-*s  5.0 us' $((${#2} > 9 ? ${#2} + 6 : 15)) __x64_sys_write)
END
}
values 'a bool that is none' '(on=0x2)' 'int refuse(bool on) // tables: on=b1' 0xff02
values 'structs' '(a=(STRUCT)[0x1:0x2], b=(STRUCT *)0xff00)' \
	'int refuse(struct a a, struct b b) // tables: a=s12 b=r40' 1,0xdead00000002,0xff00
values 'no names' '(0x1, -1)' 'int refuse(int, int) // BTF: =x4 =d4' 1,0xffffffff
values 'words of 32 bits' '(pos=0x200000001, n=-2, c=0x3)' \
	'int refuse(loff_t pos, s64 n, char c) // tables: pos=x8 n=d8 c=x1' 1,2,0xfffffffe,0xffffffff,0xf03 4
values 'a variadic function' '(fmt=0x5, ...)' 'int refuse(const char *fmt, ...) // tables: fmt=x8 ...' 5
values 'words that are not there' '(a=0x1, ...)' 'int refuse(int a, struct b b, int c) // tables: a=x4 b=s16 c=x4' 1,2
values 'no word of the first one is there' '(...)' 'int refuse(struct b b) // tables: b=s16' 2
values 'more words than the prototype has' '' 'int refuse(int a) // tables: a=x4' 1,2
values 'a pointer to a function is returned' '(a=0x1)' 'int (*refuse(int a))(int, int) // tables: a=x4' 1
values 'another function' '' 'int refuse_not(int (*refuse)(int)) // tables: refuse=x8' 1
values 'a function of a module' '' 'int refuse(int a) [other] // tables: a=x4' 1
values 'an untyped function' '' 'refuse // untyped: clone' 1
values 'two of the same name' '' $'int refuse(int a) // tables: a=x4\nprototype int refuse(char a) // BTF: a=x1' 1
values 'two of the same name and format' '(a=0x1)' $'int refuse(int a) // tables: a=x4\nprototype void refuse(int a) // BTF: a=x4' 1
# Each has 32 bytes: whether it could be read, and the first ones. The last one may be cut
hello=0x00006f6c6c656801,0,0,0
none=0,0,0,0
all=0x6161616161616101,0x6161616161616161,0x6161616161616161,0x6161616161616161
values 'strings, one that could not be read, and one that is longer' '(a=0xa0, n=-1, b="aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"...)' \
	'int refuse(const char *a, int n, const char *b) // tables: a=c8 n=d4 b=c8' "0xa0,0xffffffff,0xb0,$none,$all"
values 'three strings, then an address' '(a="hello", b="hello", c="hello", d=0xd0)' \
	'int refuse(const char *a, const char *b, const char *c, const char *d) // tables: a=c8 b=c8 c=c8 d=c8' \
	"0xa0,0xb0,0xc0,0xd0,$hello,$hello,$hello"
values 'a string with quotation marks and other bytes' '(a="\"\\\012\303")' 'int refuse(const char *a) // tables: a=c8' 0xa0,0x0000c30a5c2201,0,0,0
values 'the first bytes of a string' '(n=1, a="hello")' 'int refuse(int n, const char *a) // tables: n=d4 a=c8' 1,0xa0,0x00006f6c6c656801
values 'the first bytes of a longer string' '(n=1, a="aaaaaaa"...)' 'int refuse(int n, const char *a) // tables: n=d4 a=c8' 1,0xa0,0x6161616161616101
values 'strings of words of 32 bits' '(a="hello")' 'int refuse(const char *a) // tables: a=c4' 0xa0,0x6c656801,0x6f6c,0,0,0,0,0,0 4
values 'strings that were not recorded' '(a=0xa0)' 'int refuse(const char *a) // tables: a=c8' 0xa0
values 'more words than strings may have' '' 'int refuse(const char *a) // tables: a=c8' "0xa0,$hello,0"
values 'a struct that has no room' '' 'int refuse(struct a a) // tables: a=s240' \
	"$(printf '0xffffffffffffffff,%.0s' {1..29})1"
for args in a a= =x a=q4 a=x a=x0 a=x9 a=x4x a=x-4 a=s99999999999999999999 'a=x4 b' '... a=x4'; do
	values "a line that ends with '$args'" '' "int refuse(int a) // tables: $args" 1
done

long=$(printf 'a%.0s' {1..70})
values 'a name that is too long' '' "int refuse(int $long) // tables: $long=x4" 1

made <<END
$functions
function odd m
prototype int odd(int a) [m] // tables: a\x1b<b>"=d4
prototype int odd(int a) // tables: b=d4
enter __x64_sys_write 0
enter odd 1 args=0xffffffff
exit odd 1 -22 origin=odd
exit __x64_sys_write 0 -22 origin=odd
END
says 'of a module, with a name that is none' <<'END'
write() = -1 EINVAL (Invalid argument)  ?[1]  5.0 us
  odd [m](a\033<b>"=-1)  5.0 us  made here
  __x64_sys_write        5.0 us
END
holds 'of a module, as JSON' "first['chain'][1]['arguments'] == [{'name': 'a\x1b<b>\"', 'value': '-1'}]"
agree 'of a module: the formats agree'

made <<END
$functions
prototype int refuse(int a) // tables: a=d4
enter __x64_sys_write 0 args=1,0x1000,3
enter refuse 1 args=5
exit refuse 1 -22 origin=refuse
exit __x64_sys_write 0 -22 origin=refuse
enter __x64_sys_write 0 args=1,0x2000,3
enter refuse 1 args=5
exit refuse 1 -22 origin=refuse
exit __x64_sys_write 0 -22 origin=refuse
END
says 'of equal failures, those that all have' -a <<'END'
write() = -1 EINVAL (Invalid argument)  ?[1]  5.0 us  2 times
  refuse(a=5)      5.0 us  made here
  __x64_sys_write  5.0 us
END

# riscv rounds records up to 8 bytes
made <<END
round
$functions
enter __x64_sys_write 0 args=1,0x1000,3
exit __x64_sys_write 0 -22 origin=__x64_sys_write
END
says 'a record that is rounded up' <<'END'
write(fd=0x1, buf=0x1000, count=0x3) = -1 EINVAL (Invalid argument)  ?[1]  5.0 us
  __x64_sys_write  5.0 us  made here
END
finish
