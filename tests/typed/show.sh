# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# For guests: the lines of known.ko in the trace, in both formats.

show_known() { # name
	echo "== $1"
	grep '\[known\]' trace
	echo "== $1_hex"
	echo 1 > options/graph_retval_hex
	grep '\[known\]' trace
	echo 0 > options/graph_retval_hex
}
