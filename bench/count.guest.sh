#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest, under -icount, where a nanosecond is an instruction: print "CASE AMOUNT COUNT" for the calls of
# bench.ko, not traced and traced by function_graph, with the option off and, where there is one, on, and by
# what else a user might run; for the buffer and for reading it; for the types of functions, if the kernel has a module
# of tables, or BTF. A case that the kernel cannot is left out.
set -eu

cd "${0%/*}"
module=$PWD/bench.ko
tables=$PWD/fgraph_prototypes.ko
parameters=/sys/module/bench/parameters
insmod "$module"
cd /sys/kernel/tracing
calls=1000

call() {
	echo > trace
	echo $calls > $parameters/calls
}

# count CASE: what so many calls took, after as many for what only the first ones cost.
count() {
	call
	call
	echo "$1 $(cat $parameters/took) $calls"
}

# traced PATTERN: each call has its record that looks so, and so nothing else was counted.
traced() {
	records=$(grep -c "$1" trace) || :
	[ "$records" = $calls ] || { echo "$records calls in the trace, not $calls: $1" >&2; exit 1; }
}

# depths CASE [OPTION [PATTERN]]: chains of so many calls, each of which is traced. OPTION is at the end of the case, and
# what follows the function in its record looks so
depths() {
	for depth in 1 10 40; do
		echo $depth > $parameters/depth
		count "$1-$depth${2:-}"
		traced "bench_nested \\[bench\\]()${3:-\\( {\\|;\\)}"
	done
	echo 0 > $parameters/depth
}

# some CASE: calls of functions in turn
some() {
	echo 1 > $parameters/some
	count "$1-some"
	traced 'bench_some_.. \[bench\](); /\* \(ret=\|= \)'
	echo 0 > $parameters/some
}

# now: nanoseconds
now() {
	sed -n 's/^now at \([0-9]*\) nsecs$/\1/p' /proc/timer_list
}

# buffered CASE COUNT: bytes in the buffer, of so many calls
buffered() {
	sed -n "s/^bytes: \\([0-9]*\\)\$/$1 \\1 $2/p" per_cpu/cpu0/stats
}

# buffered_few CASE: the same for few calls. They are in one page, and do not count what is left of it
buffered_few() {
	echo > trace
	echo 20 > $parameters/calls
	buffered "$1" 20
}

# reading CASE: what it takes to read the trace, beside what it takes to ask for the time and start cat. A line less
# the few of the header
reading() {
	was=$(now)
	cat /dev/null > /dev/null
	start=$(now)
	cat trace > /dev/null
	end=$(now)
	echo "$1 $((end - start - (start - was))) $(wc -l < trace)"
}

# free_bytes: free memory, with what the CPU keeps for itself, after what can be freed was
free_bytes() {
	sync
	echo 3 > /proc/sys/vm/drop_caches
	sleep 1
	echo $((4096 * $(awk '/nr_free_pages|count:/ { pages += $2 } END { print pages }' /proc/zoneinfo)))
}

# taking CASE COMMAND...: what it takes to take in all of the kernel's functions, beside what it takes to ask for the time
taking() {
	case=$1
	shift
	was=$(now)
	start=$(now)
	"$@"
	end=$(now)
	echo "$case $((end - start - (start - was))) $functions"
}

# instance NAME FUNCTION: function_graph in an instance, too, for that function
instance() {
	mkdir "instances/$1"
	echo "$2" > "instances/$1/set_ftrace_filter"
	echo 1 > "instances/$1/options/funcgraph-retval"
	echo function_graph > "instances/$1/current_tracer"
}

# address NAME: of a function of the kernel
address() {
	sed -n "s/ T $1\$//p" /proc/kallsyms
}

# users: what further registered fgraph_ops take
users() {
	instance one bench_leaf
	count users-both
	traced 'bench_leaf \[bench\](); /\* \(ret=\|= \)'
	echo bench_unused > instances/one/set_ftrace_filter
	count users-other
	instance two bench_unused
	count users-others
	rmdir instances/one instances/two
	if [ -e $parameters/user ]; then
		echo "$(address register_ftrace_graph) $(address unregister_ftrace_graph)" > $parameters/user
		count users-nothing
		traced 'bench_leaf \[bench\](); /\* \(ret=\|= \)'
		echo 0 > $parameters/user
	fi
}

# silent: nothing was recorded
silent() {
	! grep -q '^[^#]' trace || { echo "records of calls that did not fail" >&2; exit 1; }
}

# returning NUMBER COMMAND...: each of the calls that COMMAND makes returns this number
returning() {
	echo "$1" > $parameters/error
	echo 1 > $parameters/fixed
	shift
	"$@"
	echo 0 > $parameters/fixed
}

# failing CASE PATTERN: the calls fail, and have records that look so
failing() {
	returning -22 count "$1"
	traced "$2"
}

