// SPDX-License-Identifier: GPL-2.0
/*
 * System calls that fail on purpose, each in one known place of the kernel (see truth.tsv).
 *
 *   calls LIST            one line a case: id, name of the errno, description
 *   calls ID [TRACEFS]    prepares case ID, makes its one failing call, prints "ID errno"
 *
 * With TRACEFS, this process is put into set_ftrace_pid, and tracing is on during that call only.
 * Exit status: 0 the call was made, 2 wrong use, 3 the preparation failed.
 * Build: gcc -static -O1 -Wall -o calls calls.c kinds.c, for 64 and for 32 bit.
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <arpa/inet.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/futex.h>
#include <linux/perf_event.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "calls.h"

static int tracing = -1;
char work[64];

void broken(const char *format, ...)
{
	int error = errno;
	va_list args;

	printf("SETUP ");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf(": %s\n", strerror(error));
	exit(3);
}

long need(long result, const char *what)
{
	if (result == -1)
		broken("%s", what);
	return result;
}

void tracing_on(const char *digit)
{
	if (tracing >= 0 && write(tracing, digit, 1) != 1)
		broken("tracing_on");
}

/* ---- what the cases are prepared with ---- */

const char *name(const char *format, ...)
{
	static char ring[8][160];
	static unsigned int next;
	char *path = ring[next++ % 8];
	int n = snprintf(path, sizeof(ring[0]), "%s/", work);
	va_list args;

	va_start(args, format);
	vsnprintf(path + n, sizeof(ring[0]) - n, format, args);
	va_end(args);
	return path;
}

void store(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY);

	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		broken("write of %s to %s", text, path);
	close(fd);
}

int create(const char *path, mode_t mode, size_t size)
{
	int fd = NEED(open(path, O_RDWR | O_CREAT | O_EXCL, 0600));
	char *zero = calloc(1, size + 1);

	if (!zero || write(fd, zero, size) != (ssize_t)size)
		broken("fill %s", path);
	free(zero);
	NEED(fchmod(fd, mode));
	return fd;
}

/* A tmpfs of our own, as the root file system may be something else. */
void own_tmpfs(const char *options)
{
	NEED(mount("calls", work, "tmpfs", 0, options));
	NEED(chmod(work, 0755));
}

void become_nobody(void)
{
	NEED(setresgid(NOBODY, NOBODY, NOBODY));
	NEED(setresuid(NOBODY, NOBODY, NOBODY));
}

void set_limit(int resource, rlim_t value)
{
	struct rlimit r = { .rlim_cur = value, .rlim_max = value };

	NEED(setrlimit(resource, &r));
}

/* A child that sleeps until we are gone. flags are of clone(). */
pid_t sleeper(long flags)
{
	pid_t parent = getpid();
	pid_t pid = NEED(syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0));

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	/* Else the reader of our output waits for it, too. */
	close(0);
	close(1);
	close(2);
	for (;;)
		pause();
}

static void on_alarm(int sig)
{
}

/* Interrupts what sleeps; again and again, in case that it does not sleep yet. No SA_RESTART. */
void alarms(void)
{
	struct sigaction action = { .sa_handler = on_alarm };
	struct itimerval every = { { 0, 300000 }, { 0, 300000 } };

	NEED(sigaction(SIGALRM, &action, NULL));
	NEED(setitimer(ITIMER_REAL, &every, NULL));
}

size_t pagesize(void)
{
	return sysconf(_SC_PAGESIZE);
}

char *map(size_t pages, int prot, int flags, int fd)
{
	void *p = mmap(NULL, pages * pagesize(), prot, flags, fd, 0);

	if (p == MAP_FAILED)
		broken("mmap");
	return p;
}

/* An address with nothing mapped at it. */
char *hole(void)
{
	char *p = map(3, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1);

	NEED(munmap(p + pagesize(), pagesize()));
	return p + pagesize();
}

int sealable(size_t size)
{
	int fd = NEED(memfd_create("calls", MFD_ALLOW_SEALING));

	NEED(ftruncate(fd, size));
	return fd;
}

/* A new cgroup: in a hierarchy of version 1 that has the cpu controller, or in version 2. */
const char *cgroup(int version)
{
	static char path[64];
	const char *root = version == 2 ? "/tmp/calls.v2" : "/tmp/calls.cpu";

	/* The first one of a boot mounts it. */
	if (!mkdir(root, 0755))
		NEED(version == 2 ? mount("none", root, "cgroup2", 0, NULL) :
				    mount("none", root, "cgroup", 0, "cpu"));
	snprintf(path, sizeof(path), "%s/%d", root, getpid());
	NEED(mkdir(path, 0755));
	return path;
}

