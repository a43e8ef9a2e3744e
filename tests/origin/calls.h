/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files with the cases share. A case prepares what it needs, makes its one call in TRY(), and returns its errno.
 * The functions are in calls.c.
 */
#ifndef CALLS_H
#define CALLS_H

#include <errno.h>
#include <netinet/in.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>

/* Not in the headers of every libc. The numbers are the same on all of our architectures. */
#ifndef SYS_fsopen
#define SYS_fsopen 430
#define SYS_fsconfig 431
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_clone3
#define SYS_clone3 435
#endif
#ifndef SYS_openat2
#define SYS_openat2 437
#define SYS_pidfd_getfd 438
#endif
#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif
#ifndef F_ADD_SEALS
#define F_ADD_SEALS 1033
#define F_SEAL_SHRINK 2
#define F_SEAL_WRITE 8
#endif

/* 32 bit has calls with 64-bit time beside the old ones, riscv of 64 bit only the one. */
#ifdef SYS_ppoll_time64
#define NR_ppoll SYS_ppoll_time64
#define NR_sigtimedwait SYS_rt_sigtimedwait_time64
#define NR_clock_settime SYS_clock_settime64
#define NR_futex SYS_futex_time64
#else
#define NR_ppoll SYS_ppoll
#define NR_sigtimedwait SYS_rt_sigtimedwait
#define NR_clock_settime SYS_clock_settime
#define NR_futex SYS_futex
#endif

#define NOBODY 54321

struct time64 {
	int64_t sec, nsec;
};

struct call {
	const char *id, *error;
	int (*make)(void);
	const char *what;
};

#define CASE(id, error, what) { #id, #error, id, what }

extern const struct call calls_of_kinds[];
/* Of tests/accuracy, which adds a file. */
extern const struct call more_calls[] __attribute__((weak));

/* The folder of this case */
extern char work[64];

void broken(const char *format, ...);
long need(long result, const char *what);
void tracing_on(const char *digit);
const char *name(const char *format, ...);
void store(const char *path, const char *text);
int create(const char *path, mode_t mode, size_t size);
void own_tmpfs(const char *options);
void become_nobody(void);
void set_limit(int resource, rlim_t value);
pid_t sleeper(long flags);
void alarms(void);
size_t pagesize(void);
char *map(size_t pages, int prot, int flags, int fd);
char *hole(void);
int sealable(size_t size);
const char *cgroup(int version);
const char *in(const char *folder, const char *file);
void loopback_up(void);
struct sockaddr_in ipv4(const char *ip, int port);

#define NEED(call) need((long)(call), #call)

/* The one call. All that it is given is to be worked out before, so that nothing else is traced. */
#define TRY(call) ({			\
	long result_;			\
	int error_;			\
	tracing_on("1");		\
	result_ = (long)(call);		\
	error_ = errno;			\
	tracing_on("0");		\
	result_ == -1 ? error_ : 0;	\
})

#endif
