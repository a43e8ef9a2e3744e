#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest, on a kernel that has BTF: call the functions of known.ko, which has BTF, too. Print the file of prototypes
# before function_graph is selected, with BTF, with the module of tables, and after it was removed.
set -eu

here=$PWD
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

show_known() { # name
	echo "== $1"
	grep '\[known\]' trace
	echo "== $1_hex"
	echo 1 > options/graph_retval_hex
	grep '\[known\]' trace
	echo 0 > options/graph_retval_hex
}

echo 0 > tracing_on
counts unselected
# To trace all functions of a debug kernel takes minutes
echo vfs_open > set_ftrace_filter
echo function_graph > current_tracer
all selected
insmod "$here/known.ko"
echo 'known_*:mod:known' > set_ftrace_filter
echo 'path_openat:mod:known' >> set_ftrace_filter
echo 1 > options/funcgraph-retval
echo 1 > options/funcgraph-tail
echo 0 > options/funcgraph-duration
echo 0 > options/funcgraph-cpu
echo 0 > options/funcgraph-overhead
echo > trace
echo 1 > tracing_on
echo 1 > /sys/module/known/parameters/call
echo 0 > tracing_on
echo '== expected'
cat /sys/kernel/debug/known/expected
show_known btf
echo 1 > options/funcgraph-retval-names
show_known late_names
echo 0 > options/funcgraph-retval-names
echo '== prototypes'
grep -E '^#|\[known\]| (cpu_cgroup_can_attach|vfs_open)\(' function_prototypes
counts module
insmod "$here/fgraph_prototypes.ko"
all both
rmmod fgraph_prototypes
counts without
rmmod known
counts gone
echo '== log'
dmesg | sed -n 's/.*fgraph[a-z_]*: //p'
