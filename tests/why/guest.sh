#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: run fgraph-why on commands that fail, and on some that do not. For each, prints "== NAME", what the command
# wrote to its standard output with "out " in front, what came on standard error with "err ", and "status N". With types.
# "== records ID" has the records of a call, for the host.
# At the end, and before, prints "== before" and "== after": what there is in tracefs.
set -u
cd "$(dirname "$0")" || exit 2
T=/sys/kernel/tracing
# Otherwise, each switch to another tracer takes a tick or more
echo 1 > /sys/kernel/rcu_expedited
insmod ./fgraph_prototypes.ko || exit 2

why() { # name, command
	echo "== $1"
	shift
	./fgraph-why "$@" > /tmp/out 2> /tmp/err
	status=$?
	sed 's/^/out /' /tmp/out
	sed 's/^/err /' /tmp/err
	echo "status $status"
}

state() {
	ls $T/instances
	for file in current_tracer tracing_on buffer_size_kb set_ftrace_filter set_ftrace_notrace set_ftrace_pid set_event \
		set_event_pid set_graph_errors set_graph_function trace_options enabled_functions; do
		echo "$file: $(cat $T/$file)"
	done
	cut -d " " -f 1,3 /proc/modules
}

# At its first use, whoever it is, the buffer gets the size that it tells
echo 1408 > $T/buffer_size_kb
echo "== before"
state
while read -r id _; do
	why "$id" --save=/tmp/records ./calls "$id" < /dev/null
	echo "== records $id"
	base64 /tmp/records
done < ids
why child sh -c 'cat /no/such/file; echo done'
why status sh -c 'echo out; echo err >&2; exit 3'
why killed sh -c 'kill -9 $$'
why missing ./no-such-program
why unknown no-such-program
touch /tmp/plain
why plain /tmp/plain
why input cat < ids
why all -a --format=json sh -c 'cat /no/such/file /no/such/file; rmdir /proc'
why usage
echo "== after"
state
echo "== end"
