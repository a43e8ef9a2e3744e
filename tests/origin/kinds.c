// SPDX-License-Identifier: GPL-2.0
/*
 * Calls that are hard to tell, of four kinds (truth.tsv), and what fails every day on any kernel.
 *
 *   a  an error goes through memory, and the function that stored it succeeds
 *   b  so it does, and a function returns false
 *   c  a function is given an errno, and returns it
 *   d  one after another is asked, and several return the errno
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/perf_event.h>
#include <net/if.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <linux/futex.h>

#include "calls.h"

#ifdef SYS_pselect6_time64
#define NR_pselect6 SYS_pselect6_time64
#define NR_timer_settime SYS_timer_settime64
#else
#define NR_pselect6 SYS_pselect6
#define NR_timer_settime SYS_timer_settime
#endif

/* ---- a: through memory ---- */

static int netlink_none(void)
{
	char text[64];
	int s = NEED(socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE));

	return TRY(recv(s, text, sizeof(text), MSG_DONTWAIT));
}

static int raw_none(void)
{
	char text[64];
	int s = NEED(socket(AF_INET, SOCK_RAW, 253));

	return TRY(recv(s, text, sizeof(text), MSG_DONTWAIT));
}

/* A datagram that nobody listens to. The answer comes within the call, and the next call has the error. */
static int udp_unheard(int port)
{
	struct sockaddr_in to = ipv4("127.0.0.1", port);
	int s = NEED(socket(AF_INET, SOCK_DGRAM, 0));

	loopback_up();
	NEED(connect(s, (struct sockaddr *)&to, sizeof(to)));
	NEED(send(s, "text", 4, 0));
	return s;
}

static int udp_send_again(void)
{
	int s = udp_unheard(7990);

	return TRY(send(s, "text", 4, 0));
}

static int udp_no_answer(void)
{
	int s = udp_unheard(7989);
	char text[8];

	return TRY(recv(s, text, sizeof(text), 0));
}

/* ---- b: false, and a success ---- */

static int entries_of(const char *path, void *to, size_t size)
{
	int fd = NEED(open(path, O_RDONLY | O_DIRECTORY));

	return TRY(syscall(SYS_getdents64, fd, to, size));
}

static int dir_small(void)
{
	char few[16];

	own_tmpfs(NULL);
	return entries_of(work, few, sizeof(few));
}

static int dir_small_sysfs(void)
{
	char few[16];

	return entries_of("/sys/kernel", few, sizeof(few));
}

static int dir_small_proc(void)
{
	char few[16];

	return entries_of("/proc", few, sizeof(few));
}

static int dir_fault(void)
{
	return entries_of("/proc/self/fd", hole(), 512);
}

static int dir_fault_task(void)
{
	return entries_of("/proc/self/task", hole(), 512);
}

/* ---- c: given an errno ---- */

static int name_empty(void)
{
	return TRY(chdir(""));
}

static int name_fault(void)
{
	const char *path = hole();

	return TRY(syscall(SYS_mkdirat, AT_FDCWD, path, 0755));
}

static int name_long(void)
{
	char path[5000];
	const char *to = name("to");

	memset(path, 'x', sizeof(path));
	path[sizeof(path) - 1] = 0;
	return TRY(syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, to, 0));
}

static int name_exec(void)
{
	char *argv[] = { "x", NULL };
	const char *path = hole();

	return TRY(execve(path, argv, argv + 1));
}

static int select_closed(void)
{
	struct time64 t = { .sec = 1 };
	fd_set set;

	FD_ZERO(&set);
	FD_SET(200, &set);
	/* The table has to be as large. */
	NEED(dup2(0, 220));
	return TRY(syscall(NR_pselect6, 201, &set, NULL, NULL, &t, NULL));
}

static int poll_fault(void)
{
	struct time64 t = { .sec = 1 };
	void *fds = hole();

	return TRY(syscall(NR_ppoll, fds, 1, &t, NULL, 8));
}