const char *in(const char *folder, const char *file)
{
	static char path[2][128];
	static unsigned int next;
	char *p = path[next++ % 2];

	snprintf(p, sizeof(path[0]), "%s/%s", folder, file);
	return p;
}

void loopback_up(void)
{
	struct ifreq r = { .ifr_name = "lo" };
	struct sockaddr_in *a = (struct sockaddr_in *)&r.ifr_addr;
	int s = NEED(socket(AF_INET, SOCK_DGRAM, 0));

	a->sin_family = AF_INET;
	a->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	NEED(ioctl(s, SIOCSIFADDR, &r));
	memset(&r.ifr_ifru, 0, sizeof(r.ifr_ifru));
	r.ifr_flags = IFF_UP;
	NEED(ioctl(s, SIOCSIFFLAGS, &r));
	close(s);
}

struct sockaddr_in ipv4(const char *ip, int port)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons(port) };

	NEED(inet_aton(ip, &a.sin_addr) - 1);
	return a;
}

/* ---- paths and links ---- */

static int link_unsafe(void)
{
	const char *from = name("secret"), *to = name("mine/link");

	own_tmpfs(NULL);
	store("/proc/sys/fs/protected_hardlinks", "1");
	close(create(from, 0600, 1));
	NEED(mkdir(name("mine"), 0777));
	NEED(chown(name("mine"), NOBODY, NOBODY));
	become_nobody();
	return TRY(linkat(AT_FDCWD, from, AT_FDCWD, to, 0));
}

static int link_by_fd(void)
{
	const char *to = name("new");
	int fd = create(name("old"), 0644, 1);

	become_nobody();
	return TRY(linkat(fd, "", AT_FDCWD, to, AT_EMPTY_PATH));
}

static int path_loop(void)
{
	const char *path = name("ring");

	NEED(symlink("ring", path));
	return TRY(open(path, O_RDONLY));
}

static int path_nofollow(void)
{
	const char *path = name("link");

	NEED(symlink("/proc", path));
	return TRY(open(path, O_RDONLY | O_NOFOLLOW));
}

static int path_beneath(void)
{
	/* struct open_how: flags, mode, resolve. 8 is RESOLVE_BENEATH. */
	uint64_t how[3] = { O_RDONLY, 0, 8 };
	int fd = NEED(open(work, O_RDONLY | O_DIRECTORY));

	return TRY(syscall(SYS_openat2, fd, "..", how, sizeof(how)));
}

static int open_sticky(void)
{
	const char *path = name("theirs");
	int e;

	close(create(path, 0666, 1));
	NEED(chown(path, NOBODY, NOBODY));
	NEED(chmod(work, 01777));
	store("/proc/sys/fs/protected_regular", "1");
	e = TRY(open(path, O_RDWR | O_CREAT, 0600));
	store("/proc/sys/fs/protected_regular", "0");
	return e;
}

static int rename_inside(void)
{
	const char *from = name("a"), *to = name("a/b");

	NEED(mkdir(from, 0755));
	return TRY(rename(from, to));
}

static int rmdir_full(void)
{
	const char *path = name("full");

	own_tmpfs(NULL);
	NEED(mkdir(path, 0755));
	close(create(name("full/file"), 0644, 0));
	return TRY(rmdir(path));
}

static int dir_removed(void)
{
	char entries[512];
	int fd;

	NEED(mkdir(name("gone"), 0755));
	fd = NEED(open(name("gone"), O_RDONLY | O_DIRECTORY));
	NEED(rmdir(name("gone")));
	return TRY(syscall(SYS_getdents64, fd, entries, sizeof(entries)));
}

static int open_tmpfile(void)
{
	return TRY(open("/proc", O_TMPFILE | O_RDWR, 0600));
}

static int open_no_driver(void)
{
	const char *path = name("device");

	/* So that the kernel asks for a module, and runs no program. */
	store("/proc/sys/kernel/modprobe", "/nosuch");
	NEED(mknod(path, S_IFCHR | 0600, makedev(233, 7)));
	return TRY(open(path, O_RDONLY));
}

static int open_leased(void)
{
	const char *path = name("leased");
	int fd;

	close(create(path, 0644, 1));
	fd = NEED(open(path, O_RDONLY));
	/* The signal that asks to give the lease back. */
	signal(SIGIO, SIG_IGN);
	NEED(fcntl(fd, F_SETLEASE, F_RDLCK));
	return TRY(open(path, O_WRONLY | O_NONBLOCK));
}

