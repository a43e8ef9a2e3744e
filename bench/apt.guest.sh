#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In Debian 12, under -icount: print "CASE NUMBER", the time of the CPU while apt installs the packages of /srv/debs and
# removes them: without a trace, and while the errors of the whole system are counted, recorded, or read. To wait for a disk
# is no time of the CPU.
set -eu

# shellcheck source=deb/apt.sh
. ./apt.sh

# busy: 10 ms each, of all that is not idle
busy() {
	awk '$1 == "cpu" { print $2 + $3 + $4 + $7 + $8 }' /proc/stat
}

# took CASE
took() {
	start=$(busy)
	install_and_purge
	sync
	echo "$1 $(($(busy) - start))"
}

modprobe fgraph_prototypes
cd /sys/kernel/tracing
# The first one fills the page cache
took apt-first
took apt-none
echo 1 > function_errors_enabled
took apt-table
echo 0 > function_errors_enabled
echo 1 > options/funcgraph-errors
echo function_graph > current_tracer
took apt-errors
cat trace_pipe > /var/tmp/trace &
took apt-read
kill $!
