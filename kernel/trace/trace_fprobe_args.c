// SPDX-License-Identifier: GPL-2.0
/*
 * trace_fprobe_args.c - parse the arguments of an event of an fprobe
 *
 * What "$argN", the name of an argument and "$retval" mean follows from the prototype. A
 * register may have less than a value: then the address of all of it is fetched, and what is
 * there.
 */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "fgraph/type.h"
#include "trace_probe.h"
#include "trace_fprobe.h"

/* The type of an integer of so many bytes, or NULL for the type of a word */
static const char *integer(u32 bytes, bool is_signed)
{
	switch (bytes) {
	case 1:
		return is_signed ? "s8" : "u8";
	case 2:
		return is_signed ? "s16" : "u16";
	case 4:
		return is_signed ? "s32" : "u32";
	case 8:
		return is_signed ? "s64" : "u64";
	default:
		return NULL;
	}
}

/* How many bytes a return value has */
static u32 return_bytes(u16 type)
{
	return (type & FGRAPH_TYPE_ONE ? 1 : 2) * sizeof(long) - (type & FGRAPH_TYPE_UNUSED) / 8;
}

static const char *return_type(u16 type)
{
	switch (fgraph_type_kind(type)) {
	case FGRAPH_BOOL:
	case FGRAPH_INT:
	case FGRAPH_ERRNO_INT:
	case FGRAPH_ENUM:
		return integer(return_bytes(type), type & FGRAPH_TYPE_SIGNED);
	default:
		return NULL;
	}
}

static const char *argument_type(const struct fgraph_arg_copy *argument)
{
	if (argument->is_pointer || fgraph_is_struct(argument->kind))
		return NULL;
	return integer(argument->bytes, argument->is_signed);
}

/* "$argN": N, or 0 if it is something else */
static unsigned int number_of(const char *arg)
{
	unsigned int n;

	if (!str_has_prefix(arg, "$arg") || kstrtouint(arg + strlen("$arg"), 10, &n))
		return 0;
	return n;
}

/* The argument with this name, or "$argN", or NULL */
static const struct fgraph_arg_copy *find_argument(const struct trace_fprobe *tf, const char *arg)
{
	const struct fgraph_proto_copy *proto = tf->proto;
	unsigned int n = number_of(arg);
	u32 i;

	if (n)
		return n <= proto->count ? &proto->args[n - 1] : NULL;
	for (i = 0; i < proto->count; i++) {
		if (proto->args[i].name && !strcmp(proto->args[i].name, arg))
			return &proto->args[i];
	}
	return NULL;
}

/* probe_lookup.type */
static const char *default_type(const struct trace_probe *tp, const char *arg)
{
	const struct trace_fprobe *tf = container_of(tp, struct trace_fprobe, tp);
	const struct fgraph_arg_copy *argument;

	if (!strcmp(arg, "$retval"))
		return return_type(tf->proto->type);
	argument = find_argument(tf, arg);
	return argument ? argument_type(argument) : NULL;
}

/**
 * struct parsed - what is to be parsed, see probe_lookup.parse
 * @tf: the probe
 * @arg: the argument
 * @type: type to store
 * @code: the next instruction
 * @end: end of the instructions
 * @offs: where @arg is
 */
struct parsed {
	struct trace_fprobe *tf;
	const char *arg;
	const struct fetch_type *type;
	struct fetch_insn **code;
	struct fetch_insn *end;
	int offs;
};

static int fetch_behind(const struct parsed *parsed)
{
	struct fetch_insn *code = ++*parsed->code;

	if (code == parsed->end) {
		trace_probe_log_err(parsed->offs, TOO_MANY_OPS);
		return -EINVAL;
	}
	code->op = FETCH_OP_DEREF;
	code->offset = 0;
	return 0;
}

/*
 * Fetch a value. If it is larger than a word, fetch its address, and then what is there. What
 * is behind a pointer is a string, if one is asked for.
 */
static int fetch(const struct parsed *parsed, enum fetch_op op, unsigned int param,
		 bool is_memory, bool is_pointer)
{
	struct fetch_insn *code = *parsed->code;

	code->op = op;
	code->param = param | (is_memory ? TRACE_FPROBE_MEMORY : 0);
	if (is_memory || (is_pointer && parsed->type->is_string &&
			  strcmp(parsed->type->name, "symstr")))
		return fetch_behind(parsed);
	return 0;
}

static int parse_retval(const struct parsed *parsed)
{
	u16 type = parsed->tf->proto->type;

	if (!parsed->tf->is_return) {
		trace_probe_log_err(parsed->offs, RETVAL_ON_PROBE);
		return -EINVAL;
	}
	if (type && fgraph_type_kind(type) == FGRAPH_VOID) {
		trace_probe_log_err(parsed->offs, NO_RETVAL);
		return -ENOENT;
	}
	return fetch(parsed, FETCH_OP_RETVAL, 0, type && return_bytes(type) > sizeof(long),
		     fgraph_type_kind(type) == FGRAPH_POINTER);
}

/* Without a prototype, an argument is a register */
static int parse_register(const struct parsed *parsed)
{
	unsigned int n = number_of(parsed->arg);

	if (parsed->arg[0] != '$') {
		trace_probe_log_err(parsed->offs, NO_PROTOTYPE);
		return -ENOENT;
	}
	if (!n || n > FTRACE_REGS_MAX_ARGS) {
		trace_probe_log_err(parsed->offs, BAD_ARG_NUM);
		return -EINVAL;
	}
	parsed->tf->recipe = max_t(u16, parsed->tf->recipe, n);
	return fetch(parsed, FETCH_OP_ARG, n - 1, false, false);
}

