// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments of functions. A record has their words, and behind them the strings that some of them
 * are the addresses of. How many words an argument has, and how it is printed, is in lines as
 * function_prototypes of tracefs has them:
 *
 *	ssize_t vfs_read(struct file *file, ...) // tables: file=x8 buf=x8 count=x8 pos=x8
 *
 * The text of an argument is that of the kernel (kernel/trace/fgraph/arg_text.c). The lines may
 * come from another machine, so nothing in them is taken for granted.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "names.h"
#include "saved.h"
#include "util.h"

#define REST	"..."

/* No argument is larger */
#define MOST_BYTES	0x10000

/* A line. What it points to is in all of them */
struct prototype {
	/* The module is empty for the kernel itself */
	const char *name, *module;
	int name_length, module_length;
	/* "NAME=LETTERBYTES" with spaces between them */
	const char *args;
	/* The whole line */
	const char *line;
	int line_length;
	/* A record has arguments of the function */
	bool used;
};

static struct prototype *prototypes;
static size_t nr_prototypes;
/* The file that has the lines, until it is read */
static char *file;

static int compare_names(const char *one, int one_length, const char *other, int other_length)
{
	int least = one_length < other_length ? one_length : other_length;

	return memcmp(one, other, least) ?: one_length - other_length;
}

static int compare(const void *a, const void *b)
{
	const struct prototype *left = a, *right = b;

	return compare_names(left->name, left->name_length, right->name, right->name_length) ?:
	       compare_names(left->module, left->module_length, right->module,
			     right->module_length);
}

static bool is_of_name(char letter)
{
	return isalnum((unsigned char)letter) || letter == '_' || letter == '.' || letter == '$';
}

/* The name is in front of the first parenthesis that has one there: int (*get(void))(int) */
static bool find_name(struct prototype *prototype, const char *end)
{
	const char *at, *begin;

	for (at = prototype->line; at < end; at++) {
		for (begin = at; *at == '(' && begin > prototype->line && is_of_name(begin[-1]);)
			begin--;
		if (begin == at)
			continue;
		prototype->name = begin;
		prototype->name_length = at - begin;
		return true;
	}
	return false;
}

/* Behind the declaration */
static void find_module(struct prototype *prototype, const char *end)
{
	const char *begin = memrchr(prototype->line, ' ', end - prototype->line);

	prototype->module = "";
	if (!begin || begin == prototype->line || begin[-1] != ')' || begin[1] != '[' ||
	    end[-1] != ']')
		return;
	prototype->module = begin + 2;
	prototype->module_length = end - 1 - prototype->module;
}

static void add_line(const char *line, size_t length)
{
	static const char * const sources[] = { " // tables: ", " // BTF: " };
	struct prototype prototype = { .line = line, .line_length = length };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sources); i++) {
		const char *end = memmem(line, length, sources[i], strlen(sources[i]));

		if (!end || end == line || !find_name(&prototype, end))
			continue;
		find_module(&prototype, end);
		prototype.args = end + strlen(sources[i]);
		prototypes = xgrow(prototypes, nr_prototypes, sizeof(*prototypes));
		prototypes[nr_prototypes++] = prototype;
		return;
	}
}

/**
 * args_read - read how arguments are recorded
 * @lines: as function_prototypes has them. They have to stay
 */
void args_read(const char *lines)
{
	while (*lines) {
		size_t length = strcspn(lines, "\n");

		add_line(lines, length);
		lines += length + !!lines[length];
	}
	if (nr_prototypes)
		qsort(prototypes, nr_prototypes, sizeof(*prototypes), compare);
}

/**
 * args_look_into - read function_prototypes when it is needed
 * @tracefs: where tracefs is
 */
void args_look_into(const char *tracefs)
{
	file = xasprintf("%s/function_prototypes", tracefs);
}

/* It takes time, and is of use if some arguments are there only */
static void read_now(void)
{
	char *all = file ? read_file(file, NULL) : NULL;

	free(file);
	file = NULL;
	if (all)
		args_read(all);
}

/* The line of a function, the first one of several that are next to each other, or NULL */
static struct prototype *find_first(uint64_t func)
{
	const struct symbol *symbol = names_find(func);
	struct prototype wanted = { 0 };
	size_t low = 0, high;

