#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Names that are no names, and files that are no files of records
. "$(dirname "$0")/engine.sh"

# A task may have any name, and a file of records comes from somewhere else
made <<'END'
syscall 2 open
function __x64_sys_open
function do_open;<script>"\\ m\x07od
function gr\xc3\xbc\xff
task 7
exec /bin/a\x1b[31m\x20;"<b>\xe2\x82
chain -13 __x64_sys_open do_open;<script>"\\ gr\xc3\xbc\xff
END
holds 'JSON has all bytes that are UTF-8' "
	first['comm'] == 'a\x1b[31m ;\"<b>\ufffd\ufffd' and
	[link['func'] for link in first['chain']] == ['__x64_sys_open', 'do_open;<script>\"\\\\', 'gr\u00fc\ufffd'] and
	first['chain'][1]['module'] == 'm\x07od'"
agree 'hostile names: the formats agree'
got=$(why --format=json -a | LC_ALL=C tr -d '\n' | LC_ALL=C grep -c '[[:cntrl:]<]')
equals 'JSON may stand in HTML' 0 "$got"
says 'folded stacks keep their form' --format=folded <<END
$(printf 'a_[31m__"<b>\xe2\x82;open;__x64_sys_open;do_open_<script>"\\;gr\xc3\xbc\xff;EACCES 1')
END

says 'nothing is there that a terminal takes for a command' -a <<'END'
open() = -1 EACCES (Permission denied)  a\033[31m ;"<b>\342\202[7]  5.0 us
  gr\303\274\377                5.0 us  made here
  do_open;<script>"\ [m\007od]  5.0 us
  __x64_sys_open                5.0 us
END

for size in 0 1 21 22 300 3000; do
	saved x86_64-rmdir_full
	truncate -s $size "$records"
	got=$(why 2>&1)
	status=$?
	if [ $status = 125 ] && [[ $got == *'not a whole file'* ]]; then
		result ok "a file of $size bytes"
	else
		result 'not ok' "a file of $size bytes" "$got"
	fi
done

# whole WHAT: the file is refused, or it is read. Nothing else happens
whole() {
	local got status
	got=$(why -a 2>&1)
	status=$?
	case $status in
	0 | 1 | 125) result ok "$1" ;;
	*) result 'not ok' "$1" "$got" ;;
	esac
}
made <<'END'
function __x64_sys_open
raw 10 00
raw 10
raw 11 ffffffffffffffff
raw 311 ffffffff0000000000000000
raw 311 1400ffff00000000000000002f62696e
raw 65535 00
chain -13 __x64_sys_open
END
whole 'records that are too short'
holds 'records that are too short say nothing' "[f['errno'] for f in failures] == ['EACCES']"

made <<'END'
function __x64_sys_open
enter __x64_sys_open -2147483648
exit __x64_sys_open -2147483648 -13
enter __x64_sys_open 2147483647
enter __x64_sys_open 2147483647
exit __x64_sys_open 2147483647 -13 0xffffffffffffffff 0
task -5
result -1 -13
fork -5
exec /
END
whole 'numbers that cannot be'
agree 'numbers that cannot be: the formats agree'

for name in '' 'names 0' 'release 5' 'names 99999999999999999999' 'page 0 -1' 'page 4294967296 4' 'x y 3'; do
	printf 'fgraph-why records 1\n%s\n' "$name" >"$records"
	whole "a part '$name'"
done
finish
