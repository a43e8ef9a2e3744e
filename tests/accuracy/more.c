// SPDX-License-Identifier: GPL-2.0
/*
 * 34 more calls that fail, beside those of tests/origin: the bench that README's first rate is of. Which function it was is
 * in truth.tsv.
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <elf.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/netlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "calls.h"

#ifdef SYS_clock_nanosleep_time64
#define NR_clock_nanosleep SYS_clock_nanosleep_time64
#else
#define NR_clock_nanosleep SYS_clock_nanosleep
#endif

/* A process that runs this, says so through a pipe, and ends with us. Returns when it has said so. */
static pid_t beside(void (*run)(int said))
{
	int ends[2];
	char byte;
	pid_t pid, parent = getpid();

	NEED(pipe(ends));
	pid = NEED(fork());
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() == parent)
			run(ends[1]);
		_exit(0);
	}
	close(ends[1]);
	if (read(ends[0], &byte, 1) != 1)
		broken("the other process");
	return pid;
}

static void say(int said)
{
	if (write(said, "", 1) != 1)
		_exit(1);
}

static void wait_until_it_sleeps(pid_t pid)
{
	char path[64], stat[256];

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	do {
		int fd = NEED(open(path, O_RDONLY)), n = NEED(read(fd, stat, sizeof(stat) - 1));

		stat[n] = '\0';
		close(fd);
	} while (!strstr(stat, ") S "));
}

/* ---- files and folders ---- */

static int vfs_perm(void)
{
	const char *path = name("closed/file");

	NEED(mkdir(name("closed"), 0700));
	become_nobody();
	return TRY(open(path, O_RDONLY));
}

static int vfs_sticky(void)
{
	const char *path = name("theirs");

	close(create(path, 0644, 1));
	NEED(chmod(work, 01777));
	become_nobody();
	return TRY(unlink(path));
}

static int vfs_chmod_other(void)
{
	const char *path = name("theirs");

	close(create(path, 0644, 1));
	become_nobody();
	return TRY(chmod(path, 0777));
}

static int vfs_xattr_deep(void)
{
	const char *group = cgroup(1);
	char value[8];

	NEED(setxattr(group, "trusted.there", "x", 1, 0));
	return TRY(getxattr(group, "trusted.missing", value, sizeof(value)));
}

static int mnt_badvalue(void)
{
	return TRY(mount("calls", work, "tmpfs", 0, "mode=755,size=12x"));
}

static int mnt_busy(void)
{
	own_tmpfs(NULL);
	create(name("open"), 0644, 1);
	return TRY(umount2(work, 0));
}

static int locked;

static int lock(int command, off_t start)
{
	struct flock byte = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = start, .l_len = 1 };

	return fcntl(locked, command, &byte);
}

static void lock_second_then_first(int said)
{
	if (!lock(F_SETLK, 1)) {
		say(said);
		lock(F_SETLKW, 0);
	}
}

static int io_deadlock(void)
{
	struct flock second = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 1, .l_len = 1 };

	locked = create(name("locked"), 0644, 2);
	NEED(lock(F_SETLK, 0));
	wait_until_it_sleeps(beside(lock_second_then_first));
	return TRY(fcntl(locked, F_SETLKW, &second));
}

static int io_seek_data(void)
{
	int fd = create(name("file"), 0644, 1);

	NEED(ftruncate(fd, 1 << 20));
	return TRY(lseek(fd, 1 << 19, SEEK_DATA));
}

