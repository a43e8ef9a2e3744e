#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: tests/faults/faults.c, and what kmemleak has found when it is through. Prints what faults prints, and
# "leak FUNCTION..." for each object that nothing points to: the functions that led to its allocation. Those of the
# module faults are among them.
set -eu

leaks=/sys/kernel/debug/kmemleak
cd /sys/kernel/debug
for what in failslab fail_page_alloc; do
	# All allocations count, and the console is not told of each
	echo N > $what/ignore-gfp-wait
	echo 0 > $what/verbose
	[ "$(cat $what/probability)" = 0 ]
done
echo N > fail_page_alloc/ignore-gfp-highmem
# Of the slabs, those that slub_debug marks
echo Y > failslab/cache-filter

# What booting has left is not asked for here
echo scan > $leaks
echo clear > $leaks
cd /run/lab
insmod ./faults.ko
status=0
./faults || status=$?
./kmemleak.sh > /tmp/leaks
awk '
	/^unreferenced object/ { if (leak) print leak; leak = "leak" }
	/^    \[<.*>\]/ { leak = leak " " $2 }
	END { if (leak) print leak }' /tmp/leaks
exit $status
