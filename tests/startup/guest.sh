#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: the tests are over. Print the tracers that are there.
set -eu
cat /sys/kernel/tracing/available_tracers