static int io_fault(void)
{
	char *none = map(1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
	int fd = create(name("file"), 0644, 1);

	return TRY(write(fd, none, 100));
}

/* ---- memory ---- */

static int mm_mprotect(void)
{
	size_t size = 64 * pagesize();
	char *p = map(64, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1);

	set_limit(RLIMIT_DATA, 0);
	return TRY(mprotect(p, size, PROT_READ | PROT_WRITE));
}

static int mm_mlock(void)
{
	size_t size = 4 * pagesize();
	char *p = map(4, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1);

	return TRY(mlock(p, size));
}

static int mm_unmap_count(void)
{
	static const char file[] = "/proc/sys/vm/max_map_count";
	size_t size = pagesize();
	char *p = map(200, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1);
	int i;

	for (i = 0; i < 180; i += 2)
		NEED(mprotect(p + i * size, size, PROT_NONE));
	store(file, "100");
	i = TRY(munmap(p + 190 * size, size));
	store(file, "65530");
	return i;
}

/* ---- scheduling and cgroups ---- */

/* struct sched_attr: all of a processor */
static const struct {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;
} whole = { .size = 48, .policy = 6, .runtime = 10000000, .deadline = 10000000, .period = 10000000 };

/* Of one processor, there is never all left. */
static void take_a_processor(int said)
{
	syscall(SYS_sched_setattr, 0, &whole, 0);
	say(said);
	pause();
}

static int sched_dl(void)
{
	beside(take_a_processor);
	return TRY(syscall(SYS_sched_setattr, 0, &whole, 0));
}

static int cg_rt_runtime(void)
{
	int fd = NEED(open(in(cgroup(1), "cpu.rt_runtime_us"), O_WRONLY));

	return TRY(write(fd, "990000", 6));
}

static int cg_no_task(void)
{
	int fd = NEED(open(in(cgroup(1), "cgroup.procs"), O_WRONLY));

	return TRY(write(fd, "32000", 5));
}

/* ---- processes ---- */

static int proc_clone_uts(void)
{
	return TRY(syscall(SYS_clone, CLONE_NEWUTS | SIGCHLD, 0, 0, 0, 0));
}

static int proc_nproc(void)
{
	become_nobody();
	set_limit(RLIMIT_NPROC, 1);
	return TRY(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
}

static int proc_exe_file(void)
{
	unsigned long fd = create(name("program"), 0755, 1);

	return TRY(prctl(PR_SET_MM, PR_SET_MM_EXE_FILE, fd, 0, 0));
}

static int proc_peek(void)
{
	pid_t pid = sleeper(0);
	long word;

	NEED(ptrace(PTRACE_ATTACH, pid, 0, 0));
	NEED(waitpid(pid, NULL, 0));
	return TRY(syscall(SYS_ptrace, PTRACE_PEEKDATA, pid, 16, &word));
}

static int proc_exec_junk(void)
{
	const char *path = name("junk");
	char *argv[] = { "junk", NULL };

	close(create(path, 0755, 200));
	return TRY(execve(path, argv, argv + 1));
}

static int time_sleep(void)
{
	struct time64 t = { .sec = 20 };

	alarms();
	return TRY(syscall(NR_clock_nanosleep, CLOCK_REALTIME, 0, &t, NULL));
}

/* ---- network ---- */

static int net_unreachable(void)
{
	struct sockaddr_in to = ipv4("192.0.2.1", 7003);
	int s = NEED(socket(AF_INET, SOCK_STREAM, 0));

	loopback_up();
	return TRY(connect(s, (struct sockaddr *)&to, sizeof(to)));
}

static int net_congestion(void)
{
	int s = NEED(socket(AF_INET, SOCK_STREAM, 0));

	store("/proc/sys/kernel/modprobe", "/nosuch");
	return TRY(setsockopt(s, IPPROTO_TCP, TCP_CONGESTION, "nosuch", 6));
}

static int net_too_long(void)
{
	struct sockaddr_in to = ipv4("127.0.0.1", 7004);
	struct ifreq loopback = { .ifr_name = "lo" };
	int s = NEED(socket(AF_INET, SOCK_DGRAM, 0)), whole = IP_PMTUDISC_DO, n;
	static char data[4000];

	loopback_up();
	loopback.ifr_mtu = 1500;
	NEED(ioctl(s, SIOCSIFMTU, &loopback));
	NEED(setsockopt(s, IPPROTO_IP, IP_MTU_DISCOVER, &whole, sizeof(whole)));
	n = TRY(sendto(s, data, sizeof(data), 0, (struct sockaddr *)&to, sizeof(to)));
	loopback.ifr_mtu = 65536;
	NEED(ioctl(s, SIOCSIFMTU, &loopback));
	return n;
}

static int net_recv(void)
{
	struct sockaddr_in at = ipv4("127.0.0.1", 7006);
	int s = NEED(socket(AF_INET, SOCK_DGRAM, 0));
	char byte;

	loopback_up();
	NEED(bind(s, (struct sockaddr *)&at, sizeof(at)));
	return TRY(recvfrom(s, &byte, 1, MSG_DONTWAIT, NULL, NULL));
}

static int net_nl_refused(void)
{
	struct sockaddr_nl to = { .nl_family = AF_NETLINK, .nl_pid = 31999 };
	int s = NEED(socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE));

	return TRY(sendto(s, "0123456789abcdef", 16, 0, (struct sockaddr *)&to, sizeof(to)));
}

static int net_nl_in_use(void)
{
	struct sockaddr_nl at = { .nl_family = AF_NETLINK, .nl_pid = 31998 };
	int one = NEED(socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE));
	int two = NEED(socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE));

	NEED(bind(one, (struct sockaddr *)&at, sizeof(at)));
	return TRY(bind(two, (struct sockaddr *)&at, sizeof(at)));
}

static int net_filter(void)
{
	struct sock_filter out[] = { BPF_JUMP(BPF_JMP | BPF_JA, 100, 0, 0), BPF_STMT(BPF_RET | BPF_K, 0) };
	struct sock_fprog program = { 2, out };
	int s = NEED(socket(AF_INET, SOCK_DGRAM, 0));

	return TRY(setsockopt(s, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof(program)));
}

/* ---- futex, epoll, terminal, sysctl, modules ---- */

