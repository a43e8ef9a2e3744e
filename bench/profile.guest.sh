#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: print where its functions are, and "ready", then have one leaf function of bench.ko called while
# function_graph traces it, and again after a while, until the host has seen enough and ends the guest. With bench_other
# on the kernel's command line, only another task is traced, as fgraph-why does it.
set -eu

insmod ./bench.ko
cd /sys/kernel/tracing
echo bench_leaf > set_ftrace_filter
echo function_graph > current_tracer
[ ! -e options/funcgraph-retval ] || echo 1 > options/funcgraph-retval
if grep -qw bench_other /proc/cmdline; then
	echo 1 > options/funcgraph-chains
	echo 1 > set_ftrace_pid
fi
echo 1 > /sys/module/bench/parameters/calls
# With the trampolines that the tracer has allocated
cat /proc/kallsyms
echo ready
while :; do
	echo 1 > /sys/module/bench/parameters/calls
	sleep 0.1
done
