#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: a script with commands that fail, run by fgraph-why. Prints its records, as base64.
set -u
echo 1 > /sys/kernel/rcu_expedited
insmod ./fgraph_prototypes.ko || exit 2
cat > /tmp/setup.sh << 'end'
for name in app db cache; do
	cat /etc/$name.conf
done
mkdir /tmp
ln -s current /tmp/current
cat /tmp/current/version
kill -0 99999
dd if=/proc/self/mem bs=16 count=1
echo 4096 > /dev/full
echo x > /proc/version
echo 12 > /proc/self/oom_score_adj
echo 12345 > /proc/self/oom_score_adj
insmod /tmp/setup.sh
mount -t app none /mnt
rmdir /proc
end
./fgraph-why -sn -a --save=/tmp/records sh /tmp/setup.sh > /dev/null 2> /tmp/err
cat /tmp/err >&2
base64 /tmp/records
