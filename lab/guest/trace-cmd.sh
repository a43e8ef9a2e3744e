#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: Debian's trace-cmd records a stat that fails, and reports it, once as text and once raw.
set -eu

root=$PWD/trace-cmd
mkdir -p "$root/bin"
cp /bin/busybox "$root/bin/busybox"
for dir in proc sys dev tmp; do
	mkdir -p "$root/$dir"
	mount --bind "/$dir" "$root/$dir"
done
cd "$root/tmp"
chroot "$root" trace-cmd record -o /tmp/trace.dat -p function_graph -l vfs_statx -l filename_lookup \
	-F /bin/busybox stat /no/such/file >record.log 2>&1 || { cat record.log; exit 1; }
echo '== report'
chroot "$root" trace-cmd report -i /tmp/trace.dat
echo '== raw'
chroot "$root" trace-cmd report -R -i /tmp/trace.dat
