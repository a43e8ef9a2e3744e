#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In Debian 12: apt installs the packages of /srv/debs and removes them, for ten minutes, while the errors of the whole
# system are recorded and read. "== counted" is before what came of it: seconds, rounds, lines of trace_pipe, events that
# the buffers lost, and those of the lines LOST.
seconds=600

# shellcheck source=deb/apt.sh
. ./apt.sh
cd /sys/kernel/tracing || exit
modprobe fgraph_prototypes
echo 1 > options/funcgraph-errors
echo 1 > options/funcgraph-retval-names
cat trace_pipe > /var/tmp/trace &
reader=$!
echo function_graph > current_tracer
start=$(date +%s)
rounds=0
while [ $(($(date +%s) - start)) -lt $seconds ]; do
	install_and_purge || exit
	rounds=$((rounds + 1))
done
echo 0 > tracing_on
# It ends when it has read all that there is
wait $reader

echo '== counted'
echo "seconds $(($(date +%s) - start))"
echo "packages $(echo "$packages" | wc -l)"
echo "rounds $rounds"
echo "lines $(wc -l < /var/tmp/trace)"
echo "lost $(cat per_cpu/cpu*/stats | awk '$1 == "overrun:" { sum += $2 } END { print sum }')"
echo "dropped $(cat per_cpu/cpu*/stats | awk '/^dropped events:/ { sum += $3 } END { print sum }')"
echo "said $(sed -n 's/^CPU:[0-9]* \[LOST \([0-9]*\) EVENTS\]$/\1/p' /var/tmp/trace | awk '{ sum += $1 } END { print sum + 0 }')"
echo '== end'
