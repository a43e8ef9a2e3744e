#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: the story that return values were first asked for with. A real-time task is moved into a cgroup that has no
# real-time budget. The write that moves it fails. fgraph-why says which function made the error. So does the trace, which
# has the functions that handed it up. Prints each command as it is typed, and what it says. Between, in lines that demo/run
# looks for, there are the records of fgraph-why and the whole trace.
set -u

typed() { # command line
	echo "# $*"
	eval "$*" 2>&1
}

here=$PWD
mkdir -p /sys/fs/cgroup
mount -t tmpfs cgroup /sys/fs/cgroup
mkdir /sys/fs/cgroup/cpu
mount -t cgroup -o cpu cgroup /sys/fs/cgroup/cpu

typed 'mkdir /sys/fs/cgroup/cpu/test'
typed 'chrt -f 1 sleep 1000 &'
demo=$!
# The task counts as real-time once chrt has made it one.
until chrt -p "$demo" | grep -q SCHED_FIFO; do :; done

insmod ./fgraph_prototypes.ko
typed "./fgraph-why -sn --save=/tmp/records sh -c 'echo $demo > /sys/fs/cgroup/cpu/test/tasks'"
rmmod fgraph_prototypes
echo '== records'
base64 /tmp/records
echo '== by hand'
typed 'cd /sys/kernel/tracing'
typed "insmod $here/fgraph_prototypes.ko"
typed 'echo 1 > options/funcgraph-chains'
typed 'echo 1 > options/funcgraph-origin'
typed 'echo 1 > options/funcgraph-args'
typed 'echo 1 > options/funcgraph-retval-names'
typed 'echo EINVAL > set_graph_errors'
typed "echo '*sys_write' > set_graph_function"
typed 'echo function_graph > current_tracer'
typed "echo $demo > /sys/fs/cgroup/cpu/test/tasks"
echo '# cat trace'
cat trace
echo nop > current_tracer
rmmod fgraph_prototypes
kill "$demo"
