// SPDX-License-Identifier: GPL-2.0
/*
 * Who the command runs as. The files of /etc are read as they are: a static program cannot ask
 * other places.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "user.h"
#include "util.h"

static bool asked;
static uid_t uid;
static gid_t gid;
static gid_t *groups;
static size_t nr_groups;

static void add_group(gid_t group)
{
	groups = xgrow(groups, nr_groups, sizeof(*groups));
	groups[nr_groups++] = group;
}

/* The groups that list the user */
static void find_groups(const char *name)
{
	FILE *file = fopen("/etc/group", "re");
	struct group *group;
	int i;

	while (file && (group = fgetgrent(file))) {
		for (i = 0; group->gr_mem[i]; i++) {
			if (!strcmp(group->gr_mem[i], name))
				add_group(group->gr_gid);
		}
	}
	if (file)
		fclose(file);
}

/* As 1000 or 1000:100 */
static bool parse_numbers(const char *text)
{
	unsigned int numbers[2];
	char rest;
	int nr = sscanf(text, "%u:%u%c", &numbers[0], &numbers[1], &rest);

	if (text[strspn(text, "0123456789:")] || (nr != 2 && !(nr == 1 && !strchr(text, ':'))))
		return false;
	uid = numbers[0];
	gid = nr == 2 ? numbers[1] : numbers[0];
	add_group(gid);
	return true;
}

/**
 * user_find - choose the user for user_become()
 * @name: a name, or UID[:GID]
 *
 * Return: 0, or -1. Then a message was printed
 */
int user_find(const char *name)
{
	FILE *file = fopen("/etc/passwd", "re");
	struct passwd *user;

	while (!asked && file && (user = fgetpwent(file))) {
		if (strcmp(user->pw_name, name))
			continue;
		uid = user->pw_uid;
		gid = user->pw_gid;
		add_group(gid);
		find_groups(name);
		asked = true;
	}
	if (file)
		fclose(file);
	if (!asked)
		asked = parse_numbers(name);
	if (asked)
		return 0;
	complain("-u %s: /etc/passwd has no such user. A number will do: UID or UID:GID", name);
	return -1;
}

/**
 * user_become - become the user, if one was chosen
 *
 * Return: 0, or -1. Then a message was printed
 */
int user_become(void)
{
	if (!asked || (!setgroups(nr_groups, groups) && !setgid(gid) && !setuid(uid)))
		return 0;
	complain("cannot become the user %u: %s", uid, strerror(errno));
	return -1;
}
