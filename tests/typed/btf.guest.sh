#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest, on a kernel that has BTF: call the functions of known.ko, which has BTF, too. Print the file of prototypes
# before function_graph is selected, with BTF, with the module of tables, and after it was removed. Then call the
# functions of a known.ko without BTF.
set -eu

here=$PWD
. ./known.sh
cd /sys/kernel/tracing

counts() { # name
	echo "== $1"
	grep '^#' function_prototypes
}

# Each function, too
all() { # name
	echo "== $1"
	cat function_prototypes
}

echo 0 > tracing_on
counts unselected
# To trace all functions of a debug kernel takes minutes
echo alloc_empty_file > set_ftrace_filter
echo function_graph > current_tracer
all selected
insmod "$here/known.ko"
filter_known
only_values
trace call_known
show_known_named btf
"$here/binary.sh" alloc_empty_file
echo '== expected_early'
cat /sys/kernel/debug/known/expected
echo 0 > options/funcgraph-retval-type
trace call_known
show_known off
echo 1 > options/funcgraph-retval-type
show_known late
echo '== expected'
cat /sys/kernel/debug/known/expected
echo '== prototypes'
grep -E '^#|\[known\]| (cpu_cgroup_can_attach|vfs_open)\(' function_prototypes
counts module
insmod "$here/fgraph_prototypes.ko"
all both
rmmod fgraph_prototypes
counts without
rmmod known
counts gone
# The same module, but without BTF
insmod "$here/known-bare.ko"
filter_known
trace call_known
show_known bare
echo '== prototypes_bare'
grep '\[known\]' function_prototypes
rmmod known
counts gone_bare
echo '== log'
dmesg | sed -n 's/.*fgraph[a-z_]*: //p'