static int ipc_futex_owner(void)
{
	static int word = 31997;

	return TRY(syscall(NR_futex, &word, FUTEX_LOCK_PI, 0, NULL, NULL, 0));
}

static int ipc_epoll_loop(void)
{
	struct epoll_event e = { .events = EPOLLIN };
	int a = NEED(epoll_create1(0)), b = NEED(epoll_create1(0)), c = NEED(epoll_create1(0));

	NEED(epoll_ctl(a, EPOLL_CTL_ADD, b, &e));
	NEED(epoll_ctl(b, EPOLL_CTL_ADD, c, &e));
	return TRY(epoll_ctl(c, EPOLL_CTL_ADD, a, &e));
}

static int tty_ldisc(void)
{
	int fd = NEED(open("/dev/console", O_RDWR | O_NOCTTY)), discipline = 29;

	store("/proc/sys/kernel/modprobe", "/nosuch");
	return TRY(ioctl(fd, TIOCSETD, &discipline));
}

static int sys_junk(void)
{
	int fd = NEED(open("/proc/sys/kernel/panic", O_WRONLY));

	return TRY(write(fd, "abc", 3));
}

static int sys_param(void)
{
	int fd = NEED(open("/sys/module/printk/parameters/time", O_WRONLY));

	return TRY(write(fd, "maybe", 5));
}

static int mod_junk(void)
{
	static char image[1024] = ELFMAG;

	return TRY(syscall(SYS_init_module, image, sizeof(image), ""));
}

const struct call more_calls[] = {
	CASE(vfs_perm, EACCES, "open below a folder of mode 0700, as nobody"),
	CASE(vfs_sticky, EPERM, "unlink root's file in a sticky folder, as nobody"),
	CASE(vfs_chmod_other, EPERM, "chmod root's file, as nobody"),
	CASE(vfs_xattr_deep, ENODATA, "read an extended attribute that a cgroup has not"),
	CASE(mnt_badvalue, EINVAL, "mount tmpfs with size=12x"),
	CASE(mnt_busy, EBUSY, "unmount a tmpfs that has an open file"),
	CASE(io_deadlock, EDEADLK, "wait for a lock whose holder waits for ours"),
	CASE(io_seek_data, ENXIO, "SEEK_DATA in the hole at the end"),
	CASE(io_fault, EFAULT, "write from memory that cannot be read, to tmpfs"),
	CASE(mm_mprotect, ENOMEM, "mprotect to writable beyond RLIMIT_DATA"),
	CASE(mm_mlock, ENOMEM, "mlock of PROT_NONE"),
	CASE(mm_unmap_count, ENOMEM, "unmap the middle of a mapping at max_map_count"),
	CASE(sched_dl, EBUSY, "SCHED_DEADLINE with more bandwidth than is left"),
	CASE(cg_rt_runtime, EINVAL, "more real-time budget for a cgroup than there is"),
	CASE(cg_no_task, ESRCH, "move a process that is not there into a cgroup"),
	CASE(proc_clone_uts, EINVAL, "clone with CLONE_NEWUTS, which is configured out"),
	CASE(proc_nproc, EAGAIN, "clone beyond RLIMIT_NPROC, as nobody"),
	CASE(proc_exe_file, EBUSY, "PR_SET_MM_EXE_FILE while the old one is mapped"),
	CASE(proc_peek, EIO, "PTRACE_PEEKDATA of unmapped memory"),
	CASE(proc_exec_junk, ENOEXEC, "execute a file of no format"),
	CASE(time_sleep, EINTR, "a signal in clock_nanosleep"),
	CASE(net_unreachable, ENETUNREACH, "connect without a route (CONFIG_INET)"),
	CASE(net_congestion, ENOENT, "set an unknown congestion control (CONFIG_INET)"),
	CASE(net_too_long, EMSGSIZE, "send more than the MTU, unfragmented (CONFIG_INET)"),
	CASE(net_recv, EAGAIN, "receive nothing, without waiting (CONFIG_INET)"),
	CASE(net_nl_refused, ECONNREFUSED, "netlink message to a port that is not there (CONFIG_NET)"),
	CASE(net_nl_in_use, EADDRINUSE, "bind netlink to a port that is in use (CONFIG_NET)"),
	CASE(net_filter, EINVAL, "a socket filter that jumps out of itself (CONFIG_INET)"),
	CASE(ipc_futex_owner, ESRCH, "lock a PI futex whose owner is not there"),
	CASE(ipc_epoll_loop, ELOOP, "epolls that watch each other"),
	CASE(tty_ldisc, EINVAL, "a line discipline that is not there"),
	CASE(sys_junk, EINVAL, "a sysctl that is no number"),
	CASE(sys_param, EINVAL, "a module parameter that is no bool"),
	CASE(mod_junk, ENOEXEC, "load a module that is no ELF"),
	{ }
};
