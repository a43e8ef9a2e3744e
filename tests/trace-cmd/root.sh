# SPDX-License-Identifier: GPL-2.0
# Sourced in guests: a folder of Debian's that they can chroot into.
# shellcheck shell=sh

make_root() { # folder
	root=$1
	mkdir -p "$root/bin"
	cp /bin/busybox "$root/bin/busybox"
	for dir in proc sys dev tmp; do
		mkdir -p "$root/$dir"
		mount --bind "/$dir" "$root/$dir"
	done
}
