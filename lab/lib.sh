# SPDX-License-Identifier: GPL-2.0
# Sourced by the scripts in lab/: one architecture and one variant as shell variables, and make.
# shellcheck shell=bash disable=SC2034 # variables for the scripts that source this file

LAB=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$LAB/../maint/lib.sh"

# The lab may run under make: what its user gave to that make (ARCH=, M=, …) is not for the kernel's.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES DEBUG O V C W CC LD AR CPP HOSTCC CROSS_COMPILE
unset CFLAGS CPPFLAGS LDFLAGS AFLAGS KCFLAGS KAFLAGS KBUILD_OUTPUT KCONFIG_CONFIG KCONFIG_ALLCONFIG
unset KBUILD_EXTMOD KBUILD_VERBOSE KBUILD_ABS_SRCTREE
export LC_ALL=C
# No "+" or commit in the version, whatever the state of the tree.
export LOCALVERSION=
# The same commands in another folder find the same objects.
export CCACHE_BASEDIR=$ROOT CCACHE_NOHASHDIR=1
# A miss costs a twelfth more than no ccache, not a third: what gcc read is known from its .d file.
export CCACHE_DEPEND=1
# The same sources give the same kernel.
export KBUILD_BUILD_TIMESTAMP='Thu Jan  1 00:00:00 UTC 1970' KBUILD_BUILD_VERSION=1
export KBUILD_BUILD_USER=lab KBUILD_BUILD_HOST=lab

# names arch|variant: the known architectures or variants.
names() {
	local f all=
	for f in "$LAB/$1"/*.mk; do
		f=${f##*/}
		all+=" ${f%.mk}"
	done
	printf '%s' "${all# }"
}

# read_mk FILE: each KEY=value line becomes a variable, unless it has a value (QEMU, MEMORY: from the environment).
read_mk() {
	local key value
	while IFS='=' read -r key value; do
		case $key in
		'' | \#*) ;;
		*) [ -n "${!key:-}" ] || printf -v "$key" '%s' "$value" ;;
		esac
	done <"$1"
}

# load_arch ARCH: its variables, and cross, the prefix that this machine needs.
load_arch() {
	arch=$1
	[ -f "$LAB/arch/$arch.mk" ] || die "architecture $arch" "there is no lab/arch/$arch.mk" \
		"choose ARCH from: $(names arch)"
	unset KARCH DEB_ARCH CROSS_PREFIX KIMAGE QEMU_PACKAGE QEMU_ARGS QEMU_SERIAL CMDLINE
	read_mk "$LAB/arch/$arch.mk"
	cross=
	[ "$(dpkg --print-architecture)" = "$DEB_ARCH" ] || cross=$CROSS_PREFIX
	command -v "${cross}gcc" >/dev/null || die "build for $arch" "there is no ${cross}gcc" \
		"make setup ARCH=$arch"
}

# load_variant VARIANT: its variables, and obj, the folder of its kernel.
load_variant() {
	variant=$1
	[ -f "$LAB/variant/$variant.mk" ] || die "variant $variant" "there is no lab/variant/$variant.mk" \
		"choose VARIANT from: $(names variant)"
	unset LIKE SOURCE SEED CONFIGS OPTIONAL SLOW PARAMETERS VARIABLES
	read_mk "$LAB/variant/$variant.mk"
	[ -z "${LIKE:-}" ] || read_mk "$LAB/variant/$LIKE.mk"
	src=$BUILD/$SOURCE
	obj=$BUILD/kernel/$arch-$variant
}

# need_source: the source tree of the variant is there, and is what patches/ and the overlay say.
need_source() {
	case $SOURCE in
	tree) "$ROOT/maint/tree" >/dev/null ;;
	stock) "$ROOT/maint/tree" --at stock >/dev/null ;;
	newer) "$ROOT/maint/newer" >/dev/null ;;
	*) [ -f "$src/Makefile" ] ;;
	esac || die "source of variant $variant" "see above" "make tree, or maint/tree --at N for $src"
}

# kmake TARGET...: the kernel's make in $obj. The tree is reached as src, a link in there, and the folder
# itself as /proc/self/cwd in debug information, so that no command and no object holds the name of a
# folder: they fit every variant and every clone.
# (The makes in tools/ run elsewhere and take the full path.)
kmake() {
	local map=-ffile-prefix-map=src/=

	ln -sfn "$src" "$obj/src"
	# shellcheck disable=SC2086 # VARIABLES is a list
	make -C "$obj" -f src/Makefile "srctree=\$(if \$(filter $obj,\$(CURDIR)),src,$src)" \
		"ARCH=$KARCH" "CROSS_COMPILE=$cross" "CC=env PWD=/proc/self/cwd $LAB/cc ${cross}gcc" "HOSTCC=ccache gcc" \
		"KCFLAGS=$map" "KAFLAGS=$map" -j "$JOBS" ${VARIABLES:-} "$@" </dev/null
}

# has SYMBOL: the kernel that was built in $obj has it built in.
has() {
	grep -qx "CONFIG_$1=y" "$obj/.config"
}

# guest_program PROGRAM SOURCE [FLAG...]: build it for a guest, which has no libraries.
guest_program() {
	"${cross}gcc" -O1 -static -Wall -Wextra -o "$@"
}

# tap WHAT COMMAND...: a line of a test's result, "ok WHAT" if COMMAND succeeds, else "not ok WHAT" and the
# end of what it said. tap_failed is 1 once one did not.
tap_failed=0
tap() {
	local what=$1 said
	shift
	if said=$("$@" 2>&1); then
		echo "ok $what"
	else
		echo "not ok $what"
		[ -z "$said" ] || tail -n 30 <<<"$said" | sed 's/^/# /'
		tap_failed=1
	fi
}

# boot_to FILE: lab/boot, and what its script prints into FILE. Fails where that fails, or the kernel reports.
boot_to() {
	"$LAB/boot" >"$1"
}

# equal FILE FILE: they are, and there is something in them.
equal() {
	[ -s "$1" ] && diff -u "$1" "$2"
}
