// SPDX-License-Identifier: GPL-2.0
/*
 * arg_places_test.c - KUnit test of where arguments are, by the rules of all ABIs
 *
 * On each machine, the rules of all ABIs are tested: scripts/fgraph-proto uses them so.
 */
#include <kunit/test.h>
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "arg_places.h"

/**
 * struct rule_case - arguments, and where they are
 * @abi: the ABI
 * @args: a letter for each argument, see set_arg(). Before them "*", if the place of the
 *	return value is a hidden argument, or "." if the function takes none in registers
 * @places: a word for each word: the number of a register, or "s" and the number of a word
 *	on the stack
 */
struct rule_case {
	enum fgraph_abi abi;
	const char *args;
	const char *places;
};

static const struct rule_case rule_cases[] = {
	/* Six registers. What is larger than two of them, or does not fit, is on the stack */
	{ FGRAPH_X86_64, "", "" },
	{ FGRAPH_X86_64, "biqlllil", "0 1 2 3 4 5 s0 s1" },
	{ FGRAPH_X86_64, "pi", "0 1 2" },
	{ FGRAPH_X86_64, "lllllpll", "0 1 2 3 4 s0 s1 5 s2" },
	{ FGRAPH_X86_64, "iti", "0 s0 s1 s2 1" },
	{ FGRAPH_X86_64, "imi", "0 1 2 3" },
	{ FGRAPH_X86_64, "iki", "0 s0 s1 1" },
	{ FGRAPH_X86_64, "iei", "0 1" },
	{ FGRAPH_X86_64, "*ii", "1 2" },
	/* Three registers. What does not fit is on the stack, and so is all that follows */
	{ FGRAPH_I386, "biii", "0 1 2 s0" },
	{ FGRAPH_I386, "iqi", "0 1 2 s0" },
	{ FGRAPH_I386, "iiqi", "0 1 s0 s1 s2" },
	{ FGRAPH_I386, "qqi", "0 1 s0 s1 s2" },
	{ FGRAPH_I386, "ti", "0 1 2 s0" },
	{ FGRAPH_I386, "iti", "0 s0 s1 s2 s3" },
	{ FGRAPH_I386, "iei", "0 1" },
	{ FGRAPH_I386, "*ii", "1 2" },
	{ FGRAPH_I386, ".iq", "s0 s1 s2" },
	/* Eight registers. Of a large struct, there is a pointer */
	{ FGRAPH_ARM64, "iiiiiiiibi", "0 1 2 3 4 5 6 7 s0 s1" },
	{ FGRAPH_ARM64, "iti", "0 1 2" },
	{ FGRAPH_ARM64, "lllllllpl", "0 1 2 3 4 5 6 s0 s1 s2" },
	{ FGRAPH_ARM64, "iki", "0 1 2 3" },
	{ FGRAPH_ARM64, "*ii", "0 1" },
	{ FGRAPH_ARM64, ".ii", "0 1" },
	/* Four registers. 64 bits are in a pair of them, or aligned on the stack */
	{ FGRAPH_ARM, "iqi", "0 2 3 s0" },
	{ FGRAPH_ARM, "iiqi", "0 1 2 3 s0" },
	{ FGRAPH_ARM, "iiiqi", "0 1 2 s0 s1 s2" },
	{ FGRAPH_ARM, "qqiqi", "0 1 2 3 s0 s2 s3 s4" },
	{ FGRAPH_ARM, "iiipi", "0 1 2 3 s0 s1" },
	{ FGRAPH_ARM, "iti", "0 1 2 3 s0" },
	{ FGRAPH_ARM, "imi", "0 2 3 s0 s1 s2" },
	{ FGRAPH_ARM, "iki", "0 1 2 3 s0" },
	{ FGRAPH_ARM, "*iq", "1 2 3" },
	/* Eight registers. A struct of two words may be in the last one and on the stack */
	{ FGRAPH_RISCV64, "lllllllpl", "0 1 2 3 4 5 6 7 s0 s1" },
	{ FGRAPH_RISCV64, "llllllllpl", "0 1 2 3 4 5 6 7 s0 s1 s2" },
	{ FGRAPH_RISCV64, "iti", "0 1 2" },
	{ FGRAPH_RISCV64, "*ii", "1 2" },
};

static void set_arg(struct fgraph_arg *arg, char letter, unsigned int word)
{
	*arg = (struct fgraph_arg) { .is_struct = strchr("ptmke", letter) };
	switch (letter) {
	case 'b':	/* a byte */
		arg->bytes = 1;
		break;
	case 'i':	/* int */
		arg->bytes = 4;
		break;
	case 'q':	/* u64 */
		arg->bytes = 8;
		break;
	case 'l':	/* long */
		arg->bytes = word;
		break;
	case 'p':	/* two longs */
		arg->bytes = 2 * word;
		arg->align = word;
		return;
	case 't':	/* three longs */
		arg->bytes = 3 * word;
		arg->align = word;
		return;
	case 'm':	/* u32 and u64 */
		arg->bytes = 16;
		arg->align = 8;
		return;
	case 'k':	/* u8 and u64, packed */
		arg->bytes = 9;
		arg->align = 8;
		arg->is_unaligned = true;
		return;
	case 'e':	/* struct {} */
		return;
	}
	arg->align = arg->bytes;
}

static void place(const struct rule_case *rule, char *text, size_t size)
{
	const char *letter = rule->args;
	struct fgraph_places places;
	u16 words[FGRAPH_RECIPE_WORDS];
	struct fgraph_arg arg;
	size_t used = 0;
	int i, nr;

	fgraph_begin_places(&places, rule->abi, *letter == '.', *letter == '*');
	if (ispunct(*letter))
		letter++;
	*text = '\0';
	for (; *letter; letter++) {
		set_arg(&arg, *letter, fgraph_word_bytes(rule->abi));
		nr = fgraph_place_argument(&places, &arg, words, ARRAY_SIZE(words));
		for (i = 0; i < nr; i++)
			used += scnprintf(text + used, size - used, "%s%s%u", used ? " " : "",
					  words[i] & FGRAPH_PLACE_STACK ? "s" : "",
					  words[i] & FGRAPH_PLACE_NUMBER);
	}
}

static void follow_the_rules(struct kunit *test)
{
	char text[64];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rule_cases); i++) {
		place(&rule_cases[i], text, sizeof(text));
		KUNIT_EXPECT_STREQ_MSG(test, text, rule_cases[i].places, "%s of ABI %u",
				       rule_cases[i].args, rule_cases[i].abi);
	}
}

/* An argument has all of its words, or none */
static void leave_out_what_does_not_fit(struct kunit *test)
{
	struct fgraph_arg arg = { .bytes = 8, .align = 8 };
	struct fgraph_places places;
	u16 words[2];

	fgraph_begin_places(&places, FGRAPH_I386, false, false);
	KUNIT_EXPECT_EQ(test, fgraph_place_argument(&places, &arg, words, 1), -1);
	KUNIT_EXPECT_EQ(test, fgraph_place_argument(&places, &arg, words, 2), 2);
	KUNIT_EXPECT_EQ(test, fgraph_place_argument(&places, &arg, words, 0), -1);
}

static struct kunit_case fgraph_args_test_cases[] = {
	KUNIT_CASE(follow_the_rules),
	KUNIT_CASE(leave_out_what_does_not_fit),
	{}
};

static struct kunit_suite fgraph_args_test_suite = {
	.name = "fgraph_args",
	.test_cases = fgraph_args_test_cases,
};

kunit_test_suites(&fgraph_args_test_suite);
