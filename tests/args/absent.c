// SPDX-License-Identifier: GPL-2.0
/* absent: calls open() with a name in memory that nobody has touched. Its flags end with the digit 7 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
#include <sys/syscall.h>

int main(void)
{
	char *name = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (name == MAP_FAILED) {
		perror("mmap");
		return 1;
	}
	/* The name is empty: there is no such file */
	return syscall(SYS_openat, AT_FDCWD, name, 7, 0) >= 0;
}
