#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: run the storms that the file "storms" names, SCALE times as much of each. A storm checks that no call
# returned a wrong value, and that the trace has each call with its return value. Then it prints a line, "NAME: " and
# its amounts. Otherwise it prints the reason, and the script fails.
set -eu

storm=$PWD/storm
module=$PWD/storm.ko
here=$PWD
calls=/sys/kernel/debug/storm
# SCALE, DEEP, FPROBE, BPF_EVENTS and PATIENT. FPROBE and BPF_EVENTS are y if the kernel has them. PATIENT is y if there
# is time for a CPU to come online, and for an image to be written, with all functions traced
# shellcheck source=/dev/null
. ./settings

fail() {
	echo "FAILED in $name: $*"
	exit 1
}

# start [FILTER]: trace the functions of storm.ko, or the functions of FILTER, with their return values.
start() {
	echo nop > current_tracer
	echo > trace
	echo "${1-storm_*}" > set_ftrace_filter
	echo function_graph > current_tracer
	for option in funcgraph-retval funcgraph-retval2; do
		echo 1 > options/$option
	done
	echo 1 > tracing_on
	was=$(cat $calls/done)
}

form='ret=0x5eed.... ret2=0xa112....'
either=$form
if [ -e /sys/kernel/btf/vmlinux ]; then
	form='ret=0xa112....000000005eed....'
	either="($either|$form)"
fi

# returns: prints the number of returns of storm.ko's functions in the trace on stdin, and the number of returns with a
# wrong value. Where BTF has their type, both registers are one number of 128 bits
returns() {
	awk -v form="$form" '
		/ storm_(leaf|outer|deep|hold) \[storm\]\([^)]*\);| \} \/\* storm_(leaf|outer|deep|hold) / {
			n++
			if (!match($0, form "( |$)") ||
			    substr($0, RSTART + 10, 4) != substr($0, RSTART + 26, 4)) {
				wrong++
				if (wrong == 1)
					print > "/tmp/wrong"
			}
		}
		END { print n + 0, wrong + 0 }'
}

# right: all calls so far returned the right values to their callers
right() {
	[ "$(cat $calls/wrong)" = 0 ] || fail "$(cat $calls/wrong) calls returned something wrong"
}

# all_values: sets n to the number of returns in the trace. All of them have the right value.
all_values() {
	returns < trace > /tmp/returns
	read -r n wrong < /tmp/returns
	[ "$wrong" = 0 ] || fail "$wrong of $n returns have a wrong value: $(cat /tmp/wrong)"
}

# none_lost [INSTANCE]: its buffer, or that of the top, has lost no records
none_lost() {
	! grep -HE '^(overrun|commit overrun|dropped events): [^0]' "${1:-.}"/per_cpu/cpu*/stats || fail "records were lost"
}

# all_there: each call since the start is in the trace, with its return value. Sets called.
all_there() {
	echo 0 > tracing_on
	right
	called=$(($(cat $calls/done) - was))
	none_lost
	all_values
	[ "$called" -gt 0 ] || fail "nothing was called"
	[ "$n" = $((2 * called)) ] || fail "$n returns of $called calls, two each, are in the trace"
}

# still_good: after all this, the tracer works as before
still_good() {
	start
	echo 50 > $calls/calls
	all_there
}

# among FUNCTIONS COMMAND...: run COMMAND with FUNCTIONS traced ('' for all), storm.ko's among them. Their records may
# be more than the buffer takes. The records that are there are right, with some of the last calls among them. storm.ko
# turns tracing off after the last calls. The shell would be later, and interrupts would fill the buffer until then.
among() {
	functions=$1
	shift
	echo 256 > buffer_size_kb
	start "$functions"
	"$@" || fail "$* failed, with ${functions:-all functions} traced"
	echo 20 > $calls/last
	right
	all_values
	[ "$n" -gt 0 ] || fail "no call is in the trace, with ${functions:-all functions} traced"
	echo 8192 > buffer_size_kb
	still_good
}

everything() {
	among '' "$@"
}

# callers COUNT: COUNT times 10 calls, in the background
callers() {
	"$storm" fork "$1" $calls/calls 10 &
	caller=$!
}

called_well() {
	wait "$caller" || fail "the callers failed"
}

# keep_calling: starts callers again if the last ones have ended
keep_calling() {
	kill -0 "$caller" 2> /dev/null || { called_well; callers 20; }
}

forks() {
	start
	"$storm" fork $((100 * SCALE)) $calls/calls 20
	all_there
	did="$((100 * SCALE)) tasks, $called calls"
	# And with all functions traced that a fork and an exit call
	everything "$storm" fork $((20 * SCALE)) $calls/calls 1
	echo "forks: $did, each in the trace; $((20 * SCALE)) more with all functions traced"
}

cpu=/sys/devices/system/cpu/cpu1/online

# off_and_on COUNT: cpu1 goes offline and online COUNT times
off_and_on() {
	for _ in $(seq "$1"); do
		echo 0 > $cpu
		[ "$(cat $cpu)" = 0 ] || fail "cpu1 is not offline"
		echo 1 > $cpu
		[ "$(cat $cpu)" = 1 ] || fail "cpu1 is not online"
	done
}

# idle_is_traced: the trace has functions that cpu1 calls while it is idle. The filter is set.
idle_is_traced() {
	for _ in $(seq 100); do
		"$storm" fork 8 $calls/calls 1
		! grep -q 'tick_nohz_idle_' per_cpu/cpu1/trace || return 0
	done
	fail "what cpu1 does while it is idle is not traced"
}

# The first storm, as an idle task keeps a shadow stack once it has one
offline() {
	echo 0 > $cpu
	start 'tick_nohz_idle_*'
	echo 1 > $cpu
	idle_is_traced
	still_good
	echo "offline: the idle task of a CPU that comes online is traced"
}

hotplug() {
	start
	callers 20
	for _ in $(seq $((4 * SCALE))); do
		keep_calling
		off_and_on 1
	done
	called_well
	all_there
	did="$((4 * SCALE)) times off and on, $called calls"
	# A CPU that goes offline does not return from the functions that it has called. That happens more often here
	# than its shadow stack has entries
	start '*idle* *dead* *die*'
	off_and_on 25
	start 'tick_nohz_idle_*'
	idle_is_traced
	# Nor does it return from a function of set_graph_notrace, which must keep nothing from the trace once the CPU
	# starts anew
	echo arch_cpu_idle_dead > set_graph_notrace
	start arch_cpu_idle_dead
	echo 0 > $cpu
	echo nop > current_tracer
	echo > set_graph_notrace
	echo 1 > $cpu
	start 'tick_nohz_idle_*'
	idle_is_traced
	still_good
	did="$did, each in the trace; 25 times more, and idle is traced after it"
	if [ -n "$PATIENT" ]; then
		everything off_and_on 4
		did="$did; 4 times more with all functions traced"
	fi
	echo "hotplug: $did"
}

