#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: run tests/fuzz/fuzz.c with the arguments in the file "arguments". Then see that the graph tracer still
# works: prints "works" if it shows the return value of a call.
set -eu

here=$PWD
fuzz=$here/fuzz
arguments=$(cat arguments)
# Otherwise, each switch to another tracer takes a tick or more
echo 1 > /sys/kernel/rcu_expedited
cd /sys/kernel/tracing
echo 64 > buffer_size_kb
echo 'vfs_*' > stack_trace_filter
# shellcheck disable=SC2086 # two words
"$fuzz" $arguments

echo 0 > /proc/sys/kernel/stack_tracer_enabled
echo nop > current_tracer
for file in tracing_thresh max_graph_depth; do
	echo 0 > $file
done
for file in set_graph_function set_graph_notrace trace; do
	echo > $file
done
echo 'vfs_*' > set_ftrace_filter
for file in tracing_on options/overwrite; do
	echo 1 > $file
done
echo function_graph > current_tracer
echo 1 > options/funcgraph-retval
echo 0 > options/funcgraph-retval-hex
echo 0 > options/funcgraph-retval2
[ -e /no/such/file ] || :
echo 0 > tracing_on
if grep -q 'vfs_statx.* ret=-2 ' trace; then
	echo works
fi

# lab/boot sees on the console if memory was lost
[ ! -e /sys/kernel/debug/kmemleak ] || "$here/kmemleak.sh" > /dev/null