/* ---- open files ---- */

static int lease_writer(void)
{
	int fd;

	create(name("file"), 0644, 1);
	fd = NEED(open(name("file"), O_RDONLY));
	return TRY(fcntl(fd, F_SETLEASE, F_RDLCK));
}

static int flock_taken(void)
{
	int one = create(name("file"), 0644, 1);
	int two = NEED(open(name("file"), O_RDONLY));

	NEED(flock(one, LOCK_EX));
	return TRY(flock(two, LOCK_SH | LOCK_NB));
}

static int seek_negative(void)
{
	int fd;

	own_tmpfs(NULL);
	fd = create(name("file"), 0644, 10);
	return TRY(lseek(fd, -5, SEEK_SET));
}

static int truncate_limit(void)
{
	int fd;

	own_tmpfs(NULL);
	fd = create(name("file"), 0644, 10);
	signal(SIGXFSZ, SIG_IGN);
	set_limit(RLIMIT_FSIZE, 4096);
	return TRY(ftruncate(fd, 100000));
}

static int copy_overlap(void)
{
	int64_t from = 0, to = 50;
	int fd;

	own_tmpfs(NULL);
	fd = create(name("file"), 0644, 200);
	return TRY(syscall(SYS_copy_file_range, fd, &from, fd, &to, (size_t)100, 0));
}

static int fill_up(void)
{
	int fd;

	own_tmpfs("size=64k");
	close(create(name("first"), 0644, 40000));
	fd = create(name("second"), 0644, 0);
	/* Less than all of it, else it is refused before a page is taken. */
	return TRY(fallocate(fd, 0, 0, 60000));
}

static int pipe_limit(void)
{
	int fds[2], next = NEED(dup(0));

	close(next);
	/* Enough for one end. */
	set_limit(RLIMIT_NOFILE, next + 1);
	return TRY(pipe2(fds, 0));
}

static int pipe_shrink(void)
{
	char text[40000] = "";
	int fds[2];

	NEED(pipe(fds));
	if (write(fds[1], text, sizeof(text)) != sizeof(text))
		broken("fill the pipe");
	return TRY(fcntl(fds[0], F_SETPIPE_SZ, 4096));
}

static int seal_shrink(void)
{
	int fd = sealable(10000);

	NEED(fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK));
	return TRY(ftruncate(fd, 5000));
}

static int seal_write(void)
{
	int fd = sealable(10000);

	NEED(fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE));
	return TRY(write(fd, "text", 4));
}

static int seal_mapped(void)
{
	int fd = sealable(10000);

	map(1, PROT_READ | PROT_WRITE, MAP_SHARED, fd);
	return TRY(fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE));
}

/* ---- mounts ---- */

static int remount_busy(void)
{
	own_tmpfs(NULL);
	create(name("open"), 0644, 1);
	return TRY(mount("calls", work, "tmpfs", MS_REMOUNT | MS_RDONLY, NULL));
}

static int mount_key(void)
{
	int fd = NEED(syscall(SYS_fsopen, "tmpfs", 0));

	/* 1 is FSCONFIG_SET_STRING */
	return TRY(syscall(SYS_fsconfig, fd, 1, "nosuch", "text", 0));
}

static int setns_shared(void)
{
	int fd = NEED(open("/proc/self/ns/mnt", O_RDONLY));

	sleeper(CLONE_FS);
	return TRY(setns(fd, 0));
}

/* ---- memory ---- */

static int map_taken(void)
{
	char *p = map(2, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1);

	return TRY(mmap(p, pagesize(), PROT_READ,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0));
}

static int map_sealed(void)
{
	int fd = sealable(10000);

	NEED(fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE));
	return TRY(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
}

static int remap_limit(void)
{
	char *p = map(2, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1);
	size_t size = pagesize();

	set_limit(RLIMIT_AS, 1 << 16);
	return TRY(mremap(p, 2 * size, 64 * size, MREMAP_MAYMOVE));
}

static int core_hole(void)
{
	unsigned char state[4];
	char *p = hole();
	size_t size = pagesize();

	return TRY(mincore(p, size, state));
}

static int lock_limit(void)
{
	char *p = map(8, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1);
	size_t size = 8 * pagesize();

	set_limit(RLIMIT_MEMLOCK, 2 * pagesize());
	become_nobody();
	return TRY(mlock(p, size));
}

/* ---- programs ---- */