modules() {
	start
	for _ in $(seq $((4 * SCALE))); do
		rmmod storm
		! grep -q storm_ set_ftrace_filter available_filter_functions || fail "a function of no module"
		# The old records may still be read, even if other code is at their addresses now
		echo 0 > tracing_on
		head -n 1000 trace > /dev/null
		insmod "$module"
		start
		echo 10 > $calls/calls
		all_there
	done
	everything sh -c "rmmod storm && insmod $module && echo 10 > $calls/calls"
	echo "modules: $((4 * SCALE)) times out and in, 10 calls each, each in the trace; once more with all functions traced"
}

# toggle FILE VALUE...: write the values by turns
toggle() {
	file=$1
	shift
	for _ in $(seq $((10 * SCALE))); do
		for value; do
			echo "$value" > "$file" || exit
		done
	done
}

toggles() {
	start
	shells=
	for files in 'current_tracer nop function function_graph' 'tracing_on 0 1' 'max_graph_depth 1 0' \
		'trace_options noirq-info irq-info' 'options/funcgraph-retval 0 1' 'options/funcgraph-retval2 0 1' \
		'options/graph_retval_hex 1 0' 'options/funcgraph-tail 1 0' 'options/funcgraph-irqs 0 1' \
		'options/sleep-time 0 1' 'options/function-fork 1 0' 'set_ftrace_filter storm_outer storm_*' \
		'set_graph_function storm_leaf' 'trace 0'; do
		# shellcheck disable=SC2086 # a file and values
		toggle $files &
		shells="$shells $!"
	done
	# As long as one of them runs
	rounds=0
	for shell in $shells; do
		while kill -0 "$shell" 2> /dev/null; do
			"$storm" fork 8 $calls/calls 10 || fail "the callers failed"
			# With or without values, as the options are
			head -n 1000 trace > /dev/null
			rounds=$((rounds + 1))
		done
		wait "$shell" || fail "a write to one of the files failed"
	done
	right
	called=$(($(cat $calls/done) - was))
	[ $called -gt 0 ] || fail "nothing was called meanwhile"
	did="$called calls in $((8 * rounds)) tasks"
	echo > set_graph_function
	still_good
	echo "toggles: 14 files, each value $((10 * SCALE)) times, under $did"
}

probes() {
	start
	echo 'p:storm/p storm_leaf' > kprobe_events
	# shellcheck disable=SC2016 # for the kernel
	echo 'r:storm/r storm_leaf value=$retval:x32' >> kprobe_events
	callers 20
	for _ in $(seq $((4 * SCALE))); do
		keep_calling
		for event in p r; do
			for value in 1 0; do
				echo $value > events/storm/$event/enable
			done
		done
		[ -z "$FPROBE" ] || echo 1 > $calls/fprobe
		[ -z "$FPROBE" ] || echo 0 > $calls/fprobe
	done
	called_well
	right
	did="$((4 * SCALE)) times on and off under $(($(cat $calls/done) - was)) calls"

	# All probes at once. Each sees each call
	start
	for event in p r; do
		echo 1 > events/storm/$event/enable
	done
	seen="kprobe, kretprobe"
	[ -z "$FPROBE" ] || { echo 1 > $calls/fprobe; seen="$seen, fprobe"; }
	entries=$(cat $calls/entries)
	returns=$(cat $calls/returns)
	if [ -z "$BPF_EVENTS" ]; then
		echo 200 > $calls/calls
	else
		seen="$seen, BPF"
		counted=$("$storm" bpf storm_leaf "echo 200 > $calls/calls")
		[ "$counted" = 200 ] || fail "BPF counted $counted of 200 returns"
	fi
	for event in p r; do
		echo 0 > events/storm/$event/enable
	done
	[ -z "$FPROBE" ] || {
		entries=$(($(cat $calls/entries) - entries))
		returns=$(($(cat $calls/returns) - returns))
		[ "$entries $returns" = "200 200" ] || fail "the fprobe saw $entries entries and $returns returns of 200"
		echo 0 > $calls/fprobe
	}
	all_there
	n=$(grep -c '/\* p: (storm_leaf' trace) || :
	[ "$n" = 200 ] || fail "the kprobe saw $n of 200 calls"
	n=$(grep -c '/\* r: (.*value=0x5eed' trace) || :
	[ "$n" = 200 ] || fail "the kretprobe saw $n of 200 returns"
	echo > kprobe_events
	still_good
	[ -z "$FPROBE" ] || probed_module_goes
	echo "probes: $did; then $seen and the trace have each of 200 calls${FPROBE:+; fprobes live on without their module}"
}

# saw_so_far: prints what the fprobes of prober.ko have seen.
saw_so_far() {
	echo "$(cat /sys/module/prober/parameters/entered) $(cat /sys/module/prober/parameters/left)"
}

# probed_module_goes: storm.ko goes, and comes again, while fprobes of another module are on its functions. They do not
# see the new ones, which may be at the same addresses, and can be unregistered. A tracer that has a function beside an
# fprobe asks the filter of the fprobe at each call. One more fprobe has all functions looked up anew.
probed_module_goes() {
	insmod "$here/prober.ko"
	# From now on, it knows where storm_leaf() is
	echo 1 > $calls/calls
	saw=$(saw_so_far)
	echo 10 > $calls/calls
	expected="$((${saw% *} + 40)) $((${saw#* } + 20))"
	saw=$(saw_so_far)
	[ "$saw" = "$expected" ] || fail "the probes saw $saw entries and returns, not $expected"
	rmmod storm
	insmod "$module"
	mkdir instances/beside
	echo 'storm_*' > instances/beside/set_ftrace_filter
	echo function > instances/beside/current_tracer
	echo 10 > $calls/calls
	echo 'f:fprobes/beside storm_deep%return' > dynamic_events
	echo 1 > events/fprobes/beside/enable
	echo 10 > $calls/calls
	echo 0 > events/fprobes/beside/enable
	echo > dynamic_events
	echo nop > instances/beside/current_tracer
	rmdir instances/beside
	[ "$(saw_so_far)" = "$saw" ] || fail "the probes saw calls of the module that came then"
	right
	rmmod prober
	start
	still_good
}

