// SPDX-License-Identifier: GPL-2.0
/*
 * The statements of a function, as a file: a machine without debug information gets it from
 * another one. Addresses in it are relative to _stext, so the kernel may be anywhere. Those of a
 * module are relative to the function, and that to its section.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "modules.h"
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

/**
 * steps_base - what the addresses of statements are relative to, in files and for probes
 * @steps: the statements
 *
 * Return: an address
 */
uint64_t steps_base(const struct steps *steps)
{
	return steps->module ? steps->func : names_text();
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

/* The module of the function: its name, its build ID, and where the function is in which section */
static void print_module(FILE *file, const struct steps *steps)
{
	const struct module *module = modules_find(steps->module);
	const struct module_section *section =
		module ? modules_section_of(module, steps->func) : NULL;
	char *id;

	if (!section)
		return;
	id = modules_build_id(module);
	fprintf(file, " %s %s %s %" PRIx64, module->name, id, section->name,
		steps->func - section->addr);
	free(id);
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
	fprintf(file, "%s\n%s %d %ld", first, steps->function, steps->error, steps->syscall);
	if (steps->module)
		print_module(file, steps);
	fprintf(file, "\n");
	for (i = 0; i < steps->nr; i++) {
		const struct step *step = &steps->steps[i];

		fprintf(file, "%" PRIx64 " %d %d %d %s %s\t%s\n",
			step->addr - steps_base(steps), step->loads, step->decides, step->line,
			step->file, step->function, step->text ?: "");
	}
	free(first);
	i = ferror(file);
	return fclose(file) || i ? -1 : 0;
}

/* Returns whether it is a statement */
static bool read_step(struct step *step, char *line, uint64_t base)
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
	step->addr += base;
	step->loads = loads;
	step->decides = decides;
	step->text = *text ? strdup(text) : NULL;
	return true;
}

/* The words of print_module(). Returns whether the module is loaded, and of that build */
static bool find_module(struct steps *steps, const char *id, const char *section_name,
			uint64_t offset)
{
	const struct module *module = modules_find(steps->module);
	const struct module_section *section =
		module ? modules_section(module, section_name) : NULL;
	char *loaded;
	bool same;

	if (!section) {
		complain("the module %s is not loaded", steps->module);
		return false;
	}
	steps->func = section->addr + offset;
	loaded = modules_build_id(module);
	same = !strcmp(id, loaded);
	free(loaded);
	if (!same)
		complain("the module %s is of another build", steps->module);
	return same;
}

/* The line of the function. Returns less than 0 if it is none, and 0 if that cannot be probed */
static int read_function(struct steps *steps, const char *line)
{
	char *id = NULL, *section = NULL;
	uint64_t offset;
	int words, ret;

	words = sscanf(line, "%ms %d %ld %ms %ms %ms %" SCNx64, &steps->function, &steps->error,
		       &steps->syscall, &steps->module, &id, &section, &offset);
	ret = words == 3 || words == 7 ? 1 : -1;
	if (words == 7)
		ret = find_module(steps, id, section, offset);
	free(section);
	free(id);
	return ret;
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
	int ret = -1, known;

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
	known = line ? read_function(steps, line) : -1;
	if (!known)
		goto out;
	if (known < 0)
		rest = NULL;
	while (rest && *rest) {
		struct step step;

		if (!read_step(&step, strsep(&rest, "\n"), steps_base(steps)))
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
