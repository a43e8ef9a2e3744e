#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: all calls of the file "ids", made under fgraph-why, first without types, then with them:
#   == untyped calls, == types calls       "PID ID ERRNO" each
#   == untyped records, == types records   what fgraph-why has saved of that, for the host
# With types, they are made once more, while an instance records a stack trace whenever a function fails:
#   == sites calls, == sites records, and == sites stacks, the text of that instance
#   == trace ID     each call alone, traced by function_graph: "result ID ERRNO", and the trace
#   == prototypes   the types of the functions
set -u
cd "$(dirname "$0")" || exit 2
T=/sys/kernel/tracing
# Otherwise, each switch to another tracer takes a tick or more
echo 1 > /sys/kernel/rcu_expedited
echo 16384 > $T/buffer_size_kb
mkdir at
while read -r id _; do
	ln -s ../calls "at/$id"
done < ids

why() { # what is in front of the names, and the folder of the instance
	echo "== $1 calls"
	./fgraph-why -o /tmp/report --save=/tmp/records sh ./calls.sh "${2:-}" || echo "status $?"
	echo "== $1 records"
	base64 /tmp/records
	rm /tmp/records
}

traces() {
	echo 0 > $T/tracing_on
	echo function_graph > $T/current_tracer
	echo 1 > $T/options/funcgraph-origin
	echo 1 > $T/options/funcgraph-retval
	while read -r id _; do
		echo "== trace $id"
		echo > $T/trace
		echo "result $(./calls "$id" $T 2>&1 < /dev/null)"
		echo 0 > $T/tracing_on
		killall -9 calls 2> /dev/null
		echo > $T/set_ftrace_pid
		echo /sbin/modprobe > /proc/sys/kernel/modprobe
		cat $T/trace
		grep -hE '^(overrun|commit overrun|dropped events): [1-9]' $T/per_cpu/cpu*/stats | sed 's/^/LOST /'
	done < ids
	echo nop > $T/current_tracer
}

# The function that fails comes first, and then the address that it returns to. It is on during the calls only
sites() {
	I=$T/instances/stacks
	mkdir $I
	echo 0 > $I/tracing_on
	echo 16384 > $I/buffer_size_kb
	echo 1 > $I/options/sym-addr
	errors=$(cut -d " " -f 2 ids | sort -u | tr '\n' ,)
	echo "*:stacktrace:ret=${errors%,},ERESTARTSYS,ERESTARTNOHAND,ERESTART_RESTARTBLOCK" > $I/set_ftrace_filter || exit
	why sites $I
	echo "== sites stacks"
	cat $I/trace
	grep -hE '^(overrun|commit overrun|dropped events): [1-9]' $I/per_cpu/cpu*/stats | sed 's/^/LOST /'
	echo > $I/set_ftrace_filter
	rmdir $I
}

why untyped
insmod ./fgraph_prototypes.ko || exit 2
why types
sites
traces
echo "== prototypes"
cat $T/function_prototypes
echo "== end"
