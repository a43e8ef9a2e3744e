#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: run tests/fuzz/fuzz.c with the arguments in the file "arguments". Then see that the graph tracer still
# works: prints "works" if it shows the return value of a call. If there is tests/fuzz/tables.c, run it with the
# arguments in the file "rounds", while names of errors and of enumerators are shown.
set -eu

here=$PWD
fuzz=$here/fuzz
arguments=$(cat arguments)
rounds=$(cat rounds 2> /dev/null || :)
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
for file in set_graph_function set_graph_notrace set_graph_errors trace; do
	echo > $file
done
for option in errors chains; do
	echo 0 > options/funcgraph-$option
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

if [ -e "$here/tables" ]; then
	rmmod fgraph_prototypes 2> /dev/null || :
	insmod "$here/twin_void.ko"
	insmod "$here/twin_int.ko"
	echo 'vfs_* *hrtimer* tick_* twin_*' > set_ftrace_filter
	for option in type names; do
		echo 1 > options/funcgraph-retval-$option
	done
	# shellcheck disable=SC2086 # two words
	"$here/tables" $rounds "$here/fgraph_prototypes.ko"
	echo 5 > /sys/module/twin_void/parameters/calls
	# The module has types now
	insmod "$here/fgraph_prototypes-twin.ko"
	# shellcheck disable=SC2086 # two words
	"$here/tables" $rounds "$here/fgraph_prototypes.ko"
	rmmod fgraph_prototypes_twin
	rmmod twin_int
	rmmod twin_void
fi

# lab/boot sees on the console if memory was lost
[ ! -e /sys/kernel/debug/kmemleak ] || "$here/kmemleak.sh" > /dev/null