static int run(const char *path, char *argument)
{
	char *argv[] = { "program", argument, NULL }, *env[] = { NULL };

	return TRY(execve(path, argv, env));
}

static int exec_open(void)
{
	create(name("program"), 0755, 100);
	return run(name("program"), NULL);
}

static int exec_long(void)
{
	/* One argument may have 32 pages. */
	char *text = malloc(200001);

	memset(text, 'x', 200000);
	text[200000] = 0;
	return run("/proc/self/exe", text);
}

static int exec_short(void)
{
	int from = NEED(open("/proc/self/exe", O_RDONLY)), fd = create(name("program"), 0755, 256);
	union {
		Elf32_Ehdr e32;
		Elf64_Ehdr e64;
		unsigned char ident[EI_NIDENT];
	} head;

	if (read(from, &head, sizeof(head)) != sizeof(head))
		broken("read of our own header");
	/* The program headers are said to be where the file has nothing. */
	if (head.ident[EI_CLASS] == ELFCLASS64)
		head.e64.e_phoff = 100000;
	else
		head.e32.e_phoff = 100000;
	if (pwrite(fd, &head, sizeof(head), 0) != sizeof(head))
		broken("write of the header");
	close(fd);
	store("/proc/sys/kernel/modprobe", "/nosuch");
	return run(name("program"), NULL);
}

static int exec_no_interp(void)
{
	int fd = create(name("script"), 0755, 0);

	if (write(fd, "#!/nosuch-interpreter\n", 22) != 22)
		broken("write of the script");
	close(fd);
	return run(name("script"), NULL);
}

static int module_open(void)
{
	int fd;

	create(name("module"), 0644, 1000);
	fd = NEED(open(name("module"), O_RDONLY));
	return TRY(syscall(SYS_finit_module, fd, "", 0));
}

/* ---- processes ---- */

static int oom_lower(void)
{
	int fd = NEED(open("/proc/self/oom_score_adj", O_WRONLY));

	become_nobody();
	return TRY(write(fd, "-500", 4));
}

static int maps_of_root(void)
{
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d/maps", sleeper(0));
	become_nobody();
	return TRY(open(path, O_RDONLY));
}

static int limit_raise(void)
{
	struct rlimit r = { .rlim_cur = 100, .rlim_max = 200 };

	set_limit(RLIMIT_CORE, 100);
	become_nobody();
	return TRY(prlimit(0, RLIMIT_CORE, &r, NULL));
}

static int setuid_root(void)
{
	become_nobody();
	return TRY(setuid(0));
}

static int caps_raise(void)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[2] = { { .permitted = 1 << CAP_SYS_CHROOT } };

	become_nobody();
	return TRY(syscall(SYS_capset, &head, data));
}

static int nice_nobody(void)
{
	become_nobody();
	return TRY(setpriority(PRIO_PROCESS, 0, -5));
}

static int clone_taken_pid(void)
{
	pid_t taken = 1;
	/* struct clone_args, with set_tid and set_tid_size */
	uint64_t args[10] = { [4] = SIGCHLD, [8] = (uintptr_t)&taken, [9] = 1 };

	return TRY(syscall(SYS_clone3, args, sizeof(args)));
}

static int attach_root(void)
{
	pid_t pid = sleeper(0);

	become_nobody();
	return TRY(ptrace(PTRACE_ATTACH, pid, 0, 0));
}

static int regset_unknown(void)
{
	char data[64];
	struct iovec v = { .iov_base = data, .iov_len = sizeof(data) };
	pid_t pid = sleeper(0);

	NEED(ptrace(PTRACE_ATTACH, pid, 0, 0));
	NEED(waitpid(pid, NULL, 0));
	return TRY(ptrace(PTRACE_GETREGSET, pid, 0x777, &v));
}

static int wait_signal(void)
{
	pid_t pid = sleeper(0);

	alarms();
	return TRY(syscall(SYS_wait4, pid, NULL, 0, NULL));
}

static int pidfd_is_none(void)
{
	int fd = NEED(eventfd(0, 0));

	return TRY(syscall(SYS_pidfd_send_signal, fd, 0, NULL, 0));
}

static int pidfd_no_file(void)
{
	int fd = NEED(syscall(SYS_pidfd_open, sleeper(0), 0));

	return TRY(syscall(SYS_pidfd_getfd, fd, 999, 0));
}

/* ---- signals and timers ---- */

static int kill_root(void)
{
	pid_t pid = sleeper(0);

	become_nobody();
	return TRY(kill(pid, SIGUSR1));
}