/* Both ends of a TCP connection. */
static void tcp_pair(int port, int ends[2])
{
	struct sockaddr_in at = ipv4("127.0.0.1", port);
	int s = NEED(socket(AF_INET, SOCK_STREAM, 0));

	loopback_up();
	NEED(bind(s, (struct sockaddr *)&at, sizeof(at)));
	NEED(listen(s, 1));
	ends[0] = NEED(socket(AF_INET, SOCK_STREAM, 0));
	NEED(connect(ends[0], (struct sockaddr *)&at, sizeof(at)));
	ends[1] = NEED(accept(s, NULL, NULL));
}

static int tcp_full(void)
{
	char text[4096] = "";
	int ends[2];

	tcp_pair(7988, ends);
	while (send(ends[0], text, sizeof(text), MSG_DONTWAIT) > 0)
		;
	return TRY(send(ends[0], text, sizeof(text), MSG_DONTWAIT));
}

static int tcp_shut(void)
{
	int ends[2];

	tcp_pair(7987, ends);
	NEED(shutdown(ends[0], SHUT_WR));
	return TRY(send(ends[0], "text", 4, MSG_NOSIGNAL));
}

/* ---- d: one after another ---- */

static int ports_taken(void)
{
	struct sockaddr_in at = ipv4("127.0.0.1", 7986);
	int s = NEED(socket(AF_INET, SOCK_STREAM, 0)), one, i;

	loopback_up();
	NEED(bind(s, (struct sockaddr *)&at, sizeof(at)));
	NEED(listen(s, 8));
	/* Of different parity: it looks for ports in two turns. */
	store("/proc/sys/net/ipv4/ip_local_port_range", "45000 45003");
	for (i = 0; i < 4; i++) {
		one = NEED(socket(AF_INET, SOCK_STREAM, 0));
		NEED(connect(one, (struct sockaddr *)&at, sizeof(at)));
	}
	one = NEED(socket(AF_INET, SOCK_STREAM, 0));
	i = TRY(connect(one, (struct sockaddr *)&at, sizeof(at)));
	store("/proc/sys/net/ipv4/ip_local_port_range", "32768 60999");
	return i;
}

static int perf_cycles(void)
{
	struct perf_event_attr a = { .type = PERF_TYPE_HARDWARE, .size = sizeof(a), .config = PERF_COUNT_HW_CPU_CYCLES };

	return TRY(syscall(SYS_perf_event_open, &a, 0, -1, -1, 0));
}

static int xattr_security(void)
{
	char value[16];

	return TRY(getxattr("/proc/version", "security.nosuch", value, sizeof(value)));
}

/* Processes of root in a group of their own. */
static pid_t group_of_root(void)
{
	pid_t leader = sleeper(0), pid;
	int i;

	NEED(setpgid(leader, leader));
	for (i = 0; i < 2; i++) {
		pid = sleeper(0);
		NEED(setpgid(pid, leader));
	}
	return leader;
}

static int kill_group(void)
{
	pid_t group = group_of_root();

	become_nobody();
	return TRY(kill(-group, SIGUSR1));
}

static int nice_group(void)
{
	pid_t group = group_of_root();

	become_nobody();
	return TRY(syscall(SYS_setpriority, PRIO_PGRP, group, 10));
}

static int execute(const char *path)
{
	char *argv[] = { "x", NULL };

	return TRY(execve(path, argv, argv + 1));
}

static int exec_bytes(void)
{
	const char *path = name("bytes");
	int fd = create(path, 0755, 0);

	/* Not to be printed, so that the kernel asks for a module. */
	NEED(write(fd, "\1\2\3\4 no program", 15));
	close(fd);
	store("/proc/sys/kernel/modprobe", "/nosuch");
	return execute(path);
}

static int exec_words(void)
{
	const char *path = name("words");
	int fd = create(path, 0755, 0);

	NEED(write(fd, "no program", 10));
	close(fd);
	return execute(path);
}

