// SPDX-License-Identifier: GPL-2.0
/*
 * The command line.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "filter.h"
#include "options.h"
#include "source.h"
#include "util.h"

static const char help[] =
	"usage: fgraph-why [OPTION]... COMMAND [ARGUMENT]...\n"
	"       fgraph-why [OPTION]... -p PID[,PID]... [-d TIME]\n"
	"       fgraph-why [OPTION]... -d TIME | -w\n"
	"       fgraph-why [OPTION]... -r FILE\n"
	"       fgraph-why --top [-d TIME]\n"
	"Run COMMAND, and say which function of the kernel made it fail. Or say it of what fails\n"
	"in running tasks, or in the whole system.\n"
	"\n"
	"Whose failures:\n"
	"  -p, --pid=PID,...    these processes, until a signal comes\n"
	"  -d, --duration=TIME  for so long: seconds, or with s, m or h behind the number\n"
	"  -w, --wait           wait for the first one, explain it, and end\n"
	"  -r, --read=FILE      take the records of this file, and run nothing\n"
	"      --save=FILE      write the records to this file, for -r\n"
	"  -F                   not what COMMAND starts\n"
	"  -u, --user=USER      run COMMAND as this user: a name, or UID[:GID]\n"
	"      --top            the kernel's table of errors, of all tasks\n"
	"Which failures:\n"
	"  -a, --all            explain each one. As text, equal ones once. The default without\n"
	"                       COMMAND\n"
	"  -c, --count          count them, and explain none\n"
	"  -e, --syscalls=LIST  only of these system calls\n"
	"  -L, --longer=US      only if the system call took so many microseconds\n"
	"  -n, --comm=NAME      only of this program\n"
	"  -T, --tree           all functions that failed, also where the error was handled\n"
	"  -x, --errno=LIST     only these errnos\n"
	"  -X, --no-errno=LIST  not these\n"
	"How:\n"
	"      --color=WHEN     auto, always or never\n"
	"      --dry-run        print what would be written to which file, and do nothing\n"
	"      --format=FORMAT  text, json, folded, chrome or html. The default is text, or what the\n"
	"                       end of the name of the file of -o says: .json, .folded, .trace.json\n"
	"                       or .html\n"
	"  -k, --vmlinux=FILE   take lines of the source from this vmlinux\n"
	"  -o, --output=FILE    report to this file. The default is standard error with COMMAND,\n"
	"                       or else standard output\n"
	"  -q, --quiet          the explanation alone\n"
	"  -s                   with lines of the source, if they can be found. The default\n"
	"  -ss                  with a line for each inlined function, too, and with the lines that\n"
	"                       load the errno: there it may have been made\n"
	"  -sn                  without\n"
	"      --path[=LIST]    the lines of the function that ran, up to the one that failed. This\n"
	"                       runs COMMAND a second time. With LIST: runs it only for that\n"
	"      --save-path=LIST write LIST, for a machine without debug information. With -r\n"
	"  -S, --source=FOLDER  the source of the kernel, for the text of lines\n"
	"  -h, --help           print this\n"
	"  -V, --version        print the version\n"
	"\n"
	"folded, chrome and html have each failure.\n"
	"The status is that of COMMAND. Without one, 0: it has explained something, 1: nothing has\n"
	"failed. 124: -w, and the time is over. 125: fgraph-why itself failed. 126, 127: COMMAND\n"
	"cannot be executed, or is not found.\n";

static const struct {
	const char *name, *suffix;
	enum format format;
} formats[] = {
	{ "text", ".txt", FORMAT_TEXT },
	/* Longer ones first */
	{ "chrome", ".trace.json", FORMAT_CHROME },
	{ "json", ".json", FORMAT_JSON },
	{ "folded", ".folded", FORMAT_FOLDED },
	{ "html", ".html", FORMAT_HTML },
};

static int find_format(struct options *options, const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(formats); i++) {
		if (!strcmp(name, formats[i].name)) {
			options->format = formats[i].format;
			return 0;
		}
	}
	complain("--format=%s: it is text, json, folded, chrome or html", name);
	return -1;
}

