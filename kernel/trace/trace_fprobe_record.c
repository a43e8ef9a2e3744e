// SPDX-License-Identifier: GPL-2.0
/*
 * trace_fprobe_record.c - record and print an event of an fprobe
 *
 * All words of arguments are read at the entry, where the recipe of the function says. For an
 * event at the return, they are kept on the shadow stack.
 *
 * An event at the entry costs less than half without the shadow stack. It needs a frame there
 * if it reads the stack, or if the recipe says more than how many registers there are.
 */
#include <linux/rculist.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "fgraph/arg_record.h"
#include "trace_probe.h"
#include "trace_probe_kernel.h"
#include "trace_probe_tmpl.h"
#include "trace_fprobe.h"

struct entry_head {
	struct trace_entry ent;
	unsigned long ip;
};

struct return_head {
	struct trace_entry ent;
	unsigned long func;
	unsigned long ret_ip;
};

/**
 * struct call - a call, as fetch instructions see it
 * @func: the function
 * @ret_ip: where it returns to
 * @words: the words of its arguments
 * @retval: both return registers
 * @sp: the stack pointer at the entry
 */
struct call {
	unsigned long func;
	unsigned long ret_ip;
	const struct fgraph_word *words;
	unsigned long retval[2];
	const unsigned long *sp;
};

/* For trace_probe_tmpl.h */
static nokprobe_inline int fetch_store_strlen_user(unsigned long addr)
{
	return kern_fetch_store_strlen_user(addr);
}

static nokprobe_inline int fetch_store_strlen(unsigned long addr)
{
	return kern_fetch_store_strlen(addr);
}

static nokprobe_inline int fetch_store_string_user(unsigned long addr, void *dest, void *base)
{
	return kern_fetch_store_string_user(addr, dest, base);
}

static nokprobe_inline int fetch_store_string(unsigned long addr, void *dest, void *base)
{
	return kern_fetch_store_string(addr, dest, base);
}

static nokprobe_inline int probe_mem_read_user(void *dest, void *src, size_t size)
{
	return copy_from_user_nofault(dest, (__force const void __user *)src, size);
}

static nokprobe_inline int probe_mem_read(void *dest, void *src, size_t size)
{
#ifdef CONFIG_ARCH_HAS_NON_OVERLAPPING_ADDRESS_SPACE
	if ((unsigned long)src < TASK_SIZE)
		return probe_mem_read_user(dest, src, size);
#endif
	return copy_from_kernel_nofault(dest, src, size);
}

/* A word of the stack, 0 behind its end */
static unsigned long stack_word(const struct call *call, unsigned int n)
{
	const unsigned long *word = call->sp + n;

	if (((unsigned long)word ^ (unsigned long)call->sp) & ~(THREAD_SIZE - 1))
		return 0;
	return READ_ONCE_NOCHECK(*word);
}

static unsigned long return_value(const struct call *call, unsigned int param)
{
	return param & TRACE_FPROBE_MEMORY ? (unsigned long)call->retval : call->retval[0];
}

static unsigned long argument(const struct call *call, unsigned int param)
{
	const struct fgraph_word *word = call->words + (param & ~TRACE_FPROBE_MEMORY);

	return param & TRACE_FPROBE_MEMORY ? (unsigned long)word : word->word;
}

static int process_fetch_insn(struct fetch_insn *code, void *rec, void *dest, void *base)
{
	const struct call *call = rec;
	unsigned long val;

	if (code->op == FETCH_NOP_SYMBOL)
		code++;
	switch (code->op) {
	case FETCH_OP_STACK:
		val = stack_word(call, code->param);
		break;
	case FETCH_OP_STACKP:
		val = (unsigned long)call->sp;
		break;
	case FETCH_OP_RETVAL:
		val = return_value(call, code->param);
		break;
	case FETCH_OP_ARG:
		val = argument(call, code->param);
		break;
	case FETCH_OP_IMM:
		val = code->immediate;
		break;
	case FETCH_OP_COMM:
		val = (unsigned long)current->comm;
		break;
	case FETCH_OP_DATA:
		val = (unsigned long)code->data;
		break;
	default:
		return -EILSEQ;
	}
	return process_fetch_insn_bottom(code + 1, val, dest, base);
}

NOKPROBE_SYMBOL(process_fetch_insn);

