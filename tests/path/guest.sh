#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest, without the folder lists: all calls of the file ids are made in one run of fgraph-why. Each has a name of
# its own, its ID. "== records" has the records, and "== module" those of a call in a module. With lists: for each ID that
# has one, "== ID", and what fgraph-why --path prints as JSON. Then "== text" has one as text, "== again" a command that does
# not fail, "== other" a list of another kernel, "== unloaded" and "== module" one of a module, before it is loaded and
# then, and "== killed" and "== unguarded" what is left when the tool is killed. "== before" and "== after": the events and
# instances that there are.
set -u
cd "$(dirname "$0")" || exit 2
T=/sys/kernel/tracing
# Otherwise, each switch to another tracer and each probe takes a tick or more
echo 1 > /sys/kernel/rcu_expedited

refused='echo 3 > /sys/module/refuses/parameters/number'

clean_up() { # name
	killall -9 "$1" 2> /dev/null
	echo /sbin/modprobe > /proc/sys/kernel/modprobe
}

if [ ! -d lists ]; then
	insmod ./fgraph_prototypes.ko || exit 2
	mkdir named
	while read -r id _; do
		ln -s ../calls "named/$id"
	done < ids
	cat > all.sh << 'END'
while read -r id _; do
	echo "ran $(./named/$id $id 2>&1 </dev/null)"
	killall -9 "$id" 2> /dev/null
	echo /sbin/modprobe > /proc/sys/kernel/modprobe
done
END
	./fgraph-why --save=/tmp/records sh all.sh < ids
	echo "== records"
	base64 /tmp/records
	insmod ./refuses.ko
	./fgraph-why --save=/tmp/records sh -c "$refused" 2> /dev/null
	echo "== module"
	base64 /tmp/records
	echo "== end"
	exit
fi

state() {
	ls $T/instances
	cat $T/dynamic_events
	for group in "$T"/events/fgraph_why*; do
		echo "${group##*/}"
	done
	echo "set_event: $(cat $T/set_event), set_ftrace_filter: $(cat $T/set_ftrace_filter)"
}
gone() {
	while [ -n "$(ls $T/instances)$(cat $T/dynamic_events)" ]; do usleep 50000; done
	echo gone
}
probed() {
	until [ "$(cat $T/instances/fgraph-why.*/events/fgraph_why_*/hit/enable 2> /dev/null)" = 1 ] &&
		pidof sleep > /dev/null; do
		usleep 50000
	done
}

echo "== before"
state
while read -r id _; do
	[ -f "lists/$id" ] || continue
	echo "== $id"
	./fgraph-why --path="lists/$id" --format=json -o /tmp/out ./calls "$id" < /dev/null
	cat /tmp/out
	clean_up calls
done < ids
one=$(for list in lists/*; do echo "${list#*/}"; break; done)
echo "== text"
./fgraph-why --path="lists/$one" ./calls "$one" < /dev/null 2>&1
echo "== again"
./fgraph-why --path="lists/$one" true 2>&1
echo "== other"
sed '1s/...$/000/' "lists/$one" > other
./fgraph-why --path=other true 2>&1
echo "status $?"
echo "== unloaded"
./fgraph-why --path=refuses sh -c "$refused" 2>&1
echo "status $?"
insmod ./refuses.ko
echo "== module"
./fgraph-why --path=refuses sh -c "$refused" 2>&1
echo "== killed"
./fgraph-why --path="lists/$one" sleep 1000 2> /dev/null &
tool=$!
probed
kill -9 $tool
gone
killall sleep
echo "== unguarded"
./fgraph-why --path="lists/$one" sleep 1000 2> /dev/null &
probed
killall -9 fgraph-why sleep
wait
for instance in "$T"/instances/*; do
	instance=${instance##*/}
	echo "${instance%%.*}"
done
grep -c fgraph_why_ $T/dynamic_events
./fgraph-why --path="lists/$one" true 2> /dev/null
gone
echo "== after"
state
echo "== end"
