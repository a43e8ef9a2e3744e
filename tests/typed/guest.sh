#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: trace a program that fails to open a file. Print the trace without the module of tables, with it, with
# types switched off, and after the module was removed. Try to load a module of tables of another kernel.
set -eu

here=$PWD
cd /sys/kernel/tracing
echo 0 > tracing_on
printf '%s\n' do_filp_open putname path_openat do_sys_openat2 getname_flags alloc_empty_file terminate_walk fput > set_ftrace_filter
echo function_graph > current_tracer
echo 1 > options/funcgraph-retval
echo 0 > options/funcgraph-duration
echo 0 > options/funcgraph-cpu
echo 0 > options/funcgraph-overhead
# The shell opens the file itself, and goes on
echo 1 > tracing_on
(: < /no/such/file) 2> /dev/null || :
echo 0 > tracing_on

show() { # name
	echo "== $1"
	grep -v '^#' trace
}

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
echo '== foreign'
insmod "$here/foreign.ko" 2> /dev/null || echo refused
dmesg | sed -n 's/.*fgraph_tables: //p'
show foreign_after
