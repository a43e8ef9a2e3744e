/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_TRIGGER_H
#define _KERNEL_TRACE_FGRAPH_TRIGGER_H

#include <linux/string.h>
#include <linux/types.h>

struct seq_file;
struct trace_array;

/* The parameter of a command of set_ftrace_filter begins with this if it sets a trigger */
#define FGRAPH_TRIGGER_PREFIX	"ret="

#ifdef CONFIG_FUNCTION_GRAPH_TRIGGERS
/* Whether a command with this parameter, or NULL, sets or removes a trigger */
static inline bool fgraph_is_trigger(const char *param)
{
	return param && str_has_prefix(param, FGRAPH_TRIGGER_PREFIX);
}

int fgraph_trigger_write(struct trace_array *tr, const char *glob, const char *command,
			 const char *param, int enable);
bool fgraph_triggers_exist(struct trace_array *tr);
void fgraph_triggers_show(struct seq_file *m, struct trace_array *tr);
void fgraph_triggers_forget(unsigned long ip);
void fgraph_triggers_clear(struct trace_array *tr);
void fgraph_record_stack(struct trace_array *tr, unsigned long func);
#else
static inline bool fgraph_is_trigger(const char *param)
{
	return false;
}

static inline int fgraph_trigger_write(struct trace_array *tr, const char *glob,
				       const char *command, const char *param, int enable)
{
	return -EINVAL;
}

static inline bool fgraph_triggers_exist(struct trace_array *tr)
{
	return false;
}

static inline void fgraph_triggers_show(struct seq_file *m, struct trace_array *tr)
{
}

static inline void fgraph_triggers_forget(unsigned long ip)
{
}

static inline void fgraph_triggers_clear(struct trace_array *tr)
{
}
#endif

#endif /* _KERNEL_TRACE_FGRAPH_TRIGGER_H */
