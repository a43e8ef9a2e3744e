// SPDX-License-Identifier: GPL-2.0
/*
 * work.c - much of what a user space asks a kernel for, each once
 *
 * A shell would do, but each program that it starts costs some 30000 function
 * calls. This one takes as many for all of its work, which is the same each time.
 * It has itself and its children traced, from the first step to the last.
 *
 * What the kernel lacks (a socket, without CONFIG_NET) fails, each time.
 */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <grp.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#define TRACING "/sys/kernel/tracing/"
#define CGROUP "/tmp/cgroup/"

static const struct timespec millisecond = { .tv_nsec = 1000000 };
static char buf[16384];
static const char *self;

/* Without which the rest is in vain */
static int must(int result, const char *what)
{
	if (result < 0)
		err(1, "%s", what);
	return result;
}

static void put(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY);

	if (write(fd, text, strlen(text)) < 0)
		warn("%s: %s", path, text);
	close(fd);
}

static void get(const char *path)
{
	int fd = open(path, O_RDONLY);

	while (read(fd, buf, sizeof(buf)) > 0)
		;
	close(fd);
}

static void files(void)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 10 };
	int fd, copy, dir, ends[2], other[2];
	struct statfs fs;
	struct stat st;
	loff_t at = 0;
	off_t from = 0;

	signal(SIGPIPE, SIG_IGN);
	stat("/no/such/file", &st);
	stat("/proc/self/none", &st);
	must(mkdir("dir", 0700), "mkdir");
	must(chdir("dir"), "chdir");
	fd = must(open("file", O_CREAT | O_RDWR, 0600), "open");
	must(write(fd, buf, sizeof(buf)), "write");
	pread(fd, buf, 100, 50);
	lseek(fd, 0, SEEK_END);
	ftruncate(fd, 50000);
	fallocate(fd, 0, 0, 60000);
	fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 4096, 8192);
	lseek(fd, 0, SEEK_DATA);
	fstat(fd, &st);
	fstatfs(fd, &fs);
	fchmod(fd, 0644);
	fchown(fd, 1, 1);
	futimens(fd, NULL);
	flock(fd, LOCK_EX);
	flock(fd, LOCK_UN);
	fcntl(fd, F_SETLK, &lock);
	fcntl(fd, F_GETLK, &lock);
	fcntl(fd, F_DUPFD, 20);
	fcntl(fd, F_SETFL, O_APPEND);
	dup2(fd, 21);
	ioctl(fd, FIONREAD, buf);
	fsetxattr(fd, "trusted.name", "value", 5, 0);
	fgetxattr(fd, "trusted.name", buf, 5);
	flistxattr(fd, buf, 100);
	posix_fadvise(fd, 0, 0, POSIX_FADV_WILLNEED);
	readahead(fd, 0, 4096);
	fsync(fd);
	sync_file_range(fd, 0, 4096, SYNC_FILE_RANGE_WRITE);
	sync();
	access("file", W_OK);
	link("file", "hard");
	symlink("file", "soft");
	symlink("loop", "loop");
	readlink("soft", buf, 100);
	open("loop", O_RDONLY);
	open("soft/file", O_RDONLY);
	rename("hard", "other");
	mkfifo("fifo", 0600);
	mknod("node", S_IFCHR | 0600, makedev(1, 3));
	get("node");
	copy = must(open("copy", O_CREAT | O_RDWR, 0600), "open");
	sendfile(copy, fd, &from, 4096);
	copy_file_range(fd, &at, copy, NULL, 4096, 0);
	must(pipe(ends), "pipe");
	must(pipe2(other, O_NONBLOCK), "pipe2");
	read(other[0], buf, 1);
	splice(fd, &at, ends[1], NULL, 4096, 0);
	tee(ends[0], other[1], 100, 0);
	read(ends[0], buf, 100);
	close(ends[0]);
	write(ends[1], buf, 100);
	dir = must(open(".", O_RDONLY | O_DIRECTORY), "open");
	while (syscall(SYS_getdents64, dir, buf, sizeof(buf)) > 0)
		;
	getcwd(buf, sizeof(buf));
	umask(022);
	chroot("/");
	mkdir("mount", 0700);
	mount("none", "mount", "tmpfs", 0, "size=1M");
	mount(NULL, "mount", NULL, MS_REMOUNT | MS_RDONLY, NULL);
	creat("mount/file", 0600);
	umount("mount");
	mount("none", "/no/such/folder", "tmpfs", 0, NULL);
	unlink("none");
	rmdir("mount");
	unlink("fifo");
	unlink("node");
	unlink("soft");
	unlink("loop");
	unlink("other");
	unlink("copy");
	unlink("file");
	must(chdir(".."), "chdir");
	must(rmdir("dir"), "rmdir");
	closefrom(3);
}

