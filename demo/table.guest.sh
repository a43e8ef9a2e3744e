#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: what fails on this machine, and where? Programs run for as many seconds as the file "seconds" says. Errors
# are counted meanwhile, and recorded, but ENOENT is not recorded. Prints each command as it is typed, and what it says.
set -u

typed() { # command line
	echo "# $*"
	eval "$*"
}

# Some of these fail
busy() {
	ls -l /proc/self /no/such/file
	mkdir /tmp
	echo full > /dev/full
	rmdir /proc
	kill -0 99999
	mount -t none none /mnt
	find /sys/kernel/tracing/events/ftrace
	dd if=/proc/self/mem bs=16 count=1
}

here=$PWD
seconds=$(cat seconds)
typed 'cd /sys/kernel/tracing'
typed "insmod $here/fgraph_prototypes.ko"
# They call all system calls, on x86, and on arm64. Without them, the outermost function tells which one it was
wrappers=$(grep -xE 'x64_sys_call|ia32_sys_call|do_el0_svc|el0_svc_common.*|invoke_syscall.*' available_filter_functions | tr '\n' ' ')
[ -z "$wrappers" ] || typed "echo '$wrappers' > set_ftrace_notrace"
typed 'echo 1 > function_errors_enabled'
typed 'echo "!ENOENT" > set_graph_errors'
typed 'echo 1 > options/funcgraph-errors'
typed 'echo function_graph > current_tracer'
echo "# busy for $seconds seconds"
end=$(($(date +%s) + seconds))
runs=0
while [ "$(date +%s)" -lt $end ]; do
	busy > /dev/null 2>&1 < /dev/null
	runs=$((runs + 1))
done
typed 'echo 0 > tracing_on'
typed 'echo 0 > function_errors_enabled'
typed 'head -n 14 trace_stat/function_errors'
# These are of busy(), and on each machine
typed "grep -E 'EEXIST|ESRCH|ENOSPC' trace_stat/function_errors"
typed "grep -hE '^(entries|overrun):' per_cpu/cpu*/stats"
echo "runs $runs"
echo nop > current_tracer
