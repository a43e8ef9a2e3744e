#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: print backtraces of each kind through the functions of backtraces.ko, each after a line "== MODE KIND".
# The modes:
#   nop   no tracer
#   all   while function_graph traces all functions that the backtraces of nop show
#   gone  after function_graph was turned off under a task that sleeps in traced functions
#   some  while function_graph traces some functions of the backtraces of nop
#   several  while it does, and function_graph in an instance traces other functions of them
# A kernel without dynamic ftrace cannot choose: it traces all functions that there are.
set -eu

here=$PWD
dir=/sys/kernel/debug/backtraces
probes=/sys/kernel/tracing/instances/probes

call() {
	echo "$1" > $dir/call
}

# logged COMMAND...: runs it, and prints the messages of the kernel meanwhile
logged() {
	dmesg -c > /dev/null
	"$@"
	dmesg -c
}

sysrq() {
	echo "$1" > /proc/sysrq-trigger
}

# sleep_in_chain, wake: between them, a task, pid, sleeps in bt_sleep. There is one CPU: a task that reads Y in sleeping
# runs when pid sleeps.
sleep_in_chain() {
	call sleep &
	pid=$!
	until [ "$(cat $dir/sleeping)" = Y ]; do
		sleep 0.1
	done
}

wake() {
	kill $pid
	wait $pid || :
}

# asleep: two ways to see the stack of a task that sleeps
asleep() {
	echo "== $mode proc"
	cat /proc/$pid/stack
	echo "== $mode sysrq"
	logged sysrq t | awk -v pid=$pid '/task:/ { ours = $0 ~ "pid: *" pid " " } ours'
}

# probe EVENT...: enables these kprobe events, and no others
probe() {
	echo 0 > $probes/events/enable
	echo > kprobe_events
	for event; do
		echo "$event" >> kprobe_events
	done
	[ $# = 0 ] || echo 1 > $probes/events/kprobes/enable
}

# probed BOTTOM: calls the chain with BOTTOM, and prints the records of the events
probed() {
	echo > $probes/trace
	call "$1"
	cat $probes/trace
}

# kprobes_work: the stock kernel in Thumb-2 code dies of a kprobe at a function's first push.
kprobes_work() {
	! grep -q ' t16_emulate_push$' /proc/kallsyms
}

# with_kprobes: the kinds that need kprobes, except kretprobe-first
with_kprobes() {
	probe 'p:c bt_c'
	echo stacktrace > $probes/events/kprobes/c/trigger
	echo "== $mode trigger"
	probed dump
	echo '!stacktrace' > $probes/events/kprobes/c/trigger
	echo 1 > $probes/options/stacktrace
	echo "== $mode event"
	probed dump
	probe "p:leaf bt_leaf+$(cat $dir/middle)"
	echo "== $mode event-leaf"
	probed leaf
	echo 0 > $probes/options/stacktrace

	probe 'p:a bt_a' 'p:b bt_b' 'p:c bt_c'
	echo "== $mode kprobes"
	logged call dump
	probe 'r:a bt_a'
	echo "== $mode kretprobe"
	logged call dump
	probe
}

# returned NAME: calls the chain, which fails, and prints the stack trace that a command records when NAME returns
returned() {
	echo > $probes/trace
	echo "$1:stacktrace:ret=EXDEV" >> $probes/set_ftrace_filter
	call fail 2> /tmp/failed && exit 1
	echo "!$1:stacktrace:ret=EXDEV" >> $probes/set_ftrace_filter
	cat $probes/trace
}

# running: all kinds, except kretprobe-first and the two kinds of a task that sleeps
running() {
	echo "== $mode dump"
	logged call dump
	echo "== $mode warn"
	logged call warn
	echo "== $mode interrupt"
	logged call interrupt
	echo "== $mode interrupt-leaf"
	logged call leaf

	! kprobes_work || with_kprobes

	if [ -e set_ftrace_filter ]; then
		for name in c b tail; do
			echo "== $mode return-$name"
			returned bt_$name
		done
	fi

	# Without the overhead of the stack tracer and of the graph tracer
	[ ! -e stack_trace_filter ] || echo 'bt_*' > stack_trace_filter
	echo 1 > /proc/sys/kernel/stack_tracer_enabled
	echo 0 > stack_max_size
	call deep
	echo 0 > tracing_on
	echo 0 > /proc/sys/kernel/stack_tracer_enabled
	echo "== $mode deep"
	cat stack_trace
}

# traced NAME...: the trace has these functions of the chain
traced() {
	for name; do
		grep -q " $name \[backtraces\]()" trace || { echo "$name was not traced"; exit 1; }
	done
}

# with TRACER MODE NAME...: prints all kinds; the tracer has to have seen these functions of the chain
with() {
	mode=$2
	if kprobes_work; then
		probe 'r:a bt_a'
		echo "$1" > current_tracer
		echo "== $mode kretprobe-first"
		logged call dump
		probe
	fi
	echo "$1" > current_tracer
	running
	shift 2
	traced "$@"
	echo 1 > tracing_on
	sleep_in_chain
	asleep
	if [ "$mode" = all ]; then
		echo nop > current_tracer
		mode=gone
		asleep
	fi
	wake
	echo nop > current_tracer
}

# choose NAME...: sets the filter to these functions, as far as they can be traced
choose() {
	[ -e set_ftrace_filter ] || return 0
	sed 's/ .*//' available_filter_functions | grep -xF "$(printf '%s\n' "$@")" > set_ftrace_filter
}

# A CPU leaves the periodic tick soon, if the kernel has another one and may use it. Interrupts of the timer then take
# another path
if grep -q 'nohz_mode' /proc/timer_list && ! grep -Eq '(highres|nohz)=off.* (highres|nohz)=off' /proc/cmdline; then
	while grep -q 'event_handler: *tick_handle_periodic$' /proc/timer_list; do
		sleep 0.1
	done
fi
# After a while, a kprobe becomes a jump to other code, which has no symbol
[ ! -e /proc/sys/debug/kprobes-optimization ] || echo 0 > /proc/sys/debug/kprobes-optimization
insmod ./backtraces.ko
cd /sys/kernel/tracing
mkdir -p $probes
with nop nop > /tmp/nop
cat /tmp/nop
# An unwinder that guesses takes all of them for return addresses
[ -e "$here/guesses" ] || echo "0x$(awk '$3 == "return_to_handler" { print $1 }' /proc/kallsyms)" > $dir/handler
# shellcheck disable=SC2046 # one word a name
choose bt_tail $(sed -n 's/.* \([A-Za-z_][A-Za-z0-9_]*\)+0x.*/\1/p' /tmp/nop | sort -u)
with function_graph all bt_v bt_a bt_b bt_c
if [ -e set_ftrace_filter ]; then
	choose bt_v bt_tail bt_b bt_leaf bt_deep bt_touch schedule vfs_write
	with function_graph some bt_v bt_b
	mkdir instances/bt
	echo bt_a bt_b bt_c > instances/bt/set_ftrace_filter
	echo function_graph > instances/bt/current_tracer
	with function_graph several bt_v bt_b
	grep -q ' bt_a \[backtraces\]()' instances/bt/trace || { echo "bt_a was not traced in the instance"; exit 1; }
	rmdir instances/bt
fi