static int ulp_unknown(void)
{
	int s = NEED(socket(AF_INET, SOCK_STREAM, 0));

	store("/proc/sys/kernel/modprobe", "/nosuch");
	return TRY(setsockopt(s, IPPROTO_TCP, 31 /* TCP_ULP */, "nosuch", 6));
}

/* ---- mounts ---- */

static int mount_type(void)
{
	store("/proc/sys/kernel/modprobe", "/nosuch");
	return TRY(mount("none", work, "nosuch", 0, NULL));
}

static int mount_nobody(void)
{
	become_nobody();
	return TRY(mount("none", work, "tmpfs", 0, NULL));
}

static int mount_limit(void)
{
	int n;

	store("/proc/sys/fs/mount-max", "1");
	n = TRY(mount("none", work, "tmpfs", 0, NULL));
	store("/proc/sys/fs/mount-max", "100000");
	return n;
}

static int umount_none(void)
{
	return TRY(umount2(work, 0));
}

static int umount_expire(void)
{
	own_tmpfs(NULL);
	return TRY(umount2(work, MNT_EXPIRE));
}

static int mount_shrink(void)
{
	own_tmpfs("size=1m");
	create(name("file"), 0644, 100000);
	return TRY(mount("none", work, "tmpfs", MS_REMOUNT, "size=4k"));
}

static int mount_controller(void)
{
	return TRY(mount("none", work, "cgroup", 0, "nosuch"));
}

static int tmpfs_inodes(void)
{
	const char *path = name("one");

	own_tmpfs("nr_inodes=1");
	return TRY(syscall(SYS_mkdirat, AT_FDCWD, path, 0755));
}

/* ---- files ---- */

static int link_folder(void)
{
	const char *to = name("link");

	return TRY(linkat(AT_FDCWD, work, AT_FDCWD, to, 0));
}

static int link_far(void)
{
	const char *from = name("file"), *to = "/sys/kernel/nosuch";

	close(create(from, 0644, 1));
	return TRY(linkat(AT_FDCWD, from, AT_FDCWD, to, 0));
}

static int folder_exists(void)
{
	return TRY(syscall(SYS_mkdirat, AT_FDCWD, work, 0755));
}

static int folder_write(void)
{
	return TRY(open(work, O_WRONLY));
}

static int folder_read(void)
{
	char text[16];
	int fd = NEED(open(work, O_RDONLY));

	return TRY(read(fd, text, sizeof(text)));
}

static int fifo_alone(void)
{
	const char *path = name("fifo");

	NEED(mkfifo(path, 0644));
	return TRY(open(path, O_WRONLY | O_NONBLOCK));
}

static int readonly_make(void)
{
	const char *path = name("new");

	own_tmpfs(NULL);
	NEED(mount("none", work, NULL, MS_REMOUNT | MS_RDONLY, NULL));
	return TRY(open(path, O_CREAT | O_WRONLY, 0644));
}

static int chown_nobody(void)
{
	const char *path = name("file");

	close(create(path, 0644, 1));
	become_nobody();
	return TRY(syscall(SYS_fchownat, AT_FDCWD, path, NOBODY, NOBODY, 0));
}

static int touch_nobody(void)
{
	const char *path = name("file");

	close(create(path, 0644, 1));
	become_nobody();
	return TRY(utimensat(AT_FDCWD, path, NULL, 0));
}

static int chroot_nobody(void)
{
	become_nobody();
	return TRY(chroot(work));
}

static int write_limit(void)
{
	int fd = create(name("file"), 0644, 4096);

	signal(SIGXFSZ, SIG_IGN);
	set_limit(RLIMIT_FSIZE, 4096);
	return TRY(write(fd, "text", 4));
}

static int exec_forbidden(void)
{
	const char *path = name("program");

	own_tmpfs(NULL);
	NEED(mount("none", work, NULL, MS_REMOUNT | MS_NOEXEC, NULL));
	close(create(path, 0755, 100));
	return execute(path);
}

