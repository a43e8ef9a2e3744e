// SPDX-License-Identifier: GPL-2.0
/*
 * Which of the lines that ran a person gets. The last ones are mostly clean-up, so they are
 * these:
 *
 * - The condition in front of the longest jump forward, over lines that did not run: the jump
 *   goes to the clean-up, or to the end.
 * - The last line whose code loads the errno, and the condition in front of it.
 * - The last conditions.
 *
 * Only conditions of the file that the function is in: in headers, they are mostly of locks and
 * lists.
 */
#include <stdbool.h>
#include <string.h>

#include "path.h"

static bool is_own(const struct path *path, int line)
{
	return !strcmp(path->lines[line]->file, path->lines[0]->file);
}

static bool decides(const struct path *path, int line)
{
	const struct step *step = path->lines[line];

	/* The compiler knows the outcome of some */
	return step->decides && is_own(path, line) &&
	       !(step->text && strstr(step->text, "IS_ENABLED("));
}

/* The last condition up to a line, or -1 */
static int condition_before(const struct path *path, int line)
{
	while (line >= 0 && !decides(path, line))
		line--;
	return line;
}

/* Chooses a line, if there is room, and if it is not there already */
static void add(struct path *path, int line)
{
	int i;

	if (line < 0 || path->nr_shown == MOST_SHOWN)
		return;
	for (i = 0; i < path->nr_shown; i++) {
		const struct step *step = path->lines[path->shown[i]];

		if (step->line == path->lines[line]->line &&
		    !strcmp(step->file, path->lines[line]->file))
			return;
	}
	path->shown[path->nr_shown++] = line;
}

/*
 * Of the lines of the function itself, the one in front of the longest jump, or -1. It begins
 * at the first line, and mostly ends at the last one. Inlined functions are elsewhere
 */
static int before_jump(const struct path *path)
{
	int begin = path->lines[0]->line, end = path->lines[path->nr - 1]->line;
	int longest = 0, found = -1, last = 0, i;

	for (i = 1; i < path->nr; i++) {
		int line = path->lines[i]->line, jump = line - path->lines[last]->line;

		if (!is_own(path, i) || line < begin ||
		    (is_own(path, path->nr - 1) && end > begin && line > end))
			continue;
		if (jump >= longest) {
			longest = jump;
			found = last;
		}
		last = i;
	}
	return found;
}

/* One of the function's file, if there is any, or -1 */
static int last_load(const struct path *path)
{
	int any = -1, i;

	for (i = path->nr - 1; i >= 0; i--) {
		if (path->lines[i]->loads && is_own(path, i))
			return i;
		if (path->lines[i]->loads && any < 0)
			any = i;
	}
	return any;
}

/* In the order in which they ran */
static void sort(struct path *path)
{
	int i, j;

	for (i = 1; i < path->nr_shown; i++) {
		for (j = i; j && path->shown[j - 1] > path->shown[j]; j--) {
			int line = path->shown[j];

			path->shown[j] = path->shown[j - 1];
			path->shown[j - 1] = line;
		}
	}
}

/**
 * path_choose - choose the lines for a person, and the one that seems to have failed
 * @path: the lines that ran. There is one at least
 */
void path_choose(struct path *path)
{
	int jump = before_jump(path), load = last_load(path), i;

	path->nr_shown = 0;
	path->failed = condition_before(path, jump);
	if (path->failed < 0)
		path->failed = condition_before(path, path->nr - 1);
	add(path, path->failed >= 0 ? path->failed : jump);
	add(path, load);
	add(path, condition_before(path, load));
	for (i = path->nr - 1; i >= 0; i--) {
		if (decides(path, i))
			add(path, i);
	}
	for (i = path->nr - 1; i >= 0; i--)
		add(path, i);
	sort(path);
}
