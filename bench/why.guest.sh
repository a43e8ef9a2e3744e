#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest, under -icount: print "CASE-LOAD MICROSECONDS" of the CPU for three loads: alone, beside a command of
# fgraph-why, below fgraph-why, and with parts of what fgraph-why switches on, in an instance.
# shellcheck disable=SC2046,SC2086 # a command has several words
set -eu
cd "${0%/*}"
here=$PWD
results=/tmp/results
T=/sys/kernel/tracing
I=$T/instances/parts
insmod ./fgraph_prototypes.ko
loads='tree server'
mkdir -p /tmp
if [ -e root/tmp/load.i ]; then
	(cd root && find . -type d -exec mkdir -p /{} \; && find . ! -type d -exec mv {} /{} \;)
	loads='tree compile server'
fi
for dir in $(seq 100); do
	mkdir -p /tree/$dir
	for file in $(seq 20); do
		echo $file > /tree/$dir/$file
	done
done

# command_of LOAD: prints it
command_of() {
	case $1 in
	tree) echo "find /tree -type f -size +1" ;;
	compile) echo "/usr/bin/gcc -O1 -c -o /tmp/load.o /tmp/load.i" ;;
	server) echo "$here/load server 10000" ;;
	esac
}

# each CASE [COMMAND...]: each load, by COMMAND
each() {
	case=$1
	shift
	for load in $loads; do
		"$@" ./load measure $results $case-$load $(command_of $load)
	done
}

# traced COMMAND...: it is traced in the instance
traced() {
	sh -c 'echo $$ > '$I'/set_ftrace_pid; echo $$ > '$I'/set_event_pid; echo 1 > '$I'/tracing_on; exec "$@"' sh "$@"
	echo 0 > $I/tracing_on
}

# A first time for what only that costs
each warm
each alone

./fgraph-why sleep 100000 2> /dev/null &
tool=$!
until grep -qx 1 $T/instances/fgraph-why.*/tracing_on 2> /dev/null; do
	usleep 10000
done
each other
kill $tool
wait $tool || :

./load measure $results itself ./fgraph-why true 2> /dev/null
for load in $loads; do
	./load measure $results tool-$load ./fgraph-why ./load measure $results why-$load $(command_of $load) 2> /dev/null
done

mkdir $I
echo 0 > $I/tracing_on
case $(uname -m) in
x86_64 | i?86) echo '[xi]*[24]_sys_call' > $I/set_ftrace_notrace ;;
aarch64) echo '*el0_svc*' > $I/set_ftrace_notrace ;;
esac
echo 1 > $I/options/function-fork
echo 1 > $I/options/event-fork
echo 1 > $I/options/funcgraph-chains
sleep 100000 &
sleeper=$!
echo $sleeper > $I/set_ftrace_pid
echo $sleeper > $I/set_event_pid
echo function_graph > $I/current_tracer
echo 1 > $I/tracing_on
each other-hooks
echo 0 > $I/tracing_on
each chains traced
echo 1 > $I/options/funcgraph-retaddr
each sites traced
echo 1 > $I/options/funcgraph-args
each args traced
echo 1 > $I/options/funcgraph-strings
each strings traced

events() {
	echo 'ret < 0 && ret > -4096' > $I/events/raw_syscalls/sys_exit/filter
	echo 1 > $I/events/raw_syscalls/sys_exit/enable
	echo 'id == 1000000' > $I/events/raw_syscalls/sys_enter/filter
	echo 1 > $I/events/raw_syscalls/sys_enter/enable
}
events
each events traced
echo $sleeper > $I/set_ftrace_pid
echo $sleeper > $I/set_event_pid
echo 1 > $I/tracing_on
each other-events
kill $sleeper
echo nop > $I/current_tracer
rmdir $I
cat $results