static void guess_format(struct options *options)
{
	size_t length = strlen(options->output), i;

	for (i = 0; i < ARRAY_SIZE(formats); i++) {
		size_t end = strlen(formats[i].suffix);

		if (length > end && !strcmp(options->output + length - end, formats[i].suffix)) {
			options->format = formats[i].format;
			return;
		}
	}
}

/* What does not go together */
static int check(const struct options *options)
{
	bool running = options->pids || options->seconds || options->wait;

	if (options->top) {
		if (!options->read && !options->command && !options->pids && !options->wait)
			return 0;
		complain("--top counts for all tasks. It goes with -d alone");
		return -1;
	}
	if (!!options->read + !!options->command + running > 1)
		complain("a command, -r FILE, and -p, -d or -w: it is one of these");
	else if (!options->read && !options->command && !running)
		complain("no command. Type: fgraph-why --help");
	else if (options->path && !options->command)
		complain("--path is for a command: it runs that a second time");
	else if (options->save_path && !options->read)
		complain("--save-path is for -r");
	else if (options->save && options->read)
		complain("--save: the records are in a file already");
	else if ((options->user || options->no_children) && !options->command)
		complain("-u and -F are for a command");
	else
		return 0;
	return -1;
}

/* As 10, 10s, 5m, 0.5h */
static int parse_time(struct options *options, const char *text)
{
	static const struct {
		const char *name;
		unsigned int seconds;
	} units[] = { { "", 1 }, { "s", 1 }, { "m", 60 }, { "h", 3600 } };
	char *end;
	double number = strtod(text, &end);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(units); i++) {
		double seconds = number * units[i].seconds;

		/* poll() takes milliseconds, as an int */
		if (end != text && seconds > 0 && seconds < 24 * 86400 &&
		    !strcmp(end, units[i].name)) {
			options->seconds = seconds;
			return 0;
		}
	}
	complain("-d %s: it is a time of less than 24 days, as 10s, 5m or 1h", text);
	return -1;
}

/* The kernel wants threads */
static int add_threads(struct options *options, const char *pid)
{
	char *path = xasprintf("/proc/%s/task", pid);
	DIR *dir = *pid ? opendir(path) : NULL;
	struct dirent *entry;

	free(path);
	if (!dir) {
		complain("there is no process %s", pid);
		return -1;
	}
	while ((entry = readdir(dir))) {
		char *longer;

		if (entry->d_name[0] == '.')
			continue;
		longer = xasprintf("%s%s%s", options->pids ?: "", options->pids ? " " : "",
				   entry->d_name);
		free(options->pids);
		options->pids = longer;
	}
	closedir(dir);
	return 0;
}

static int parse_pids(struct options *options, const char *list)
{
	char *all = strdup(list), *rest = all, *pid;
	int ret = 0;

	while (!ret && (pid = strsep(&rest, ","))) {
		if (!*pid || pid[strspn(pid, "0123456789")]) {
			complain("-p %s: these are no numbers of processes", list);
			ret = -1;
		} else {
			ret = add_threads(options, pid);
		}
	}
	free(all);
	return ret;
}

static int parse_longer(const char *text)
{
	char *end;
	unsigned long us = strtoul(text, &end, 10);

	if (end == text || *end) {
		complain("-L %s: it is a number of microseconds", text);
		return -1;
	}
	filter_duration(us);
	return 0;
}

static int parse_color(struct options *options, const char *text)
{
	static const char * const words[] = {
		[COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never"
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words); i++) {
		if (!strcmp(text, words[i])) {
			options->color = i;
			return 0;
		}
	}
	complain("--color=%s: it is auto, always or never", text);
	return -1;
}

/**
 * options_parse - read the command line
 * @options: gets what it says
 * @argc: as main() has it
 * @argv: the same
 *
 * Return: -1, or the status that the program ends with. Then it has printed what was asked
 *	for, or what is wrong
 */