# The rest of a shell's life: COMMAND, as long as there is /tmp/storm
as_long() {
	while [ -e /tmp/storm ]; do
		"$@" || exit
	done
}

# instance_comes_and_goes NAME FUNCTIONS FUNCTIONS: function_graph in an instance, with these functions and then with
# those. The values in its trace are right. It goes with its tracer
instance_comes_and_goes() {
	instance=instances/$1
	mkdir "$instance" && echo "$2" > "$instance/set_ftrace_filter" &&
		echo function_graph > "$instance/current_tracer" &&
		echo 1 > "$instance/options/funcgraph-retval" && echo 1 > "$instance/options/funcgraph-retval2" &&
		"$storm" fork 2 $calls/calls 5 && echo "$3" > "$instance/set_ftrace_filter" &&
		echo > "$instance/trace" && "$storm" fork 2 $calls/calls 5 && echo 0 > "$instance/tracing_on" &&
		returns < "$instance/trace" > "/tmp/$1" && ! grep -v ' 0$' "/tmp/$1" &&
		! grep -q '^0 ' "/tmp/$1" && rmdir "$instance"
}

profiler_comes_and_goes() {
	for value in 1 0; do
		echo $value > function_profile_enabled || return
	done
}

# commands_come_and_go: commands in an instance, which goes with one of them. A stack trace is recorded for each of three
# calls that fail
commands_come_and_go() {
	instance=instances/commands
	mkdir $instance || return
	for command in 'vfs_statx:stacktrace:ret=ENOTDIR:3' 'vfs_*:traceon:ret=any' '*_lookup*:snapshot:ret=ENOTDIR:1'; do
		[ -e snapshot ] || [ "${command#*:snapshot:}" = "$command" ] || continue
		echo "$command" >> $instance/set_ftrace_filter || return
	done
	for _ in 1 2 3 4; do
		[ -e /proc/self/stat/none ] || :
	done
	echo '!vfs_*:traceon:ret=any' >> $instance/set_ftrace_filter &&
		[ "$(cat $instance/trace $instance/snapshot 2> /dev/null | grep -c '^ => vfs_statx$')" = 3 ] &&
		grep -qx 'vfs_statx:stacktrace:ret=ENOTDIR:0' $instance/set_ftrace_filter && rmdir $instance
}

# Four users come and go, and change their filters. The trace of another one has each call
users() {
	start
	: > /tmp/storm
	shells=
	as_long instance_comes_and_goes one storm_leaf 'storm_*' &
	shells="$shells $!"
	as_long instance_comes_and_goes other 'storm_* vfs_* *_lookup*' storm_outer &
	shells="$shells $!"
	as_long profiler_comes_and_goes &
	shells="$shells $!"
	as_long commands_come_and_go &
	shells="$shells $!"
	for _ in $(seq $((8 * SCALE))); do
		"$storm" fork 16 $calls/calls 10 || fail "the callers failed"
	done
	bpf=
	if [ -n "$BPF_EVENTS" ]; then
		counted=$("$storm" bpf storm_leaf "echo 200 > $calls/calls")
		[ "$counted" -ge 200 ] || fail "BPF counted $counted of 200 returns"
		bpf=", BPF on one of the functions"
	fi
	rm /tmp/storm
	for shell in $shells; do
		wait "$shell" || fail "one of the other users failed"
	done
	all_there
	! grep -v '^storm_' enabled_functions || fail "functions are enabled that nobody traces"
	did="$called calls, each in the trace"
	still_good
	echo "users: four others come and go$bpf; $did"
}

# graph_in INSTANCE: a new one, with function_graph
graph_in() {
	mkdir "$1"
	echo 'storm_hold storm_leaf' > "$1/set_ftrace_filter"
	echo function_graph > "$1/current_tracer"
	echo 1 > "$1/options/funcgraph-retval"
	echo 1 > "$1/options/funcgraph-retval2"
}

# lines_of INSTANCE: each line of its trace once, without the times, with how often it is there. So few lines are compared
lines_of() {
	cut -d '|' -f 2- "$1/trace" | sort | uniq -c > /tmp/lines
}

# count PATTERN: how often lines_of has seen it
count() {
	grep -- "$1" /tmp/lines | awk '{ sum += $1 } END { print sum + 0 }'
}

# hold_on INSTANCE...: many tasks sleep, each in calls within calls. These calls are open in the trace of each INSTANCE
hold_on() {
	for instance; do
		echo > "$instance/trace"
	done
	"$storm" at-once "$sleeping" $calls/hold "$depth" &
	sleepers=$!
	until [ "$(cat $calls/held)" = "$sleeping" ]; do
		kill -0 "$sleepers" || fail "$(cat $calls/held) of $sleeping tasks sleep"
		usleep 10000
	done
	for instance; do
		lines_of "$instance"
		n=$(count ' storm_hold \[storm\]() {$')
		[ "$n" = "$open" ] || fail "$n calls are open in $instance, not $open"
		! grep ' } /\* ' /tmp/lines || fail "a call has returned in $instance"
	done
}

# came_back INSTANCE DEPTH RETURNS: so many are in its trace, with their values. The last function that each task called
# is at this depth
came_back() {
	none_lost "$1"
	lines_of "$1"
	n=$(count ' storm_.*();\| } /\* storm_')
	[ "$n" = "$3" ] || fail "$n returns are in $1, not $3"
	returns < /tmp/lines > /tmp/returns
	grep -q ' 0$' /tmp/returns || fail "returns in $1 have a wrong value: $(cat /tmp/wrong)"
	! grep ' storm_leaf ' /tmp/lines | grep -v "^ *[0-9]\+ \{$((2 * $2 + 3))\}[^ ]" || fail "storm_leaf() is not at depth $2 in $1"
}

