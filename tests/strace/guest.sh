#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: run fails.sh by strace, and by fgraph-why. Then a call that fails with function_graph alone, and by
# fgraph-why. Prints "== NAME", and what each of them says.
set -u
cd "$(dirname "$0")" || exit 2
T=/sys/kernel/tracing
echo 1 > /sys/kernel/rcu_expedited
insmod ./fgraph_prototypes.ko || exit 2

echo "== strace"
./libs/ld.so --library-path ./libs ./libs/strace -f -Z -o /tmp/strace /bin/busybox sh ./fails.sh > /dev/null 2>&1
cat /tmp/strace
echo "== why"
./fgraph-why -a --format=json -o /tmp/why /bin/busybox sh ./fails.sh > /dev/null 2>&1
cat /tmp/why

I=$T/instances/alone
mkdir $I
echo 0 > $I/tracing_on
for option in funcgraph-chains funcgraph-origin funcgraph-retval funcgraph-retval-names function-fork; do
	echo 1 > $I/options/$option
done
for functions in x64_sys_call x32_sys_call ia32_sys_call 'el0_svc*' 'do_el0_svc*' 'invoke_syscall*'; do
	echo "$functions" >> $I/set_ftrace_notrace
done 2> /dev/null
echo $$ > $I/set_ftrace_pid
echo function_graph > $I/current_tracer
sh -c "echo 1 > $I/tracing_on; exec /bin/busybox rmdir /proc" 2> /dev/null
echo 0 > $I/tracing_on
echo "== trace"
cat $I/trace
echo nop > $I/current_tracer
rmdir $I
echo "== chains"
./fgraph-why -a --format=json -o /tmp/why /bin/busybox rmdir /proc 2> /dev/null
cat /tmp/why
echo "== end"
