// SPDX-License-Identifier: GPL-2.0
/*
 * The statements of a function, as a file: a machine without debug information gets it from
 * another one. Addresses in it are relative to _text, so the kernel may be anywhere.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "names.h"
#include "steps.h"
#include "system.h"
#include "util.h"

#define MAGIC	"fgraph-why path 1"

/**
 * steps_add - append a statement
 * @steps: where to
 * @step: the statement. Its strings stay with @steps
 */
void steps_add(struct steps *steps, const struct step *step)
{
	steps->steps = xgrow(steps->steps, steps->nr, sizeof(*step));
	steps->steps[steps->nr++] = *step;
}

static void print_build_id(FILE *file)
{
	const unsigned char *id = NULL;
	size_t size, i;

	size = lines_build_id((unsigned char *)kernel_system.notes, kernel_system.notes_bytes, &id);
	for (i = 0; i < size; i++)
		fprintf(file, "%02x", id[i]);
}

/* The first line. A kernel of another build has other addresses */
static char *first_line(void)
{
	char *line = NULL;
	size_t bytes;
	FILE *file = open_memstream(&line, &bytes);

	if (!file)
		return NULL;
	fprintf(file, MAGIC " ");
	print_build_id(file);
	fclose(file);
	return line;
}

/**
 * steps_write - write a file
 * @steps: what to write
 * @path: its name
 *
 * Return: 0, or -1 with errno set
 */
int steps_write(const struct steps *steps, const char *path)
{
	FILE *file = fopen(path, "we");
	char *first = first_line();
	size_t i;

	if (!file || !first)
		return -1;
	fprintf(file, "%s\n%s %d %ld\n", first, steps->function, steps->error, steps->syscall);
	for (i = 0; i < steps->nr; i++) {
		const struct step *step = &steps->steps[i];

		fprintf(file, "%" PRIx64 " %d %d %d %s %s\t%s\n",
			step->addr - names_text(), step->loads, step->decides, step->line,
			step->file, step->function, step->text ?: "");
	}
	free(first);
	i = ferror(file);
	return fclose(file) || i ? -1 : 0;
}

/* Returns whether it is a statement */
static bool read_step(struct step *step, char *line)
{
	char *text = strchr(line, '\t');
	int loads, decides;

	if (!text)
		return false;
	*text++ = '\0';
	memset(step, 0, sizeof(*step));
	if (sscanf(line, "%" SCNx64 " %d %d %d %ms %ms", &step->addr, &loads, &decides,
		   &step->line, &step->file, &step->function) != 6)
		return false;
	step->addr += names_text();
	step->loads = loads;
	step->decides = decides;
	step->text = *text ? strdup(text) : NULL;
	return true;
}

/**
 * steps_read - read a file
 * @steps: gets what it has
 * @path: its name
 *
 * Return: 0, or -1. Then a message was printed
 */
int steps_read(struct steps *steps, const char *path)
{
	char *all = read_file(path, NULL), *rest = all, *first = first_line(), *line;
	int ret = -1;

	memset(steps, 0, sizeof(*steps));
	if (!all || !first) {
		complain("cannot read %s: %s", path, strerror(errno));
		goto out;
	}
	line = strsep(&rest, "\n");
	if (strncmp(line, MAGIC " ", strlen(MAGIC " "))) {
		complain("%s: not a file of fgraph-why --save-path", path);
		goto out;
	}
	if (strcmp(line, first)) {
		complain("%s is for another build of the kernel", path);
		goto out;
	}
	line = strsep(&rest, "\n");
	if (!line || sscanf(line, "%ms %d %ld", &steps->function, &steps->error,
			    &steps->syscall) != 3)
		rest = NULL;
	while (rest && *rest) {
		struct step step;

		if (!read_step(&step, strsep(&rest, "\n")))
			break;
		steps_add(steps, &step);
	}
	ret = rest && !*rest && steps->nr ? 0 : -1;
	if (ret)
		complain("%s: not a whole file of fgraph-why --save-path", path);
out:
	free(first);
	free(all);
	return ret;
}