# Thousands of calls are open in the traces of three users. Two of these go, and two others get their numbers. Then the
# calls return. The others have no part in these, but they have what a task calls then. Once more, the calls return while
# two users go
flight() {
	sleeping=500
	depth=5
	open=$((sleeping * depth))
	stays=instances/stays
	start 'storm_hold storm_leaf'
	graph_in instances/goes
	graph_in $stays
	for _ in $(seq "$SCALE"); do
		hold_on . instances/goes $stays
		echo nop > current_tracer
		rmdir instances/goes
		start 'storm_hold storm_leaf'
		graph_in instances/goes
		echo 1 > $calls/release
		wait "$sleepers" || fail "a call that was open returned something wrong"
		came_back $stays $depth $((open + sleeping))
		came_back . 0 $sleeping
		came_back instances/goes 0 $sleeping

		hold_on . instances/goes $stays
		echo 1 > $calls/release &
		echo nop > current_tracer
		rmdir instances/goes
		wait "$sleepers" || fail "a call that was open returned something wrong"
		came_back $stays $depth $((open + sleeping))
		start 'storm_hold storm_leaf'
		graph_in instances/goes
	done
	rmdir instances/goes $stays
	still_good
	echo "flight: two of three users go while $open calls are open, and while they return; $((2 * SCALE)) times"
}

# Each latency tracer shows the graph in an instance, which goes with it. Nobody else has the graph. Tasks of the lowest
# priority call functions meanwhile, all on one CPU: they are preempted, in a callback as anywhere, and go on in it when
# the instance is freed
latency() {
	echo nop > current_tracer
	instance=instances/latency
	: > /tmp/storm
	shells=
	for _ in $(seq 12); do
		taskset 1 chrt -i 0 sh -c 'while [ -e /tmp/storm ]; do :; done' &
		shells="$shells $!"
	done
	cpus=$(taskset -p $$ | sed 's/.* //')
	taskset -p 1 $$ > /dev/null
	did=0
	rounds=$SCALE
	[ -z "$DEEP" ] || rounds=$((8 * SCALE))
	for tracer in irqsoff preemptoff preemptirqsoff wakeup wakeup_rt wakeup_dl; do
		grep -qw $tracer available_tracers || continue
		for _ in $(seq "$rounds"); do
			mkdir $instance
			echo 1 > $instance/options/display-graph
			echo $tracer > $instance/current_tracer || fail "$tracer cannot be selected"
			usleep 20000
			rmdir $instance || fail "the instance of $tracer stays"
			did=$((did + 1))
		done
	done
	taskset -p "$cpus" $$ > /dev/null
	rm /tmp/storm
	for shell in $shells; do
		wait "$shell" || fail "one of the callers failed"
	done
	[ $did -gt 0 ] || fail "there is no latency tracer"
	still_good
	echo "latency: $did instances come and go with a latency tracer that shows the graph"
}

# in_order FIRST: what a reader got, on stdin, is a graph: each exit has its entry, and each depth is that of the functions
# that are open. When one of the functions FIRST is called, functions may be open whose entries are not written. Prints how
# often storm_handle() handed EIO of storm_refuse() up, and how many calls of storm_refuse() failed with EIO, and with
# ENOSPC.
in_order() {
	awk '
		function wrong(why) {
			print why ", line " NR ": " $0
			for (n = NR - 30; n <= NR; n++)
				print last[n % 31] > "/dev/stderr"
			exit failed = 1
		}
		{ last[NR % 31] = $0 }
		!/^ *[0-9]+\) .*-[0-9]+ *\| / { next }
		{
			# A call stays on its CPU, and the next one may be on another: trace_pipe may have that one first
			task = $0
			sub(/ *\|.*/, "", task)
			sub(/.*-/, "", task)
			task = $1 task
			call = $0
			sub(/.*\|  /, "", call)
			depth = match(call, /[^ ]/) - 1
			sub(/^ */, "", call)
			name = call
			sub(/^} \/\* /, "", name)
			sub(/[ (].*/, "", name)
			open = count[task]
		}
		call ~ /^}/ {
			if (!open)
				wrong("an exit without its entry")
			if (names[task, open] != name || depths[task, open] != depth)
				wrong("the exit of another function than " names[task, open])
			count[task]--
		}
		call !~ /^}/ {
			outer = open ? depths[task, open] : -2
			if (index(" " first " ", " " name " ") ? depth < outer + 2 : depth != outer + 2)
				wrong("a depth of " depth / 2 " below one of " outer / 2)
			if (call !~ /\(\);/) {
				names[task, ++count[task]] = name
				depths[task, count[task]] = depth
			}
		}
		name == "storm_handle" && / ret=-5 from storm_refuse/ { handed++ }
		name == "storm_refuse" && / ret=-5 / { refused++ }
		name == "storm_refuse" && / ret=-28 / { handled++ }
		END {
			for (task in count)
				if (!failed && count[task])
					wrong("an entry without its exit in " task)
			if (!failed)
				print handed + 0, refused + 0, handled + 0
		}' first="$1"
}

# reader NAME OPTION: function_graph in an instance, with this option. All of its trace goes to /tmp/NAME
reader() {
	instance=instances/$1
	mkdir "$instance"
	echo 8192 > "$instance/buffer_size_kb"
	echo 'storm_*' > "$instance/set_ftrace_filter"
	echo function_graph > "$instance/current_tracer"
	for option in funcgraph-proc funcgraph-tail funcgraph-retval funcgraph-origin "$2"; do
		echo 1 > "$instance/options/$option"
	done
	cat "$instance/trace_pipe" > "/tmp/$1" &
	readers="$readers $!"
}

# read_well NAME FIRST HANDED REFUSED HANDLED: the reader got each failure, in order. If REFUSED is empty, it may be any.
read_well() {
	none_lost "instances/$1"
	said=$(in_order "$2" < "/tmp/$1") || fail "the reader of $1 got $said"
	[ "$said" = "$3 ${4:-$(echo "$said" | cut -d ' ' -f 2)} $5" ] ||
		fail "the reader of $1 got $said errors that were handed up, that began so, and that were handled, not $3 $4 $5"
	rmdir "instances/$1"
}

# In an instance of its own, what is recorded of errors changes
errors_change() {
	instance=instances/changes
	mkdir $instance && echo 'storm_*' > $instance/set_ftrace_filter &&
		echo function_graph > $instance/current_tracer || return
	for list in EIO '!EIO' any; do
		echo $list > $instance/set_graph_errors || return
		for option in errors chains; do
			for value in 1 0; do
				echo $value > $instance/options/funcgraph-$option || return
				echo 4 > $calls/errors || return
			done
		done
		head -n 1000 $instance/trace > /dev/null
	done
	rmdir $instance
}

# counted ERROR: what the table says of storm_refuse()
counted() {
	awk -v error="($1)" '$3 == error && $4 ~ /^storm_refuse/ { sum += $1 } END { print sum + 0 }' \
		trace_stat/function_errors
}

