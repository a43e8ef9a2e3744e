#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In Debian 12: everyday failures, each explained by fgraph-why, which finds lines by itself. "== NAME" is before what it
# prints of each, "status N" behind it. First, what the system is. $PWD is the folder of the script.
lab=$PWD

echo '== system'
systemctl is-system-running --wait
uname -r
dpkg-query -W -f '${Package} ${Status}\n' 'linux-*fgraph*' fgraph-why
ls -d /boot/*fgraph*
echo "runs at $(awk '$3 == "_stext" { print $1 }' /proc/kallsyms)"
echo "linked at $(awk '$3 == "_stext" { print $1 }' "/boot/System.map-$(uname -r)")"
modprobe fgraph_prototypes && lsmod | awk '$1 == "fgraph_prototypes"'
echo "tainted $(cat /proc/sys/kernel/tainted)"
tr -d ' ' <"/boot/config-$(uname -r)" | grep -xE 'CONFIG_(RETPOLINE|RETHUNK|RANDOMIZE_BASE|PREEMPT_DYNAMIC|DEBUG_INFO_BTF)=y'

# why NAME OPTION... COMMAND...
why() {
	echo "== $1"
	shift
	fgraph-why "$@" 2>&1
	echo "status $?"
}

cd /root || exit
why mem cat /proc/self/mem

# A file system in a file, and one that is none
truncate -s 16M ext4 zeros
mkfs.ext4 -q -F ext4
mkdir -p mnt other busy
why type mount -t xfs -o loop zeros mnt
mount -o loop ext4 mnt
why full dd if=/dev/zero of=mnt/full bs=1M
# Holds it
sh -c 'cd mnt && exec sleep 1000' &
holds=$!
until [ "$(readlink /proc/$holds/cwd)" = /root/mnt ]; do sleep 0.1; done
why umount umount mnt
mount -o remount,ro mnt
why readonly mkdir mnt/folder
kill $holds

serve='use Socket; socket S, PF_INET, SOCK_STREAM, 0; bind S, sockaddr_in(8022, INADDR_ANY) or die "bind: $!\n"; listen S, 1; sleep 1000'
perl -e "$serve" &
first=$!
until ss -Htln 'sport = :8022' | grep -q .; do sleep 0.1; done
why port perl -e "$serve"
kill $first

why misfit insmod "$lab/misfit.ko"

# A module that was built with the headers. It has its type as soon as it is there
mkdir "/lib/modules/$(uname -r)/extra"
cp "$lab/refuses.ko" "/lib/modules/$(uname -r)/extra/"
depmod
modprobe refuses
insmod "$lab/fgraph_prototypes-refuses.ko"
echo '== types'
grep -e refuses_ -e '^# untyped: full' /sys/kernel/tracing/function_prototypes
why module sh -c 'echo 3 >/sys/module/refuses/parameters/number'

mkdir /sys/fs/cgroup/busy
sleep 1000 &
echo $! >/sys/fs/cgroup/busy/cgroup.procs
why cgroup rmdir /sys/fs/cgroup/busy
kill $!

# tmpfs cannot swap to its files
dd if=/dev/zero of=/dev/shm/swap bs=1M count=16 2>/dev/null
chmod 600 /dev/shm/swap
mkswap /dev/shm/swap >/dev/null
why swap swapon /dev/shm/swap

touch stays
chattr +i stays
why immutable rm -f stays

why sysctl sh -c 'echo 0 >/proc/sys/kernel/threads-max'

# Its program is on a file system that does not execute any
mount -t tmpfs -o noexec tmpfs other
cp /bin/true other/program
printf '[Service]\nExecStart=/root/other/program\n' >/run/systemd/system/fails.service
systemctl daemon-reload
echo '== unit'
fgraph-why -p 1 -x EACCES -o /run/unit.txt &
# It begins with tracing on, stops, and starts when all is hooked
until grep -q function_graph /sys/kernel/tracing/instances/*/current_tracer && grep -q 1 /sys/kernel/tracing/instances/*/tracing_on; do
	sleep 0.1
done 2>/dev/null
systemctl start fails.service
systemctl is-failed fails.service
kill $!
wait $!
echo "status $?"
cat /run/unit.txt

echo '== tracing'
ls /sys/kernel/tracing/instances
cat /sys/kernel/tracing/current_tracer

# As README says
rmmod fgraph_prototypes-refuses fgraph_prototypes refuses
rm -r "/lib/modules/$(uname -r)/extra"
echo '== back'
sh "$lab/back"
echo '== left'
ls -d /boot/*fgraph* /lib/modules/*fgraph* /usr/src/*fgraph* /usr/lib/debug/lib/modules/*fgraph* /usr/bin/fgraph-why 2>/dev/null || echo nothing
echo '== end'
