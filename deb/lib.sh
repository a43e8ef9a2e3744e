# SPDX-License-Identifier: GPL-2.0
# Sourced by the scripts in deb/: what is built, and where.
# shellcheck shell=bash disable=SC2034 # variables for the scripts that source this file
# shellcheck source=lab/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lab/lib.sh"
CONFIG=${CONFIG:-running}
LOCAL=${LOCAL:-}
load_arch "${ARCH:-x86_64}"
load_variant patched
load_base
# A version behind Debian's of the same base, and before Debian's next one
version=$BASE_VERSION+fgraph1
maintainer='fgraph-retval <fgraph-retval@localhost>'
# The same series makes the same packages. Its date is that of the last change
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$ROOT" log -1 --format=%ct -- patches tools base 2>/dev/null || true)}
: "${SOURCE_DATE_EPOCH:=946684800}"
KBUILD_BUILD_TIMESTAMP=$(date -u -R -d "@$SOURCE_DATE_EPOCH")
out=$BUILD/deb/$arch-$CONFIG${LOCAL:+-local}
obj=$out/obj
log=$BUILD/log/deb-$arch-$CONFIG${LOCAL:+-local}.log
