/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _KERNEL_TRACE_TRACE_FPROBE_H
#define _KERNEL_TRACE_TRACE_FPROBE_H

/* trace_probe.h, which may be included once only, comes before this */
#include <linux/bits.h>
#include <linux/fprobe.h>

#include "fgraph/proto_copy.h"
#include "trace_dynevent.h"

/*
 * Of fetch_insn.param for FETCH_OP_ARG and FETCH_OP_RETVAL: the value is larger than a
 * register. Fetch its address
 */
#define TRACE_FPROBE_MEMORY	BIT(31)

/**
 * struct trace_fprobe - a probe of an event. An event may have several
 * @devent: in the list of dynamic events
 * @fp: registered while the event is enabled
 * @symbol: the function, as the user has written it
 * @proto: its prototype, with names of arguments
 * @recipe: where the words of arguments are that are fetched. FGRAPH_RECIPE_NONE if none are
 * @is_return: the event is at the return
 * @reads_stack: "$stack" is used
 * @is_registered: whether @fp is
 * @tp: the event, and what to fetch
 */
struct trace_fprobe {
	struct dyn_event devent;
	struct fprobe fp;
	char *symbol;
	struct fgraph_proto_copy *proto;
	u16 recipe;
	bool is_return;
	bool reads_stack;
	bool is_registered;
	struct trace_probe tp;
};

void trace_fprobe_set_handlers(struct trace_fprobe *tf);
void trace_fprobe_set_event(struct trace_fprobe *tf);
int trace_fprobe_add_args(struct trace_fprobe *tf, int argc, const char **argv);

#endif /* _KERNEL_TRACE_TRACE_FPROBE_H */
