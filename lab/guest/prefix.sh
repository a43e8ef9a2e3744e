#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: whatever part of the series is there, the graph tracer traces a call and its return,
# and shows the return value where it has the option.
set -eux

cd /sys/kernel/tracing
echo vfs_statx > set_ftrace_filter
echo function_graph > current_tracer
[ ! -e options/funcgraph-retval ] || echo 1 > options/funcgraph-retval
[ -e /no/such/file ] || :
if [ -e options/funcgraph-retval ]; then
	grep 'vfs_statx(); /\* ret=-2 \*/$' trace
else
	grep 'vfs_statx();$' trace
fi
