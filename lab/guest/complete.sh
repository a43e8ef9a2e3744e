#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: lab/complete.d/work some times, by turns under the function tracer and under the graph tracer.
# Prints "TRACER N NAME" for each function: N of the runs under TRACER saw it. Fails when a trace cannot be
# whole: records were lost, or a task was deeper than its shadow stack.
set -eu

RUNS=5
work=$PWD/work
tmp=/tmp/complete
mkdir $tmp /tmp/cgroup
mount -t cgroup -o cpu cgroup /tmp/cgroup

# names TRACER: of each function in a trace, once.
names() {
	awk '
		/^#/ { next }
		tracer == "function" { name = $1 }
		tracer == "function_graph" {
			if (!match($0, /[^ ]+\(\)( [{]|;)/))
				next
			name = substr($0, RSTART)
			sub(/\(\).*/, "", name)
		}
		!seen[name]++ { print name }' tracer="$1"
}

# lost FILE: prints what shows that the trace in FILE is not whole; fails if nothing does.
lost() {
	! grep -HE '^(overrun|commit overrun|dropped events): [^0]' per_cpu/cpu*/stats || return 0
	grep -m 1 'Overruns: [^0]' "$1"
}

cd /sys/kernel/tracing
[ "$(cat max_graph_depth)" = 0 ]
echo 0 > tracing_on
echo 20000 > buffer_size_kb
echo 1 > options/function-fork
# What is not asked here
for option in context-info print-parent funcgraph-cpu funcgraph-duration funcgraph-overhead; do
	echo 0 > options/$option
done
echo 1 > options/funcgraph-overrun
# The stock kernel has none
[ ! -e options/funcgraph-retval ] || echo 1 > options/funcgraph-retval
# There, each switch of interrupts has CALLER_ADDR1 walk the stack (with IRQSOFF_TRACER), and each frame is two
# calls: the graph tracer, which switches them itself, would record little else.
case $(uname -m) in
riscv*) [ ! -e set_ftrace_notrace ] || echo '*kernel_text_address' > set_ftrace_notrace ;;
esac

run=0
while [ $run -lt $RUNS ]; do
	for tracer in function function_graph; do
		echo $tracer > current_tracer
		(cd $tmp && "$work" traced)
		[ "$(cat tracing_on)" = 0 ]
		cat trace > $tmp/trace
		# Before another tracer comes, which sets what is counted to 0
		if lost $tmp/trace; then
			echo "run $run of $tracer is not whole"
			exit 1
		fi
		echo nop > current_tracer
		echo > set_ftrace_pid
		names $tracer < $tmp/trace >> $tmp/$tracer
	done
	run=$((run + 1))
done
echo "runs $RUNS"
for tracer in function function_graph; do
	sort $tmp/$tracer | uniq -c | awk '{ print tracer, $1, $2 }' tracer=$tracer
done
