// SPDX-License-Identifier: GPL-2.0
/*
 * lab/cc preloads this: the compiler's memory is of huge pages, if the machine gives them to those who ask. In a
 * virtual machine, page faults and misses of the TLB take more than a third of the time of a small file.
 * gcc's collector takes its memory by mmap(), so the C library's setting for malloc() does not reach it.
 */
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset)
{
	void *mapped = (void *)syscall(SYS_mmap, addr, length, prot, flags, fd, offset);

	if (mapped != MAP_FAILED && flags & MAP_ANONYMOUS)
		madvise(mapped, length, MADV_HUGEPAGE);
	return mapped;
}
