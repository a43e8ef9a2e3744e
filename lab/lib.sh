# SPDX-License-Identifier: GPL-2.0
# Sourced by the scripts in lab/, bench/ and demo/, and by tests/lib.sh: one architecture and one variant as shell
# variables, and make.
# shellcheck shell=bash disable=SC2034 # variables for the scripts that source this file

LAB=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=maint/lib.sh
. "$LAB/../maint/lib.sh"

# The lab may run under make: what its user gave to that make (ARCH=, M=, …) is not for the kernel's.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES DEBUG O V C W CC LD AR CPP HOSTCC CROSS_COMPILE
unset CFLAGS CPPFLAGS LDFLAGS AFLAGS KCFLAGS KAFLAGS KBUILD_OUTPUT KCONFIG_CONFIG KCONFIG_ALLCONFIG
unset KBUILD_EXTMOD KBUILD_VERBOSE KBUILD_ABS_SRCTREE
export LC_ALL=C
# The kernel's make has no LC_ALL: this keeps its compiler's warnings English, and ccache's objects.
export LANGUAGE=en
# No "+" or commit in the version, whatever the state of the tree.
export LOCALVERSION=
# The same commands in another folder find the same objects.
export CCACHE_BASEDIR=$ROOT CCACHE_NOHASHDIR=1
# A miss costs a twelfth more than no ccache, not a third: what gcc read is known from its .d file.
export CCACHE_DEPEND=1
# The same sources give the same kernel.
export KBUILD_BUILD_TIMESTAMP='Thu Jan  1 00:00:00 UTC 1970' KBUILD_BUILD_VERSION=1
export KBUILD_BUILD_USER=lab KBUILD_BUILD_HOST=lab

# names arch|compiled|variant: the known architectures, those that are only compiled, or the variants.
names() {
	local f all=
	for f in "$LAB/$1"/*.settings; do
		f=${f##*/}
		all+=" ${f%.settings}"
	done
	printf '%s' "${all# }"
}

# read_settings FILE: each KEY=value line becomes a variable, unless it has a value (QEMU, MEMORY: from the environment).
read_settings() {
	local key value
	while IFS='=' read -r key value; do
		case $key in
		'' | \#*) ;;
		*) [ -n "${!key:-}" ] || printf -v "$key" '%s' "$value" ;;
		esac
	done <"$1"
}

# load_arch ARCH: its variables; cross, the prefix that this machine needs; of_arch, what its files are called.
load_arch() {
	local packages=$1
	arch=$1
	of_arch=$LAB/arch/$arch
	if [ -f "$LAB/compiled/$arch.settings" ]; then
		of_arch=$LAB/compiled/$arch
		packages=deep
	fi
	[ -f "$of_arch.settings" ] || die "architecture $arch" "there is no lab/arch/$arch.settings" \
		"choose ARCH from: $(names arch)"
	unset KARCH DEB_ARCH CROSS_PREFIX KIMAGE PLACES STOCK_WARNS QEMU_PACKAGE QEMU_ARGS QEMU_SERIAL CMDLINE
	read_settings "$of_arch.settings"
	cross=
	[ "$(dpkg --print-architecture)" = "$DEB_ARCH" ] || cross=$CROSS_PREFIX
	command -v "${cross}gcc" >/dev/null || die "build for $arch" "there is no ${cross}gcc" \
		"make setup ARCH=$packages"
}

# add_settings NAME: the variables of lab/variant/NAME.settings.
add_settings() {
	local file=$LAB/variant/$1.settings
	[ -f "$file" ] || die "variant $variant" "there is no lab/variant/$1.settings" "choose VARIANT from: $(names variant)"
	of_variant+=("$file")
	read_settings "$file"
}

