#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# How records become chains: widths of registers, rounded records, calls without a caller or an exit, recursion,
# interrupts, CPUs, lost records
. "$(dirname "$0")/engine.sh"

functions='
syscall 3 close
syscall 5 fstat
function __x64_sys_open
function do_open
function may_open
'

made <<END
$functions
enter __x64_sys_open 0
enter do_open 1 __x64_sys_open+0x1f
enter may_open 2 do_open+0x7d
exit may_open 2 0xffffffd8 1000 1999 origin=may_open
exit do_open 1 -40 900 13345 origin=may_open
exit __x64_sys_open 0 0xffffffd8 0 1234567 origin=may_open
result 2 -40
END
says 'a zero upper half is that of an int of -40' <<'END'
open() = -1 ELOOP (Too many levels of symbolic links)  ?[1]  1.2 ms
  may_open        999 ns  made here
  do_open          12 us  at +0x7d
  __x64_sys_open  1.2 ms  at +0x1f
END
holds 'values stay as they are' \
	"[link['ret'] for link in first['chain']] == ['0xffffffd8', '0xffffffffffffffd8', '0xffffffd8']"
agree 'zero upper halves: the formats agree'

made <<END
$functions
chain 0xdead0000ffffffd8 __x64_sys_open do_open
chain 0xfffff000 __x64_sys_open do_open
chain 0xfffffffffffff000 __x64_sys_open do_open
chain 0x7fffffff __x64_sys_open do_open
chain 0 __x64_sys_open do_open
result 2 0
result 2 5
result 2 -4096
END
says 'other values are no errors' <<'END'
status 1
END

made <<END
$functions
chain 0xfffff001 __x64_sys_open do_open
chain -1 __x64_sys_open do_open
END
holds 'the greatest error, and the least' "[f['error'] for f in failures] == [4095, 1]"

made <<END
long 4
syscall 3 close
function sys_open
function do_open
enter sys_open 0
enter do_open 1 sys_open+0x1f
exit do_open 1 0xffffffd8 origin=do_open why=2 cause=sys_open
exit sys_open 0 0xffffffd8 origin=do_open why=2 cause=sys_open
result 2 -40
result 3 0xfffffff7
END
holds 'on 32 bit, registers have signs' "
	[(f['syscall'], f['error']) for f in failures] == [('open', 40), ('close', 9)] and
	first['origin'] == {'func': 'do_open', 'guessed': False, 'cause': {'func': 'sys_open', 'why': 'null'}} and
	first['chain'][1]['caller'] == {'addr': '0xc010101f', 'func': 'sys_open', 'offset': 31}"
agree 'on 32 bit, the formats agree'

# With 8 bytes behind the fixed fields, there is an origin in any case. The next word counts if there is a reason
made <<END
round
$functions
enter __x64_sys_open 0
enter do_open 1
exit do_open 1 -2 origin=may_open why=1 error=13 cause=do_open
exit __x64_sys_open 0 -2 origin=may_open why=1 error=13 cause=do_open
result 2 -2
enter __x64_sys_open 0
exit __x64_sys_open 0 -2 origin=do_open cause=may_open
enter __x64_sys_open 0
exit __x64_sys_open 0 -2
END
holds 'records that are rounded up to 8 bytes' "
	[f.get('origin') for f in failures] == [
		{'func': 'may_open', 'guessed': False, 'cause': {'func': 'do_open', 'why': 'error', 'error': 'EACCES'}},
		{'func': 'do_open', 'guessed': False}, None]"

made <<END
$functions
exit may_open 2 -40 origin=may_open
exit do_open 1 -40 origin=may_open
exit __x64_sys_open 0 -40 origin=may_open
result 3 -9
enter do_open 1
enter may_open 2
exit may_open 2 -40 origin=may_open
exit do_open 1 -40 origin=may_open
exit __x64_sys_open 0 -40 origin=may_open
result 5 -14
enter __x64_sys_open 0
enter do_open 1
enter may_open 2
exit do_open 1 -40 origin=may_open
exit __x64_sys_open 0 -40 origin=may_open
enter __x64_sys_open 0
enter do_open 1
enter __x64_sys_open 0
enter do_open 1
exit do_open 1 -13 origin=do_open
exit __x64_sys_open 0 -13 origin=do_open
END
says 'halves of chains' -a <<'END'
close() = -1 EBADF (Bad file descriptor)  ?[1]
fstat() = -1 EFAULT (Bad address)  ?[1]
open() = -1 ELOOP (Too many levels of symbolic links)  ?[1]  5.0 us
  may_open                made here
  do_open         5.0 us
  __x64_sys_open  5.0 us
open() = -1 EACCES (Permission denied)  ?[1]  5.0 us
  do_open         5.0 us  made here
  __x64_sys_open  5.0 us
END
agree 'halves of chains: the formats agree'

