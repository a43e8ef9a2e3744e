#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# calls.sh [INSTANCE]: in the guest, under fgraph-why: make each call of the file "ids", in a process that has the call's
# name. INSTANCE, a folder of tracefs, records during the calls. Prints "PID ID ERRNO" each.
while read -r id _; do
	"at/$id" "$id" ${1:+"$1"} < /dev/null > /tmp/said &
	wait $!
	echo "$! $(cat /tmp/said)"
	echo /sbin/modprobe > /proc/sys/kernel/modprobe
	[ -z "$1" ] || echo > "$1/set_ftrace_pid"
done < ids
# fgraph-why has the same status
exit 3
