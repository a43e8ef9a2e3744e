// SPDX-License-Identifier: GPL-2.0
/*
 * trace_fprobe.c - events at the entries and at the returns of functions, by fprobe
 *
 *	f[:[GRP/][EVENT]] SYM[%return] [ARGS]
 *
 * This is how events are defined, enabled and removed. trace_fprobe_args.c parses arguments.
 * trace_fprobe_record.c records them, and prints.
 */
#define pr_fmt(fmt) "trace_fprobe: " fmt

#include <linux/kallsyms.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "trace_probe.h"
#include "trace_fprobe.h"

#define GROUP		"fprobes"

static struct dyn_event_operations trace_fprobe_ops;

static bool is_trace_fprobe(const struct dyn_event *ev)
{
	return ev->ops == &trace_fprobe_ops;
}

static struct trace_fprobe *to_trace_fprobe(struct dyn_event *ev)
{
	return container_of(ev, struct trace_fprobe, devent);
}

#define for_each_sibling(pos, call)	\
	list_for_each_entry(pos, trace_probe_probe_list(trace_probe_primary_from_call(call)), \
			    tp.list)

/* Looked up anew each time: the module may have come anew */
static int register_probe(struct trace_fprobe *tf)
{
	unsigned long addr = kallsyms_lookup_name(tf->symbol);
	int ret;

	if (!addr)
		return -ENOENT;
	ret = register_fprobe_ips(&tf->fp, &addr, 1);
	tf->is_registered = !ret;
	return ret;
}

static void unregister_probe(struct trace_fprobe *tf)
{
	if (!tf->is_registered)
		return;
	unregister_fprobe(&tf->fp);
	tf->is_registered = false;
}

static void unregister_probes(struct trace_event_call *event)
{
	struct trace_fprobe *tf;

	for_each_sibling(tf, event)
		unregister_probe(tf);
}

static int register_probes(struct trace_event_call *event)
{
	struct trace_fprobe *tf;
	int ret;

	for_each_sibling(tf, event) {
		ret = register_probe(tf);
		if (ret) {
			unregister_probes(event);
			return ret;
		}
	}
	return 0;
}

/* No more for a trace array, or for perf if @file is NULL */
static void stop_for(struct trace_probe *tp, struct trace_event_file *file)
{
	if (file)
		trace_probe_remove_file(tp, file);
	else
		trace_probe_clear_flag(tp, TP_FLAG_PROFILE);
}

static int enable(struct trace_event_call *event, struct trace_event_file *file)
{
	struct trace_probe *tp = trace_probe_primary_from_call(event);
	bool was_enabled = trace_probe_is_enabled(tp);
	int ret = 0;

	if (file)
		ret = trace_probe_add_file(tp, file);
	else
		trace_probe_set_flag(tp, TP_FLAG_PROFILE);
	if (ret || was_enabled)
		return ret;
	ret = register_probes(event);
	if (ret)
		stop_for(tp, file);
	return ret;
}

static int disable(struct trace_event_call *event, struct trace_event_file *file)
{
	struct trace_probe *tp = trace_probe_primary_from_call(event);

	if (file && !trace_probe_get_file_link(tp, file))
		return -ENOENT;
	stop_for(tp, file);
	if (!trace_probe_is_enabled(tp))
		unregister_probes(event);
	return 0;
}

/* trace_event_class.reg. event_mutex is held */
static int trace_fprobe_reg(struct trace_event_call *event, enum trace_reg type, void *data)
{
	switch (type) {
	case TRACE_REG_REGISTER:
		return enable(event, data);
	case TRACE_REG_UNREGISTER:
		return disable(event, data);
#ifdef CONFIG_PERF_EVENTS
	case TRACE_REG_PERF_REGISTER:
		return enable(event, NULL);
	case TRACE_REG_PERF_UNREGISTER:
		return disable(event, NULL);
#endif
	default:
		return 0;
	}
}

static void free_trace_fprobe(struct trace_fprobe *tf)
{
	trace_probe_cleanup(&tf->tp);
	fgraph_free_proto(tf->proto);
	kfree(tf->symbol);
	kfree(tf);
}

/* Takes @proto over, also if it fails */
static struct trace_fprobe *alloc_trace_fprobe(const char *group, const char *event,
					       const char *symbol, bool is_return,
					       struct fgraph_proto_copy *proto, int max_args)
{
	struct trace_fprobe *tf = kzalloc(struct_size(tf, tp.args, max_args), GFP_KERNEL);
	int ret = -ENOMEM;

	if (!tf) {
		fgraph_free_proto(proto);
		return ERR_PTR(-ENOMEM);
	}
	tf->proto = proto;
	tf->is_return = is_return;
	tf->symbol = kstrdup(symbol, GFP_KERNEL);
	if (tf->symbol)
		ret = trace_probe_init(&tf->tp, event, group, false);
	if (ret) {
		free_trace_fprobe(tf);
		return ERR_PTR(ret);
	}
	dyn_event_init(&tf->devent, &trace_fprobe_ops);
	return tf;
}

static int count_symbol(void *data, unsigned long unused)
{
	++*(unsigned int *)data;
	return 0;
}

