#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: run tests/complete/work.c some times, by turns under the function tracer and under the graph tracer. Run
# it some times more under the graph tracer, while that has not seen all functions. Prints "TRACER N NAME" for each
# function: N runs under TRACER saw it. Fails if records were lost, or if a task was too often deeper than its shadow
# stack.
set -eu

RUNS=3
MORE=20
work=$PWD/work
listed=$PWD/listed
tmp=/tmp/complete
mkdir $tmp /tmp/cgroup
mount -t cgroup -o cpu cgroup /tmp/cgroup

# names TRACER: prints the name of each function in a trace, once.
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

cd /sys/kernel/tracing
[ "$(cat max_graph_depth)" = 0 ]
echo 0 > tracing_on
echo 20000 > buffer_size_kb
echo 1 > options/function-fork
if [ -e /sys/kernel/debug/kmemleak ]; then
	# kmemleak takes a backtrace of each allocation: half of all calls. The functions of ARM's unwinder are notrace
	sed -nE '/^([^ ]*unwind[^ ]*|update_stack_state|stack_trace_consume_entry)$/p' available_filter_functions \
		> set_ftrace_notrace
	echo 60000 > buffer_size_kb
	# A run takes most of a minute
	MORE=8
fi
# Called where a softirq is due and ksoftirqd runs already: on a busy host only
! grep -qx __kthread_should_park available_filter_functions || echo __kthread_should_park >> set_ftrace_notrace
# Not needed here
for option in context-info print-parent funcgraph-cpu funcgraph-duration funcgraph-overhead; do
	echo 0 > options/$option
done
echo 1 > options/funcgraph-overrun
# The stock kernel has no such option
[ ! -e options/funcgraph-retval ] || echo 1 > options/funcgraph-retval

# trace_work TRACER: one run under TRACER. Sets whole to y, or to nothing if a task was deeper than its shadow stack:
# then calls are missing in the trace.
trace_work() {
	# Each run finds the same: no slab that an earlier one has left
	for shrink in /sys/kernel/slab/*/shrink; do
		if [ -e "$shrink" ] && [ ! -L "${shrink%/*}" ]; then
			echo 1 > "$shrink"
		fi
	done
	echo "$1" > current_tracer
	(cd $tmp && "$work" traced)
	[ "$(cat tracing_on)" = 0 ]
	cat trace > $tmp/trace
	# Before another tracer comes, which sets the counts to 0
	if grep -HE '^(overrun|commit overrun|dropped events): [^0]' per_cpu/cpu*/stats; then
		echo "a run of $1 has lost records"
		exit 1
	fi
	whole=y
	! grep -m 1 'Overruns: [^0]' $tmp/trace || whole=
	echo nop > current_tracer
	echo > set_ftrace_pid
	names "$1" < $tmp/trace >> "$tmp/$1"
}

# unseen: a function that is not listed was in all runs of the function tracer, and in none of the graph tracer.
unseen() {
	awk -v runs=$RUNS '
		FILENAME == ARGV[1] { n[$1]++; next }
		{ known[$1] }
		END {
			for (name in n)
				if (n[name] == runs && !(name in known))
					exit 0
			exit 1
		}' $tmp/function $tmp/function_graph "$listed"
}

# one_more: takes one of the runs that are not planned. Fails if none is left.
more=0
one_more() {
	[ $more -lt $MORE ] || return 1
	more=$((more + 1))
}

for _ in $(seq $RUNS); do
	trace_work function
	trace_work function_graph
	while [ -z "$whole" ]; do
		one_more || {
			echo "a task was deeper than its shadow stack once more"
			exit 1
		}
		trace_work function_graph
	done
done
# Calls of an interrupt may come between the runs. An example is a timer of one second that the run before has started
while unseen && one_more; do
	trace_work function_graph
done
echo "runs $RUNS $((RUNS + more))"
for tracer in function function_graph; do
	sort $tmp/$tracer | uniq -c | awk '{ print tracer, $1, $2 }' tracer=$tracer
done
