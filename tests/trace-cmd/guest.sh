#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: Debian's trace-cmd records a stat that fails, and a function of known.ko that returns in both registers.
# It reports them once as text and once raw.
set -eu

. ./root.sh
make_root "$PWD/trace-cmd"
insmod ./known.ko
cat > "$root/bin/work" <<'EOF'
#!/bin/busybox sh
[ -e /no/such/file ]
echo 1 > /sys/module/known/parameters/call && echo "known_pair was received"
EOF
chmod +x "$root/bin/work"
cd "$root/tmp"
chroot "$root" trace-cmd record -o /tmp/trace.dat -p function_graph -l vfs_statx -l filename_lookup -l known_pair \
	-F /bin/work >record.log 2>&1 || { cat record.log; exit 1; }
grep 'was received' record.log
echo '== report'
chroot "$root" trace-cmd report -i /tmp/trace.dat
echo '== raw'
chroot "$root" trace-cmd report -R -i /tmp/trace.dat
