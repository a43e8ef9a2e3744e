#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: print what kmemleak has found that was allocated and lost, up to now. No object is told of before it is
# 5 seconds old, and the second time that it is seen.
set -eu

leaks=/sys/kernel/debug/kmemleak
now() {
	cut -d. -f1 /proc/uptime
}
start=$(now)
until [ $(($(now) - start)) -gt 5 ]; do
	sleep 1
done
echo scan > $leaks
echo scan > $leaks
cat $leaks