# start_errors: as start, for the two below
start_errors() {
	start
	handed=$(cat $calls/handed)
	handled=$(cat $calls/handled)
	readers=
}

# call_errors: calls that fail, from tasks and from a timer. Ends the file that as_long looks at
call_errors() {
	for _ in $(seq $((4 * SCALE))); do
		"$storm" fork 16 $calls/errors 32 &
		forks=$!
		echo 100 > $calls/ticks || fail "a call in the timer returned something wrong"
		wait $forks || fail "a call returned something wrong"
	done
	rm /tmp/storm
}

# end_errors: waits until the readers of instances that are off have read all. Sets handed and handled, the number of
# errors since start_errors
end_errors() {
	for reader in $readers; do
		wait "$reader" || fail "a reader failed"
	done
	all_there
	handed=$(($(cat $calls/handed) - handed))
	handled=$(($(cat $calls/handled) - handled))
}

# Of six users, one has all calls, two errors only, one chains only, one changes, and one is the table of errors
errors() {
	start_errors
	reader only funcgraph-errors
	reader other funcgraph-errors
	reader chains funcgraph-chains
	echo ENOSPC > instances/other/set_graph_errors
	echo EIO > instances/chains/set_graph_errors
	echo 1 > function_errors_enabled
	: > /tmp/storm
	as_long errors_change &
	changes=$!
	call_errors
	wait $changes || fail "one of the writes of errors_change failed"
	echo 0 > function_errors_enabled
	for instance in only other chains; do
		echo 0 > instances/$instance/tracing_on
	done
	end_errors
	# An interrupt begins anew. A chain has no functions that handled the error
	read_well only storm_tick $handed $handed $handled
	# Each instance has errors of its own
	read_well other storm_tick 0 0 $handled
	# storm_tick() has handled its EIO. If its type is not known, it may return nothing, and its chains are written
	up=$handed
	[ ! -e /sys/kernel/btf/vmlinux ] || up=$((handed - 100 * SCALE))
	# Six users leave no room for all functions of a chain
	read_well chains storm_handle $up "" 0
	said="$(counted EIO) $(counted ENOSPC)"
	[ "$said" = "$handed $handled" ] || fail "the table has $said errors, not $handed $handled"
	did="$handed that were handed up, $handled that were handled"
	still_good
	echo "errors: $did: three readers got them in order, and the table has counted them"
}

# trampolines_come_and_go: BPF programs are called at the entries and at the returns of functions that fail
trampolines_come_and_go() {
	"$here/trampolines" 4 "echo 16 > $calls/errors" > /tmp/seen && ! grep -q ' 0' /tmp/seen
}

# counts: each of COUNT PATTERN, on stdin, are so many lines of the trace
counts() {
	lines_of .
	while read -r wanted pattern; do
		n=$(count "$pattern")
		[ "$n" = "$wanted" ] || fail "$n of $wanted lines are in the trace: $pattern"
	done
}

# BPF trampolines come and go, and so do registered fgraph_ops, at the same functions. BPF sees the true values, and two
# users who stay have all of them in their traces
trampolines() {
	start_errors
	reader stays funcgraph-retval
	: > /tmp/storm
	shells=
	as_long instance_comes_and_goes one storm_handle 'storm_*' &
	shells="$shells $!"
	as_long profiler_comes_and_goes &
	shells="$shells $!"
	as_long trampolines_come_and_go &
	shells="$shells $!"
	call_errors
	for shell in $shells; do
		wait "$shell" || fail "the trampolines or one of the other users failed"
	done
	echo 0 > instances/stays/tracing_on
	end_errors
	# These two begin in an interrupt
	read_well stays 'storm_tick storm_outer' $handed $handed $handled
	did="$handed errors that were handed up, $handled that were handled"

	# One after the other. BPF sees all, too. Each fourth call fails, and each fourth one is handled. Backtraces are whole
	start
	echo storm_refuse:stacktrace:1 >> set_ftrace_filter
	echo storm_refuse:stacktrace:ret=EIO:1 >> set_ftrace_filter
	"$here/trampolines" 1 "echo 320 > $calls/errors" > /tmp/seen || fail "BPF saw a wrong value"
	echo 0 > tracing_on
	echo '!storm_refuse:stacktrace:0' >> set_ftrace_filter
	echo '!storm_refuse:stacktrace:ret=EIO' >> set_ftrace_filter
	[ "$(xargs < /tmp/seen)" = "storm_handle 320 320 storm_hand_up 1440 1440 storm_refuse 320 320" ] ||
		fail "BPF saw $(xargs < /tmp/seen)"
	none_lost
	counts <<-'END'
		320 storm_refuse.* ret=
		80 storm_refuse.* ret=-5
		80 storm_refuse.* ret=-28
		1440 storm_hand_up.* ret=
		360 storm_hand_up.* ret=-5
		360 storm_hand_up.* ret=-28
		320 storm_handle.* ret=
		80 storm_handle.* ret=-5
	END
	callers=$(grep -oE '=> (storm_[a-z_]*|set_errors)' trace | uniq | xargs)
	all='=> storm_refuse => storm_hand_up => storm_handle => set_errors'
	[ "$callers" = "$all $all" ] || fail "two backtraces are $callers"
	still_good
	echo "trampolines: $did; then BPF and the trace have each of 2080 calls"
}

# A module, with types and without. Its tables come before it or after it
twins_come_and_go() {
	insmod "$here/twin_int.ko" && insmod "$here/fgraph_prototypes-twin.ko" &&
		echo twin_int >> set_ftrace_filter && echo 5 > /sys/module/twin_int/parameters/calls &&
		insmod "$here/twin_void.ko" && rmmod twin_int &&
		echo 5 > /sys/module/twin_void/parameters/calls &&
		rmmod fgraph_prototypes_twin && rmmod twin_void
}

# All of it, its begin, and pieces of it
read_prototypes() {
	grep -q '^# functions: [1-9]' function_prototypes &&
		cat function_prototypes > /dev/null &&
		head -c 5000 function_prototypes > /dev/null &&
		dd if=function_prototypes of=/dev/null bs=1000 skip=30 count=9 2> /dev/null
}

# What is read meanwhile has no wrong value of storm.ko. With BTF, its types are switched off and on. Its functions and the
# others have their arguments, all of them, or "..." or nothing
read_traces() {
	form=$either
	head -n 1000 trace > /tmp/read_trace
	{ timeout 1 cat trace_pipe; } 2> /dev/null >> /tmp/read_trace
	returns < /tmp/read_trace > /tmp/read
	! grep -v ' 0$' /tmp/read && arguments_are_right /tmp/read_trace
}

