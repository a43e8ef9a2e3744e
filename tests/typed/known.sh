# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# For guests, in the folder of tracing: trace the functions of known.ko, and show the trace.

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
