#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: lab/fuzz.d/fuzz with the arguments in the file "arguments", then see that the graph tracer is none the
# worse: "works" if it shows what a call returned.
set -eu

fuzz=$PWD/fuzz
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

# lab/boot looks for what it finds: at the second look, of what is five seconds old
if [ -e /sys/kernel/debug/kmemleak ]; then
	end=$(cut -d. -f1 /proc/uptime)
	until [ "$(cut -d. -f1 /proc/uptime)" -gt $((end + 6)) ]; do
		sleep 1
	done
	for _ in 1 2; do
		echo scan > /sys/kernel/debug/kmemleak
	done
fi
