// SPDX-License-Identifier: GPL-2.0
/*
 * The command line.
 */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "options.h"
#include "util.h"

static const char help[] =
	"usage: fgraph-why [OPTION]... COMMAND [ARGUMENT]...\n"
	"       fgraph-why [OPTION]... -r FILE\n"
	"Run COMMAND, and say which function of the kernel made it fail.\n"
	"\n"
	"  -a, --all            explain each failure. As text, equal ones once\n"
	"      --format=FORMAT  text, json, folded or chrome. The default is text, or what the\n"
	"                       end of the name of the file of -o says: .json, .folded, .trace.json\n"
	"  -h, --help           print this\n"
	"  -k, --vmlinux=FILE   take lines of the source from this vmlinux\n"
	"  -o, --output=FILE    report to this file. The default is standard error, or with -r\n"
	"                       standard output\n"
	"  -r, --read=FILE      take the records of this file, and run nothing\n"
	"      --save=FILE      write the records to this file, for -r\n"
	"  -s                   with lines of the source, if they can be found. The default\n"
	"  -sn                  without\n"
	"  -V, --version        print the version\n"
	"\n"
	"folded and chrome have each failure.\n"
	"The status is that of COMMAND. 125: fgraph-why itself failed. 126, 127: COMMAND cannot\n"
	"be executed, or is not found. With -r, 1: nothing has failed.\n";

static const struct {
	const char *name, *suffix;
	enum format format;
} formats[] = {
	{ "text", ".txt", FORMAT_TEXT },
	/* Longer ones first */
	{ "chrome", ".trace.json", FORMAT_CHROME },
	{ "json", ".json", FORMAT_JSON },
	{ "folded", ".folded", FORMAT_FOLDED },
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
	complain("--format=%s: it is text, json, folded or chrome", name);
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
	if (options->read && options->command)
		complain("-r and a command: it is one of both");
	else if (!options->read && !options->command)
		complain("no command. Type: fgraph-why --help");
	else if (options->read && options->save)
		complain("-r and --save: it is one of both");
	else
		return 0;
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
	enum { SAVE = 256, FORMAT };
	static const struct option table[] = {
		{ "all", no_argument, NULL, 'a' },
		{ "format", required_argument, NULL, FORMAT },
		{ "help", no_argument, NULL, 'h' },
		{ "output", required_argument, NULL, 'o' },
		{ "read", required_argument, NULL, 'r' },
		{ "save", required_argument, NULL, SAVE },
		{ "version", no_argument, NULL, 'V' },
		{ "vmlinux", required_argument, NULL, 'k' },
		{ }
	};
	const char *format = NULL;
	int option;

	while ((option = getopt_long(argc, argv, "+ahk:o:r:s::V", table, NULL)) != -1) {
		switch (option) {
		case 'a':
			options->all = true;
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
		case 'o':
			options->output = optarg;
			break;
		case 'r':
			options->read = optarg;
			break;
		case SAVE:
			options->save = optarg;
			break;
		case 's':
			options->no_lines = optarg && !strcmp(optarg, "n");
			if (!optarg || options->no_lines)
				break;
			complain("-s%s: it is -s or -sn", optarg);
			return STATUS_FAILED;
		case 'V':
			printf("fgraph-why %s\n", VERSION);
			return 0;
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
	return check(options) ? STATUS_FAILED : -1;
}
