#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: trace a program that fails to open a file, and the functions of known.ko. Print the traces without tables,
# with tables that were loaded after the trace and before it, with types switched off, and after the tables were removed.
# Try to load tables of another kernel, and a known.ko that the tables are not of. The log of the tables comes last.
set -eu

here=$PWD
. ./known.sh
cd /sys/kernel/tracing
parameters=/sys/module/known/parameters

refuses() { # module
	echo "== $1"
	insmod "$here/$1.ko" 2> /dev/null || echo refused
}

show() { # name
	echo "== $1"
	grep -v '^#' trace || :
}

# The shell opens the file itself, and goes on
open_nothing() {
	(: < /no/such/file) 2> /dev/null || :
}

echo 0 > tracing_on
printf '%s\n' do_filp_open putname path_openat do_sys_openat2 getname_flags alloc_empty_file terminate_walk fput > set_ftrace_filter
echo function_graph > current_tracer
only_values

# The kernel's own functions
trace open_nothing
show before
insmod "$here/fgraph_prototypes.ko"
show typed
echo 0 > options/funcgraph-retval-type
show off
echo 1 > options/funcgraph-retval-type
echo 1 > options/graph_retval_hex
show hex
echo 0 > options/graph_retval_hex
rmmod fgraph_prototypes
show after
refuses foreign
show foreign_after

# Tables of the kernel and of known.ko, which come after known.ko and the trace. A module that has gone leaves a hole. It
# is too small for known.ko, but not for its init, which then has the lower addresses
insmod "$here/fgraph_prototypes-known.ko"
insmod "$here/fgraph_prototypes.ko"
rmmod fgraph_prototypes_known
insmod "$here/known.ko"
rmmod fgraph_prototypes
filter_known
trace call_known
echo '== expected'
cat /sys/kernel/debug/known/expected
show_known plain
insmod "$here/fgraph_prototypes-all.ko"
show_known_named late
echo '== prototypes'
cat function_prototypes > "$here/prototypes"
grep -E '^#|\[known\]| (cpu_cgroup_can_attach|vfs_open)\(' "$here/prototypes"
echo '== pieces'
dd if=function_prototypes bs=777 2> /dev/null | cmp "$here/prototypes" - && echo equal
dd if=function_prototypes bs=1000 skip=50 count=10 2> /dev/null > "$here/sought"
dd if="$here/prototypes" bs=1000 skip=50 count=10 2> /dev/null | cmp "$here/sought" - && echo equal
echo 0 > options/funcgraph-retval-type
show_known late_off
echo 1 > options/funcgraph-retval-type
rmmod fgraph_prototypes_all
show_known late_removed
echo '== prototypes_removed'
cat function_prototypes

# Two modules of tables, for the kernel and for known.ko. They come before known.ko
rmmod known
insmod "$here/fgraph_prototypes.ko"
insmod "$here/fgraph_prototypes-known.ko"
refuses fgraph_prototypes-all
filter_known
echo > trace
echo 1 > tracing_on
insmod "$here/known.ko" hold=1 &
until grep -q 'known_early \[known\]();' trace; do
	kill -0 $! || break
done
echo "== state"
cat /sys/module/known/initstate
show_known coming
echo 1 > "$parameters/release"
wait $!
echo 0 > tracing_on
show_known live
trace call_known
show_known early
"$here/binary.sh" alloc_empty_file
echo '== expected_early'
cat /sys/kernel/debug/known/expected
echo 0 > options/funcgraph-retval-type
trace call_known
show_known early_off
echo 1 > options/funcgraph-retval-type

# Commands at the errors of known.ko. By its type, NULL is none of a number. A module that comes again has none
stacks() { # name
	echo "== $1"
	sed -n '/<stack trace>/{n; s/^ => \([a-z0-9_]*\).*/\1/p}' instances/commands/trace
	echo > instances/commands/trace
}
mkdir instances/commands
echo 'known_*:stacktrace:ret=NULL' >> instances/commands/set_ftrace_filter
echo 'known_int_einval:stacktrace:ret=EINVAL' >> instances/commands/set_ftrace_filter
call_known
stacks commands

# A known.ko of another build
rmmod known
filter_known
insmod "$here/known-anew.ko"
trace call_known
show_known anew
stacks commands_gone
echo 'known_int_einval:stacktrace:ret=EINVAL' >> instances/commands/set_ftrace_filter
call_known
stacks commands_again
rmdir instances/commands
rmmod known
rmmod fgraph_prototypes_known
rmmod fgraph_prototypes

echo '== log'
dmesg | sed -n 's/.*fgraph_tables: //p'