static int pipe_full(void)
{
	char text[4096] = "";
	int fds[2];

	NEED(pipe2(fds, O_NONBLOCK));
	while (write(fds[1], text, sizeof(text)) > 0)
		;
	return TRY(write(fds[1], text, sizeof(text)));
}

static int pipe_closed(void)
{
	int fds[2];

	signal(SIGPIPE, SIG_IGN);
	NEED(pipe(fds));
	close(fds[0]);
	return TRY(write(fds[1], "text", 4));
}

static int splice_append(void)
{
	int fds[2], fd;

	NEED(pipe(fds));
	NEED(write(fds[1], "text", 4));
	close(create(name("file"), 0644, 1));
	fd = NEED(open(name("file"), O_WRONLY | O_APPEND));
	return TRY(syscall(SYS_splice, fds[0], NULL, fd, NULL, (size_t)4, 0));
}

/* ---- memory ---- */

static int mem_hole(void)
{
	int fd = NEED(open("/proc/self/mem", O_RDONLY));
	char *p = hole(), byte;

	return TRY(pread(fd, &byte, 1, (uintptr_t)p));
}

static int sync_hole(void)
{
	char *p = hole();
	size_t size = pagesize();

	return TRY(msync(p, size, MS_ASYNC));
}

static int map_denied(void)
{
	int fd;

	close(create(name("file"), 0644, 100));
	fd = NEED(open(name("file"), O_RDONLY));
	return TRY(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
}

static int map_nothing(void)
{
	int fd = NEED(open("/proc/version", O_RDONLY));

	return TRY(mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0));
}

static int protect_denied(void)
{
	char *p;
	int fd;
	size_t size = pagesize();

	close(create(name("file"), 0644, 100));
	fd = NEED(open(name("file"), O_RDONLY));
	p = map(1, PROT_READ, MAP_SHARED, fd);
	return TRY(mprotect(p, size, PROT_READ | PROT_WRITE));
}

/* ---- processes ---- */

static int trace_twice(void)
{
	NEED(ptrace(PTRACE_TRACEME, 0, 0, 0));
	return TRY(ptrace(PTRACE_TRACEME, 0, 0, 0));
}

static int trace_running(void)
{
	pid_t pid = sleeper(0);

	NEED(ptrace(PTRACE_SEIZE, pid, 0, 0));
	return TRY(ptrace(PTRACE_CONT, pid, 0, 0));
}

static int schedule_nobody(void)
{
	struct sched_param p = { .sched_priority = 1 };

	become_nobody();
	return TRY(sched_setscheduler(0, SCHED_FIFO, &p));
}

static int affinity_nobody(void)
{
	pid_t pid = sleeper(0);
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(0, &set);
	become_nobody();
	return TRY(sched_setaffinity(pid, sizeof(set), &set));
}

static int wait_none(void)
{
	return TRY(syscall(SYS_wait4, -1, NULL, 0, NULL));
}

static int unshare_nobody(void)
{
	become_nobody();
	return TRY(unshare(CLONE_NEWNS));
}

static int setns_other(void)
{
	int fd = NEED(open("/proc/self/ns/mnt", O_RDONLY));

	return TRY(setns(fd, CLONE_NEWUTS));
}

static int hostname_nobody(void)
{
	become_nobody();
	return TRY(sethostname("x", 1));
}

static int prctl_unknown(void)
{
	return TRY(prctl(0x7777, 0, 0, 0, 0));
}

static int timer_invalid(void)
{
	/* struct itimerspec of 64 bit */
	uint64_t when[4] = { 0, 0, 1, 2000000000 };
	int id;

	NEED(syscall(SYS_timer_create, CLOCK_MONOTONIC, NULL, &id));
	return TRY(syscall(NR_timer_settime, id, 0, when, NULL));
}