arguments_are_right() { # file
	grep -E ' (do_filp_open|putname)\([a-z]+=' "$1" >> /tmp/with_arguments || :
	grep -E ' (do_filp_open|putname|[a-z0-9_]*sys_openat|twin_(int|void)).*\(.*\)(;| \{)' "$1" > /tmp/calls_of || :
	grep -F '"' /tmp/calls_of >> /tmp/with_strings || :
	! grep -vE ' ((do_filp_open|putname|[a-z0-9_]*sys_openat|twin_(int|void) \[[a-z_]*\]|0x[0-9a-f]+)\((\.\.\.)?\)|[a-z0-9_]*sys_openat\(dfd=-100, filename=0x[0-9a-f]+( "[-A-Za-z0-9_./]*"(\.\.\.)?)?, flags=0x[0-9a-f]+, mode=0[0-7]*\)|do_filp_open\(dfd=-100, pathname=0x[0-9a-f]+, op=0x[0-9a-f]+\)|putname\(name=0x[0-9a-f]+\)|twin_(int|void) \[[a-z_]*\]\(value=-2\))(;| \{)' /tmp/calls_of
}

# arguments_are_read: a call with arguments was read at last. Those who read begin with the oldest calls, which were made
# before the module of tables came. On a slow machine, they are behind
arguments_are_read() {
	[ -e options/funcgraph-args ] || return 0
	for _ in $(seq 300); do
		[ ! -s /tmp/with_arguments ] || return 0
		sleep 1
	done
	return 1
}

switch_types() {
	for value in 0 1; do
		for option in type names; do
			echo $value > options/funcgraph-retval-$option || return
		done
	done
}

# used: prints how much memory the kernel uses for itself, in kB. What was freed does not count: KASAN keeps it until the
# caches shrink
used() {
	for cache in /sys/kernel/slab/*/shrink; do
		[ ! -e "$cache" ] || echo 1 > "$cache"
	done
	awk '/^(SUnreclaim|VmallocUsed|Percpu):/ { sum += $2 } END { print sum }' /proc/meminfo
}

# types_are_right: with the module of tables, a void function has no value; without it, it has one if the kernel
# has no BTF
types_are_right() {
	insmod "$here/fgraph_prototypes.ko"
	start 'storm_* putname do_filp_open'
	"$storm" fork 8 $calls/calls 10
	all_there
	grep -q ' putname();$' trace || fail "no call of a void function is in the trace"
	! grep ' putname.* ret=' trace || fail "a void function has a value"
	grep -q ' do_filp_open();.* ret=0x[0-9a-f]* ' trace || fail "a function that returns a pointer has no value"
	echo 0 > options/funcgraph-retval-type
	! grep ' putname();$' trace || fail "a void function has no value, with types switched off"
	echo 1 > options/funcgraph-retval-type
	rmmod fgraph_prototypes
	if [ -e /sys/kernel/btf/vmlinux ]; then
		! grep ' putname.* ret=' trace || fail "a void function has a value, with BTF"
	else
		! grep ' putname();$' trace || fail "a void function has no value, without the module of tables"
	fi
}

types() {
	types_are_right
	had=$(used)
	start 'storm_* putname do_filp_open *sys_openat'
	: > /tmp/storm
	shells=
	[ ! -e options/funcgraph-args ] || echo 1 | tee options/funcgraph-args > options/funcgraph-strings
	for what in twins_come_and_go read_prototypes read_traces switch_types; do
		as_long $what &
		shells="$shells $!"
	done
	: > /tmp/with_arguments
	: > /tmp/with_strings
	for _ in $(seq $((4 * SCALE))); do
		insmod "$here/fgraph_prototypes.ko" || fail "the module of tables does not come"
		"$storm" fork 16 $calls/calls 10 || fail "the callers failed"
		arguments_are_read || fail "no call that was read has arguments"
		rmmod fgraph_prototypes || fail "the module of tables does not go"
		"$storm" fork 16 $calls/calls 10 || fail "the callers failed"
	done
	rm /tmp/storm
	for shell in $shells; do
		wait "$shell" || fail "one of those who read, switch and load failed"
	done
	right
	did="$((4 * SCALE)) times in and out, under $(($(cat $calls/done) - was)) calls"
	if [ -e options/funcgraph-args ]; then
		did="$did, $(wc -l < /tmp/with_arguments) that were read have arguments, $(wc -l < /tmp/with_strings) strings"
		echo 0 | tee options/funcgraph-args > options/funcgraph-strings
	fi
	echo 1 > options/funcgraph-retval-type
	types_are_right
	# Not exact: leaks looks for each byte. Types of all functions, kept once more each time, would be much more
	grown=$(($(used) - had))
	[ $grown -lt 1024 ] || fail "the kernel uses $grown kB more than before"
	did="$did, $grown kB more used"
	still_good
	echo "types: $did"
}

address() {
	sed -n "s/^\([0-9a-f]*\) .* $1\t.*/\1/p" /proc/kallsyms
}

# A task owns cpu1. A module with types comes on cpu0, and does not wait for the task
owned() {
	throttle=/proc/sys/kernel/sched_rt_runtime_us
	was_throttle=$(cat $throttle)
	start
	insmod "$here/fgraph_prototypes-twin.ko"
	echo -1 > $throttle
	taskset -p 1 $$ > /dev/null
	taskset 2 chrt -f 50 sh -c 'while :; do :; done' &
	owner=$!
	{ sleep 60; kill -9 $owner; } &
	limit=$!
	# rt_priority
	until awk '{ exit $40 != 50 }' "/proc/$owner/stat"; do :; done
	insmod "$here/twin_int.ko"
	kill -0 $owner 2> /dev/null || fail "a module did not come as long as a task owned a CPU"
	types=$(grep ' \[twin_int\] // tables' function_prototypes | xargs)
	# To remove a module, the kernel waits for RCU, which may need ksoftirqd of that CPU
	kill -9 $owner $limit
	rmmod twin_int
	taskset -p 3 $$ > /dev/null
	echo "$was_throttle" > $throttle
	case $types in
	*"int twin_int(int value)"*) ;;
	*) fail "the module has no types: $types" ;;
	esac
	rmmod fgraph_prototypes_twin
	still_good
	echo "owned: a module with types comes while a task owns a CPU"
}

