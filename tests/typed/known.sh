# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# For guests, in the folder of tracing: trace the functions of known.ko, and show the trace.

# only_values: function_graph shows functions and what they returned
only_values() {
	echo 1 > options/funcgraph-retval
	echo 1 > options/funcgraph-tail
	echo 0 > options/funcgraph-duration
	echo 0 > options/funcgraph-cpu
	echo 0 > options/funcgraph-overhead
}

# Also before known.ko is there. Without the first function, all functions were traced when known.ko goes
filter_known() {
	echo alloc_empty_file > set_ftrace_filter
	echo 'known_*:mod:known' >> set_ftrace_filter
	echo 'path_openat:mod:known' >> set_ftrace_filter
}

trace() { # command...
	echo > trace
	echo 1 > tracing_on
	"$@" || echo 'the command failed'
	echo 0 > tracing_on
}

call_known() {
	echo 1 > /sys/module/known/parameters/call
}

# The lines of known.ko, in both formats
show_known() { # name
	echo "== $1"
	grep '\[known\]' trace
	echo "== $1_hex"
	echo 1 > options/graph_retval_hex
	grep '\[known\]' trace
	echo 0 > options/graph_retval_hex
}

# The same, once more with the names of errors and enumerators
show_known_named() { # name
	show_known "$1"
	echo 1 > options/funcgraph-retval-names
	show_known "$1_names"
	echo 0 > options/funcgraph-retval-names
}