static int parse_argument(const struct parsed *parsed)
{
	const struct fgraph_arg_copy *argument = find_argument(parsed->tf, parsed->arg);
	const struct fgraph_proto_copy *proto = parsed->tf->proto;
	bool is_memory;

	if (!proto->type)
		return parse_register(parsed);
	if (!argument) {
		trace_probe_log_err(parsed->offs, NO_BTFARG);
		return -ENOENT;
	}
	if (!argument->is_recorded) {
		trace_probe_log_err(parsed->offs, NO_ARG_PLACE);
		return -EINVAL;
	}
	parsed->tf->recipe = proto->recipe;
	is_memory = !argument->is_pointer &&
		    (argument->bytes > sizeof(long) || fgraph_is_struct(argument->kind));
	return fetch(parsed, FETCH_OP_ARG, argument->word, is_memory, argument->is_pointer);
}

/* probe_lookup.parse */
static int parse(const struct trace_probe *tp, const char *arg, const struct fetch_type *type,
		 struct fetch_insn **code, struct fetch_insn *end, int offs)
{
	struct parsed parsed = {
		.tf = container_of(tp, struct trace_fprobe, tp),
		.arg = arg,
		.type = type,
		.code = code,
		.end = end,
		.offs = offs,
	};

	if (!strcmp(arg, "$arg*")) {
		trace_probe_log_err(offs, BAD_VAR_ARGS);
		return -EINVAL;
	}
	if (!strcmp(arg, "$retval"))
		return parse_retval(&parsed);
	if (str_has_prefix(arg, "$arg") || isalpha(arg[0]) || arg[0] == '_')
		return parse_argument(&parsed);
	/* No registers but those of arguments. At the return, no stack */
	if (arg[0] == '%' || (parsed.tf->is_return && str_has_prefix(arg, "$stack"))) {
		trace_probe_log_err(offs, BAD_VAR);
		return -EINVAL;
	}
	parsed.tf->reads_stack |= !!str_has_prefix(arg, "$stack");
	return 1;
}

/* probe_lookup.name: of "NAME[:TYPE]" and "$argN[:TYPE]" */
static char *argument_name(const struct trace_probe *tp, const char *arg)
{
	const struct trace_fprobe *tf = container_of(tp, struct trace_fprobe, tp);
	char *plain = kmemdup_nul(arg, strcspn(arg, ":"), GFP_KERNEL);
	const struct fgraph_arg_copy *argument;

	argument = plain ? find_argument(tf, plain) : NULL;
	kfree(plain);
	return argument && argument->name ? kstrdup(argument->name, GFP_KERNEL) : NULL;
}

static const struct probe_lookup trace_fprobe_lookup = {
	.parse = parse,
	.type = default_type,
	.name = argument_name,
};

/* Show "NAME[:TYPE]" for "$argN[:TYPE]", if that is the name of the argument */
static int show_name(const struct trace_fprobe *tf, struct probe_arg *added, const char *arg)
{
	char *name = argument_name(&tf->tp, arg);
	const char *comm;

	if (!name)
		return 0;
	comm = kasprintf(GFP_KERNEL, "%s%s", name, arg + strcspn(arg, ":"));
	kfree(name);
	if (!comm)
		return -ENOMEM;
	kfree(added->comm);
	added->comm = comm;
	return 0;
}

static int add_argument(struct trace_fprobe *tf, const char *arg)
{
	unsigned int flags = TPARG_FL_KERNEL | (tf->is_return ? TPARG_FL_RETURN : TPARG_FL_FENTRY);
	int i = tf->tp.nr_args, ret;

	ret = traceprobe_parse_probe_arg(&tf->tp, i, arg, flags);
	if (ret)
		return ret;
	ret = traceprobe_update_arg(&tf->tp.args[i]);
	if (ret) {
		trace_probe_log_err(strcspn(arg, "@"), BAD_MEM_ADDR);
		return ret;
	}
	return show_name(tf, &tf->tp.args[i], arg);
}

/* "$arg*": all arguments of the function that can be recorded */
static int add_all(struct trace_fprobe *tf)
{
	char arg[sizeof("$arg") + 10];
	u32 i;
	int ret;

	if (!tf->proto->type) {
		trace_probe_log_err(0, NO_PROTOTYPE);
		return -ENOENT;
	}
	for (i = 0; i < tf->proto->count; i++) {
		if (!tf->proto->args[i].is_recorded)
			continue;
		snprintf(arg, sizeof(arg), "$arg%u", i + 1);
		ret = add_argument(tf, arg);
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * trace_fprobe_add_args - parse the arguments of a probe, and add them
 * @tf: the probe. It has room for @argc arguments, and for all of its prototype
 * @argc: number of arguments
 * @argv: the arguments
 *
 * Context: may sleep
 * Return: 0, or a negative errno. error_log has what is wrong
 */
int trace_fprobe_add_args(struct trace_fprobe *tf, int argc, const char **argv)
{
	bool had_all = false;
	int i, ret;

	tf->tp.lookup = &trace_fprobe_lookup;
	for (i = 0; i < argc; i++) {
		bool is_all = !strcmp(argv[i], "$arg*");

		trace_probe_log_set_index(i + 2);
		if (is_all && had_all) {
			trace_probe_log_err(0, DOUBLE_ARGS);
			return -EINVAL;
		}
		if (tf->tp.nr_args + (is_all ? tf->proto->count : 1) > MAX_TRACE_ARGS) {
			trace_probe_log_err(0, ARGS_2LONG);
			return -E2BIG;
		}
		had_all |= is_all;
		ret = is_all ? add_all(tf) : add_argument(tf, argv[i]);
		if (ret)
			return ret;
	}
	return 0;
}
