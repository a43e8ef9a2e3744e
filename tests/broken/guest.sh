#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: break the shadow stack of a task that function_graph traces, in the way that the file "how" names.
# "panic" is as "frame", with panic_on_oops. There are three other fgraph_ops, but for "again": instances that record errors
# only and chains of errors of some functions, and the table of errors. A kernel that checks locks, or looks for races, is
# too slow for the table, and has the instances for "popped" and "frame" only. The machine has to continue without any of
# them.
# Prints "left" if an entry that was popped has a return address; "returned", "returned something else" or "ended" for
# the task; "recorded" and NAME for each function of the module whose return is in the trace; "warned" if the kernel has
# warned; "stopped" once nothing is traced any more; and "alive".
set -eu

how=$(cat how)
if [ "$how" = panic ]; then
	how=frame
else
	echo 0 > /proc/sys/kernel/panic_on_oops
fi
insmod ./broken.ko
cd /sys/kernel/tracing
echo 1 > options/funcgraph-tail
echo function_graph > current_tracer
# With sleep-time 0, the tracer looks at the whole shadow stack of a task that wakes
[ "$how" != asleep ] || echo 0 > options/sleep-time

call=/sys/module/broken/parameters/call

# left: also where the tracer refused an entry
left() {
	for depth in 2 0; do
		echo $depth > max_graph_depth
		echo left > $call || echo left
	done
}

# Others may want an entry that the tracer refuses
left

slow=
for file in /proc/lockdep /sys/kernel/debug/kcsan; do
	[ ! -e $file ] || slow=y
done
# With "again", the queue stands still that is needed to wait for others
users='errors chains'
case $how in
again) users= ;;
popped | frame) ;;
*)
	# Each would take minutes
	[ -z "$slow" ] || users=
	;;
esac
for option in $users; do
	mkdir "instances/$option"
	echo 'broken_* vfs_* ksys_*' > "instances/$option/set_ftrace_filter"
	echo function_graph > "instances/$option/current_tracer"
	echo 1 > "instances/$option/options/funcgraph-$option"
done
# It counts the errors of all functions. On a slow kernel, a tick would take longer than until the next one
[ -z "$users" ] || [ -n "$slow" ] || echo 1 > function_errors_enabled

left
echo > trace

# The worker is in this trace once it has run
worker=instances/worker/trace
if [ "$how" = again ]; then
	mkdir instances/worker
	echo 1 > instances/worker/events/workqueue/workqueue_execute_end/enable
fi

status=0
{ sh -c "echo $how > $call"; } 2> /dev/null || status=$?
case $status in
0) echo returned ;;
1) echo "returned something else" ;;
*) echo ended ;;
esac

cat trace > /tmp/trace
for name in broken_leaf broken_tailed broken_inner broken_outer; do
	! grep -qE "(} /\* | )$name( \[broken\])?(\(\);| \*/)" /tmp/trace || echo "recorded $name"
done
dmesg | sed -n 's/.*The shadow stack is broken: .*/warned/p'

# Who sets the tracer again before the worker has run gets no trace
if [ "$how" = again ]; then
	echo nop > current_tracer
	echo function_graph > current_tracer
	[ -e /no/such/file ] || :
	# Prints nothing
	grep -m 1 '()' trace || :
	grep graph_stop_workfn $worker || :
	echo N > /sys/module/broken/parameters/held
	until grep -q graph_stop_workfn $worker; do :; done
fi

# A worker stops the tracer soon
traced=y
while [ -n "$traced" ]; do
	for trace in trace instances/*/trace; do
		[ ! -e "$trace" ] || echo > "$trace"
	done
	[ -e /no/such/file ] || :
	traced=$(cat trace instances/*/trace 2> /dev/null | grep -m 1 '()') || :
done
echo stopped
echo nop > current_tracer
for option in $users; do
	rmdir "instances/$option"
done
echo 0 > function_errors_enabled
# Functions that were hooked meanwhile return, too
for _ in 1 2 3; do
	ls / > /dev/null
done
echo alive
