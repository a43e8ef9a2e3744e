#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: run ftracetest, all of it or the cases named in the file "cases". Prints its lines, then
# "case N PATH" for each, then the logs of those that did not pass.
set -u

cd "${0%/*}/ftrace" || exit
[ -d logs ] && rm -rf logs
# shellcheck disable=SC2046 # one word a case
./ftracetest -k -l logs $(cat ../cases 2>/dev/null)

for log in $(cd logs && ls | grep -- '-log\.' | sort -n); do
	n=${log%%-*}
	printf 'case %s %s\n' "$n" "$(sed -n '1s,^execute\(.*\): .*/test\.d/,\1 ,p' "logs/$log" | xargs)"
done
for log in $(cd logs && ls | grep -- '-log\.' | sort -n); do
	n=${log%%-*}
	grep -q "^\[$n\].*\[PASS\]" logs/ftracetest.log && continue
	printf '=== %s\n' "$(grep "^\[$n\]" logs/ftracetest.log)"
	cat "logs/$log"
done
exit 0
