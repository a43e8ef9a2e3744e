#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: run ftracetest, all of it or the cases named in the file "cases". Prints its lines, then
# "case N PATH" for each, then the logs of those that did not pass.
set -u

cd "${0%/*}/ftrace" || exit
# shellcheck disable=SC2046 # one word a case
./ftracetest -k -l "$PWD/logs" $(cat ../cases)

cd logs || exit
logs=$(find . -name '[0-9]*-log.*' | sed 's,^./,,' | sort -n)
for log in $logs; do
	printf 'case %s %s\n' "${log%%-*}" "$(sed -n '1s,^execute\(.*\): .*/test\.d/,\1 ,p' "$log" | xargs)"
done
for log in $logs; do
	! grep -q "^\[${log%%-*}\].*\[PASS\]" ftracetest.log || continue
	printf '=== %s\n' "$(grep "^\[${log%%-*}\]" ftracetest.log)"
	cat "$log"
done