/* Fill in a record. Returns where its arguments begin */
static void *fill_head(const struct trace_fprobe *tf, void *entry, const struct call *call)
{
	struct return_head *at_return = entry;
	struct entry_head *at_entry = entry;

	if (tf->is_return) {
		at_return->func = call->func;
		at_return->ret_ip = call->ret_ip;
		return at_return + 1;
	}
	at_entry->ip = call->func;
	return at_entry + 1;
}

static int head_size(const struct trace_fprobe *tf)
{
	return tf->is_return ? sizeof(struct return_head) : sizeof(struct entry_head);
}

static void record(struct trace_fprobe *tf, struct call *call, struct trace_event_file *file)
{
	int dsize, head = head_size(tf);
	struct trace_event_buffer buffer;
	void *entry;

	if (trace_trigger_soft_disabled(file))
		return;
	dsize = __get_data_size(&tf->tp, call);
	entry = trace_event_buffer_reserve(&buffer, file, head + tf->tp.size + dsize);
	if (!entry)
		return;
	store_trace_args(fill_head(tf, entry, call), &tf->tp, call, head, dsize);
	trace_event_buffer_commit(&buffer);
}

#ifdef CONFIG_PERF_EVENTS
static void record_for_perf(struct trace_fprobe *tf, struct call *call)
{
	struct trace_event_call *event = trace_probe_event_call(&tf->tp);
	int dsize, size, rctx, head = head_size(tf);
	struct hlist_head *events;
	struct pt_regs *regs;
	void *entry, *args;

	events = this_cpu_ptr(event->perf_events);
	if (hlist_empty(events))
		return;
	dsize = __get_data_size(&tf->tp, call);
	/* With the u32 that perf puts in front, a multiple of a u64 */
	size = ALIGN(head + tf->tp.size + dsize + sizeof(u32), sizeof(u64)) - sizeof(u32);
	entry = perf_trace_buf_alloc(size, &regs, &rctx);
	if (!entry)
		return;
	perf_fetch_caller_regs(regs);
	args = fill_head(tf, entry, call);
	memset(args, 0, size - head);
	store_trace_args(args, &tf->tp, call, head, dsize);
	perf_trace_buf_submit(entry, size, rctx, event->event.type, 1, regs, events, NULL);
}
#else
static void record_for_perf(struct trace_fprobe *tf, struct call *call)
{
}
#endif

static void record_call(struct trace_fprobe *tf, struct call *call)
{
	unsigned int flags = trace_probe_load_flag(&tf->tp);
	struct event_file_link *link;

	if (flags & TP_FLAG_TRACE) {
		trace_probe_for_each_link_rcu(link, &tf->tp)
			record(tf, call, link->file);
	}
	if (flags & TP_FLAG_PROFILE)
		record_for_perf(tf, call);
}

static void read_arguments(const struct trace_fprobe *tf, struct fgraph_word *words,
			   const struct ftrace_regs *fregs)
{
	if (tf->recipe)
		fgraph_record_args(words, tf->recipe, fregs, false);
}

/* fprobe.entry_handler of an event at the entry. The exit handler, if any, is not wanted */
static int trace_entry(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
		       struct ftrace_regs *fregs, void *data)
{
	struct trace_fprobe *tf = container_of(fp, struct trace_fprobe, fp);
	struct fgraph_word words[FGRAPH_RECIPE_WORDS];
	struct call call = { .func = ip, .ret_ip = ret_ip, .words = words };

	if (tf->reads_stack)
		call.sp = (const unsigned long *)ftrace_regs_get_stack_pointer(fregs);
	read_arguments(tf, words, fregs);
	record_call(tf, &call);
	return 1;
}

NOKPROBE_SYMBOL(trace_entry);

/* fprobe.exit_handler of an event at the entry that needs a frame. Never called */
static void need_frame(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
		       struct ftrace_regs *fregs, void *data)
{
}

/* fprobe.entry_handler of an event at the return that fetches arguments */
static int keep_arguments(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
			  struct ftrace_regs *fregs, void *data)
{
	read_arguments(container_of(fp, struct trace_fprobe, fp), data, fregs);
	return 0;
}

NOKPROBE_SYMBOL(keep_arguments);

