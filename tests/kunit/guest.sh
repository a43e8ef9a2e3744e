#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: print the results of the KUnit suites that ran at boot, each after a line with its name.
set -eu

cd /sys/kernel/debug/kunit
for suite in *; do
	echo "== $suite"
	cat "$suite/results"
done
