#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# binary.sh [FUNCTION...], in the guest, in the folder of tracing: print what tests/known/records reads. This is the files
# that tell how to read records, the addresses of the functions, and the pages of the buffer. If a FUNCTION of the kernel
# is named, no others of the kernel are printed. RECORD (funcgraph_exit) is the event whose records are read.
set -eu

echo '== header_page'
cat events/header_page
echo '== format'
cat "events/ftrace/${RECORD:-funcgraph_exit}/format"
echo '== functions'
# Without labels
awk -v also="$*" '$2 ~ /[tT]/ && $3 ~ /^[A-Za-z_]/ && (!also || $4 || index(" " also " ", " " $3 " "))' \
	/proc/kallsyms
echo '== pages'
until grep -qx 'entries: 0' per_cpu/cpu0/stats; do
	dd bs=4096 count=1 2> /dev/null < per_cpu/cpu0/trace_pipe_raw
done | base64