static int module_nobody(void)
{
	become_nobody();
	return TRY(syscall(SYS_delete_module, "nosuch", O_NONBLOCK));
}

static int module_none(void)
{
	return TRY(syscall(SYS_delete_module, "nosuch", O_NONBLOCK));
}

static int sysctl_nobody(void)
{
	become_nobody();
	return TRY(open("/proc/sys/kernel/panic", O_WRONLY));
}

static int sysctl_range(void)
{
	int fd = NEED(open("/proc/sys/kernel/perf_event_max_sample_rate", O_WRONLY));

	return TRY(write(fd, "0", 1));
}

/* ---- waiting ---- */

static int eventfd_full(void)
{
	int fd = NEED(eventfd(0, EFD_NONBLOCK));
	uint64_t most = -2, one = 1;

	NEED(write(fd, &most, sizeof(most)));
	return TRY(write(fd, &one, sizeof(one)));
}

static int epoll_twice(void)
{
	struct epoll_event e = { .events = EPOLLIN };
	int epoll = NEED(epoll_create1(0)), fd = NEED(eventfd(0, 0));

	NEED(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &e));
	return TRY(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &e));
}

static int epoll_file(void)
{
	struct epoll_event e = { .events = EPOLLIN };
	int epoll = NEED(epoll_create1(0)), fd = create(name("file"), 0644, 1);

	return TRY(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &e));
}

static int futex_changed(void)
{
	static int word = 1;

	return TRY(syscall(NR_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0));
}

static int futex_unowned(void)
{
	static int word = 1;

	return TRY(syscall(NR_futex, &word, FUTEX_UNLOCK_PI_PRIVATE, 0, NULL, NULL, 0));
}

static int perf_ioctl(void)
{
	struct perf_event_attr a = { .type = PERF_TYPE_SOFTWARE, .size = sizeof(a) };
	int fd = NEED(syscall(SYS_perf_event_open, &a, 0, -1, -1, 0));

	return TRY(ioctl(fd, _IO('$', 99), 0));
}

static int perf_nobody(void)
{
	struct perf_event_attr a = { .type = PERF_TYPE_SOFTWARE, .size = sizeof(a) };

	become_nobody();
	/* All that happens on a CPU. */
	return TRY(syscall(SYS_perf_event_open, &a, -1, 0, -1, 0));
}

/* ---- sockets ---- */

static int family_unknown(void)
{
	store("/proc/sys/kernel/modprobe", "/nosuch");
	return TRY(socket(AF_X25, SOCK_SEQPACKET, 0));
}

static int port_nobody(void)
{
	struct sockaddr_in at = ipv4("127.0.0.1", 99);
	int s = NEED(socket(AF_INET, SOCK_STREAM, 0));

	become_nobody();
	return TRY(bind(s, (struct sockaddr *)&at, sizeof(at)));
}

static int raw_nobody(void)
{
	become_nobody();
	return TRY(socket(AF_INET, SOCK_RAW, IPPROTO_ICMP));
}

static int option_unknown(void)
{
	int s = NEED(socket(AF_INET, SOCK_STREAM, 0)), one = 1;

	return TRY(setsockopt(s, IPPROTO_IP, 0x7777, &one, sizeof(one)));
}

static int accept_deaf(void)
{
	int s = NEED(socket(AF_INET, SOCK_STREAM, 0));

	return TRY(accept4(s, NULL, NULL, 0));
}

static int send_nowhere(void)
{
	int s = NEED(socket(AF_INET, SOCK_DGRAM, 0));

	return TRY(send(s, "text", 4, 0));
}

static int device_unknown(void)
{
	struct ifreq r = { .ifr_name = "nosuch0" };
	int s = NEED(socket(AF_INET, SOCK_DGRAM, 0));

	store("/proc/sys/kernel/modprobe", "/nosuch");
	return TRY(ioctl(s, SIOCGIFFLAGS, &r));
}

