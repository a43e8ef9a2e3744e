# SPDX-License-Identifier: GPL-2.0
# Sourced in the guest of deb/guest: the packages of /srv/debs, which are not installed.
# shellcheck shell=sh

export DEBIAN_FRONTEND=noninteractive
packages=$(for deb in /srv/debs/*.deb; do dpkg-deb -f "$deb" Package; done)

# install_and_purge: what it prints is shown only if it fails
install_and_purge() {
	# shellcheck disable=SC2086 # one word a package
	{ apt-get install -y --no-install-recommends /srv/debs/*.deb && apt-get purge -y $packages; } >/var/tmp/log 2>&1 || {
		cat /var/tmp/log
		return 1
	}
}
