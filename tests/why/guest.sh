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
		set_event_pid set_graph_errors set_graph_function trace_options enabled_functions function_errors_enabled; do
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
insmod ./refuses.ko || exit 2
why module --save=/tmp/records sh -c 'echo 3 > /sys/module/refuses/parameters/number'
echo "== records module"
base64 /tmp/records
rmmod refuses
why child sh -c 'cat /no/such/file; echo done'
why status sh -c 'echo out; echo err >&2; exit 3'
why killed sh -c 'kill -9 $$'
why missing ./no-such-program
why unknown no-such-program
touch /tmp/plain
why plain /tmp/plain
why input cat < ids
why all -a --format=json sh -c 'cat /no/such/file /no/such/file; rmdir /proc'
why open sh -c 'echo one > /no/such/file'
why write sh -c 'echo one 1< /tmp/plain'
why usage

# What else it shows
# There it is truncated
: > /tmp/truncated
why tree -T -a -e open,openat sh -c ': > /tmp/truncated'
why counts -c sh -c 'rmdir /proc; rmdir /proc; cat /no/such/file'
why color --color=always -q rmdir /proc
why user -u 1000 sh -c 'id -u; id -g; id -G'
why nobody -u no-such-user true
(while :; do rmdir /proc 2> /dev/null; usleep 100000; done) &
loop=$!
why top --top -d 2 -o /tmp/top
sed "s/^/out /" /tmp/top
why watched -d 2 -x EBUSY --save=/tmp/records
kill $loop
wait $loop 2> /dev/null
why again -r /tmp/records -a -e rmdir,unlinkat
mkdir -p /run
why dry --dry-run -x EIO -p 1

# Types that it has to load itself, or that there are not
rmmod fgraph_prototypes
modules=/lib/modules/$(uname -r)
mkdir -p "$modules"
why untyped rmdir /proc
cp fgraph_prototypes.ko "$modules"
echo fgraph_prototypes.ko: > "$modules/modules.dep"
why typed rmdir /proc
echo "== loaded"
ls /sys/module/fgraph_prototypes /run/fgraph-why.types 2>&1
insmod ./fgraph_prototypes.ko

# Tasks that run, all tasks, and to wait for one
(while :; do rmdir /proc 2> /dev/null; usleep 100000; done) &
loop=$!
why pid -p $loop -d 3 -x EBUSY
why system -d 3s -X ENOSYS,EAGAIN -n rmdir
why wait -w -e rmdir,unlinkat
why other -d 1 -n nobody
kill $loop
wait $loop 2> /dev/null
why timeout -w -x EUCLEAN -d 1
why word -x EFOO true
why time -d soon
why both -d 1 true

# What is left when the tool ends early
started() {
	until grep -q function_graph $T/instances/fgraph-why.*/current_tracer 2> /dev/null && pidof sleep > /dev/null; do
		usleep 50000
	done
}
gone() {
	while [ -n "$(ls $T/instances)" ]; do usleep 50000; done
	echo gone
}
echo "== killed"
./fgraph-why sleep 1000 2> /dev/null &
tool=$!
started
kill -9 $tool
gone
killall sleep
echo "== unguarded"
./fgraph-why sleep 1000 2> /dev/null &
started
killall -9 fgraph-why sleep
wait
for instance in "$T"/instances/*; do
	instance=${instance##*/}
	echo "${instance%%.*}"
done
./fgraph-why true 2> /dev/null
gone
echo "== terminated"
./fgraph-why sleep 1000 2> /dev/null &
tool=$!
started
kill $tool
wait $tool
echo "status $?"
gone
# The report comes while there is still an instance. Who opens a FIFO waits for a reader
mkfifo /tmp/fifo
reports() {
	rm -f /tmp/ran
	./fgraph-why -o /tmp/fifo sh -c 'rmdir /proc 2> /dev/null; : > /tmp/ran; sh -c "kill -PIPE \$\$"' &
	tool=$!
	until [ -e /tmp/ran ] && ! grep -qs 1 $T/instances/fgraph-why.*/tracing_on; do
		usleep 50000
	done
	for instance in "$T"/instances/*; do
		instance=${instance##*/}
		echo "${instance%%.*}"
	done
}
echo "== report"
reports
kill $tool
cat /tmp/fifo
wait $tool
echo "status $?"
gone
echo "== unread"
reports
kill -9 $tool
gone
echo "== closed"
# The command waits until nobody reads any more
{
	./fgraph-why sh -c 'trap "" PIPE; while echo; do :; done; rmdir /proc; exit 3' 2>&1
	echo "status $?" > /tmp/status
} | :
cat /tmp/status
gone
echo "== two"
./fgraph-why -sn rmdir /proc 2> /tmp/one &
one=$!
./fgraph-why -sn rmdir /proc 2> /tmp/two
wait $one
grep -h EBUSY /tmp/one /tmp/two
gone
echo "== full"
user=0
# Sixteen that trace all functions would be slow
while mkdir $T/instances/user$user && echo vfs_rmdir > $T/instances/user$user/set_ftrace_filter &&
	echo function_graph > $T/instances/user$user/current_tracer; do
	user=$((user + 1))
done 2> /dev/null
echo "users $user"
./fgraph-why true 2>&1
echo "status $?"
rmdir $T/instances/user*
gone
echo "== after"
state
echo "== end"