static int queue_limit(void)
{
	siginfo_t info = { .si_code = SI_QUEUE };
	pid_t pid = getpid();
	int sig = SIGRTMIN + 3;

	set_limit(RLIMIT_SIGPENDING, 0);
	return TRY(syscall(SYS_rt_sigqueueinfo, pid, sig, &info));
}

static int sigwait_none(void)
{
	struct time64 t = { .nsec = 50000000 };
	/* The kernel's sigset_t has 64 bits. */
	uint64_t set = 1 << (SIGUSR2 - 1);

	return TRY(syscall(NR_sigtimedwait, &set, NULL, &t, sizeof(set)));
}

static int poll_signal(void)
{
	struct pollfd p = { .events = POLLIN };
	int fds[2];

	NEED(pipe(fds));
	p.fd = fds[0];
	alarms();
	return TRY(syscall(NR_ppoll, &p, 1, NULL, NULL, 8));
}

static int timer_thread(void)
{
	struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGUSR1 };
	int id;

	/* A thread of another process. */
	event._sigev_un._tid = 1;
	return TRY(syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &id));
}

static int timer_limit(void)
{
	int id;

	set_limit(RLIMIT_SIGPENDING, 0);
	return TRY(syscall(SYS_timer_create, CLOCK_MONOTONIC, NULL, &id));
}

static int clock_before_boot(void)
{
	struct time64 t = { .nsec = 1 };

	return TRY(syscall(NR_clock_settime, CLOCK_REALTIME, &t));
}

static int timerfd_cancel(void)
{
	struct itimerspec when = { };
	int fd = NEED(timerfd_create(CLOCK_REALTIME, 0));
	struct timespec now;
	uint64_t ticks;

	NEED(clock_gettime(CLOCK_REALTIME, &now));
	when.it_value.tv_sec = now.tv_sec + 1000;
	NEED(timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &when, NULL));
	/* Forward: backward is refused where the clock started at 0 with this boot. */
	now.tv_sec++;
	NEED(clock_settime(CLOCK_REALTIME, &now));
	return TRY(read(fd, &ticks, sizeof(ticks)));
}

/* ---- waiting: futex, epoll, eventfd ---- */

static int futex_hole(void)
{
	char *p = hole();

	return TRY(syscall(NR_futex, p, FUTEX_WAIT, 0, NULL, NULL, 0));
}

static int futex_late(void)
{
	struct time64 t = { .nsec = 50000000 };
	static int word;

	return TRY(syscall(NR_futex, &word, FUTEX_WAIT_PRIVATE, 0, &t, NULL, 0));
}

static int futex_owned(void)
{
	int *word = (int *)map(1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1);

	*word = sleeper(0);
	return TRY(syscall(NR_futex, word, FUTEX_TRYLOCK_PI, 0, NULL, NULL, 0));
}

static void watch(int epoll, int fd)
{
	struct epoll_event e = { .events = EPOLLIN };

	NEED(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &e));
}

static int epoll_paths(void)
{
	struct epoll_event e = { .events = EPOLLIN };
	int middle = NEED(epoll_create1(0)), last, i;

	watch(middle, NEED(eventfd(0, 0)));
	/* So many epolls may watch one that watches a file. */
	for (i = 0; i < 500; i++)
		watch(NEED(epoll_create1(0)), middle);
	last = NEED(epoll_create1(0));
	return TRY(epoll_ctl(last, EPOLL_CTL_ADD, middle, &e));
}

static int epoll_watches(void)
{
	static const char file[] = "/proc/sys/fs/epoll/max_user_watches";
	struct epoll_event e = { .events = EPOLLIN };
	int fd = NEED(epoll_create1(0)), event = NEED(eventfd(0, 0)), from, n;
	char old[32] = "";

	from = NEED(open(file, O_RDONLY));
	NEED(read(from, old, sizeof(old) - 1));
	store(file, "0");
	n = TRY(epoll_ctl(fd, EPOLL_CTL_ADD, event, &e));
	store(file, old);
	return n;
}

static int eventfd_signal(void)
{
	int fd = NEED(eventfd(0, 0));
	uint64_t n;

	alarms();
	return TRY(read(fd, &n, sizeof(n)));
}

static int signalfd_wrong(void)
{
	int fd = NEED(eventfd(0, 0));
	sigset_t set;

	sigemptyset(&set);
	return TRY(signalfd(fd, &set, 0));
}

/* ---- scheduler and cgroups ---- */