made <<END
$functions
enter __x64_sys_open 0
enter do_open 1 __x64_sys_open+0x10
enter do_open 2 do_open+0x20
exit do_open 2 -40 origin=do_open
exit do_open 1 -40 origin=do_open recursive
exit __x64_sys_open 0 -40 origin=do_open
END
says 'recursion: the inner call has made it' <<'END'
open() = -1 ELOOP (Too many levels of symbolic links)  ?[1]  5.0 us
  do_open         5.0 us  made here
  do_open         5.0 us  at +0x20
  __x64_sys_open  5.0 us  at +0x10
END
holds 'recursion: one call has made it' "[link['origin'] for link in first['chain']] == [False, False, True]"
agree 'recursion: the formats agree'
got=$(why --format=chrome | grep -c 'made here')
equals 'recursion: one mark' 1 "$got"

# A call that has failed with the errno before lies beside the path
made <<END
$functions
enter __x64_sys_open 0
enter may_open 1
exit may_open 1 -40 origin=may_open
enter do_open 1
exit do_open 1 -40 origin=do_open
exit __x64_sys_open 0 -40 origin=do_open
END
says 'a call beside the path' <<'END'
open() = -1 ELOOP (Too many levels of symbolic links)  ?[1]  5.0 us
  do_open         5.0 us  made here
  __x64_sys_open  5.0 us
END
agree 'a call beside the path: the formats agree'

made <<END
$functions
function tick
enter __x64_sys_open 0
irq
enter tick 1
enter do_open 1
irq
exit tick 1 -62 origin=tick
exit do_open 1 -40 origin=do_open
irq
chain -5 tick
exit __x64_sys_open 0 -40 origin=do_open
END
holds 'interrupts are left out' "
	len(failures) == 1 and [link['func'] for link in first['chain']] == ['__x64_sys_open', 'do_open']"

# A chain is written at once, so its records have the time of its end. CPUs may have the same
made <<END
$functions
cpu 1
task 11
time 5000
enter __x64_sys_open 0
cpu 0
task 10
time 5000
enter __x64_sys_open 0
cpu 1
task 11
time 5000
enter do_open 1
cpu 0
task 10
time 5000
enter may_open 1
time 5000
exit may_open 1 -2 origin=may_open
cpu 1
task 11
time 5000
exit do_open 1 -13 origin=do_open
time 5000
exit __x64_sys_open 0 -13 origin=do_open
cpu 0
task 10
time 5000
exit __x64_sys_open 0 -2 origin=may_open
time 3000
cpu 2
task 12
chain -1 __x64_sys_open
END
holds 'CPUs with equal times' "
	[(f['pid'], f['errno'], [link['func'] for link in f['chain']]) for f in failures] == [
		(12, 'EPERM', ['__x64_sys_open']), (10, 'ENOENT', ['__x64_sys_open', 'may_open']),
		(11, 'EACCES', ['__x64_sys_open', 'do_open'])]"

# More than 2^27 ns between two records take one of their own
made <<END
$functions
time 1000000
chain -1 __x64_sys_open
time 60000000000
chain -2 __x64_sys_open
page
time 90000000000
chain -3 __x64_sys_open
END
holds 'records far from each other, and on other pages' "[f['time_ns'] for f in failures] == [1001000, 60000001000, 90000001000]"

made <<END
$functions
enter __x64_sys_open 0
enter do_open 1
lost 12
chain -13 __x64_sys_open do_open
lost 0x7fffffff
result 3 -9
lost ?
result 5 -14
END
says 'lost records are told, and do no harm' -a <<'END'
open() = -1 EACCES (Permission denied)  ?[1]  5.0 us
  do_open         5.0 us  made here
  __x64_sys_open  5.0 us
close() = -1 EBADF (Bad file descriptor)  ?[1]
fstat() = -1 EFAULT (Bad address)  ?[1]
LOST 2147483660 records
END
holds 'lost records as JSON' "end['lost'] == 12 + 0x7fffffff + 1"

# Chains of several pages
made < <(echo "$functions" && for ((i = 0; i < 300; i++)); do echo 'chain -13 __x64_sys_open do_open may_open'; done)
holds 'hundreds of chains' "len(failures) == 300 and all(len(f['chain']) == 3 for f in failures)"

# A shadow stack has 50 calls
made < <(
	for ((i = 0; i < 50; i++)); do echo "function f$i"; done
	echo function __x64_sys_open
	echo "chain -13 __x64_sys_open $(printf 'f%s ' {0..48})"
)
holds 'fifty calls' "len(first['chain']) == 50 and first['origin']['func'] == 'f48'"
says 'the middle of a long chain is left out' <<'END'
open() = -1 EACCES (Permission denied)  ?[1]  5.0 us
  f48             5.0 us  made here
  f47             5.0 us
  ... 44 more
  f2              5.0 us
  f1              5.0 us
  f0              5.0 us
  __x64_sys_open  5.0 us
END
finish
