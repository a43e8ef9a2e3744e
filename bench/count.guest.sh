#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest, under -icount, where a nanosecond is an instruction: print "CASE AMOUNT COUNT" for the calls of
# bench.ko, not traced and traced by function_graph, with the option off and, where there is one, on, and by
# what else a user might run; for the buffer and for reading it. A case that the kernel cannot is left out.
set -eu

cd "${0%/*}"
module=$PWD/bench.ko
parameters=/sys/module/bench/parameters
insmod "$module"
cd /sys/kernel/tracing
calls=1000

call() {
	echo > trace
	echo $calls > $parameters/calls
}

# count CASE: what so many calls took, after as many for what only the first ones cost.
count() {
	call
	call
	echo "$1 $(cat $parameters/took) $calls"
}

# traced PATTERN: each call has its record that looks so, and so nothing else was counted.
traced() {
	records=$(grep -c "$1" trace) || :
	[ "$records" = $calls ] || { echo "$records calls in the trace, not $calls: $1" >&2; exit 1; }
}

# depths CASE: chains of so many calls, each of which is traced
depths() {
	for depth in 1 10 40; do
		echo $depth > $parameters/depth
		count "$1-$depth"
		traced 'bench_nested \[bench\]()\( {\|;\)'
	done
	echo 0 > $parameters/depth
}

# now: nanoseconds
now() {
	sed -n 's/^now at \([0-9]*\) nsecs$/\1/p' /proc/timer_list
}

# reading CASE: what it takes to read the trace, beside what it takes to ask for the time and start cat. A line less
# the few of the header
reading() {
	was=$(now)
	cat /dev/null > /dev/null
	start=$(now)
	cat trace > /dev/null
	end=$(now)
	echo "$1 $((end - start - (start - was))) $(wc -l < trace)"
}

# So many that the grain of the clock does not show: 100 ns on riscv
calls=10000
count untraced
calls=1000
echo bench_leaf bench_nested > set_ftrace_filter
echo function > current_tracer
count function
traced 'bench_leaf <-'
echo function_graph > current_tracer
# The stock kernel of arm does not see a function that has no frame
leaf=y
case $(uname -m) in
arm*) [ -e options/funcgraph-retval ] || leaf= ;;
esac
if [ -n "$leaf" ]; then
	count graph
	traced 'bench_leaf \[bench\]();$'
fi
echo 1 > $parameters/depth
call
echo 0 > $parameters/depth
sed -n 's/^bytes: \([0-9]*\)$/buffer \1 '$calls/p per_cpu/cpu0/stats
reading read
depths graph
if [ -e options/funcgraph-retval ]; then
	echo 1 > options/funcgraph-retval
	count graph-retval
	traced 'bench_leaf \[bench\](); /\* \(ret=\|= \)'
	reading read-retval
	depths graph-retval
fi
echo nop > current_tracer

# riscv's 6.12 refuses where the function tracer patches
if echo 'r:bench bench_leaf' > kprobe_events 2> /dev/null; then
	echo 1 > events/kprobes/bench/enable
	count kretprobe
	traced ' bench: '
	echo 0 > events/kprobes/bench/enable
	echo > kprobe_events
fi

echo "task $(cat $parameters/task_bytes) 1"
rmmod bench
if insmod "$module" fprobe=1 2> /dev/null; then
	count fprobe
fi