struct counted_symbol {
	const char *name;
	unsigned int count;
};

static int count_module_symbol(void *data, const char *name, struct module *mod,
			       unsigned long unused)
{
	struct counted_symbol *counted = data;

	counted->count += !strcmp(name, counted->name);
	return 0;
}

/* Find the call site of a function. A "MODULE:" in front of it says which one */
static int find_function(const char *symbol, unsigned long *ip)
{
	struct counted_symbol counted = { .name = symbol };

	if (!strchr(symbol, ':')) {
		kallsyms_on_each_match_symbol(count_symbol, symbol, &counted.count);
		module_kallsyms_on_each_symbol(count_module_symbol, &counted);
	}
	if (counted.count > 1) {
		trace_probe_log_err(0, NON_UNIQ_SYMBOL);
		return -EADDRNOTAVAIL;
	}
	*ip = kallsyms_lookup_name(symbol);
	if (*ip)
		*ip = ftrace_location(*ip);
	if (!*ip) {
		trace_probe_log_err(0, BAD_PROBE_ADDR);
		return -ENOENT;
	}
	return 0;
}

/* Split "SYM[%return]". Returns the symbol, or an error */
static char *parse_symbol(const char *arg, bool *is_return)
{
	char *symbol = kstrdup(arg, GFP_KERNEL), *suffix;

	if (!symbol)
		return ERR_PTR(-ENOMEM);
	suffix = strchr(symbol, '%');
	*is_return = suffix;
	if (!suffix)
		return symbol;
	if (strcmp(suffix, "%return")) {
		trace_probe_log_err(suffix - symbol, BAD_ADDR_SUFFIX);
		kfree(symbol);
		return ERR_PTR(-EINVAL);
	}
	*suffix = '\0';
	return symbol;
}

static bool is_same(const struct trace_fprobe *one, const struct trace_fprobe *other)
{
	int i;

	if (strcmp(one->symbol, other->symbol))
		return false;
	for (i = 0; i < one->tp.nr_args; i++) {
		if (strcmp(one->tp.args[i].comm, other->tp.args[i].comm))
			return false;
	}
	return true;
}

/* Add a probe to an event that has others */
static int append(struct trace_fprobe *tf, struct trace_fprobe *to)
{
	struct trace_event_call *event = trace_probe_event_call(&to->tp);
	struct trace_fprobe *other;
	int ret;

	if (tf->is_return != to->is_return) {
		trace_probe_log_set_index(0);
		trace_probe_log_err(0, DIFF_PROBE_TYPE);
		return -EEXIST;
	}
	ret = trace_probe_compare_arg_type(&tf->tp, &to->tp);
	if (ret) {
		/* The arguments follow the event and the symbol */
		trace_probe_log_set_index(ret + 1);
		trace_probe_log_err(0, DIFF_ARG_TYPE);
		return -EEXIST;
	}
	for_each_sibling(other, event) {
		if (is_same(tf, other)) {
			trace_probe_log_set_index(0);
			trace_probe_log_err(0, SAME_PROBE);
			return -EEXIST;
		}
	}
	ret = trace_probe_append(&tf->tp, &to->tp);
	if (ret)
		return ret;
	if (trace_probe_is_enabled(&to->tp))
		ret = register_probe(tf);
	if (ret)
		trace_probe_unlink(&tf->tp);
	else
		dyn_event_add(&tf->devent, event);
	return ret;
}

static int add_event(struct trace_fprobe *tf)
{
	struct trace_event_call *event = trace_probe_event_call(&tf->tp);
	int ret;

	trace_fprobe_set_event(tf);
	event->class->reg = trace_fprobe_reg;
	ret = trace_probe_register_event_call(&tf->tp);
	if (ret == -EEXIST) {
		trace_probe_log_set_index(0);
		trace_probe_log_err(0, EVENT_EXIST);
	}
	if (!ret)
		dyn_event_add(&tf->devent, event);
	return ret;
}

static struct trace_fprobe *find_event(const char *group, const char *event)
{
	struct trace_fprobe *tf;
	struct dyn_event *ev;

	for_each_dyn_event(ev) {
		tf = to_trace_fprobe(ev);
		if (is_trace_fprobe(ev) && !strcmp(trace_probe_name(&tf->tp), event) &&
		    !strcmp(trace_probe_group_name(&tf->tp), group))
			return tf;
	}
	return NULL;
}

static int add_trace_fprobe(struct trace_fprobe *tf)
{
	struct trace_fprobe *to;
	int ret;

	mutex_lock(&event_mutex);
	to = find_event(trace_probe_group_name(&tf->tp), trace_probe_name(&tf->tp));
	ret = to ? append(tf, to) : add_event(tf);
	mutex_unlock(&event_mutex);
	return ret;
}

