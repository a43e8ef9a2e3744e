#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: load the module whose functions are called, and run the programs.
set -eu
insmod ./storm.ko
exec ./multi