# load_variant VARIANT: its variables, obj, the folder of its kernel, and of_variant, its files. planted-NAME is NAME with
# a defect of tests/planted on top of the series.
load_variant() {
	variant=$1
	unset LIKE SOURCE SEED CONFIGS OPTIONAL SLOW PARAMETERS VARIABLES BTF OBJECTS
	of_variant=()
	if [[ $variant == planted-* ]]; then
		LIKE=${variant#planted-} SOURCE=prefix
		# Only some objects of a kernel of lab/compiled are built, so no build is there to begin with
		[ "$LIKE" = compiled ] || SEED=$LIKE
	else
		add_settings "$variant"
	fi
	[ -z "${LIKE:-}" ] || add_settings "$LIKE"
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

# plant PATCH: build/prefix has the series and PATCH, until this shell ends.
plant() {
	local patches
	hold prefix
	patches=$("$ROOT/maint/tree" --count)
	"$ROOT/maint/tree" --at "$patches" >/dev/null
	# At the end it is taken out, so that nothing else is built from it
	# shellcheck disable=SC2064 # now
	trap "'$ROOT/maint/tree' --at $patches >/dev/null" EXIT
	git -C "$BUILD/prefix" apply "$1" || die "${1#"$ROOT/"}" "the series does not take it" "maint/lint planted"
	git -C "$BUILD/prefix" -c user.name=lab -c user.email=lab@localhost commit -qam "planted: ${1##*/}"
}

# kmake TARGET...: the kernel's make in $obj. The tree is reached as src, a link in there, and the folder
# itself as /proc/self/cwd in debug information, so that no command and no object holds the name of a
# folder: they fit every variant and every clone.
# (The makes in tools/ run elsewhere and take the full path.) Guests go first: they have limits of time. Without the
# places of variables, debug information costs half: an architecture that needs them says so (PLACES). pahole's version is in the configuration: a variant that needs
# pahole says so (BTF), the others are the same on a machine that has none.
kmake() {
	local map=-ffile-prefix-map=src/= places=-fno-var-tracking pahole=none huge=$BUILD/huge.so

	[ -z "${PLACES:-}" ] || places=
	[ -z "${BTF:-}" ] || pahole=$LAB/pahole
	# Two makes may come here at once
	[ "$huge" -nt "$LAB/huge.c" ] ||
		{ gcc -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -shared -fPIC -o "$huge.$$" "$LAB/huge.c" && mv "$huge.$$" "$huge"; }
	ln -sfn "$src" "$obj/src"
	# shellcheck disable=SC2086 # VARIABLES is a list
	HUGE=$huge STOCK_WARNS=${STOCK_WARNS:-} nice -n 10 make -C "$obj" -f src/Makefile "srctree=\$(if \$(filter $obj,\$(CURDIR)),src,$src)" \
		"ARCH=$KARCH" "CROSS_COMPILE=$cross" "CC=env PWD=/proc/self/cwd $LAB/cc ${cross}gcc" "HOSTCC=ccache gcc" \
		"KCFLAGS=$map $places" "KAFLAGS=$map" "PAHOLE=$pahole" -j "$JOBS" ${VARIABLES:-} "$@" </dev/null
}

# warnings LOG: the lines in which a tool warned, but for make's of the clock; fails if there is none.
warnings() {
	grep -i 'warning:' "$1" | grep -vE '^make(\[[0-9]+\])?: '
}

# progress SECONDS COMMAND: prints what make says. Every so many seconds, COMMAND gets the number of objects.
progress() {
	local line made=0 next=$((SECONDS + $1))
	while IFS= read -r line; do
		printf '%s\n' "$line"
		case $line in '  CC '* | '  AS '*) made=$((made + 1)) ;; esac
		[ $SECONDS -ge $next ] || continue
		"$2" "$made"
		next=$((SECONDS + $1))
	done
}

# has SYMBOL: the kernel that was built in $obj has it built in.
has() {
	grep -qx "CONFIG_$1=y" "$obj/.config"
}

# has_tables: it has a module of tables. A kernel that starts with the objects of another may have the file of that one.
has_tables() {
	grep -qx CONFIG_FUNCTION_GRAPH_PROTO_TABLES=m "$obj/.config"
}

# guest_program PROGRAM SOURCE [FLAG...]: build it for a guest, which has no libraries.
guest_program() {
	"${cross}gcc" -O1 -static -Wall -Wextra -o "$@"
}

# why_for_host FOLDER [NAME=VALUE...]: build fgraph-why there for this machine, with lines of the source if it has libdw.
why_for_host() {
	make -C "$src/tools/tracing/fgraph-why" -s O="$1" CC='ccache gcc' "${@:2}"
}

# why_for_guest FOLDER [NAME=VALUE...]: build fgraph-why there for a guest.
why_for_guest() {
	make -C "$src/tools/tracing/fgraph-why" -s static O="$1" CROSS_COMPILE="$cross" CC="ccache ${cross}gcc" "${@:2}"
}
