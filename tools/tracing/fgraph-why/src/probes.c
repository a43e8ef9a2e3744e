// SPDX-License-Identifier: GPL-2.0
/*
 * Probes of the kernel at statements of a function. They are one event, in a group that is this
 * program's. Such events are there for all instances, so they are removed by all means: see
 * guard.c.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probes.h"
#include "util.h"

static int put(const char *tracefs, const char *text)
{
	char *path = xasprintf("%s/dynamic_events", tracefs);
	/* To empty it would remove the events of others */
	int ret = write_file(path, O_APPEND, text);

	free(path);
	return ret;
}

/* How many probes the kernel has of a group */
static size_t count(const char *tracefs, const char *group)
{
	char *path = xasprintf("%s/dynamic_events", tracefs), *all = read_file(path, NULL);
	char *name = xasprintf("p:%s/" PROBES_EVENT " ", group), *at = all;
	size_t nr = 0;

	while (at && (at = strstr(at, name))) {
		at += strlen(name);
		nr++;
	}
	free(name);
	free(all);
	free(path);
	return nr;
}

/* Statement @at is at the same address as the one before */
static bool is_same(const struct steps *steps, size_t at)
{
	return at && steps->steps[at - 1].addr == steps->steps[at].addr;
}

/**
 * probes_create - make probes
 * @tracefs: where tracefs is
 * @group: the name of the group
 * @steps: a probe is at the address of each
 *
 * Return: how many addresses the kernel has refused, or -1 with errno set if these are all
 */
int probes_create(const char *tracefs, const char *group, const struct steps *steps)
{
	uint64_t base = steps_base(steps);
	size_t at = 0, done = 0, i, bytes;
	int refused = 0, ret;
	char *lines;
	FILE *out;

	while (at < steps->nr) {
		/* In one write. It ends at the first one that is refused, and those before stay */
		out = open_memstream(&lines, &bytes);
		if (!out)
			return -1;
		for (i = at; i < steps->nr; i++) {
			/* With a symbol, or all addresses would be the same probe */
			if (!is_same(steps, i))
				fprintf(out, "p:%s/" PROBES_EVENT " %s%s%s+%" PRIu64 "\n", group,
					steps->module ?: "", steps->module ? ":" : "",
					steps->module ? steps->function : "_stext",
					steps->steps[i].addr - base);
		}
		fclose(out);
		ret = put(tracefs, lines);
		free(lines);
		if (!ret)
			return refused;
		/* Go on behind that one */
		for (i = count(tracefs, group) - done + 1; i && at < steps->nr; at++)
			i -= !is_same(steps, at);
		while (at < steps->nr && is_same(steps, at))
			at++;
		done = count(tracefs, group);
		refused++;
	}
	return done ? refused : -1;
}

/**
 * probes_remove - remove the probes of a group
 * @tracefs: where tracefs is
 * @group: the name of the group
 *
 * Return: 0, or -1 with errno set: EBUSY if an instance has the event enabled
 */
int probes_remove(const char *tracefs, const char *group)
{
	char *line = xasprintf("-:%s/" PROBES_EVENT "\n", group);
	int ret = put(tracefs, line);

	free(line);
	return ret;
}
