#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Behaves alike twice: system calls fail, in several processes. No two of them make processes at a time, as the numbers of
# processes tell their order
cat /no/such/file
rmdir /proc
mkdir /tmp
(cd /no/such/folder || exit 1)
dd if=/proc/self/mem of=/dev/null bs=1 count=1
ln /etc/passwd /proc/link
cat /tmp
sh -c 'kill -0 4000000; /etc/passwd; rmdir /etc/passwd'
echo through a pipe | cat
true
exit 0
