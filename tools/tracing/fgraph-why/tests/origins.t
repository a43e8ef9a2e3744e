#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# What records tell of the origin of an error, and what has no name
. "$(dirname "$0")/engine.sh"

# why NUMBER: an origin with that reason, see enum fgraph_why of the kernel
because() {
	made <<END
function __x64_sys_open
function may_open
function find
enter __x64_sys_open 0
enter may_open 1
exit may_open 1 -13 origin=may_open $*
exit __x64_sys_open 0 -13 origin=may_open $*
END
}
remark() { # what, remark
	says "$1" <<END
open() = -1 EACCES (Permission denied)  ?[1]  5.0 us
  may_open        5.0 us  $2
  __x64_sys_open  5.0 us
END
}
because
remark 'no reason' 'made here'
because guessed
remark 'a guess' 'made here?'
because why=1 error=2 cause=find
remark 'another error before' 'made here, was ENOENT in find'
holds 'another error before, as JSON' "first['origin']['cause'] == {'func': 'find', 'why': 'error', 'error': 'ENOENT'}"
because why=1 error=2 cause=find guessed
remark 'another error before, and a guess' 'made here?, was ENOENT in find'
holds 'a guess, as JSON' "first['origin']['guessed'] is True"
because why=2 cause=find
remark 'NULL' 'made here, likely NULL in find'
holds 'NULL, as JSON' "first['origin']['cause'] == {'func': 'find', 'why': 'null'}"
because why=3 cause=find
remark 'false' 'made here, likely false in find'
holds 'false, as JSON' "first['origin']['cause'] == {'func': 'find', 'why': 'false'}"
because why=4 error=1 cause=find
remark 'NULL or false of an error' 'made here, likely EPERM in find'
holds 'NULL or false of an error, as JSON' "first['origin']['cause'] == {'func': 'find', 'why': 'hidden', 'error': 'EPERM'}"
because why=5 error=13 cause=find
remark 'the same error of another function' 'made here, likely EACCES in find'
holds 'the same error of another function, as JSON' "first['origin']['cause']['why'] == 'same'"
because why=1 error=524 cause=find
remark 'an error that only the kernel has' 'made here, was ENOTSUPP in find'
because why=1 error=600 cause=find
remark 'an error without a name' 'made here, was 600 in find'
agree 'the formats agree'

made <<'END'
function __x64_sys_read
function ext4_read ext4
enter __x64_sys_read 0
enter ext4_read 1 __x64_sys_read+0x33
exit ext4_read 1 -5 origin=ext4_read
exit __x64_sys_read 0 -5 origin=ext4_read
END
says 'a function of a module' <<'END'
read() = -1 EIO (Input/output error)  ?[1]  5.0 us
  ext4_read [ext4]  5.0 us  made here
  __x64_sys_read    5.0 us  at +0x33
END
holds 'a function of a module, as JSON' "[link['module'] for link in first['chain']] == [None, 'ext4']"

made <<'END'
function __x64_sys_read
function vfs_read
function in_between
enter __x64_sys_read 0
enter vfs_read 1 in_between+0x33
exit vfs_read 1 -5 origin=in_between
exit __x64_sys_read 0 -5 origin=in_between
END
says 'the origin has no call of its own, and a caller is not traced' <<'END'
read() = -1 EIO (Input/output error)  ?[1]  5.0 us
  in_between              made here
  vfs_read        5.0 us
  __x64_sys_read  5.0 us  in in_between+0x33
END
agree 'no call of its own: the formats agree'

# Below _stext, there are no names
made <<'END'
function __x64_sys_read
enter __x64_sys_read 0
enter 0xffffffff80000010 1 0xffffffff80000020
exit 0xffffffff80000010 1 -5 origin=0xffffffff80000010
exit __x64_sys_read 0 -5 origin=0xffffffff80000010
END
says 'a function without a name' <<'END'
read() = -1 EIO (Input/output error)  ?[1]  5.0 us
  0xffffffff80000010  5.0 us  made here
  __x64_sys_read      5.0 us
END
holds 'a function without a name, as JSON' "first['chain'][1]['func'] == '0xffffffff80000010' and
	first['origin']['func'] == '0xffffffff80000010' and first['chain'][1]['caller'] == {'addr': '0xffffffff80000020'}"
agree 'no names: the formats agree'

# A key is 32 bits of the address. Functions are up to 2 GiB in front of _stext, or behind it
made <<'END'
function __x64_sys_read
enter __x64_sys_read 0
enter 0xffffffffc0001000 1
exit 0xffffffffc0001000 1 -5 origin=0xffffffffc0001000
exit __x64_sys_read 0 -5 origin=0xffffffffc0001000
END
holds 'a function of a module is far behind _stext' "first['chain'][1]['origin'] is True"

# What is no function of a system call is left out, unless someone asks for all
made <<'END'
function schedule
function wait
chain -11 schedule wait
END
says 'a failure of no system call' -a <<'END'
status 1
END
finish
