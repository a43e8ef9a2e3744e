// SPDX-License-Identifier: GPL-2.0
/*
 * Which of the lines that ran a person gets. The last ones are mostly clean-up, so they are
 * these:
 *
 * - The condition in front of the longest jump forward, over lines that did not run: the jump
 *   goes to the clean-up, or to the end.
 * - The last line that names the errno, and the condition in front of it.
 * - The last line whose code loads the errno, and the condition in front of it.
 * - The last conditions.
 *
 * Only conditions of the file that the function is in: in headers, they are mostly of locks and
 * lists.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "errors.h"
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

/* The line among those that are shown, or -1. It may have run several times */
static int find_shown(const struct path *path, int line)
{
	int i;

	for (i = 0; line >= 0 && i < path->nr_shown; i++) {
		const struct step *step = path->lines[path->shown[i]];

		if (step->line == path->lines[line]->line &&
		    !strcmp(step->file, path->lines[line]->file))
			return path->shown[i];
	}
	return -1;
}

/* Chooses a line, if there is room, and if it is not there already */
static void add(struct path *path, int line)
{
	if (line >= 0 && path->nr_shown < MOST_SHOWN && find_shown(path, line) < 0)
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

/* Is it there, as in "return -EPERM"? In a comparison, it was made before */
static bool names(const struct step *step, int error)
{
	char name[32];
	const char *at = step->text;

	snprintf(name, sizeof(name), "-%s", error_name(error));
	while (at && (at = strstr(at, name))) {
		const char *before = at;

		at += strlen(name);
		while (before > step->text && before[-1] == ' ')
			before--;
		if (!isalnum(*at) && *at != '_' &&
		    !(before > step->text + 1 && before[-1] == '=' && strchr("=!", before[-2])))
			return true;
	}
	return false;
}

static int last_name(const struct path *path, int error)
{
	int i;

	for (i = path->nr - 1; i >= 0 && !names(path->lines[i], error); i--)
		;
	return i;
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
 * @error: the errno
 */
void path_choose(struct path *path, int error)
{
	int jump = before_jump(path), name = last_name(path, error), load = last_load(path), i;
	int decided = condition_before(path, jump);

	path->nr_shown = 0;
	add(path, decided >= 0 ? decided : jump);
	add(path, name);
	add(path, condition_before(path, name));
	add(path, load);
	add(path, condition_before(path, load));

	path->failed = find_shown(path, condition_before(path, name >= 0 ? name :
							 load >= 0 ? load : jump));
	if (path->failed < 0)
		path->failed = decided;

	for (i = path->nr - 1; i >= 0; i--) {
		if (decides(path, i))
			add(path, i);
	}
	for (i = path->nr - 1; i >= 0; i--)
		add(path, i);
	sort(path);
}
