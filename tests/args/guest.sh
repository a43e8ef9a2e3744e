#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: trace the functions of args.ko, with funcgraph-args: before its tables are loaded, with them, with
# funcgraph-retaddr, too, with the values of returns, and after the tables have gone. Trace system calls, too. Print the
# traces, what the functions were given, and the records. If there is args-bare.ko, which is args.ko without BTF, the
# kernel has BTF: args-bare.ko is there until tables have come, and then args.ko without tables.
set -eu

here=$PWD
cd /sys/kernel/tracing

shown() { # name
	echo "== $1"
	grep '\[args\]' trace
}

trace() { # name [, parameter]
	echo > trace
	echo 1 > tracing_on
	echo 1 > "/sys/module/args/parameters/${2:-call}"
	echo 0 > tracing_on
	shown "$1"
}

expected() { # name
	echo "== expected $1"
	cat /sys/kernel/debug/args/expected
}

filter_known() {
	echo 'known_*:mod:args' > set_ftrace_filter
}

# A filter that loses its last function would be none, and all functions would be traced
remove() {
	echo alloc_empty_file > set_ftrace_filter
	rmmod args
}

btf=
[ ! -f "$here/args-bare.ko" ] || btf=y

echo 0 > tracing_on
insmod "$here/args${btf:+-bare}.ko"
filter_known
echo function_graph > current_tracer
echo 0 > options/funcgraph-cpu
echo 0 > options/funcgraph-duration
echo 0 > options/funcgraph-overhead
echo 0 > options/funcgraph-irqs
echo 0 > options/funcgraph-args
trace off
echo 1 > options/funcgraph-args
trace before
insmod "$here/fgraph_prototypes-args.ko"
shown late
if [ "$btf" ]; then
	rmmod fgraph_prototypes_args
	remove
	insmod "$here/args.ko"
	filter_known
	echo 0 > options/funcgraph-args
	trace off_btf
	echo 1 > options/funcgraph-args
fi
trace args
expected args
echo 0 > options/funcgraph-args
shown changed
echo 1 > options/funcgraph-retaddr
echo 1 > options/funcgraph-args
trace retaddr
expected retaddr
echo 0 > options/funcgraph-retaddr
echo 1 > options/funcgraph-retval
trace retval
expected retval
echo 1 > options/funcgraph-retval-names
shown names
echo 0 > options/funcgraph-retval-names
echo "0x$(sed -n 's/ . __init_begin$//p' /proc/kallsyms)" > /sys/module/args/parameters/unmapped
echo 1 > options/funcgraph-strings
trace strings strings
expected strings
echo 0 > options/funcgraph-strings
shown 'strings changed'
trace 'no strings' strings
trace records
expected records
RECORD=funcgraph_entry "$here/binary.sh" alloc_empty_file > "$here/binary"
fail() { # name, option [, parameter]
	echo 1 > "options/$2"
	echo > trace
	echo 1 > tracing_on
	echo 1 > "/sys/module/args/parameters/${3:-fail}"
	echo 0 > tracing_on
	echo "== $1"
	grep -v '^#' trace
	echo 0 > "options/$2"
}
fail errors funcgraph-errors
fail chains funcgraph-chains
echo 1 > options/funcgraph-strings
fail 'errors with strings' funcgraph-errors
fail 'chains with strings' funcgraph-chains
fail 'chains with a name' funcgraph-chains fail_name
echo 0 > options/funcgraph-strings
# With other data in each frame
echo known_outermost > set_graph_function
echo 0 > options/sleep-time
fail 'errors kept' funcgraph-errors
echo > set_graph_function
echo 1 > options/sleep-time
echo '*sys_kill *sys_openat *sys_sync *sys_write' > set_ftrace_filter
call_system() {
	echo > trace
	echo 1 > tracing_on
	kill -0 $$
	(: < /no/such/file) 2> /dev/null || :
	"$here/absent"
	sync
	echo text > /dev/null
	echo 0 > tracing_on
}
call_system
echo "== system calls of $$"
cat trace
echo 1 > options/funcgraph-strings
call_system
echo '== system calls with strings'
cat trace
echo 0 > options/funcgraph-strings
filter_known
trace last
expected last
# Events of fprobes, in an instance, while function_graph traces the same functions
if grep -q 'f\[:\[<group>/\]\[<event>\]\] <func-name>' README; then
	sed -n 's/^\(known_.*\) \[args\]$/\1/p' available_filter_functions | while read -r name; do
		echo "f:entry/$name $name \$arg*"
		echo "f:exit/$name $name%return \$arg*"
	done > dynamic_events
	echo "f:failed/made known_made%return \$retval c:string b:x16" >> dynamic_events
	echo "f:failed/asked known_named \$arg1:string" >> dynamic_events
	I=instances/events
	mkdir $I
	event() { # name, system, parameter
		echo > $I/trace
		echo 1 > "$I/events/$2/enable"
		echo 1 > "/sys/module/args/parameters/$3"
		echo 0 > "$I/events/$2/enable"
		echo "== $1"
		grep -v '^#' $I/trace
	}
	event 'entry events' entry call
	expected 'entry events'
	event 'exit events' exit call
	expected 'exit events'
	event 'failed events' failed fail
	event 'asked events' failed fail_name
	# Its first argument, $retval, is an s32
	place=$(sed -n 's/.* arg1;.*offset:\([0-9]*\);.*/\1/p' events/failed/made/format)
	echo '== perf events'
	"$here/perf" "$PWD/events/failed/made" "$place" 4 /sys/module/args/parameters/fail
	rmdir $I
	echo > dynamic_events
fi
if [ "$btf" ]; then
	insmod "$here/fgraph_prototypes-args.ko"
	shown tables
	rmmod fgraph_prototypes_args
	shown back
	remove
	echo '== gone'
	grep '(.*;' trace
else
	rmmod fgraph_prototypes_args
	shown gone
fi
echo '== binary'
cat "$here/binary"
