# SPDX-License-Identifier: GPL-2.0
# Sourced by the scripts in deb/: what is built, and where.
# shellcheck shell=bash disable=SC2034 # variables for the scripts that source this file
# shellcheck source=lab/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lab/lib.sh"
# shellcheck source=maint/series.sh
. "$ROOT/maint/series.sh"
CONFIG=${CONFIG:-running}
LOCAL=${LOCAL:-}
load_arch "${ARCH:-x86_64}"
load_variant patched
load_base
# A version behind Debian's of the same base, and before Debian's next one
version=$BASE_VERSION+fgraph1
maintainer='fgraph-retval <fgraph-retval@localhost>'
# The same series makes the same packages
SOURCE_DATE_EPOCH=$(series_date)
export SOURCE_DATE_EPOCH
KBUILD_BUILD_TIMESTAMP=$(date -u -R -d "@$SOURCE_DATE_EPOCH")
# What Debian calls the configuration
case $CONFIG-$arch in
cloud-*) flavour=cloud-$DEB_ARCH ;;
*-arm) flavour=armmp ;;
*-i386) flavour=686-pae ;;
*) flavour=$DEB_ARCH ;;
esac
out=$BUILD/deb/$arch-$CONFIG${LOCAL:+-local}
obj=$out/obj
log=$BUILD/log/deb-$arch-$CONFIG${LOCAL:+-local}.log

# step LOG WHAT NEXT FUNCTION...: the output goes to LOG. FUNCTION ends at the first command that fails, and the script
# with it. (After "quietly LOG FUNCTION || die", it would go on.)
step() {
	local status
	mkdir -p "${1%/*}"
	set +e
	(
		set -e
		"${@:4}"
	) >"$1" 2>&1
	status=$?
	set -e
	[ $status != 0 ] || return 0
	tail -n 30 "$1" >&2
	die "$2" "see $1" "$3"
}
