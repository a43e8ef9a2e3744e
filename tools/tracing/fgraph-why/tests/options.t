#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Which failures are taken and left out, how many are shown, and how fgraph-why ends
. "$(dirname "$0")/engine.sh"

made <<'END'
syscall 2 open
syscall 3 close
syscall 4 stat
syscall 7 poll
syscall 8 lseek
syscall 9 mmap
function __x64_sys_open
function do_open
task 7
exec /bin/cat
enter __x64_sys_open 0
exit __x64_sys_open 0 -13 0 250000 origin=__x64_sys_open
result 2 -13
result 3 -9
result 4 -2
result 7 -514
task 8
exec /usr/bin/dd
enter __x64_sys_open 0
exit __x64_sys_open 0 -13 0 249999 origin=__x64_sys_open
result 2 -13
result 8 -29
result 9 -12
result 9 -12
END

# has WHAT FAILURES OPTION...: system calls of these processes
has() {
	holds "$1" "[f['syscall'] + str(f['pid']) for f in failures] == '$2'.split()" "${@:3}"
}
has 'all' 'open7 close7 stat7 poll7 open8 lseek8 mmap8 mmap8'
has '-x takes one' 'open7 open8' -x EACCES
has '-x takes several' 'open7 close7 open8' -x EBADF,EACCES
has '-x twice' 'open7 close7 open8' -x EBADF -x EACCES
has '-x with a number, and with a minus' 'close7 stat7' -x 9,-2
has '-X leaves out' 'close7 stat7 poll7 lseek8 mmap8 mmap8' -X EACCES
has '-X leaves out of what -x takes' 'close7' -x EBADF,EACCES -X EACCES
has 'EINTR is any restart' 'poll7' -x EINTR
has 'a restart is EINTR' 'open7 close7 stat7 open8 lseek8 mmap8 mmap8' -X ERESTARTSYS
has '-e takes system calls' 'close7 lseek8' -e close,lseek
has '-e as strace has it' 'close7' -e trace=close
has '-e takes whole names only' '' -e clos,lseeks
has '-n takes a program' 'open8 lseek8 mmap8 mmap8' -n dd
has '-n takes whole names only' '' -n d
has '-L takes what took so long' 'open7' -L 250
has '-L takes a bit less, too' 'open7 open8' -L 249
has 'all of them together' 'open8' -n dd -x EACCES,ENOMEM -e open,close -L 1
for option in '-x EFOO' '-X 4096' '-x 0' '-x ,' '-L 1x' '-s3' '--format=xml' '--what' '-p x' '-d 0' '-d 600h' 'true' '--save=x'; do
	# shellcheck disable=SC2086 # an option with its argument
	got=$(why $option 2>&1)
	status=$?
	if [ $status = 125 ] && [[ $got == *fgraph-why:* ]]; then
		result ok "$option is refused"
	else
		result 'not ok' "$option is refused" "$got"
	fi
done

says 'one is explained, the others are counted' <<'END'
mmap() = -1 ENOMEM (Cannot allocate memory)  dd[8]
7 more failed: open EACCES, close EBADF, stat ENOENT, poll ERESTARTNOHAND, ...
END
says 'counted are those that are wanted' -X EACCES,ENOENT,ENOMEM <<'END'
lseek() = -1 ESPIPE (Illegal seek)  dd[8]
2 more failed: close EBADF, poll ERESTARTNOHAND
END
says 'as text, -a counts equal ones' -a -n dd <<'END'
open() = -1 EACCES (Permission denied)  dd[8]  249 us
  __x64_sys_open  249 us  made here
lseek() = -1 ESPIPE (Illegal seek)  dd[8]
mmap() = -1 ENOMEM (Cannot allocate memory)  dd[8]  2 times
END
says 'a restart says what a program sees' -x EINTR <<'END'
poll() = -1 ERESTARTNOHAND (EINTR, or the call is made again)  cat[7]
END
says 'folded stacks are sorted, and have counts' --format=folded -n dd <<'END'
dd;lseek;ESPIPE 1
dd;mmap;ENOMEM 2
dd;open;__x64_sys_open;EACCES 1
END
says 'nothing fits' -x EIO <<'END'
status 1
END
holds 'JSON tells the status' "end['status'] == 0"
for file in a.json a.folded a.trace.json a.txt a.html; do
	why -a -o "$work/$file"
done
got=$(cd "$work" && head -qc 12 a.json a.folded a.trace.json a.txt a.html)
if [ "$got" = '{"v":1,"type{"displayTimopen() = -1 <!DOCTYPE ht' ] || [ "$got" = '{"v":1,"typecat;close;EB{"displayTimopen() = -1 <!DOCTYPE ht' ]; then
	result ok 'the end of the name of a file tells the format'
else
	result 'not ok' 'the end of the name of a file tells the format' "$got"
fi
why -o "$work/no/such/folder" 2>/dev/null
equals 'a file that cannot be written' 125 $?
why 2>/dev/null >/dev/full
equals 'no room for the report' 125 $?

# Ten lines, with the longest chain, an origin without a call, and others
made < <(
	for ((i = 0; i < 20; i++)); do echo "function f$i"; done
	echo function __x64_sys_open
	for ((i = 0; i < 20; i++)); do echo "enter f$i $i"; done | sed '1s/f0/__x64_sys_open/'
	for ((i = 19; i >= 0; i--)); do echo "exit f$i $i -13 origin=f0"; done | sed '$s/ f0/ __x64_sys_open/'
	echo 'result 2 -13'
	echo complain
	for ((i = 0; i < 9; i++)); do echo "result $i -$((i + 20))"; done
)
got=$(why | wc -l)
equals 'nine lines, and a hint has room' 9 "$got"

# Names and numbers of errnos
made < <(for ((i = 1; i < 4096; i++)); do echo "result 1 -$i"; done)
holds 'each errno has a name, or its number' "
	len(failures) == 4095 and failures[0]['errno'] == 'EPERM' and failures[132]['errno'] == 'EHWPOISON' and
	failures[516]['errno'] == 'EPROBE_DEFER' and failures[530]['errno'] == 'ENOGRACE' and
	failures[519]['errno'] == '520' and failures[4094]['errno'] == '4095' and
	all(f['errno'] == str(f['error']) or f['errno'].startswith('E') for f in failures)"
holds '-x with the largest one' "[f['error'] for f in failures] == [4095]" -x 4095
finish
