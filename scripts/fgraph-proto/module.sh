#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# module.sh - make a module of tables for a kernel that is already built
#
# usage: module.sh [-k] [-s] [-n NAME] [-d FOLDER] KDIR VMLINUX MODULE.ko...
#
# The tables have the prototypes of the modules, which may be built out of the
# tree. Prints the path of the module, FOLDER/fgraph_prototypes-NAME.ko.
#
#   KDIR       where the kernel was built, or the headers of a distribution
#   VMLINUX    of that kernel, with symbols; with -k also with debug information
#   MODULE.ko  with debug information
#   -k         the tables have the prototypes of VMLINUX, too
#   -s         write only the source of the module, FOLDER/fgraph_prototypes-NAME,
#              as an out-of-tree module that any make can build, and print its path
#   -n         default: the name of the first module, or "kernel"
#   -d         default: the current folder
#
# make takes ARCH and CROSS_COMPILE from the environment.
set -euo pipefail

die() { # what, why, what to try next
	printf 'module.sh: FAILED: %s\nmodule.sh:   why:  %s\nmodule.sh:   next: %s\n' "$@" >&2
	exit 1
}

usage="module.sh [-k] [-s] [-n NAME] [-d FOLDER] KDIR VMLINUX MODULE.ko..."
kernel='' source='' name='' folder=.
while getopts :ksn:d: option; do
	case $option in
	k) kernel=y ;;
	s) source=y ;;
	n) name=$OPTARG ;;
	d) folder=$OPTARG ;;
	*) die "option -$OPTARG" "it is unknown, or lacks its argument" "$usage" ;;
	esac
done
shift $((OPTIND - 1))
[ $# -gt 2 ] || [ "$#$kernel" = 2y ] || die "arguments" "one is missing" "$usage"
kdir=$1 vmlinux=$2
shift 2

[ -n "$name" ] || name=$(basename "${1:-kernel}" .ko)
[[ $name =~ ^[A-Za-z0-9_-]+$ ]] || die "name $name" "a module cannot have it" "module.sh -n NAME"
module=fgraph_prototypes-$name

generator=$kdir/scripts/fgraph-proto/fgraph-proto
[ -x "$generator" ] || die "$generator" "it is not there" \
	"build the kernel with CONFIG_FUNCTION_GRAPH_PROTO_TABLES=m, or install all of its headers"

if [ -n "$source" ]; then
	work=$folder/$module
	mkdir -p "$work"
else
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
fi
here=$(dirname "$(realpath "$0")")
cp "$here/incbin.S" "$here/module.c" "$work" ||
	die "source of the module" "see above" "run module.sh in scripts/fgraph-proto of the kernel"
# Any make finds the tables, and sees if they are new
cat >"$work/Kbuild" <<KBUILD
obj-m := $module.o
$module-y := module.o incbin.o
AFLAGS_incbin.o := -DTABLES='"\$(src)/tables"' -DFUNCTIONS='"\$(src)/functions"'
\$(obj)/incbin.o: \$(src)/tables \$(src)/functions
KBUILD

: >"$work/functions"
if [ -n "$kernel" ]; then
	choice=(-f "$work/functions")
else
	choice=(-m)
fi
"$generator" "${choice[@]}" -o "$work/tables" "$vmlinux" "$@" ||
	die "tables of $module" "see above" \
		"build the kernel and modules with CONFIG_DEBUG_INFO, and do not strip them"
if [ -n "$source" ]; then
	printf '%s\n' "$work"
	exit
fi

make -C "$kdir" M="$work" modules >"$work/log" 2>&1 || {
	cat "$work/log" >&2
	die "$module.ko" "see above" \
		"set ARCH and CROSS_COMPILE as for $kdir, or build what -s writes"
}
mkdir -p "$folder"
cp "$work/$module.ko" "$folder"
printf '%s\n' "$folder/$module.ko"