# A record is of a module that is gone. Another one is at its address, and its tables say void. The record is printed as
# it was, with where the error was made: a record has no type if it is older than the module
reuse() {
	insmod "$here/twin_int.ko"
	start 'storm_* twin_int'
	echo 1 > options/funcgraph-origin
	at=$(address twin_int)
	[ -n "$at" ] || fail "twin_int has no address"
	echo 20 > /sys/module/twin_int/parameters/calls
	rmmod twin_int
	tries=1
	insmod "$here/twin_void.ko"
	while [ "$(address twin_void)" != "$at" ]; do
		[ $tries -lt 2000 ] || fail "the second module does not come to the address of the first one"
		rmmod twin_void
		insmod "$here/twin_void.ko"
		tries=$((tries + 1))
	done
	echo twin_void >> set_ftrace_filter
	insmod "$here/fgraph_prototypes-twin.ko"
	echo 30 > /sys/module/twin_void/parameters/calls
	echo 0 > tracing_on
	n=$(grep -c ' twin_void \[twin_void\](); /\* ret=-2 .*made here' trace) || :
	[ "$n" = 20 ] || fail "$n of 20 records of the module that is gone have no type"
	n=$(grep -c ' twin_void \[twin_void\]();$' trace) || :
	[ "$n" = 30 ] || fail "$n of 30 records of the module that is there have a type"
	rmmod fgraph_prototypes_twin
	rmmod twin_void
	echo 0 > options/funcgraph-origin
	still_good
	echo "reuse: 20 records of a module that is gone have no type, 30 of the module at its address have theirs; try $tries"
}

# Four instances keep something in each frame of a task: for how long it had slept. Deep inside, no room is left to mark a
# function of set_graph_function. It is left out, and counted as an overrun
no_room() {
	start
	for i in 1 2 3 4; do
		instance=instances/deep-$i
		mkdir $instance
		echo storm_hold > $instance/set_ftrace_filter
		echo 0 > $instance/options/sleep-time
		echo function_graph > $instance/current_tracer
	done
	echo 1 > instances/deep-1/options/funcgraph-overrun
	echo storm_leaf > set_graph_function
	"$storm" at-once 1 $calls/hold 45 &
	sleepers=$!
	until [ "$(cat $calls/held)" = 1 ]; do
		kill -0 "$sleepers" || fail "the task does not sleep"
		usleep 10000
	done
	echo 1 > $calls/release
	wait "$sleepers" || fail "a deep call returned something wrong"
	! grep storm_leaf trace || fail "there is room for another mark"
	beyond=$(sed -n 's/.*(Overruns: \([0-9]*\)).*/\1/p' instances/deep-1/trace | sort -n | tail -n 1)
	[ "$beyond" = 1 ] || fail "${beyond:-no} overruns counted, not the one of storm_leaf()"
	echo > set_graph_function
	rmdir instances/deep-*
}

# The shadow stack has 50 entries
deep() {
	no_room
	start
	echo 1 > options/funcgraph-overrun
	# A new task: no overruns of its own yet
	(
		for _ in $(seq $((5 * SCALE))); do
			echo 70 > $calls/deep || exit
		done
	) || fail "a deep call returned something wrong"
	echo 0 > tracing_on
	all_values
	[ "$n" = $((50 * 5 * SCALE)) ] || fail "$n returns, not 50 of each chain"
	beyond=$(sed -n 's/.*(Overruns: \([0-9]*\)).*/\1/p' trace | sort -n | tail -n 1)
	echo 0 > options/funcgraph-overrun
	[ "$beyond" = $((20 * 5 * SCALE)) ] || fail "$beyond overruns counted, not 20 of each chain"
	still_good
	profiled_deep
	echo "deep: $((5 * SCALE)) chains of 70 calls, 50 of each in the trace, 20 of each counted as overruns; the profiler" \
		"has the times of 50"
}

# profile: prints how often storm_hold() was called, and for how many ms
profile() {
	awk '$1 == "storm_hold" { n += $2; ms += $3 / 1000 } END { print n + 0, int(ms) }' trace_stat/function[0-9]*
}

# Beside a tracer that keeps something in each frame, there is not room for data of the profiler in all 50. It has the
# calls and the times of all of them. With graph-time off, the time of those is with the function that called them
profiled_deep() {
	echo nop > current_tracer
	mkdir instances/beside
	echo 'storm_*' > instances/beside/set_ftrace_filter
	echo function_graph > instances/beside/current_tracer
	echo 0 > instances/beside/options/sleep-time
	for graph in 1 0; do
		echo $graph > options/graph-time
		echo 1 > function_profile_enabled
		echo 50 > $calls/hold &
		holding=$!
		while [ "$(cat $calls/held)" = 0 ]; do sleep 0.1; done
		sleep 1
		echo 1 > $calls/release
		wait $holding || fail "a deep call returned something wrong"
		echo 0 > function_profile_enabled
		profile > /tmp/profile
		read -r n ms < /tmp/profile
		[ "$n" = 50 ] || fail "$n of 50 deep calls are in the profile"
		if [ $graph = 1 ]; then
			[ "$ms" -ge 50000 ] || fail "the profile has $ms ms of 50 calls of a second each"
		elif [ "$ms" -lt 1000 ] || [ "$ms" -ge 10000 ]; then
			fail "the profile has $ms ms of a call of a second, with graph-time off"
		fi
	done
	echo 1 > options/graph-time
	rmdir instances/beside
	still_good
}

# known FUNCTIONS TRACE: each line of TRACE is well-formed, and has one of FUNCTIONS. Prints their number. Or it prints a
# line that is not, and fails
known() {
	awk '
		FNR == NR { name[$1]; next }
		/^#|^$|^ -+$|^CPU:[0-9]+ \[LOST [0-9]* ?EVENTS\]$/ { next }
		/^ +[0-9]+\) +[^ ]+-[0-9]+ +=> +[^ ]+-[0-9]+ *$/ { next }
		/^ +[0-9]+\) ([+!#*@$ ] +[0-9.]+ us)? +\| +/ || /^ +[0-9]+\) +([<=>]+ \|)$/ {
			if (!match($0, /\| +/))
				next
			line = substr($0, RSTART + RLENGTH)
			sub(/^} \/\* /, "", line)
			split(line, word, /[ (;]/)
			if (line == "}" || word[1] in name) {
				n++
				next
			}
		}
		{ print "this is no line of a trace: " $0; bad = 1; exit }
		END { if (!bad) print n + 0; exit bad }' "$1" "$2"
}