int options_parse(struct options *options, int argc, char **argv)
{
	enum { SAVE = 256, FORMAT, COLOR, DRY_RUN, PATH, SAVE_PATH, TOP };
	static const struct option table[] = {
		{ "all", no_argument, NULL, 'a' },
		{ "color", required_argument, NULL, COLOR },
		{ "comm", required_argument, NULL, 'n' },
		{ "count", no_argument, NULL, 'c' },
		{ "dry-run", no_argument, NULL, DRY_RUN },
		{ "duration", required_argument, NULL, 'd' },
		{ "errno", required_argument, NULL, 'x' },
		{ "format", required_argument, NULL, FORMAT },
		{ "help", no_argument, NULL, 'h' },
		{ "longer", required_argument, NULL, 'L' },
		{ "no-errno", required_argument, NULL, 'X' },
		{ "output", required_argument, NULL, 'o' },
		{ "path", optional_argument, NULL, PATH },
		{ "pid", required_argument, NULL, 'p' },
		{ "quiet", no_argument, NULL, 'q' },
		{ "read", required_argument, NULL, 'r' },
		{ "save", required_argument, NULL, SAVE },
		{ "save-path", required_argument, NULL, SAVE_PATH },
		{ "source", required_argument, NULL, 'S' },
		{ "syscalls", required_argument, NULL, 'e' },
		{ "top", no_argument, NULL, TOP },
		{ "tree", no_argument, NULL, 'T' },
		{ "user", required_argument, NULL, 'u' },
		{ "version", no_argument, NULL, 'V' },
		{ "vmlinux", required_argument, NULL, 'k' },
		{ "wait", no_argument, NULL, 'w' },
		{ }
	};
	static const char letters[] = "+acd:e:Fhk:L:n:o:p:qr:s::S:Tu:Vwx:X:";
	const char *format = NULL;
	int option;

	while ((option = getopt_long(argc, argv, letters, table, NULL)) != -1) {
		switch (option) {
		case 'a':
			options->all = true;
			break;
		case 'c':
			options->counts = true;
			break;
		case COLOR:
			if (parse_color(options, optarg))
				return STATUS_FAILED;
			break;
		case 'd':
			if (parse_time(options, optarg))
				return STATUS_FAILED;
			break;
		case DRY_RUN:
			options->dry_run = true;
			break;
		case 'e':
			filter_syscalls(optarg);
			break;
		case 'F':
			options->no_children = true;
			break;
		case FORMAT:
			format = optarg;
			break;
		case 'h':
			fputs(help, stdout);
			return 0;
		case 'k':
			options->vmlinux = optarg;
			break;
		case 'L':
			if (parse_longer(optarg))
				return STATUS_FAILED;
			break;
		case 'n':
			filter_comm(optarg);
			break;
		case 'o':
			options->output = optarg;
			break;
		case 'p':
			if (parse_pids(options, optarg))
				return STATUS_FAILED;
			break;
		case 'q':
			options->quiet = true;
			break;
		case 'r':
			options->read = optarg;
			break;
		case PATH:
			options->path = true;
			options->path_list = optarg;
			break;
		case SAVE_PATH:
			options->save_path = optarg;
			break;
		case 'S':
			source_tree(optarg);
			break;
		case SAVE:
			options->save = optarg;
			break;
		case 's':
			options->no_lines = optarg && !strcmp(optarg, "n");
			options->inlined = optarg && !strcmp(optarg, "s");
			if (!optarg || options->no_lines || options->inlined)
				break;
			complain("-s%s: it is -s, -ss or -sn", optarg);
			return STATUS_FAILED;
		case 'T':
			options->tree = true;
			filter_handled();
			break;
		case TOP:
			options->top = true;
			break;
		case 'u':
			options->user = optarg;
			break;
		case 'V':
			printf("fgraph-why %s\n", VERSION);
			return 0;
		case 'w':
			options->wait = true;
			break;
		case 'x':
		case 'X':
			if (filter_errors(optarg, option == 'X'))
				return STATUS_FAILED;
			break;
		default:
			complain("type: fgraph-why --help");
			return STATUS_FAILED;
		}
	}
	if (optind < argc)
		options->command = argv + optind;
	if (options->output)
		guess_format(options);
	if (format && find_format(options, format))
		return STATUS_FAILED;
	/* These are to give a view of the whole */
	if (options->format == FORMAT_FOLDED || options->format == FORMAT_CHROME ||
	    options->format == FORMAT_HTML || options->counts)
		options->all = true;
	return check(options) ? STATUS_FAILED : -1;
}