static int affinity_none(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	return TRY(sched_setaffinity(0, sizeof(set), &set));
}

static int fifo_in_group(void)
{
	struct sched_param p = { .sched_priority = 1 };

	store(in(cgroup(1), "cgroup.procs"), "0");
	return TRY(sched_setscheduler(0, SCHED_FIFO, &p));
}

static int group_of_fifo(void)
{
	struct sched_param p = { .sched_priority = 1 };
	int fd = NEED(open(in(cgroup(1), "cgroup.procs"), O_WRONLY));

	NEED(sched_setscheduler(0, SCHED_FIFO, &p));
	return TRY(write(fd, "0", 1));
}

static int group_limit(void)
{
	const char *group = cgroup(2), *sub = in(group, "sub");

	store(in(group, "cgroup.max.descendants"), "0");
	return TRY(mkdir(sub, 0755));
}

static int group_rename(void)
{
	const char *group = cgroup(2);
	char to[80];

	snprintf(to, sizeof(to), "%s.new", group);
	return TRY(rename(group, to));
}

static int group_busy(void)
{
	const char *group = cgroup(2);

	store(in(group, "cgroup.procs"), "0");
	return TRY(rmdir(group));
}

/* ---- devices, sysfs, perf ---- */

static int sysfs_readonly(void)
{
	return TRY(open("/sys/kernel/fscaps", O_WRONLY));
}

static int sysfs_no_device(void)
{
	int fd = NEED(open("/sys/bus/platform/drivers_probe", O_WRONLY));

	return TRY(write(fd, "nosuch", 6));
}

static int sysfs_uevent(void)
{
	int fd = NEED(open("/sys/bus/platform/uevent", O_WRONLY));

	return TRY(write(fd, "nosuch", 6));
}

static int tty_unknown(void)
{
	int fd = NEED(open("/dev/console", O_RDWR | O_NOCTTY));

	return TRY(ioctl(fd, _IO('T', 0xee), 0));
}

static int perf_fd(unsigned int type, unsigned int config)
{
	struct perf_event_attr a = { .type = type, .size = sizeof(a), .config = config };

	return NEED(syscall(SYS_perf_event_open, &a, 0, -1, -1, 0));
}

static int perf_unknown(void)
{
	struct perf_event_attr a = { .type = 0x70000000, .size = sizeof(a) };

	return TRY(syscall(SYS_perf_event_open, &a, 0, -1, -1, 0));
}

static int perf_small(void)
{
	int fd = perf_fd(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK);
	char value[4];

	return TRY(read(fd, value, sizeof(value)));
}

/* ---- network ---- */

static int tcp_refused(void)
{
	struct sockaddr_in to = ipv4("127.0.0.1", 7999);
	int s = NEED(socket(AF_INET, SOCK_STREAM, 0));

	loopback_up();
	return TRY(connect(s, (struct sockaddr *)&to, sizeof(to)));
}

static int tcp_accept(void)
{
	struct sockaddr_in at = ipv4("127.0.0.1", 7998);
	int s = NEED(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0));

	loopback_up();
	NEED(bind(s, (struct sockaddr *)&at, sizeof(at)));
	NEED(listen(s, 1));
	return TRY(accept4(s, NULL, NULL, 0));
}

static int tcp_no_peer(void)
{
	int s = NEED(socket(AF_INET, SOCK_STREAM, 0));

	return TRY(send(s, "text", 4, MSG_NOSIGNAL));
}

static int udp_in_use(void)
{
	struct sockaddr_in at = ipv4("127.0.0.1", 7997);
	int one = NEED(socket(AF_INET, SOCK_DGRAM, 0)), two = NEED(socket(AF_INET, SOCK_DGRAM, 0));

	loopback_up();
	NEED(bind(one, (struct sockaddr *)&at, sizeof(at)));
	return TRY(bind(two, (struct sockaddr *)&at, sizeof(at)));
}

static int udp_not_local(void)
{
	struct sockaddr_in at = ipv4("192.0.2.77", 7996);
	int s = NEED(socket(AF_INET, SOCK_DGRAM, 0));

	loopback_up();
	return TRY(bind(s, (struct sockaddr *)&at, sizeof(at)));
}