static void pseudo_files(void)
{
	get("/proc/self/status");
	get("/proc/self/stat");
	get("/proc/self/maps");
	get("/proc/self/smaps");
	get("/proc/self/mounts");
	get("/proc/self/cmdline");
	get("/proc/self/limits");
	get("/proc/self/wchan");
	get("/proc/meminfo");
	get("/proc/stat");
	get("/proc/uptime");
	get("/proc/version");
	get("/proc/filesystems");
	get("/proc/cgroups");
	get("/proc/sys/kernel/hostname");
	get("/proc/interrupts");
	get("/sys/kernel/uevent_seqnum");
	get("/sys/devices/system/cpu/online");
	put("/proc/self/oom_score_adj", "1");
	put("/proc/self/comm", "work");
	put("/proc/sys/vm/swappiness", "many");
	put("/dev/null", "nothing");
	get("/dev/null");
}

static sigjmp_buf fault;

static void on_fault(int signal)
{
	siglongjmp(fault, signal);
}

static void memory(void)
{
	volatile double half = 0.5;
	unsigned char resident[4];
	char *at;
	int fd;

	fd = must(open(self, O_RDONLY), "open");
	at = mmap(NULL, 16384, PROT_READ, MAP_PRIVATE, fd, 0);
	mincore(at, 16384, resident);
	madvise(at, 16384, MADV_WILLNEED);
	buf[0] = at[0];
	munmap(at, 16384);
	close(fd);
	at = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memset(at, 1, 16384);
	mprotect(at, 4096, PROT_READ);
	madvise(at, 16384, MADV_DONTNEED);
	mlock(at, 8192);
	munlock(at, 8192);
	msync(at, 4096, MS_SYNC);
	signal(SIGSEGV, on_fault);
	if (!sigsetjmp(fault, 1))
		*(volatile char *)at = 1;
	signal(SIGSEGV, SIG_DFL);
	at = mremap(at, 65536, 131072, MREMAP_MAYMOVE);
	munmap(at + 4096, 4096);
	munmap(at, 131072);
	at = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	at[0] = 1;
	munmap(at, 8192);
	mmap(NULL, -4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	sbrk(65536);
	sbrk(-65536);
	half *= half;
}

static void on_signal(int signal)
{
	(void)signal;
}

static void signals_and_time(void)
{
	struct itimerval soon = { .it_value.tv_usec = 1000 };
	struct itimerspec timer = { .it_value = millisecond };
	struct sigaction action = { .sa_handler = on_signal };
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1 };
	struct timespec now;
	timer_t id;
	sigset_t set;
	int fd;

	sigaction(SIGUSR1, &action, NULL);
	sigaction(SIGALRM, &action, NULL);
	kill(getpid(), SIGUSR1);
	raise(SIGUSR1);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGALRM);
	sigprocmask(SIG_BLOCK, &set, NULL);
	must(setitimer(ITIMER_REAL, &soon, NULL), "setitimer");
	sigwaitinfo(&set, NULL);
	must(timer_create(CLOCK_MONOTONIC, &event, &id), "timer_create");
	must(timer_settime(id, 0, &timer, NULL), "timer_settime");
	sigwaitinfo(&set, NULL);
	timer_delete(id);
	kill(getpid(), SIGUSR1);
	sigpending(&set);
	fd = signalfd(-1, &set, 0);
	read(fd, buf, sizeof(struct signalfd_siginfo));
	close(fd);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	kill(999999, 0);
	nanosleep(&millisecond, NULL);
	clock_nanosleep(CLOCK_REALTIME, 0, &millisecond, NULL);
	clock_getres(CLOCK_THREAD_CPUTIME_ID, &now);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	clock_gettime(-1, &now);
	fd = timerfd_create(CLOCK_MONOTONIC, 0);
	must(timerfd_settime(fd, 0, &timer, NULL), "timerfd_settime");
	read(fd, buf, 8);
	close(fd);
}

static void waits(void)
{
	struct epoll_event event = { .events = EPOLLIN };
	struct timeval soon = { .tv_usec = 1000 };
	int ends[2], event_fd, epoll, watch;
	struct pollfd poll_fd;
	fd_set set;

	must(pipe(ends), "pipe");
	event_fd = eventfd(0, 0);
	eventfd_write(event_fd, 1);
	poll_fd = (struct pollfd){ .fd = event_fd, .events = POLLIN };
	poll(&poll_fd, 1, 1);
	poll_fd.fd = ends[0];
	poll(&poll_fd, 1, 1);
	FD_ZERO(&set);
	FD_SET(ends[0], &set);
	select(ends[0] + 1, &set, NULL, NULL, &soon);
	epoll = epoll_create1(0);
	epoll_ctl(epoll, EPOLL_CTL_ADD, event_fd, &event);
	epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event);
	epoll_wait(epoll, &event, 1, 1);
	epoll_ctl(epoll, EPOLL_CTL_DEL, event_fd, &event);
	epoll_wait(epoll, &event, 1, 1);
	watch = inotify_init();
	inotify_add_watch(watch, ".", IN_CREATE);
	close(epoll);
	close(watch);
	close(event_fd);
	close(ends[0]);
	close(ends[1]);
}

static void *thread(void *mutex)
{
	pthread_mutex_lock(mutex);
	pthread_mutex_unlock(mutex);
	return NULL;
}

