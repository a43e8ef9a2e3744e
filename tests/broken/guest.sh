#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: have the shadow stack broken in the way that the file "how" names, in a task that function_graph
# traces, and see that the machine goes on without the tracer. Prints what became of the task, "warned" if the kernel
# said so, "stopped" once nothing is traced any more, and "alive". "panic": as "frame", with panic_on_oops.
set -eu

how=$(cat how)
if [ "$how" = panic ]; then
	how=frame
else
	echo 0 > /proc/sys/kernel/panic_on_oops
fi
insmod ./broken.ko
cd /sys/kernel/tracing
echo function_graph > current_tracer

status=0
{ sh -c "echo $how > /sys/module/broken/parameters/call"; } 2> /dev/null || status=$?
case $status in
0) echo returned ;;
1) echo "returned something else" ;;
*) echo ended ;;
esac

dmesg | sed -n 's/.*The shadow stack is broken: .*/warned/p'

# A worker stops the tracer, soon
traced=y
while [ -n "$traced" ]; do
	echo > trace
	[ -e /no/such/file ] || :
	traced=$(grep -m 1 '()' trace) || :
done
echo stopped
echo nop > current_tracer
# Those that were hooked meanwhile return, too
for _ in 1 2 3; do
	ls / > /dev/null
done
echo alive
