#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: print the output for a user who has not asked for return values. This is the trace of a stat under each
# option of the tracer, the names of the options, and the format of the records. Times, process numbers and need-resched
# flags are not the same in two boots. Only they are replaced, and their widths are kept.
set -eu

cd /sys/kernel/tracing
# Those of the stock kernel. Who sets another one has asked
options=$(printf 'options/funcgraph-%s\n' abstime cpu duration irqs overhead overrun proc tail)
echo vfs_statx filename_lookup > set_ftrace_filter
echo $$ > set_ftrace_pid
echo function_graph > current_tracer

# Replaces each value that is not the same in two boots by its name and width
same_width() {
	awk '
		function replace(pattern, name) {
			if (match($0, pattern))
				$0 = substr($0, 1, RSTART - 1) name "(" RLENGTH ")" substr($0, RSTART + RLENGTH)
		}
		/^# latency|^#    -|^#    \|/ { next }
		{
			replace("[ +!#*@$] [0-9.]+ us +[|]", "DURATION")
			replace("^ *[0-9]+[.][0-9]+ [|]", "TIME")
			replace(" +[^ ]+-[0-9]+ +[|]", "TASK")
			# The second of irqs-off, need-resched, hardirq, preempt-depth and migrate-disable may differ: a
			# tick comes anywhere
			if (match($0, / [.dDbBX][Nnp][.hHszZ][.0-9a-f][.0-9a-f] /))
				$0 = substr($0, 1, RSTART + 1) "." substr($0, RSTART + 3)
			print
		}'
}

stat_traced() {
	echo > trace
	echo 1 > tracing_on
	[ -e /no/such/file ] || :
	echo 0 > tracing_on
}

echo '== trace'
stat_traced
same_width < trace
for option in $options options/latency-format; do
	was=$(cat "$option")
	for value in 0 1; do
		echo $value > "$option"
		echo "-- $option $value"
		stat_traced
		same_width < trace
		same_width < trace_pipe
	done
	echo "$was" > "$option"
done
echo '== options'
ls options
echo '== format'
cat events/ftrace/funcgraph_entry/format events/ftrace/funcgraph_exit/format | grep -v '^ID:'
