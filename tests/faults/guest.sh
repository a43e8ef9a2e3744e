#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: run tests/faults/faults.c, then print the leaks that kmemleak has found. Prints the output of faults,
# and "leak FUNCTION..." for each object that nothing points to: the functions that led to its allocation. The objects
# of the module faults are among them.
set -eu

leaks=/sys/kernel/debug/kmemleak
cd /sys/kernel/debug
for what in failslab fail_page_alloc; do
	# All allocations count, and the console does not show each failure
	echo N > $what/ignore-gfp-wait
	echo 0 > $what/verbose
	[ "$(cat $what/probability)" = 0 ]
done
echo N > fail_page_alloc/ignore-gfp-highmem
# Only the slabs that slub_debug marks
echo Y > failslab/cache-filter

# Leaks of the boot do not count here
echo scan > $leaks
echo clear > $leaks
cd /run/lab
insmod ./faults.ko
status=0
./faults "$(cat prefix)" || status=$?
./kmemleak.sh > /tmp/leaks
awk '
	/^unreferenced object/ { if (leak) print leak; leak = "leak" }
	/^    \[<.*>\]/ { leak = leak " " $2 }
	END { if (leak) print leak }' /tmp/leaks
exit $status
