// SPDX-License-Identifier: GPL-2.0
/*
 * errno_filter.c - select errors by their errno
 *
 * A filter is a list of words, with white space or commas between them:
 *
 *	EINVAL -ENOMEM 71	these errors
 *	NULL			NULL, of a function whose type says that it returns a pointer
 *	any			each errno
 *	!EAGAIN			not this one, whatever else is in the list
 *
 * A list of only "!" words selects every errno except these. EINTR also stands for the
 * errnos of system calls that may be restarted: user space sees EINTR, or nothing.
 */
#include <linux/ctype.h>
#include <linux/errname.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "errno_filter.h"
#include "error_name.h"

/* No name and no number of an error is longer */
#define MAX_WORD	32

static const struct {
	const char *name;
	u16 error;
} more_names[] = {
	{ "EWOULDBLOCK", EWOULDBLOCK },
	{ "EDEADLOCK", EDEADLOCK },
	{ "ENOTSUP", EOPNOTSUPP },
	{ "NULL", FGRAPH_NULL },
};

static bool is_space(char c)
{
	return isspace(c) || c == ',';
}

/* Returns 0 if no error has this name */
static u16 find_name(const char *name)
{
	u16 error;
	int i;

	for (i = 0; i < ARRAY_SIZE(more_names); i++) {
		if (!strcmp(more_names[i].name, name))
			return more_names[i].error;
	}
	for (error = 1; error <= MAX_ERRNO; error++) {
		const char *known = errname(error);

		if (known && !strcmp(known, name))
			return error;
	}
	return 0;
}

static void choose(unsigned long *bits, u16 error)
{
	u16 other;

	__set_bit(error, bits);
	for (other = 1; error == EINTR && other <= MAX_ERRNO; other++) {
		if (fgraph_is_restart(other))
			__set_bit(other, bits);
	}
}

/* Returns 0 if the word is no error */
static u16 find_error(const char *word, enum fgraph_errno_fault *fault)
{
	u16 error;

	if (*word == '-' && (isdigit(word[1]) || word[1] == 'E'))
		word++;
	if (!isdigit(*word)) {
		*fault = FGRAPH_ERRNO_NO_NAME;
		return find_name(word);
	}
	*fault = FGRAPH_ERRNO_NO_NUMBER;
	return kstrtou16(word, 10, &error) || error > MAX_ERRNO ? 0 : error;
}

static bool add_word(struct fgraph_errno_filter *filter, const char *word,
		     enum fgraph_errno_fault *fault)
{
	unsigned long *bits = filter->allow;
	u16 error;

	if (*word == '!') {
		bits = filter->deny;
		word++;
	}
	if (!strcmp(word, "any")) {
		bitmap_set(bits, 1, MAX_ERRNO);
		return true;
	}
	error = find_error(word, fault);
	if (error)
		choose(bits, error);
	return error;
}

/**
 * fgraph_errno_add - add words to the lists of a filter
 * @filter: the filter. The errors that it selects do not change before fgraph_errno_set()
 * @text: the words
 * @fault: set to the reason why a word is not valid
 *
 * Context: any
 * Return: NULL, or the first word in @text that is not valid. Words before it are added
 */
const char *fgraph_errno_add(struct fgraph_errno_filter *filter, const char *text,
			     enum fgraph_errno_fault *fault)
{
	char word[MAX_WORD];
	size_t length;

	for (; *text; text += length) {
		if (is_space(*text)) {
			length = 1;
			continue;
		}
		for (length = 1; text[length] && !is_space(text[length]); length++)
			;
		*fault = FGRAPH_ERRNO_NO_NAME;
		if (length >= sizeof(word))
			return text;
		memcpy(word, text, length);
		word[length] = '\0';
		if (!add_word(filter, word, fault))
			return text;
	}
	return NULL;
}

/**
 * fgraph_errno_set - set the lists of a filter, and the errors that it selects
 * @filter: the filter. Traced returns may read it meanwhile
 * @lists: a filter that has the new lists
 *
 * Context: any. Callers must be serialized
 */
void fgraph_errno_set(struct fgraph_errno_filter *filter,
		      const struct fgraph_errno_filter *lists)
{
	bool all = bitmap_empty(lists->allow, FGRAPH_ERRNO_BITS);
	u16 error;

	bitmap_copy(filter->allow, lists->allow, FGRAPH_ERRNO_BITS);
	bitmap_copy(filter->deny, lists->deny, FGRAPH_ERRNO_BITS);
	for (error = 1; error <= MAX_ERRNO; error++) {
		if ((all || test_bit(error, filter->allow)) && !test_bit(error, filter->deny))
			clear_bit(error, filter->left_out);
		else
			set_bit(error, filter->left_out);
	}
	WRITE_ONCE(filter->null, test_bit(FGRAPH_NULL, filter->allow) &&
		   !test_bit(FGRAPH_NULL, filter->deny));
}

static void show_word(struct seq_file *m, const char *before, u16 error)
{
	const char *name = error == FGRAPH_NULL ? "NULL" : errname(error);

	seq_printf(m, "%s%s", m->count ? " " : "", before);
	if (name)
		seq_puts(m, name);
	else
		seq_printf(m, "%u", error);
}

static void show_list(struct seq_file *m, const char *before, const unsigned long *bits)
{
	bool any = find_next_zero_bit(bits, FGRAPH_NULL, 1) == FGRAPH_NULL;
	unsigned int error;

	if (any)
		seq_printf(m, "%s%sany", m->count ? " " : "", before);
	for_each_set_bit(error, bits, FGRAPH_ERRNO_BITS) {
		if (error == FGRAPH_NULL ||
		    (!any && !(fgraph_is_restart(error) && test_bit(EINTR, bits))))
			show_word(m, before, error);
	}
}

/**
 * fgraph_errno_show - print a filter
 * @m: the file. Nothing else is printed there
 * @filter: the filter
 *
 * Prints a line that sets the same filter if it is written back.
 *
 * Context: any
 */
void fgraph_errno_show(struct seq_file *m, const struct fgraph_errno_filter *filter)
{
	if (bitmap_empty(filter->allow, FGRAPH_ERRNO_BITS))
		seq_puts(m, "any");
	show_list(m, "", filter->allow);
	show_list(m, "!", filter->deny);
	seq_putc(m, '\n');
}