static int join_nowhere(void)
{
	struct ip_mreqn r = { .imr_multiaddr.s_addr = htonl(0xe0000177), .imr_ifindex = 777 };
	int s = NEED(socket(AF_INET, SOCK_DGRAM, 0));

	return TRY(setsockopt(s, IPPROTO_IP, IP_ADD_MEMBERSHIP, &r, sizeof(r)));
}

const struct call calls_of_kinds[] = {
	CASE(netlink_none, EAGAIN, "receive nothing from netlink, without waiting (CONFIG_NET)"),
	CASE(raw_none, EAGAIN, "receive nothing from a raw socket, without waiting (CONFIG_INET)"),
	CASE(udp_send_again, ECONNREFUSED, "send once more to a port that nobody listens on (CONFIG_INET)"),
	CASE(udp_no_answer, ECONNREFUSED, "receive after a datagram that nobody listened to (CONFIG_INET)"),
	CASE(dir_small, EINVAL, "getdents64 of a tmpfs into 16 bytes"),
	CASE(dir_small_sysfs, EINVAL, "getdents64 of sysfs into 16 bytes"),
	CASE(dir_small_proc, EINVAL, "getdents64 of /proc into 16 bytes"),
	CASE(dir_fault, EFAULT, "getdents64 of /proc/self/fd to what is not mapped"),
	CASE(dir_fault_task, EFAULT, "getdents64 of /proc/self/task to what is not mapped"),
	CASE(name_empty, ENOENT, "chdir to an empty name"),
	CASE(name_fault, EFAULT, "mkdir of a name that is not mapped"),
	CASE(name_long, ENAMETOOLONG, "rename from a name of 4999 bytes"),
	CASE(name_exec, EFAULT, "execute a name that is not mapped"),
	CASE(select_closed, EBADF, "select of a descriptor that is not open"),
	CASE(poll_fault, EFAULT, "ppoll with a list that is not mapped"),
	CASE(tcp_full, EAGAIN, "send into a full connection, without waiting (CONFIG_INET)"),
	CASE(tcp_shut, EPIPE, "send after shutdown (CONFIG_INET)"),
	CASE(ports_taken, EADDRNOTAVAIL, "connect when all local ports are taken (CONFIG_INET)"),
	CASE(perf_cycles, ENOENT, "a perf event that counts cycles, without a PMU"),
	CASE(xattr_security, EOPNOTSUPP, "getxattr of security.nosuch in /proc"),
	CASE(kill_group, EPERM, "signal a process group of root, as nobody"),
	CASE(nice_group, EPERM, "setpriority of a process group of root, as nobody"),
	CASE(exec_bytes, ENOEXEC, "execute a file of four low bytes"),
	CASE(exec_words, ENOEXEC, "execute a file of text"),
	CASE(ulp_unknown, ENOENT, "setsockopt TCP_ULP of a name that is not there (CONFIG_INET)"),
	CASE(mount_type, ENODEV, "mount a file system that is not there"),
	CASE(mount_nobody, EPERM, "mount, as nobody"),
	CASE(mount_limit, ENOSPC, "mount beyond mount-max"),
	CASE(umount_none, EINVAL, "unmount what is no mount"),
	CASE(umount_expire, EAGAIN, "unmount with MNT_EXPIRE for the first time"),
	CASE(mount_shrink, EINVAL, "remount a tmpfs smaller than it is"),
	CASE(mount_controller, EINVAL, "mount a cgroup controller that is not there"),
	CASE(tmpfs_inodes, ENOSPC, "mkdir in a tmpfs that has no inode left"),
	CASE(link_folder, EPERM, "link to a folder"),
	CASE(link_far, EXDEV, "link to a file of another file system"),
	CASE(folder_exists, EEXIST, "mkdir of what is there"),
	CASE(folder_write, EISDIR, "open a folder for writing"),
	CASE(folder_read, EISDIR, "read a folder"),
	CASE(fifo_alone, ENXIO, "open a FIFO for writing that nobody reads, O_NONBLOCK"),
	CASE(readonly_make, EROFS, "create a file in a read-only tmpfs"),
	CASE(chown_nobody, EPERM, "chown of a file of root, as nobody"),
	CASE(touch_nobody, EACCES, "utimensat of a file of root, as nobody"),
	CASE(chroot_nobody, EPERM, "chroot, as nobody"),
	CASE(write_limit, EFBIG, "write beyond RLIMIT_FSIZE"),
	CASE(exec_forbidden, EACCES, "execute a file of a mount with noexec"),
	CASE(pipe_full, EAGAIN, "write to a full pipe, O_NONBLOCK"),
	CASE(pipe_closed, EPIPE, "write to a pipe that nobody reads"),
	CASE(splice_append, EINVAL, "splice into a file that is open with O_APPEND"),
	CASE(mem_hole, EIO, "read what is not mapped from /proc/self/mem"),
	CASE(sync_hole, ENOMEM, "msync of what is not mapped"),
	CASE(map_denied, EACCES, "map a file to be written that is open for reading"),
	CASE(map_nothing, EIO, "map a file of /proc"),
	CASE(protect_denied, EACCES, "mprotect to be written of a file that is open for reading"),
	CASE(trace_twice, EPERM, "PTRACE_TRACEME twice"),
	CASE(trace_running, ESRCH, "PTRACE_CONT of a process that runs"),
	CASE(schedule_nobody, EPERM, "SCHED_FIFO, as nobody"),
	CASE(affinity_nobody, EPERM, "affinity of a process of root, as nobody"),
	CASE(wait_none, ECHILD, "wait without a child"),
	CASE(unshare_nobody, EPERM, "unshare of mounts, as nobody"),
	CASE(setns_other, EINVAL, "setns to a namespace of another type"),
	CASE(hostname_nobody, EPERM, "sethostname, as nobody"),
	CASE(prctl_unknown, EINVAL, "an unknown prctl"),
	CASE(timer_invalid, EINVAL, "set a timer with too many nanoseconds"),
	CASE(module_nobody, EPERM, "unload a module, as nobody"),
	CASE(module_none, ENOENT, "unload a module that is not there"),
	CASE(sysctl_nobody, EACCES, "open a sysctl for writing, as nobody"),
	CASE(sysctl_range, EINVAL, "write 0 to perf_event_max_sample_rate"),
	CASE(eventfd_full, EAGAIN, "write to an eventfd that is full"),
	CASE(epoll_twice, EEXIST, "add a file to an epoll twice"),
	CASE(epoll_file, EPERM, "add a regular file to an epoll"),
	CASE(futex_changed, EAGAIN, "wait on a futex that has another value"),
	CASE(futex_unowned, EPERM, "unlock a PI futex that is not ours"),
	CASE(perf_ioctl, ENOTTY, "an unknown ioctl of a perf event"),
	CASE(perf_nobody, EACCES, "a perf event of a CPU, as nobody"),
	CASE(family_unknown, EAFNOSUPPORT, "a socket of a family that is not there (CONFIG_NET)"),
	CASE(port_nobody, EACCES, "bind to a low port, as nobody (CONFIG_INET)"),
	CASE(raw_nobody, EPERM, "a raw socket, as nobody (CONFIG_INET)"),
	CASE(option_unknown, ENOPROTOOPT, "an unknown socket option (CONFIG_INET)"),
	CASE(accept_deaf, EINVAL, "accept on a socket that does not listen (CONFIG_INET)"),
	CASE(send_nowhere, EDESTADDRREQ, "send on a UDP socket that is not connected (CONFIG_INET)"),
	CASE(device_unknown, ENODEV, "the flags of a network device that is not there (CONFIG_INET)"),
	CASE(join_nowhere, ENODEV, "join a group on a device that is not there (CONFIG_INET)"),
	{ }
};
