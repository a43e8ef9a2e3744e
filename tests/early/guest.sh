#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest, booted as in tests/early/run: print the return values of the initcalls in the kernel's log, and in the
# trace of the boot. The trace is read with and without graph_retval_hex. do_one_initcall() returns the value of the
# initcall. If an initcall is in a file that is not traced, the trace shows only its do_one_initcall().
set -eu

cd /sys/kernel/tracing
for file in current_tracer options/funcgraph-retval options/graph_retval_hex options/overwrite; do
	echo "$file: $(cat $file)"
done
echo 0 > tracing_on
echo 1 > options/funcgraph-proc
echo 1 > options/funcgraph-tail
dmesg | sed -nE 's/.*\] initcall ([^ +]*)\+.* returned (-?[0-9]+) after.*/\1 \2/p' > /tmp/said

# returned: prints "NAME VALUE" for each return of process 1 from do_one_initcall() or from a name in /tmp/said
returned() {
	awk '
		FNR == NR { known[$1] = 1; next }
		!/-1 +[|].*ret=/ { next }
		{ value = $0; sub(/.* ret=/, "", value); sub(/ .*/, "", value) }
		/[(][)];/ { name = $0; sub(/[(][)];.*/, "", name); sub(/.* /, "", name) }
		/ } / { name = $0; sub(/ ret=.*/, "", name); sub(/.* /, "", name) }
		name == "do_one_initcall" || name in known { print name, value }' /tmp/said trace
}

echo '== said'
cat /tmp/said
echo '== hex'
returned
echo 0 > options/graph_retval_hex
echo '== values'
returned
echo '== end'