# read_live SECONDS: read the trace for so long while functions are called, again and again. Each time it comes to an
# end. Adds to /tmp/live and to times
read_live() {
	until=$(($(cut -d. -f1 /proc/uptime) + $1))
	while
		timeout $((60 * SCALE)) cat trace >> /tmp/live || fail "the trace has no end: $(wc -l < /tmp/live) lines so far"
		times=$((times + 1))
		[ "$(cut -d. -f1 /proc/uptime)" -lt $until ]
	do :; done
}

# read_well_formed FUNCTIONS WHAT: all lines of /tmp/live are well-formed, and have one of the functions in that file. The
# values of storm.ko are right. Adds to did
read_well_formed() {
	lines=$(known "$1" /tmp/live) || fail "$2: $lines"
	[ "$lines" -gt 0 ] || fail "$2: the trace was empty $times times"
	returns < /tmp/live > /tmp/returns
	read -r n wrong < /tmp/returns
	[ "$wrong" = 0 ] || fail "$2: $wrong of $n returns have a wrong value: $(cat /tmp/wrong)"
	did="$did$lines lines in $times readings, $2; "
	: > /tmp/live
	times=0
}

# The trace is read while both CPUs write to it, and the buffers are full. A small buffer is overwritten while a line is
# printed. With a clock that moves on with the jiffies, all of it has the same time then
live() {
	start
	cat set_ftrace_filter > /tmp/traced
	cat available_filter_functions > /tmp/functions
	own_clock=$(sed 's/.*\[\(.*\)\].*/\1/' trace_clock)
	: > /tmp/storm
	as_long "$storm" fork 16 $calls/calls 100 &
	calling=$!
	did=
	times=0
	: > /tmp/live
	# With all functions, the reader is traced, too: there are more lines for each that it reads
	for functions in 'storm_*' ''; do
		echo "$functions" > set_ftrace_filter
		for buffer in '8 uptime' "8 $own_clock" "1408 $own_clock"; do
			echo "${buffer% *}" > buffer_size_kb
			echo "${buffer#* }" > trace_clock
			read_live $((2 * SCALE - 1))
		done
		echo 'storm_*' > set_ftrace_filter
		[ -z "$functions" ] || read_well_formed /tmp/traced "$functions"
	done
	read_well_formed /tmp/functions 'all functions'
	rm /tmp/storm
	wait $calling || fail "the callers failed"
	right
	echo 8192 > buffer_size_kb
	still_good
	echo "live: ${did}each is well-formed"
}

timer() {
	start
	callers $((20 * SCALE))
	echo $((200 * SCALE)) > $calls/ticks || fail "a call in the timer returned something wrong"
	called_well
	all_there
	did="$((200 * SCALE)) ticks and $((20 * SCALE)) tasks, $called calls"
	everything sh -c "echo $((20 * SCALE)) > $calls/ticks && echo $((1000 * SCALE)) > $calls/walks"
	echo "timer: $did, each in the trace; $((20 * SCALE)) ticks and $((1000 * SCALE)) walks more with all functions traced"
}

# sleeps WHAT FUNCTIONS COMMAND...: the machine sleeps, and everything is as before. Once more with FUNCTIONS traced
sleeps() {
	what=$1
	with=$2
	shift 2
	start
	echo 20 > $calls/calls
	callers $((50 * SCALE))
	"$@" || fail "$* failed"
	echo 20 > $calls/calls
	called_well
	all_there
	did="$called calls around it, each in the trace"
	among "$with" "$@"
	echo "$what: $did; once more with ${with:-all functions} traced"
}

# There is no cpuidle, so timers continue while the machine is suspended to idle. Once the devices sleep, a timer fires
# every so many seconds. If it fires too soon, the machine fails to sleep. The next try has more seconds.
frozen() {
	for seconds in 2 8 32 128; do
		echo $seconds > $calls/alarm
		status=0
		if ! echo freeze > /sys/power/state; then status=1; fi
		echo 0 > $calls/alarm
		[ $status = 1 ] || return 0
	done
	return 1
}

freeze() {
	sleeps freeze '' frozen
}

asleep() {
	echo mem > /sys/power/state
}

# ACPI's S3. tests/storms/run wakes the machine.
mem() {
	sleeps mem '' asleep
}

# hibernated: the machine makes an image, writes it, and continues. It should load the image again at once. But the
# stock kernel wants the swap device for itself, and fails with EBUSY. /sys/power/resume has it load the image. Then the
# machine is again where it made the image, and returns from there.
hibernated() {
	dmesg -c > /dev/null
	if echo disk > /sys/power/state 2> /tmp/error; then
		return
	fi
	dmesg | grep -q 'PM: Image saving done' || return
	cat /sys/block/vda/dev > /sys/power/resume
	return 1
}

hibernate() {
	echo test_resume > /sys/power/disk
	mkswap /dev/vda > /dev/null
	swapon /dev/vda
	with=
	# An image takes long to write. ARM's __virt_to_phys() is called on the way
	[ -n "$PATIENT" ] || with='storm_* *hibernat* *suspend* *resume* *restart* *reboot* *phys*'
	sleeps hibernate "$with" hibernated
	swapoff /dev/vda
}

# leaks: no memory was lost
leaks() {
	"$here/kmemleak.sh" > /tmp/leaks
	[ ! -s /tmp/leaks ] || fail "$(cat /tmp/leaks)"
	echo "leaks: nothing lost"
}

name=start
insmod "$module"
cd /sys/kernel/tracing
# The buffer of the top level gets its size with its first tracer, also if an instance has had one before
mkdir instances/first
echo nop > instances/first/current_tracer
rmdir instances/first
echo nop > current_tracer
[ "$(cat buffer_size_kb)" -gt 1000 ] || fail "the buffer of the top level has $(cat buffer_size_kb) kB"
echo 8192 > buffer_size_kb
[ ! -e /sys/kernel/debug/kmemleak ] || echo clear > /sys/kernel/debug/kmemleak
while read -r name; do
	before=$(cut -d. -f1 /proc/uptime)
	$name
	echo "# $name: $(($(cut -d. -f1 /proc/uptime) - before)) s"
done < "$here/storms"
echo nop > current_tracer
rmmod storm
name=leaks
[ ! -e /sys/kernel/debug/kmemleak ] || leaks
