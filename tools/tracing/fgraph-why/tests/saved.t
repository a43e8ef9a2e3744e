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
saved arm-rmdir_full
says 'text, of 32 bit, with a call by a jump' -x ENOTEMPTY <<'END'
rmdir() = -1 ENOTEMPTY (Directory not empty)  calls[182]  491 us
  shmem_rmdir   57 us  made here
  vfs_rmdir    259 us  at +0x80
  do_rmdir     449 us  at +0x138
  sys_rmdir    491 us  by a jump
END
finish