# fine CASE: the calls do not fail. 0 is the usual value of those that could
fine() {
	count "$1"
	returning 0 count "$1-zero"
	silent
}

# refusing CASE: the calls return false. What is said of them is kept for their caller
refusing() {
	echo 1 > $parameters/no
	count "$1-no"
	echo 0 > $parameters/no
}

# sites: what it takes to record where each function was called
sites() {
	[ -e options/funcgraph-retaddr ] || return 0
	echo 1 > options/funcgraph-retaddr
	count graph-retaddr
	traced 'bench_leaf \[bench\](); /\* <-run+.* \[bench\] \*/$'
	buffered_few buffer-leaf-retaddr
	depths graph -retaddr '\( {\|;\) /\* <-'
	echo 0 > options/funcgraph-retaddr
}

# sites_of_failures OPTION: the same with funcgraph-OPTION, where only what fails is recorded
sites_of_failures() {
	[ -e options/funcgraph-retaddr ] || return 0
	echo 1 > options/funcgraph-retaddr
	count "$1-retaddr"
	returning 0 count "$1-zero-retaddr"
	silent
	failing "$1-failing-retaddr" 'bench_leaf \[bench\](); /\* <-run+.* \[bench\] ret=-22 \*/'
	echo 0 > options/funcgraph-retaddr
}

# late: what it takes to write each of 50 entries when a function has failed. Interrupts are off meanwhile. The time of
# the first one and that of the last one are in the trace
late() {
	echo bench_deep >> set_ftrace_filter
	echo 1 > options/funcgraph-abstime
	echo 50 > $parameters/deep
	echo > trace
	echo 50 > $parameters/calls
	echo 0 > $parameters/deep
	awk '/bench_deep \[bench\]\(\)/ {
			last = $1
			if (!entries++)
				first = last
		}
		END {
			if (entries != 50) {
				print entries " entries" > "/dev/stderr"
				exit 1
			}
			printf "late %d %d\n", 1000000000 * (last - first), entries - 1
		}' trace
	echo 0 > options/funcgraph-abstime
	echo '!bench_deep' >> set_ftrace_filter
}

# errors: what it takes to look for errors, with funcgraph-retval on
errors() { # what follows the name of a case
	[ -e options/funcgraph-errors ] || return 0
	failed='bench_leaf \[bench\](); /\* ret=-22 \*/'
	buffered_few "buffer-leaf$1"
	refusing "graph-retval$1"
	traced 'bench_no \[bench\](); /\* \(ret=\|= \)'
	failing "graph-retval-failing$1" "$failed"
	returning -22 buffered_few "buffer-failing$1"
	for option in errors chains; do
		echo 1 > options/funcgraph-$option
		fine "$option$1"
		refusing "$option$1"
		silent
		failing "$option-failing$1" "$failed"
		[ "$option$1" != errors ] || late
		# Types do not matter for them
		[ -n "$1" ] || sites_of_failures $option
		echo 0 > options/funcgraph-$option
	done
	echo nop > current_tracer
	echo 1 > function_errors_enabled
	fine "table$1"
	refusing "table$1"
	silent
	returning -22 count "table-failing$1"
	silent
	grep -q " $((2 * calls)) .* bench_leaf .* bench_leaf .*(returned)" trace_stat/function_errors || {
		cat trace_stat/function_errors >&2
		exit 1
	}
	echo 0 > function_errors_enabled
	echo function_graph > current_tracer
}

# arguments: what it takes to record two arguments, and six, and to keep them in case a function fails. The kernel with
# bench/no-origin.patch looks for no errors
arguments() {
	[ -e options/funcgraph-args ] && [ -e options/funcgraph-errors ] || return 0
	echo bench_two bench_six >> set_ftrace_filter
	for args in two six; do
		[ $args = two ] && echo 2 > $parameters/args || echo 6 > $parameters/args
		count args-$args-off
		traced "bench_$args \\[bench\\](\\(\\.\\.\\.\\)\\?); /\\* ret="
		echo 1 > options/funcgraph-args
		count args-$args
		traced "bench_$args \\[bench\\](a=.*); /\\* ret="
		buffered_few buffer-args-$args
		echo 1 > options/funcgraph-errors
		count errors-args-$args
		silent
		echo 0 > options/funcgraph-errors
		echo 0 > options/funcgraph-args
	done
	echo 0 > $parameters/args
	echo '!bench_two' >> set_ftrace_filter
	echo '!bench_six' >> set_ftrace_filter
	# What a line may have: an argument, a value with the name of an error, and its origin
	for option in args origin retval-names; do
		echo 1 > options/funcgraph-$option
	done
	failing args-failing 'bench_leaf \[bench\](i=-\?[0-9]*); /\* ret=-22 (EINVAL) made here \*/'
	reading read-all
	for option in args origin retval-names; do
		echo 0 > options/funcgraph-$option
	done
}

select_graph() {
	echo function_graph > current_tracer
}

