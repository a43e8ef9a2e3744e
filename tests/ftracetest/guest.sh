#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: load the modules in load/, if any. Run ftracetest, all of it or the cases that the file "cases" names.
# Prints the lines of ftracetest. Then prints "case N PATH" for each case, with " (instance)" at the end if it ran in an
# instance. Then prints "=== PATH" and the log of each case that did not pass.
set -eu

# A guest of the lab has none of that. Some cases ping 127.0.0.1 to have something to trace. Some load modules by name.
# Only x86_64's kernels have a network.
if [ ! -e "/lib/modules/$(uname -r)" ]; then
	[ ! -e /proc/net ] || ifconfig lo 127.0.0.1
	mkdir -p /lib/modules
	ln -s "$PWD/modules" "/lib/modules/$(uname -r)"
fi

# A small kernel has at most 4096
echo 32768 >/proc/sys/kernel/pid_max
./pids
for module in load/*.ko; do
	[ ! -e "$module" ] || insmod "$module"
done
cd ftrace
# It fails if a case fails.
# shellcheck disable=SC2046 # one word a case
./ftracetest -k -l "$PWD/logs" $(cat ../cases) || :

# path LOG: prints the path of its case.
path() {
	sed -n '1s,^execute\(.*\): .*/test\.d/\(.*\),\2\1,p' "$1" | xargs
}

cd logs
logs=$(find . -name '[0-9]*-log.*' | sed 's,^./,,' | sort -n)
for log in $logs; do
	echo "case ${log%%-*} $(path "$log")"
done
for log in $logs; do
	grep -q "^\[${log%%-*}\].*\[PASS\]" ftracetest.log || {
		echo "=== $(path "$log")"
		cat "$log"
	}
done
