#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: whatever part of the series is there, the graph tracer traces a call and its return. The file "option"
# says y where the kernel must have the option for return values; it has to show them, too, then.
set -eux

option=$(cat option)
cd /sys/kernel/tracing
# Without dynamic ftrace all functions are traced
[ ! -e set_ftrace_filter ] || echo vfs_statx > set_ftrace_filter
echo function_graph > current_tracer
[ "$option" != y ] || echo 1 > options/funcgraph-retval
[ -e /no/such/file ] || :
echo 0 > tracing_on
if [ "$option" = y ]; then
	grep 'vfs_statx.* ret=-2 \*/$' trace
else
	grep 'vfs_statx()\( {\|;\)$' trace
fi
