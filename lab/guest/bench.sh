#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest, under -icount: print "NAME NANOSECONDS CALLS" for the calls of bench.ko, untraced and
# traced by function_graph, with the option off and, where there is one, on.
set -eu

cd "${0%/*}"
insmod ./bench.ko
cd /sys/kernel/tracing
calls=1000

call() {
	echo > trace
	echo $calls > /sys/module/bench/parameters/calls
}

# count NAME: what so many calls took, after as many for what only the first ones cost.
count() {
	call
	call
	echo "$1 $(cat /sys/module/bench/parameters/took) $calls"
}

count untraced
echo bench_leaf > set_ftrace_filter
echo function_graph > current_tracer
count graph
# Each call has its two records, and nothing else was counted.
records=$(grep -c 'bench_leaf \[bench\]();$' trace)
[ "$records" = $calls ] || { echo "$records calls in the trace, not $calls" >&2; exit 1; }
if [ -e options/funcgraph-retval ]; then
	echo 1 > options/funcgraph-retval
	count graph-retval
	records=$(grep -c 'bench_leaf \[bench\](); /\* ret=' trace)
	[ "$records" = $calls ] || { echo "$records return values in the trace, not $calls" >&2; exit 1; }
fi
