#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: tests/fuzz/fuzz.c with the arguments in the file "arguments", then see that the graph tracer is none the
# worse: "works" if it shows what a call returned.
set -eu

here=$PWD
fuzz=$here/fuzz
arguments=$(cat arguments)
# A tick or more each time that a tracer is switched, else
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

# lab/boot sees it on the console, if anything was lost
[ ! -e /sys/kernel/debug/kmemleak ] || "$here/kmemleak.sh" > /dev/null
