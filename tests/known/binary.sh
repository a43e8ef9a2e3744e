#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest, in the folder of tracing: print the records of the buffer as tests/known/records reads them. These are the
# files that tell how to read them, the addresses of the functions, and the pages. Arguments: functions of the kernel that are
# traced; the others may not be of the kernel then.
set -eu

echo '== header_page'
cat events/header_page
echo '== format'
cat events/ftrace/funcgraph_exit/format
echo '== functions'
# Without labels
awk -v also="$*" '$2 ~ /[tT]/ && $3 ~ /^[A-Za-z_]/ && (!also || $4 == "[known]" || index(" " also " ", " " $3 " "))' \
	/proc/kallsyms
echo '== pages'
until grep -qx 'entries: 0' per_cpu/cpu0/stats; do
	dd bs=4096 count=1 2> /dev/null < per_cpu/cpu0/trace_pipe_raw
done | base64
