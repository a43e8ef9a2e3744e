#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Which failure of a command is the one that is explained
. "$(dirname "$0")/engine.sh"

functions='
syscall 2 open
syscall 3 close
syscall 4 stat
syscall 5 fstat
syscall 6 lstat
'
# picks WHAT SYSTEM-CALL
picks() {
	local got
	got=$(why 2>&1 | sed -n '1s/() = .*//p')
	equals "$1" "$2" "$got"
}

made <<END
$functions
result 2 -13
result 3 -9
complain
result 4 -5
result 5 -2
END
picks 'the last one before the task complained' close

made <<END
$functions
result 2 -13
complain
result 3 -9
complain
result 4 -5
END
picks 'it complained twice' close

made <<END
$functions
result 2 -13
complain
complain
END
picks 'a complaint in two parts' open

made <<END
$functions
result 2 -2
complain
result 3 -5
END
picks 'a usual errno that it complained about' open

# The message is translated, or not: the C library looks for the file
made <<END
$functions
result 4 -2
result 2 -13
result 3 -2
result 3 -2
result 3 -2
complain
END
picks 'the one before it looked for translations' open

made <<END
$functions
result 2 -2
result 3 -2
result 3 -2
result 3 -2
complain
END
picks 'what was not there, not the translations' open

made <<END
$functions
result 2 -13
result 3 -2
result 3 -2
complain
END
picks 'two are no translations' close

made <<END
$functions
result 2 -25
result 3 -2
result 3 -2
result 3 -2
complain
END
picks 'nobody complains about what is usual' close

# A shell says what its child is: of the child, nothing is written
made <<END
$functions
task 7
result 2 -13
task 8
result 3 -9
complain
result 4 -5
task 7
result 5 -22
END
picks 'the last one of the thread that complained' close

made <<END
$functions
task 7
result 2 -13
result 3 -2
status 1
task 8
result 4 -5
status 0
result 5 -9
END
picks 'nobody complained: the last one of a process that failed' close

made <<END
$functions
task 7
result 2 -13
status 256
END
picks 'a status is a byte, but 256 is not 0 for exit_group()' open

made <<END
$functions
result 2 -13
result 3 -2
result 4 -11
result 5 -4
result 6 -25
result 6 -10
END
picks 'all went well: the last one that is not usual' open

made <<END
$functions
result 2 -2
result 3 -11
END
picks 'all are usual: the last one' close

# A complaint without a failure before it is of no other task's failure
made <<END
$functions
task 7
result 2 -13
result 4 -5
task 8
complain
END
picks 'somebody else wrote to file 2' stat

made <<END
$functions
task 7
result 2 -13
fork 8
task 8
complain
END
picks 'a child has not failed' open

made <<END
$functions
task 7
result 2 -13
complain
task 8
result 3 -9
fork 7
task 7
complain
END
picks 'another task with the same number has not failed' open

made <<END
$functions
command ./made 7
task 7
result 2 -13
fork 8
task 8
result 3 -9
exec /usr/bin/cat
result 4 -5
task 9
result 5 -5
END
holds 'names of tasks: of the command, of the parent, of exec' \
	"[f['comm'] for f in failures] == ['made', 'made', 'cat', ''] and header['command'] == './made'"

made <<'END'
syscall 40 sendfile
syscall 63 uname
syscall 11 munmap
syscall 334 rseq
syscall 166 umount2
syscall 264 renameat
function __x64_sys_sendfile64
function __x64_sys_newuname
function __ia32_sys_execve
function __x64_sys_ni_syscall
function __x64_sys_umount
function __ia32_sys_rename
chain -22 __x64_sys_sendfile64
result 40 -22
chain -14 __x64_sys_newuname
result 63 -14
chain -2 __ia32_sys_execve
result 11 -2
chain -38 __x64_sys_ni_syscall
result 334 -38
chain -22 __x64_sys_umount
result 166 -22
chain -2 __ia32_sys_rename
result 264 -2
END
holds 'names of system calls: as programs know them' \
	"[f['syscall'] for f in failures] == ['sendfile', 'uname', 'execve', 'rseq', 'umount2', 'rename']"

made <<'END'
long 4
syscall 140 _llseek
syscall 142 _newselect
syscall 192 mmap2
syscall 422 futex_time64
function __ia32_sys_llseek
function __ia32_sys_select
function __ia32_sys_mmap_pgoff
function __ia32_sys_futex
chain -29 __ia32_sys_llseek
result 140 -29
chain -9 __ia32_sys_select
result 142 -9
chain -12 __ia32_sys_mmap_pgoff
result 192 -12
chain -110 __ia32_sys_futex
result 422 -110
END
holds 'names of system calls on 32 bit: the number tells' \
	"[f['syscall'] for f in failures] == ['_llseek', '_newselect', 'mmap2', 'futex_time64']"
finish
