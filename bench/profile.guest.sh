#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: print where its functions are, and "ready", then have one leaf function of bench.ko called while
# function_graph traces it, and again after a while, until the host has seen enough and ends the guest. With bench_other
# on the kernel's command line, only another task is traced, as fgraph-why does it. With bench_fprobe, the function has an
# fprobe with empty handlers, and is not traced.
set -eu

has() {
	grep -qw "$1" /proc/cmdline
}

probes=0
! has bench_fprobe || probes=1
insmod ./bench.ko fprobes=$probes
cd /sys/kernel/tracing
echo bench_leaf > set_ftrace_filter
[ $probes = 1 ] || echo function_graph > current_tracer
[ ! -e options/funcgraph-retval ] || echo 1 > options/funcgraph-retval
if has bench_other; then
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