static const struct call cases[] = {
	CASE(link_unsafe, EPERM, "link to a file of root that is not ours to read, as nobody"),
	CASE(link_by_fd, ENOENT, "link by a descriptor (AT_EMPTY_PATH), as nobody"),
	CASE(path_loop, ELOOP, "open a symbolic link to itself"),
	CASE(path_nofollow, ELOOP, "open a symbolic link with O_NOFOLLOW"),
	CASE(path_beneath, EXDEV, "openat2 of .. with RESOLVE_BENEATH"),
	CASE(open_sticky, EACCES, "O_CREAT of another's file in a sticky folder"),
	CASE(rename_inside, EINVAL, "rename a folder into itself"),
	CASE(rmdir_full, ENOTEMPTY, "rmdir of a folder that has a file"),
	CASE(dir_removed, ENOENT, "read a folder that has been removed"),
	CASE(open_tmpfile, EOPNOTSUPP, "O_TMPFILE in /proc"),
	CASE(open_no_driver, ENXIO, "open a character device that has no driver"),
	CASE(open_leased, EAGAIN, "open for writing a file that has a read lease, O_NONBLOCK"),
	CASE(lease_writer, EAGAIN, "read lease of a file that is open for writing"),
	CASE(flock_taken, EAGAIN, "flock of a locked file, without waiting"),
	CASE(seek_negative, EINVAL, "lseek before the start, in tmpfs"),
	CASE(truncate_limit, EFBIG, "ftruncate beyond RLIMIT_FSIZE, in tmpfs"),
	CASE(copy_overlap, EINVAL, "copy_file_range to a range that overlaps"),
	CASE(fill_up, ENOSPC, "fallocate more than a tmpfs has left"),
	CASE(pipe_limit, EMFILE, "pipe with one descriptor left"),
	CASE(pipe_shrink, EBUSY, "make a pipe smaller than what is in it"),
	CASE(seal_shrink, EPERM, "shrink a memfd that is sealed against it"),
	CASE(seal_write, EPERM, "write to a memfd that is sealed against it"),
	CASE(seal_mapped, EBUSY, "seal a memfd that is mapped to be written"),
	CASE(remount_busy, EBUSY, "make a tmpfs read-only that has a file open for writing"),
	CASE(mount_key, EINVAL, "fsconfig with a key that tmpfs does not know"),
	CASE(setns_shared, EINVAL, "setns to a mount namespace while another shares our root"),
	CASE(map_taken, EEXIST, "mmap with MAP_FIXED_NOREPLACE of what is mapped"),
	CASE(map_sealed, EPERM, "map a memfd to be written that is sealed against it"),
	CASE(remap_limit, ENOMEM, "mremap beyond RLIMIT_AS"),
	CASE(core_hole, ENOMEM, "mincore of what is not mapped"),
	CASE(lock_limit, ENOMEM, "mlock beyond RLIMIT_MEMLOCK, as nobody"),
	CASE(exec_open, ETXTBSY, "execute a file that is open for writing"),
	CASE(exec_long, E2BIG, "execute with an argument that is too long"),
	CASE(exec_short, ENOEXEC, "execute an ELF file without its program headers"),
	CASE(exec_no_interp, ENOENT, "execute a script whose interpreter is not there"),
	CASE(module_open, ETXTBSY, "load a module from a file that is open for writing"),
	CASE(oom_lower, EACCES, "lower oom_score_adj, as nobody"),
	CASE(maps_of_root, EACCES, "open the maps of a process of root, as nobody"),
	CASE(limit_raise, EPERM, "raise a hard limit, as nobody"),
	CASE(setuid_root, EPERM, "setuid(0) as nobody"),
	CASE(caps_raise, EPERM, "take a capability, as nobody"),
	CASE(nice_nobody, EACCES, "a nice of -5, as nobody"),
	CASE(clone_taken_pid, EEXIST, "clone3 with the pid 1"),
	CASE(attach_root, EPERM, "attach to a process of root, as nobody"),
	CASE(regset_unknown, EINVAL, "PTRACE_GETREGSET of an unknown set"),
	CASE(wait_signal, EINTR, "a signal while waiting for a child"),
	CASE(pidfd_is_none, EBADF, "pidfd_send_signal by what is no pidfd"),
	CASE(pidfd_no_file, EBADF, "pidfd_getfd of a descriptor that is not open"),
	CASE(kill_root, EPERM, "signal a process of root, as nobody"),
	CASE(queue_limit, EAGAIN, "queue a real-time signal beyond RLIMIT_SIGPENDING"),
	CASE(sigwait_none, EAGAIN, "wait for a signal that does not come"),
	CASE(poll_signal, EINTR, "a signal while in ppoll"),
	CASE(timer_thread, EINVAL, "a timer for a thread of another process"),
	CASE(timer_limit, EAGAIN, "create a timer beyond RLIMIT_SIGPENDING"),
	CASE(clock_before_boot, EINVAL, "set the clock to before it was started"),
	CASE(timerfd_cancel, ECANCELED, "read a timerfd after the clock has been set"),
	CASE(futex_hole, EFAULT, "wait on a shared futex that is not mapped"),
	CASE(futex_late, ETIMEDOUT, "wait on a futex until the time is over"),
	CASE(futex_owned, EAGAIN, "try to lock a PI futex that another has"),
	CASE(epoll_paths, EINVAL, "add the 501st epoll that watches an epoll"),
	CASE(epoll_watches, ENOSPC, "add a file to an epoll beyond max_user_watches"),
	CASE(eventfd_signal, EINTR, "a signal while reading an eventfd"),
	CASE(signalfd_wrong, EINVAL, "signalfd4 of a descriptor that is none"),
	CASE(affinity_none, EINVAL, "affinity with no processor"),
	CASE(fifo_in_group, EPERM, "SCHED_FIFO in a cgroup without real-time budget"),
	CASE(group_of_fifo, EINVAL, "move a SCHED_FIFO process to such a cgroup"),
	CASE(group_limit, EAGAIN, "create a cgroup beyond cgroup.max.descendants"),
	CASE(group_rename, EPERM, "rename a cgroup of version 2"),
	CASE(group_busy, EBUSY, "remove a cgroup that we are in"),
	CASE(sysfs_readonly, EACCES, "open a read-only file of sysfs for writing, as root"),
	CASE(sysfs_no_device, ENODEV, "probe a device that is not there"),
	CASE(sysfs_uevent, EINVAL, "send an uevent that is none"),
	CASE(tty_unknown, ENOTTY, "an unknown ioctl of a terminal"),
	CASE(perf_unknown, ENOENT, "a perf event of a type that no PMU knows"),
	CASE(perf_small, ENOSPC, "read a perf event into 4 bytes"),
	CASE(tcp_refused, ECONNREFUSED, "connect to a port that nobody listens on (CONFIG_INET)"),
	CASE(tcp_accept, EAGAIN, "accept nothing, without waiting (CONFIG_INET)"),
	CASE(tcp_no_peer, EPIPE, "send on a socket that is not connected (CONFIG_INET)"),
	CASE(udp_in_use, EADDRINUSE, "bind to a port that is taken (CONFIG_INET)"),
	CASE(udp_not_local, EADDRNOTAVAIL, "bind to an address of nobody (CONFIG_INET)"),
	{ }
};

