#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Records that kernels of four architectures have given, 64 and 32 bit
. "$(dirname "$0")/engine.sh"

# The call, its errno, and the function that makes it by the source of the kernel. drivers/base/devtmpfs.c and
# fs/char_dev.c: there is no driver. mm/shmem.c: the directory is not empty
check() { # name, system call, errno, function
	saved "$1"
	holds "$1: the call, its errno, and the function that made it" "
		[f for f in failures if f['picked']] == [failures[-1]] and
		(failures[-1]['syscall'], failures[-1]['errno'], failures[-1]['origin']['func']) == ('$2', '$3', '$4') and
		[link['func'] for link in failures[-1]['chain'] if link['origin']] == ['$4'] and
		failures[-1]['comm'] == 'calls' and failures[-1]['nr'] > 0 and end['lost'] == 0"
	holds "$1: calls are within their callers, in time and depth" "all(
		f['chain'][link['parent']]['start_ns'] <= link['start_ns'] and
		link['start_ns'] + link['duration_ns'] <=
			f['chain'][link['parent']]['start_ns'] + f['chain'][link['parent']]['duration_ns'] and
		f['chain'][link['parent']]['depth'] + 1 == link['depth']
		for f in failures for link in f['chain'] if link['parent'] >= 0)"
	agree "$1: the formats agree"
}

for arch in x86_64 riscv arm i386; do
	check $arch-open_no_driver openat ENXIO chrdev_open
done
check x86_64-path_nofollow openat ELOOP may_open
check x86_64-rmdir_full rmdir ENOTEMPTY shmem_rmdir
check riscv-rmdir_full unlinkat ENOTEMPTY shmem_rmdir
check arm-rmdir_full rmdir ENOTEMPTY shmem_rmdir
check i386-rmdir_full rmdir ENOTEMPTY shmem_rmdir

# tests/why/module
saved x86_64-module
holds 'x86_64-module: three functions of the module' "
	[(link['func'], link['module']) for link in failures[-1]['chain']][-3:] ==
		[(name, 'refuses') for name in ('refuses_set', 'refuses_apart', 'refuses_odd')] and
	failures[-1]['errno'] == 'ENODATA' and failures[-1]['chain'][-1]['origin']"

saved x86_64-rmdir_full
says 'text, of 64 bit' -x ENOTEMPTY <<'END'
rmdir() = -1 ENOTEMPTY (Directory not empty)  calls[71]  260 us
  shmem_rmdir      109 us  made here
  vfs_rmdir        177 us  at +0x79
  do_rmdir         239 us  at +0x137
  __x64_sys_rmdir  260 us  at +0x1f
END
# With arguments. Those before have none
saved x86_64-path_nofollow
says 'text, with arguments' -sn -x ELOOP <<'END'
openat(dfd=-100, filename=0x4b64c0, flags=0x20000, mode=0) = -1 ELOOP (Too many levels of symbolic links)  calls[67]  170 us
  may_open(mnt_userns=0xffffffff81a25180, …)  5.6 us  made here
  path_openat                                 108 us  at +0x7fe
  do_filp_open                                115 us  at +0x9e
  do_sys_openat2                              165 us  at +0x8e
  __x64_sys_openat                            170 us  at +0x5c
END
holds 'JSON, with all arguments' "
	[[one['name'] + '=' + one['value'] for one in link['arguments']]
		for link in failures[-1]['chain'] if 'arguments' in link] == [
		['dfd=-100', 'filename=0x4b64c0', 'flags=0x20000', 'mode=0'],
		['mnt_userns=0xffffffff81a25180', 'path=0xffff8880022c7dc0', 'acc_mode=4', '=...']]"
saved arm-rmdir_full
says 'text, of 32 bit, with a call by a jump' -x ENOTEMPTY <<'END'
rmdir() = -1 ENOTEMPTY (Directory not empty)  calls[182]  491 us
  shmem_rmdir   57 us  made here
  vfs_rmdir    259 us  at +0x80
  do_rmdir     449 us  at +0x138
  sys_rmdir    491 us  by a jump
END
finish
