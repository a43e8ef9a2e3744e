#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: call the functions of known.ko in each context while they are traced. For each context, prints
# "received" if the callers got the values that the functions return. Then prints the expected return registers, and the
# trace in hexadecimal and in the default format. Then calls the functions again, and checks the stack. Then
# prints a trace of all functions.
set -eu

here=$PWD
insmod ./known.ko
cd /sys/kernel/tracing
parameters=/sys/module/known/parameters
echo 0 > tracing_on
# Without dynamic ftrace there is no filter: all functions are traced
echo 16384 > buffer_size_kb
[ ! -e set_ftrace_filter ] || echo 'known_*:mod:known' > set_ftrace_filter
echo function_graph > current_tracer
# So the end of a function has its name on a kernel without return values, too
echo 1 > options/funcgraph-tail
# A record has the registers as they were, also where a module of tables is loaded
[ ! -e options/funcgraph-retval-type ] || echo 0 > options/funcgraph-retval-type

# Does nothing if the kernel has no such options
show_values() { # in hexadecimal, both?
	[ -e options/funcgraph-retval ] || return 0
	echo 1 > options/funcgraph-retval
	echo "$1" > options/funcgraph-retval2
	echo "$1" > options/graph_retval_hex
}

call() { # context
	if echo 1 > "$parameters/call$1"; then echo received; fi
}

for context in '' _softirq _hardirq; do
	echo "== callers$context"
	echo > trace
	echo 1 > tracing_on
	call "$context"
	echo 0 > tracing_on
	echo "== expected$context"
	cat /sys/kernel/debug/known/expected
	for hex in 1 0; do
		echo "== trace$context $hex"
		show_values $hex
		grep ' known_[a-z0-9_]* \[known\]' trace
	done
done

# For programs: pages of the buffer, and the files that tell how to read them
if [ -e options/funcgraph-retval ]; then
	echo > trace
	echo 1 > tracing_on
	call '' > /dev/null
	echo 0 > tracing_on
	echo '== binary_expected'
	cat /sys/kernel/debug/known/expected
	"$here/binary.sh"
fi

# sites: prints "FUNCTION CALLER+OFFSET" for each function that was called from a function of the module
sites() {
	sed -n 's,^.*| *\([^ ]*\) \[known\]() *[;{] /\* <-\([^ ]*\)/[^ ]* \[known\] .*,\1 \2,p' trace
}

# Does nothing if the kernel has no kretprobes where it traces
probe() { # 0 or 1
	[ ! -d events/kprobes ] || echo "$1" > events/kprobes/enable
}

if [ -e options/funcgraph-retaddr ]; then
	# Two for one function, and one for the function that calls it
	for n in 1 2 3; do
		[ ! -e kprobe_events ] || echo "r:known_probe$n known_$([ $n != 3 ] || echo nested_)int_einval" >> kprobe_events || :
	done
	# What is turned on last is called first, so the tracer finds an address of the caller, or one of a kretprobe
	for probes in none before after; do
		for only in all errors chains; do
			[ $probes != before ] || probe 1
			[ $only = all ] || echo 1 > options/funcgraph-$only
			# The tracer begins anew
			echo 1 > options/funcgraph-retaddr
			[ $probes != after ] || probe 1
			echo > trace
			echo 1 > tracing_on
			call '' > /dev/null
			echo 0 > tracing_on
			echo "== sites $only $probes"
			sites
			echo 0 > options/funcgraph-retaddr
			[ $only = all ] || echo 0 > options/funcgraph-$only
			probe 0
		done
	done
	echo '== probes'
	[ ! -d events/kprobes ] || find events/kprobes -name 'known_probe*'
	[ ! -e kprobe_events ] || echo > kprobe_events
fi

echo '== stack'
# With several fgraph_ops, the callback is called by its place in function_graph's fgraph_ops, behind the one of the entry.
# That of the top level is the first in fgraph_top_instance
if grep -q ' fgraph_array$' /proc/kallsyms; then
	address=$(sed -n -e 's/ . funcgraph_ops$//p' -e 's/ . fgraph_top_instance$//p' /proc/kallsyms)
	printf '%x\n' $((0x$address + ${#address} / 2)) > $parameters/stack
else
	sed -n 's/ . ftrace_graph_return$//p' /proc/kallsyms > $parameters/stack
fi
echo 1 > tracing_on
for context in '' _softirq _hardirq; do
	call "$context" > /dev/null 2>&1
done
cat $parameters/stack
echo 0 > tracing_on
# A function that a hook calls is in the trace, in front of or behind each of known.ko's
if [ -e set_ftrace_filter ]; then
	echo '== all'
	echo > set_ftrace_filter
	echo > trace
	echo 1 > tracing_on
	call '' > /dev/null
	echo 0 > tracing_on
	sed -n '/ known_[a-z0-9_]* \[known\]/,$p' trace
fi
# The sample counts the calls of known.ko
if [ -e "$here/ftrace-graph.ko" ]; then
	echo nop > current_tracer
	insmod "$here/ftrace-graph.ko" 'functions=known_*'
	call '' > /dev/null
	rmmod ftrace_graph
	echo '== sample'
	dmesg | grep -o '[0-9]* calls of known_.*'
fi
echo '== log'
dmesg | sed -n 's/.* known: what /what /p' | sort -u
