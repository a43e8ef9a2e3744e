#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: the story that return values were first asked for with. A real-time task is moved into a cgroup that has no
# real-time budget, and the write that moves it is traced. Prints each command as it is typed, what
# it says, and the whole trace, between lines that demo/run looks for.
set -u

typed() { # command line
	echo "# $*"
	eval "$*"
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

typed 'cd /sys/kernel/tracing'
typed 'echo 0 > tracing_on'
typed 'echo > trace'
typed "echo '*sys_write' > set_graph_function"
typed "echo '*spin*' > set_graph_notrace"
typed "echo '*rcu*' >> set_graph_notrace"
typed "echo '*alloc*' >> set_graph_notrace"
typed "echo 'preempt*' >> set_graph_notrace"
typed "echo 'kfree*' >> set_graph_notrace"
typed 'echo $$ > set_ftrace_pid'
typed 'echo function_graph > current_tracer'
typed 'echo 1 > tracing_on'
typed "echo $demo > /sys/fs/cgroup/cpu/test/tasks"
typed 'echo 0 > tracing_on'
typed 'echo 1 > options/funcgraph-retval'
typed 'echo 1 > options/funcgraph-retval-names'
typed "insmod $here/fgraph_prototypes.ko"
echo '# cat trace'
cat trace
rmmod fgraph_prototypes
kill "$demo"