static void threads(void)
{
	pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	pthread_t other;

	pthread_mutex_lock(&mutex);
	if (pthread_create(&other, NULL, thread, &mutex))
		errx(1, "pthread_create");
	/* So that the other one has to wait, and is woken */
	nanosleep(&millisecond, NULL);
	pthread_mutex_unlock(&mutex);
	pthread_join(other, NULL);
}

static void reap(pid_t child)
{
	must(child, "fork");
	must(waitpid(child, NULL, 0), "waitpid");
}

static void processes(void)
{
	char *argv[] = { (char *)self, NULL }, *env[] = { NULL };
	pid_t child;

	child = fork();
	if (!child)
		_exit(1);
	reap(child);
	child = vfork();
	if (!child) {
		execve(self, argv, env);
		_exit(1);
	}
	reap(child);
	child = fork();
	if (!child) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		raise(SIGSTOP);
		_exit(1);
	}
	reap(child);
	ptrace(PTRACE_PEEKUSER, child, NULL, NULL);
	ptrace(PTRACE_CONT, child, NULL, NULL);
	reap(child);
	execve("/no/such/program", argv, env);
	execve("/proc/self/status", argv, env);
	wait(NULL);
}

static void identity(void)
{
	struct sched_param fifo = { .sched_priority = 1 }, other = { 0 };
	struct utsname name;
	struct rlimit limit;
	struct rusage usage;
	struct sysinfo info;
	cpu_set_t cpus;
	struct tms tms;

	sched_setscheduler(0, SCHED_FIFO, &fifo);
	sched_yield();
	nanosleep(&millisecond, NULL);
	must(mkdir(CGROUP "group", 0700), "mkdir in the cgroup");
	/* No real-time budget in there: refused */
	put(CGROUP "group/tasks", "0");
	sched_setscheduler(0, SCHED_OTHER, &other);
	put(CGROUP "group/tasks", "0");
	get(CGROUP "group/tasks");
	get(CGROUP "group/cpu.shares");
	put(CGROUP "tasks", "0");
	must(rmdir(CGROUP "group"), "rmdir in the cgroup");
	sched_getaffinity(0, sizeof(cpus), &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	sched_yield();
	nice(1);
	setpriority(PRIO_PROCESS, 0, 0);
	getpriority(PRIO_PROCESS, 0);
	getrlimit(RLIMIT_NOFILE, &limit);
	setrlimit(RLIMIT_NOFILE, &limit);
	getrusage(RUSAGE_SELF, &usage);
	times(&tms);
	sysinfo(&info);
	uname(&name);
	sethostname("lab", 3);
	prctl(PR_SET_NAME, "work");
	prctl(-1);
	setpgid(0, 0);
	getsid(0);
	setgroups(0, NULL);
	setresuid(-1, 0, -1);
	getgroups(0, NULL);
	syscall(SYS_finit_module, -1, "", 0);
	syscall(5000);
}

static void network(void)
{
	struct sockaddr_in addr = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)
	};
	struct ifreq interface = { .ifr_name = "lo", .ifr_flags = IFF_UP };
	socklen_t length = sizeof(addr);
	int stream, datagram, pair[2];

	if (!socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) {
		send(pair[0], "text", 4, 0);
		recv(pair[1], buf, 100, 0);
		close(pair[0]);
		send(pair[1], "text", 4, MSG_NOSIGNAL);
		close(pair[1]);
	}
	/* To be connected over loopback is deeper than the 50 functions of a shadow stack */
	stream = socket(AF_INET, SOCK_STREAM, 0);
	ioctl(stream, SIOCSIFFLAGS, &interface);
	bind(stream, (struct sockaddr *)&addr, sizeof(addr));
	listen(stream, 1);
	fcntl(stream, F_SETFL, O_NONBLOCK);
	accept(stream, NULL, NULL);
	close(stream);
	datagram = socket(AF_INET, SOCK_DGRAM, 0);
	bind(datagram, (struct sockaddr *)&addr, sizeof(addr));
	getsockname(datagram, (struct sockaddr *)&addr, &length);
	if (sendto(datagram, "text", 4, 0, (struct sockaddr *)&addr, sizeof(addr)) == 4)
		recv(datagram, buf, 100, 0);
	setsockopt(datagram, SOL_SOCKET, SO_KEEPALIVE, &length, sizeof(length));
	getsockopt(datagram, SOL_SOCKET, SO_ERROR, buf, &length);
	close(datagram);
	get("/proc/net/route");
}

int main(int argc, char **argv)
{
	char pid[12];

	self = argv[0];
	/* Executed by processes(), which passes no more than the name */
	if (argc == 1)
		return 0;
	snprintf(pid, sizeof(pid), "%d", getpid());
	put(TRACING "set_ftrace_pid", pid);
	put(TRACING "tracing_on", "1");
	files();
	pseudo_files();
	memory();
	signals_and_time();
	waits();
	threads();
	processes();
	identity();
	network();
	put(TRACING "tracing_on", "0");
	return 0;
}