static const struct call *const lists[] = { cases, calls_of_kinds, more_calls };

#define LISTS (sizeof(lists) / sizeof(lists[0]))

static void list(void)
{
	const struct call *call;
	size_t i;

	for (i = 0; i < LISTS; i++) {
		for (call = lists[i]; call && call->id; call++)
			printf("%s %s %s\n", call->id, call->error, call->what);
	}
}

static const struct call *find(const char *id)
{
	const struct call *call;
	size_t i;

	for (i = 0; i < LISTS; i++) {
		for (call = lists[i]; call && call->id; call++) {
			if (!strcmp(call->id, id))
				return call;
		}
	}
	return NULL;
}

/* Only this process, and only from now on. */
static void prepare_tracing(const char *tracefs)
{
	char path[128], pid[16];

	snprintf(path, sizeof(path), "%s/set_ftrace_pid", tracefs);
	snprintf(pid, sizeof(pid), "%d", getpid());
	store(path, pid);
	snprintf(path, sizeof(path), "%s/tracing_on", tracefs);
	tracing = NEED(open(path, O_WRONLY | O_CLOEXEC));
}

static void prepare_folder(const char *id)
{
	snprintf(work, sizeof(work), "/tmp/calls.%s.%d", id, getpid());
	mkdir("/tmp", 01777);
	umask(0);
	NEED(mkdir(work, 0755));
}

int main(int argc, char **argv)
{
	const struct call *call;

	if (argc == 2 && !strcmp(argv[1], "LIST")) {
		list();
		return 0;
	}
	call = argc == 2 || argc == 3 ? find(argv[1]) : NULL;
	if (call) {
		/* Nothing is left in a buffer when a child is made. */
		setbuf(stdout, NULL);
		prepare_folder(call->id);
		if (argc == 3)
			prepare_tracing(argv[2]);
		printf("%s %d\n", call->id, call->make());
		return 0;
	}
	fprintf(stderr, "calls LIST, calls ID, or calls ID TRACEFS\n");
	return 2;
}
