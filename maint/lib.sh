# SPDX-License-Identifier: GPL-2.0
# Sourced by all scripts: where things are, and how to speak.
# shellcheck shell=bash

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# The folder of the script that runs, and its name in what it says
# shellcheck disable=SC2034 # used by the scripts that source this file
HERE=$(cd "$(dirname "$0")" && pwd)
SELF=${0##*/}
BUILD=$(realpath -m "${BUILD:-$ROOT/build}")
# shellcheck disable=SC2034 # used by the scripts that source this file
JOBS=${JOBS:-$(nproc)}

# say WHAT: progress, on stderr, so that stdout stays the result.
say() {
	printf '%s: %s\n' "$SELF" "$*" >&2
}

# die WHAT WHY NEXT: the thing that failed, why, and the command to try next.
die() {
	printf '%s: FAILED: %s\n' "$SELF" "$1" >&2
	[ -z "${2:-}" ] || printf '%s:   why:  %s\n' "$SELF" "$2" >&2
	[ -z "${3:-}" ] || printf '%s:   next: %s\n' "$SELF" "$3" >&2
	exit 1
}

# quietly LOG COMMAND...: the output goes to LOG; its end is shown only on failure.
quietly() {
	local log=$1
	shift
	mkdir -p "$(dirname "$log")"
	"$@" >"$log" 2>&1 && return
	tail -n 30 "$log" >&2
	return 1
}

# hold NAME: no other run does what NAME stands for until this script, and all that has its LOCK_FD, ends.
hold() {
	mkdir -p "$BUILD/lock"
	exec {LOCK_FD}>"$BUILD/lock/$1"
	flock -n "$LOCK_FD" && return
	say "waiting for another run that holds $BUILD/lock/$1"
	flock "$LOCK_FD"
}

# load_base: BASE_PACKAGE, BASE_VERSION, BASE_SHA256 of the pinned base.
load_base() {
	# shellcheck disable=SC1091
	. "$ROOT/base"
}

# kbuild, make and lists of files in the environment take none of these.
case $ROOT$BUILD in
*[[:space:]:,]*) die "$ROOT" "the kernel cannot be built below a path with a space, a colon or a comma" "move the clone" ;;
esac
