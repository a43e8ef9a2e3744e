#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: switch function_graph on and off in an instance, step by step, as fgraph-why does. Prints "== STEP", and
# behind it what sample prints: once without samples, for the time that it takes, and for the last two steps again, with
# samples. PERIOD is in the file "period".
set -eu
here=$PWD
period=$(cat period)
cd /sys/kernel/tracing
mkdir instances/switch
cd instances/switch

step() { # name, nanoseconds, file, text
	echo "== $1"
	"$here/sample" "$2" "$3" "$4"
}

echo 0 > tracing_on
echo 1 > options/funcgraph-chains
# What the first use of the tracer and of the buffer takes is not part of the steps
echo function_graph > current_tracer
echo nop > current_tracer
functions=$(wc -l < ../../available_filter_functions)
echo "functions $functions"
step name 0 set_ftrace_notrace vfs_rmdir
step pattern 0 set_ftrace_notrace 'vfs*_[rm]mdir'
step event 0 events/raw_syscalls/sys_exit/enable 1
step on 0 current_tracer function_graph
step off 0 current_tracer nop
step on-where "$period" current_tracer function_graph
step off-where "$period" current_tracer nop
cd ../..
rmdir instances/switch
echo '== symbols'
cat /proc/kallsyms
echo '== end'