/* The rest of a definition is right: make the event */
static int create_event(const char *group, const char *event, const char *symbol, bool is_return,
			int argc, const char **argv)
{
	struct fgraph_proto_copy *proto;
	struct trace_fprobe *tf;
	unsigned long ip;
	int ret;

	trace_probe_log_set_index(1);
	ret = find_function(symbol, &ip);
	if (ret)
		return ret;
	proto = fgraph_copy_proto(ip);
	if (!proto)
		return -ENOMEM;
	tf = alloc_trace_fprobe(group, event, symbol, is_return, proto, argc + proto->count);
	if (IS_ERR(tf))
		return PTR_ERR(tf);
	ret = trace_fprobe_add_args(tf, argc, argv);
	if (!ret)
		ret = traceprobe_set_print_fmt(&tf->tp, is_return ? PROBE_PRINT_RETURN :
								    PROBE_PRINT_NORMAL);
	if (!ret) {
		trace_fprobe_set_handlers(tf);
		ret = add_trace_fprobe(tf);
	}
	if (ret)
		free_trace_fprobe(tf);
	return ret;
}

static int parse_definition(int argc, const char **argv)
{
	char name[MAX_EVENT_NAME_LEN], group_name[MAX_EVENT_NAME_LEN];
	const char *event = NULL, *group = GROUP;
	bool is_return;
	char *symbol;
	int ret = 0;

	if (argv[0][1] == ':') {
		event = argv[0] + 2;
		ret = traceprobe_parse_event_name(&event, &group, group_name, 2);
	} else if (argv[0][1]) {
		/* There was a number of nodes to allocate */
		trace_probe_log_err(1, BAD_MAXACT);
		ret = -EINVAL;
	}
	if (ret)
		return ret;
	trace_probe_log_set_index(1);
	symbol = parse_symbol(argv[1], &is_return);
	if (IS_ERR(symbol))
		return PTR_ERR(symbol);
	if (!event) {
		snprintf(name, sizeof(name), "%s__%s", symbol, is_return ? "exit" : "entry");
		sanitize_event_name(name);
		event = name;
	}
	ret = create_event(group, event, symbol, is_return, argc - 2, argv + 2);
	kfree(symbol);
	return ret;
}

static int create_from_words(int argc, const char **argv)
{
	int ret;

	if (argv[0][0] != 'f' || argc < 2)
		return -ECANCELED;
	trace_probe_log_init("trace_fprobe", argc, argv);
	ret = parse_definition(argc, argv);
	trace_probe_log_clear();
	return ret;
}

/* dyn_event_operations.create */
static int trace_fprobe_create(const char *raw_command)
{
	return trace_probe_create(raw_command, create_from_words);
}

/* dyn_event_operations.show */
static int trace_fprobe_show(struct seq_file *m, struct dyn_event *ev)
{
	struct trace_fprobe *tf = to_trace_fprobe(ev);
	int i;

	seq_printf(m, "f:%s/%s %s%s", trace_probe_group_name(&tf->tp), trace_probe_name(&tf->tp),
		   tf->symbol, tf->is_return ? "%return" : "");
	for (i = 0; i < tf->tp.nr_args; i++)
		seq_printf(m, " %s=%s", tf->tp.args[i].name, tf->tp.args[i].comm);
	seq_putc(m, '\n');
	return 0;
}

/* dyn_event_operations.is_busy */
static bool trace_fprobe_is_busy(struct dyn_event *ev)
{
	return trace_probe_is_enabled(&to_trace_fprobe(ev)->tp);
}

/* dyn_event_operations.free: the last probe of an event takes the event along */
static int trace_fprobe_free(struct dyn_event *ev)
{
	struct trace_fprobe *tf = to_trace_fprobe(ev);

	if (!trace_probe_has_sibling(&tf->tp)) {
		if (trace_probe_is_enabled(&tf->tp) ||
		    trace_event_dyn_busy(trace_probe_event_call(&tf->tp)) ||
		    trace_probe_unregister_event_call(&tf->tp))
			return -EBUSY;
	}
	unregister_probe(tf);
	dyn_event_remove(&tf->devent);
	free_trace_fprobe(tf);
	return 0;
}

static bool is_symbol(const struct trace_fprobe *tf, const char *arg)
{
	size_t length = strlen(tf->symbol);

	return !strncmp(arg, tf->symbol, length) &&
	       !strcmp(arg + length, tf->is_return ? "%return" : "");
}

/* dyn_event_operations.match */
static bool trace_fprobe_match(const char *system, const char *event, int argc,
			       const char **argv, struct dyn_event *ev)
{
	struct trace_fprobe *tf = to_trace_fprobe(ev);

	if (event[0] && strcmp(trace_probe_name(&tf->tp), event))
		return false;
	if (system && strcmp(trace_probe_group_name(&tf->tp), system))
		return false;
	return !argc || (is_symbol(tf, argv[0]) &&
			 trace_probe_match_command_args(&tf->tp, argc - 1, argv + 1));
}

static struct dyn_event_operations trace_fprobe_ops = {
	.create = trace_fprobe_create,
	.show = trace_fprobe_show,
	.is_busy = trace_fprobe_is_busy,
	.free = trace_fprobe_free,
	.match = trace_fprobe_match,
};

static __init int init_trace_fprobe(void)
{
	return dyn_event_register(&trace_fprobe_ops);
}
core_initcall(init_trace_fprobe);
