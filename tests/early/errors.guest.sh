#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest, booted as in tests/early/run with errors only: print the filter by errno, what the kernel's log says of
# initcalls, the returns in the trace of the boot, and the table of errors.
set -eu

cd /sys/kernel/tracing
echo 0 > tracing_on
for file in current_tracer options/funcgraph-errors set_graph_errors function_errors_enabled; do
	echo "$file: $(cat $file)"
done
echo '== said'
dmesg | sed -nE 's/.*\] initcall ([^ +]*)\+.* returned (-?[0-9]+) after.*/\1 \2/p'
echo '== returned'
sed -n 's/^[^#].*|  *//p' trace
echo '== table'
cat trace_stat/function_errors
echo '== end'