# typed: bench.ko's functions have their types
typed() {
	grep -qE '^int bench_leaf\(int i\) \[bench\] // tables(: i=d4)?$' function_prototypes
	count graph-retval-types
	traced 'bench_leaf \[bench\](); /\* ret='
	reading read-types
	depths graph-retval-types
	some graph-retval-types
	arguments
	errors -types
	# Who comes later is found first
	rmmod fgraph_prototypes
	insmod "$tables"
	some graph-retval-types-late
	echo 0 > options/funcgraph-retval
	count graph-types
	traced 'bench_leaf \[bench\]();$'
	depths graph-types
}

# On a 32-bit machine, reading a clock takes more instructions from when its number has more than 32 bits. So all cases
# are counted after that: after 2^32 nanoseconds
while [ "$(now)" -le 4294967296 ]; do
	sleep 1
done
functions=$(wc -l < available_filter_functions)
echo "task-never $(cat $parameters/task_struct_bytes) 1"
# So many that the grain of the clock does not show: 100 ns on riscv
calls=10000
count untraced
calls=1000
echo 'bench_leaf bench_nested bench_some_* bench_no bench_ask' > set_ftrace_filter
echo function > current_tracer
count function
traced 'bench_leaf <-'
# BTF is taken in now. It is not used until the other cases have been counted
if [ -e /sys/kernel/btf/vmlinux ] && [ -e options/funcgraph-retval-type ]; then
	first=$(taking take-btf select_graph)
	echo 0 > options/funcgraph-retval-type
	# To select it again takes what it takes without BTF
	echo function > current_tracer
	again=$(taking take-btf select_graph)
	echo "$first $again" | awk '{ print $1, $2 - $5, $3 }'
else
	select_graph
fi
# The stock kernel of arm does not see a function that has no frame
leaf=y
case $(uname -m) in
arm*) [ -e options/funcgraph-retval ] || leaf= ;;
esac
if [ -n "$leaf" ]; then
	count graph
	traced 'bench_leaf \[bench\]();$'
fi
echo 1 > $parameters/depth
call
echo 0 > $parameters/depth
buffered buffer $calls
reading read
depths graph
sites
if [ -e options/funcgraph-retval ]; then
	echo 1 > options/funcgraph-retval
	count graph-retval
	traced 'bench_leaf \[bench\](); /\* \(ret=\|= \)'
	reading read-retval
	depths graph-retval
	some graph-retval
	mkdir instances/some
	if grep -qw function_graph instances/some/available_tracers; then
		users
	fi
	rmdir instances/some
fi
errors ''
if [ -e "$tables" ]; then
	# What the first ones leave behind does not count: slabs grow by 8 pages at a time
	insmod "$tables"
	less=
	for _ in 1 2 3; do
		rmmod fgraph_prototypes
		free=$(free_bytes)
		taking take insmod "$tables" > /tmp/take
		with=$(free_bytes)
		[ "${less:-$((free - with))}" -lt $((free - with)) ] || less=$((free - with))
	done
	cat /tmp/take
	# What a module of a few tables takes, any module takes
	insmod "${tables%.ko}-bench.ko"
	echo "type-pages $((less - with + $(free_bytes))) $functions"
	echo 1 > options/funcgraph-retval-type
	typed
	rmmod fgraph_prototypes_bench fgraph_prototypes
fi
echo "task $(cat $parameters/task_bytes) 1"
echo nop > current_tracer

# event CASE FILE DEFINITION: an event of its own at each call. riscv's 6.12 refuses a kprobe where the function tracer
# patches
event() {
	if ! echo "$3" > "$2" 2> /dev/null; then
		return 0
	fi
	for enable in events/[kf]probes/bench/enable; do
		[ ! -e "$enable" ] || echo 1 > "$enable"
	done
	count "$1"
	traced ' bench: '
	echo 0 > events/enable
	echo > "$2"
}
event kprobe kprobe_events 'p:bench bench_leaf'
event kretprobe kprobe_events 'r:bench bench_leaf'
event fprobe-entry dynamic_events 'f:bench bench_leaf'
event fprobe-return dynamic_events 'f:bench bench_leaf%return'

rmmod bench

# probed CASE PARAMETERS [TRACER]: calls of a function that has such fprobes, and the tracer besides
probed() {
	# shellcheck disable=SC2086 # one word a parameter
	if ! insmod "$module" $2 2> /dev/null; then
		return 0
	fi
	echo bench_leaf > set_ftrace_filter
	echo "${3:-nop}" > current_tracer
	count "$1"
	[ -z "${3:-}" ] || traced 'bench_leaf \[bench\]();'
	echo nop > current_tracer
	rmmod bench
}
probed fprobe fprobes=1
probed fprobe-two fprobes=2
probed fprobe-entry-handler 'fprobes=1 entry=1'
probed fprobe-graph fprobes=1 function_graph
