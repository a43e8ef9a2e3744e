#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: fgraph-why runs a script with commands that fail. Prints what it finds, then its records, as base64.
set -u
insmod ./fgraph_prototypes.ko || exit 2
cat > /tmp/setup.sh << 'end'
for name in app db; do
	cat /etc/$name.conf
done
mkdir /tmp
ln -s current /tmp/current
cat /tmp/current/version
kill -0 99999
dd if=/proc/self/mem bs=16 count=1
echo 4096 > /dev/full
echo 12345 > /proc/self/oom_score_adj
insmod /tmp/setup.sh
mount -t app none /mnt
rmdir /proc
end
./fgraph-why -sn --save=/tmp/records sh /tmp/setup.sh
echo "== records"
base64 /tmp/records
echo "== end"
