#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest, with tables: Debian's trace-cmd records a stat that fails and the functions of known.ko, and reports them
# raw. Debian's perf traces the stat. Then both do the same with errors only.
set -eu

. ./root.sh
insmod ./fgraph_prototypes.ko
insmod ./fgraph_prototypes-known.ko
insmod ./known.ko
here=$PWD
make_root "$here/trace-cmd"
cat > "$root/bin/work" <<'EOF'
#!/bin/busybox sh
[ -e /no/such/file ]
echo 1 > /sys/module/known/parameters/call
EOF
chmod +x "$root/bin/work"
chroot "$root" trace-cmd record -o /tmp/trace.dat -p function_graph -l vfs_statx -l putname -l 'known_*' \
	-F /bin/work >record.log 2>&1 || { cat record.log; exit 1; }
echo '== raw'
chroot "$root" trace-cmd report -R -i /tmp/trace.dat

echo '== raw errors'
chroot "$root" trace-cmd record -o /tmp/errors.dat -p function_graph -O funcgraph-errors -l vfs_statx -l putname \
	-l 'known_*' -F /bin/work >record.log 2>&1 || { cat record.log; exit 1; }
chroot "$root" trace-cmd report -R -i /tmp/errors.dat

make_root "$here/perf"
echo 1 > /sys/kernel/tracing/options/funcgraph-retval
echo 1 > /sys/kernel/tracing/options/funcgraph-retval-names
echo '== perf'
chroot "$root" perf ftrace trace -G vfs_statx -G putname -- /bin/busybox stat /no/such/file 2>perf.log || :
cat perf.log
echo '== perf errors'
echo 1 > /sys/kernel/tracing/options/funcgraph-errors
chroot "$root" perf ftrace trace -G vfs_statx -G putname -- /bin/busybox stat /no/such/file 2>perf.log || :
cat perf.log
echo '== end'