	read_now();
	if (!symbol)
		return NULL;
	wanted.name = symbol->name;
	wanted.name_length = strlen(wanted.name);
	wanted.module = symbol->module ?: "";
	wanted.module_length = strlen(wanted.module);
	for (high = nr_prototypes; low < high;) {
		size_t middle = low + (high - low) / 2;

		if (compare(&prototypes[middle], &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < nr_prototypes && !compare(&prototypes[low], &wanted) ? &prototypes[low] : NULL;
}

/* The next one of a function, or NULL */
static struct prototype *find_next(struct prototype *prototype)
{
	struct prototype *next = prototype + 1;

	return next < prototypes + nr_prototypes && !compare(prototype, next) ? next : NULL;
}

static bool is_same(const struct prototype *one, const struct prototype *other)
{
	int length = one->line + one->line_length - one->args;
	int other_length = other->line + other->line_length - other->args;

	return !compare_names(one->args, length, other->args, other_length);
}

/* Two functions may have the same name. Then it is not known which of them this is */
static const struct prototype *find(uint64_t func)
{
	struct prototype *first = find_first(func), *next = first;

	while (next && (next = find_next(next))) {
		if (!is_same(first, next))
			return NULL;
	}
	return first;
}

/* One argument of a line */
struct spec {
	const char *name;
	int length;
	char letter;
	unsigned int bytes, words;
};

/* Returns what is behind it, or NULL if this is none */
static const char *read_spec(struct spec *spec, const char *at, const char *end)
{
	const char *space = memchr(at, ' ', end - at) ?: end, *equal = memrchr(at, '=', space - at);
	unsigned long bytes;
	char *rest;

	if (!equal || equal + 2 >= space || !strchr("bduoxsrc", equal[1]) ||
	    !isdigit((unsigned char)equal[2]))
		return NULL;
	*spec = (struct spec) { .name = at, .length = equal - at, .letter = equal[1] };
	bytes = strtoul(equal + 2, &rest, 10);
	if (rest != space || bytes > MOST_BYTES)
		return NULL;
	spec->bytes = bytes;
	if (!strchr("sr", spec->letter) && (!spec->bytes || spec->bytes > 8))
		return NULL;
	spec->words = (spec->bytes + records_long_bytes() - 1) / records_long_bytes();
	if (spec->letter == 'r')
		spec->words = 1;
	return space < end ? space + 1 : end;
}

static bool is_rest(const char *at, const char *end)
{
	return (size_t)(end - at) == strlen(REST) && !memcmp(at, REST, strlen(REST));
}

/*
 * Whether all of a line can be understood, and a record may have so many words. Sets @words to
 * the number of those that are arguments. The others are strings
 */
static bool has_words(const struct prototype *prototype, unsigned int nr, unsigned int *words)
{
	const char *at = prototype->args, *end = prototype->line + prototype->line_length;
	unsigned int strings = 0;
	struct spec spec;

	*words = 0;
	while (at && at < end && !is_rest(at, end)) {
		at = read_spec(&spec, at, end);
		*words += at ? spec.words : 0;
		strings += at && spec.letter == 'c';
	}
	if (strings > RECORD_STRINGS)
		strings = RECORD_STRINGS;
	return at && nr <= *words + strings * STRING_BYTES / records_long_bytes();
}

/* Its lowest bits: others are undefined */
static uint64_t low_bits(uint64_t value, unsigned int bytes)
{
	unsigned int unused = 64 - 8 * bytes;

	return value << unused >> unused;
}

static void print_number(char *text, size_t size, const struct spec *spec, const uint64_t *words)
{
	uint64_t value = words[0];
	unsigned int unused = 64 - 8 * spec->bytes;

	if (spec->words > 1)
		value = (value & UINT32_MAX) | words[1] << 32;
	if (spec->letter == 'd') {
		snprintf(text, size, "%" PRId64, (int64_t)(value << unused) >> unused);
		return;
	}
	value = low_bits(value, spec->bytes);
	if (spec->letter == 'b' && value <= 1)
		snprintf(text, size, "%s", value ? "true" : "false");
	else if (spec->letter == 'o')
		snprintf(text, size, "%#" PRIo64, value);
	else if (spec->letter == 'u')
		snprintf(text, size, "%" PRId64, (int64_t)value);
	else
		snprintf(text, size, "0x%" PRIx64, value);
}

/* What has no room is left out */
static void print_struct(char *text, size_t size, const struct spec *spec, const uint64_t *words)
{
	unsigned int i, width = records_long_bytes(), left = spec->bytes;
	size_t at = snprintf(text, size, "(STRUCT)[");

	for (i = 0; i < spec->words && at < size; i++, left -= width)
		at += snprintf(text + at, size - at, "%s0x%" PRIx64, i ? ":" : "",
			       low_bits(words[i], left < width ? left : width));
	if (at < size)
		snprintf(text + at, size - at, "]");
}

static void print_value(char *text, size_t size, const struct spec *spec, const uint64_t *words)
{
	if (spec->letter == 's')
		print_struct(text, size, spec, words);
	else if (spec->letter == 'r')
		snprintf(text, size, "(STRUCT *)0x%" PRIx64, words[0]);
	else
		print_number(text, size, spec, words);
}

/* The words of a string that is in a record. There may be fewer than it has room for */
static void read_text(struct argument *argument, const uint64_t *words, unsigned int nr)
{
	unsigned int width = records_long_bytes(), i, most = nr * width;
	unsigned char bytes[STRING_BYTES];

	if (most > STRING_BYTES)
		most = STRING_BYTES;
	for (i = 0; i < most; i++)
		bytes[i] = words[i / width] >> 8 * (i % width);
	if (most < 2 || !bytes[0])
		return;
	argument->has_text = true;
	argument->is_cut = !memchr(bytes + 1, 0, most - 1);
	memcpy(argument->text, bytes + 1, most - 1);
}

/**
 * args_of - the arguments of a call
 * @link: the call
 * @arguments: gets them. It has room for MOST_ARGS
 *
 * As the kernel prints them, "..." stands behind the last one that was recorded, if there are
 * more.
 *
 * Return: how many there are. 0 if they were not recorded, or cannot be understood
 */
int args_of(const struct link *link, struct argument *arguments)
{
	const struct prototype *prototype = link->nr_args ? find(link->func) : NULL;
	unsigned int word = 0, string, words;
	struct spec spec = { 0 };
	const char *at, *end;
	int nr = 0;

	/* With another prototype, words have no meaning */
	if (!prototype || !has_words(prototype, link->nr_args, &words))
		return 0;
	string = words;
	if (words > link->nr_args)
		words = link->nr_args;
	end = prototype->line + prototype->line_length;
	for (at = prototype->args; at < end; nr++) {
		struct argument *argument = &arguments[nr];
		bool rest = is_rest(at, end);

		if (!rest)
			at = read_spec(&spec, at, end);
		if (rest || nr == MOST_ARGS - 1 || word + spec.words > words) {
			*argument = (struct argument) { .value = REST };
			return nr + 1;
		}
		*argument = (struct argument) { 0 };
		snprintf(argument->name, sizeof(argument->name), "%.*s", spec.length, spec.name);
		print_value(argument->value, sizeof(argument->value), &spec, link->args + word);
		if (spec.letter == 'c' && string < link->nr_args) {
			read_text(argument, link->args + string, link->nr_args - string);
			string += STRING_BYTES / records_long_bytes();
		}
		word += spec.words;
	}
	return nr;
}

/* What is shown of an argument: its string, if that was recorded */
static char *shown(const struct argument *argument)
{
	char text[2 * STRING_BYTES], *to = text;
	const char *from;

	if (!argument->has_text)
		return strdup(argument->value);
	for (from = argument->text; *from; from++) {
		if (*from == '"' || *from == '\\')
			*to++ = '\\';
		*to++ = *from;
	}
	*to = 0;
	return xasprintf("\"%s\"%s", text, argument->is_cut ? "..." : "");
}

/**
 * args_text - the arguments of a call, in parentheses
 * @link: the call
 * @most: how many columns they may have. What does not fit is cut behind a whole argument
 *
 * Return: the text. It is empty if there are none, or if the first one does not fit. free() it
 */
char *args_text(const struct link *link, size_t most)
{
	struct argument arguments[MOST_ARGS];
	int nr = args_of(link, arguments), i;
	char *text = strdup(""), *longer, *clean;

	for (i = 0; i < nr; i++) {
		size_t cut = i + 1 < nr ? strlen(", .") : 0;
		char *value = shown(&arguments[i]);

		longer = xasprintf("%s%s%s%s%s", text, i ? ", " : "", arguments[i].name,
				   arguments[i].name[0] ? "=" : "", value);
		free(value);
		clean = printable(longer);
		cut += strlen(clean) + strlen("()");
		free(clean);
		if (cut > most) {
			free(longer);
			break;
		}
		free(text);
		text = longer;
	}
	clean = printable(text);
	free(text);
	text = i ? xasprintf("(%s%s)", clean, i < nr ? ", …" : "") : strdup("");
	free(clean);
	return text;
}

/**
 * args_use - have the line of a function written by args_put()
 * @func: the function
 */
void args_use(uint64_t func)
{
	struct prototype *prototype = saved_is_begun() ? find_first(func) : NULL;

	for (; prototype; prototype = find_next(prototype))
		prototype->used = true;
}

/**
 * args_put - write the lines that are used to a file of records
 */
void args_put(void)
{
	size_t i, bytes;
	char *lines;
	FILE *out = open_memstream(&lines, &bytes);

	if (!out)
		return;
	for (i = 0; i < nr_prototypes; i++) {
		if (prototypes[i].used)
			fprintf(out, "%.*s\n", prototypes[i].line_length, prototypes[i].line);
	}
	if (!fclose(out) && bytes)
		saved_put("arguments", lines, bytes);
	free(lines);
}