/* fprobe.exit_handler of an event at the return */
static void trace_return(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
			 struct ftrace_regs *fregs, void *data)
{
	struct call call = {
		.func = ip,
		.ret_ip = ret_ip,
		.words = data,
		.retval = {
			ftrace_regs_get_return_value(fregs),
			ftrace_regs_get_return_value2(fregs),
		},
	};

	record_call(container_of(fp, struct trace_fprobe, fp), &call);
}

NOKPROBE_SYMBOL(trace_return);

/**
 * trace_fprobe_set_handlers - set the handlers of a probe
 * @tf: the probe, with all of its arguments
 *
 * Context: task. The probe is not registered
 */
void trace_fprobe_set_handlers(struct trace_fprobe *tf)
{
	struct fprobe *fp = &tf->fp;

	if (tf->is_return) {
		fp->exit_handler = trace_return;
		fp->entry_handler = tf->recipe ? keep_arguments : NULL;
		fp->entry_data_size = fgraph_recipe_words(tf->recipe) * sizeof(long);
		return;
	}
	fp->entry_handler = trace_entry;
	if (tf->reads_stack || tf->recipe >= FGRAPH_RECIPE_STORED)
		fp->exit_handler = need_frame;
}

static enum print_line_t print_end(struct trace_iterator *iter, struct trace_probe *tp, void *args)
{
	print_probe_args(&iter->seq, tp->args, tp->nr_args, args, iter->ent);
	trace_seq_putc(&iter->seq, '\n');
	return trace_handle_return(&iter->seq);
}

static enum print_line_t print_entry(struct trace_iterator *iter, int flags,
				     struct trace_event *event)
{
	struct entry_head *head = (void *)iter->ent;
	struct trace_probe *tp;

	tp = trace_probe_primary_from_call(container_of(event, struct trace_event_call, event));
	trace_seq_printf(&iter->seq, "%s: (", trace_probe_name(tp));
	seq_print_ip_sym(&iter->seq, head->ip, flags | TRACE_ITER_SYM_OFFSET);
	trace_seq_putc(&iter->seq, ')');
	return print_end(iter, tp, head + 1);
}

static enum print_line_t print_return(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	struct return_head *head = (void *)iter->ent;
	struct trace_probe *tp;

	tp = trace_probe_primary_from_call(container_of(event, struct trace_event_call, event));
	trace_seq_printf(&iter->seq, "%s: (", trace_probe_name(tp));
	seq_print_ip_sym(&iter->seq, head->ret_ip, flags | TRACE_ITER_SYM_OFFSET);
	trace_seq_puts(&iter->seq, " <- ");
	seq_print_ip_sym(&iter->seq, head->func, flags & ~TRACE_ITER_SYM_OFFSET);
	trace_seq_putc(&iter->seq, ')');
	return print_end(iter, tp, head + 1);
}

static int define_entry(struct trace_event_call *event_call)
{
	struct entry_head field;
	int ret;

	DEFINE_FIELD(unsigned long, ip, FIELD_STRING_IP, 0);

	return traceprobe_define_arg_fields(event_call, sizeof(field),
					    trace_probe_primary_from_call(event_call));
}

static int define_return(struct trace_event_call *event_call)
{
	struct return_head field;
	int ret;

	DEFINE_FIELD(unsigned long, func, FIELD_STRING_FUNC, 0);
	DEFINE_FIELD(unsigned long, ret_ip, FIELD_STRING_RETIP, 0);

	return traceprobe_define_arg_fields(event_call, sizeof(field),
					    trace_probe_primary_from_call(event_call));
}

static struct trace_event_functions entry_funcs = {
	.trace = print_entry,
};

static struct trace_event_functions return_funcs = {
	.trace = print_return,
};

static struct trace_event_fields entry_fields[] = {
	{ .type = TRACE_FUNCTION_TYPE, .define_fields = define_entry },
	{}
};

static struct trace_event_fields return_fields[] = {
	{ .type = TRACE_FUNCTION_TYPE, .define_fields = define_return },
	{}
};

/**
 * trace_fprobe_set_event - set how an event is printed, and its fields
 * @tf: a probe of the event
 *
 * Context: task. The event is not registered
 */
void trace_fprobe_set_event(struct trace_fprobe *tf)
{
	struct trace_event_call *event = trace_probe_event_call(&tf->tp);

	event->event.funcs = tf->is_return ? &return_funcs : &entry_funcs;
	event->class->fields_array = tf->is_return ? return_fields : entry_fields;
}
