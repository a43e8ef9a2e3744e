#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: the program "calls" makes each call of the file "ids" once without a tracer, and once with a trace of that
# call alone. Prints "=== LIST" and what the program can do, "=== plain" and "plain ID errno" for each, and for each
# "=== ID", "result ID errno", and the trace. If the module of tables is there, types are known. Then the calls are made
# with funcgraph-errors, and with funcgraph-chains, and only with errors of the call's errno: "=== OPTION ID",
# "result ID errno", and the trace.
set -u
cd "$(dirname "$0")" || exit 2
T=/sys/kernel/tracing
# Otherwise, each switch to another tracer takes a tick or more
echo 1 > /sys/kernel/rcu_expedited
[ ! -f fgraph_prototypes.ko ] || insmod ./fgraph_prototypes.ko || exit 2
echo 0 > $T/tracing_on
echo 16384 > $T/buffer_size_kb

traced() { # id
	echo "result $(./calls "$1" $T 2>&1 </dev/null)"
	echo 0 > $T/tracing_on
	killall -9 calls 2>/dev/null
	echo > $T/set_ftrace_pid
	echo /sbin/modprobe > /proc/sys/kernel/modprobe
	cat $T/trace
}

echo "=== LIST"
./calls LIST
echo "=== plain"
while read -r id _; do
	echo "plain $(./calls "$id" 2>&1 </dev/null)"
	killall -9 calls 2>/dev/null
done < ids
echo function_graph > $T/current_tracer
echo 1 > $T/options/funcgraph-origin
while read -r id _; do
	echo "=== $id"
	echo > $T/trace
	traced "$id"
	cat $T/per_cpu/cpu*/stats | grep -E '^(overrun|commit overrun|dropped events): [1-9]' | sed 's/^/LOST /'
done < ids
if [ -f fgraph_prototypes.ko ]; then
	for option in funcgraph-errors funcgraph-chains; do
		echo 1 > $T/options/$option
		while read -r id error _; do
			echo "=== $option $id"
			echo > $T/trace
			echo "$error" > $T/set_graph_errors
			traced "$id"
		done < ids
		echo 0 > $T/options/$option
	done
fi
echo "=== end"
