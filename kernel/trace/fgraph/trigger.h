/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_FGRAPH_TRIGGER_H
#define _KERNEL_TRACE_FGRAPH_TRIGGER_H

#include <linux/string.h>
#include <linux/types.h>

struct seq_file;
struct trace_array;

/* What a command of set_ftrace_filter begins its parameter with to act at returns */
#define FGRAPH_ACTION_PREFIX	"ret="

#ifdef CONFIG_FUNCTION_GRAPH_ACTIONS
/* Whether the parameter of a command, or NULL, asks for an action at returns */
static inline bool fgraph_is_action(const char *param)
{
	return param && str_has_prefix(param, FGRAPH_ACTION_PREFIX);
}

int fgraph_action_write(struct trace_array *tr, const char *glob, const char *command,
			const char *param, int enable);
bool fgraph_actions_exist(struct trace_array *tr);
void fgraph_actions_show(struct seq_file *m, struct trace_array *tr);
void fgraph_actions_forget(unsigned long ip);
void fgraph_actions_clear(struct trace_array *tr);
void fgraph_record_stack(struct trace_array *tr, unsigned long func);
#else
static inline bool fgraph_is_action(const char *param)
{
	return false;
}

static inline int fgraph_action_write(struct trace_array *tr, const char *glob,
				      const char *command, const char *param, int enable)
{
	return -EINVAL;
}

static inline bool fgraph_actions_exist(struct trace_array *tr)
{
	return false;
}

static inline void fgraph_actions_show(struct seq_file *m, struct trace_array *tr)
{
}

static inline void fgraph_actions_forget(unsigned long ip)
{
}

static inline void fgraph_actions_clear(struct trace_array *tr)
{
}
#endif

#endif /* _KERNEL_TRACE_FGRAPH_TRIGGER_H */
