# SPDX-License-Identifier: GPL-2.0
# Sourced by tests/LAYER/run. Brings the variables and functions of the lab, and prints results as TAP (Test Anything
# Protocol). A layer first prints how many results will come. So a result that does not come has failed.
# shellcheck shell=bash

TESTS=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=lab/lib.sh
. "$TESTS/../lab/lib.sh"
SELF=${HERE##*/}

# plan N: N results will come.
plan() {
	printf '1..%d\n' "$1"
}

# tap WHAT COMMAND...: prints "ok WHAT" if COMMAND succeeds. Otherwise prints "not ok WHAT" and the end of the output of
# COMMAND, and sets tap_failed to 1. COMMAND runs in a subshell, which ends at the first command that fails. In a
# condition, bash would let such a command pass. So tap itself must not stand in a condition.
# shellcheck disable=SC2034 # the layers exit with it
tap_failed=0
tap() {
	local what=$1 said status
	shift
	set +e
	said=$(
		set -e
		"$@" 2>&1
	)
	status=$?
	set -e
	if [ $status = 0 ]; then
		echo "ok $what"
	else
		echo "not ok $what"
		[ -z "$said" ] || tail -n 30 <<<"$said" | sed 's/^/# /'
		# shellcheck disable=SC2034 # as above
		tap_failed=1
	fi
}

# has_passed: reads from stdin all that the results of this layer follow from. If the layer's file "passed" has the hash of
# that, they are known, and it prints one skipped result and succeeds. DEEP=y: it does not.
has_passed() {
	read -r inputs_hash _ < <(sha256sum)
	[ -z "${DEEP:-}" ] && grep -qxF "$inputs_hash" "$HERE/passed" || return 1
	plan 1
	echo "ok ${HERE##*/}: its tests # skip they have passed"
}

# keep_passed: the tests have passed. build/LAYER/passed is to be copied to the layer's folder.
keep_passed() {
	mkdir -p "$BUILD/${HERE##*/}"
	echo "$inputs_hash" >"$BUILD/${HERE##*/}/passed"
}

# tools_of_tests: prints the versions of what most layers without a kernel call.
tools_of_tests() {
	bash --version
	git --version
	awk -W version 2>&1 </dev/null
	bats --version
	cat /etc/debian_version
}

# boot_to FILE: runs lab/boot, with the output of the guest's script in FILE. Fails if lab/boot fails, as it does if the
# kernel reports. On a busy machine a guest is slow: the limits of time are for a guest that hangs.
boot_to() {
	TIMEOUT=${TIMEOUT:-900} BOOT_TIMEOUT=${BOOT_TIMEOUT:-300} "$LAB/boot" >"$1"
}

# part NAME [FILE]: what is between the line "== NAME" and the next such line of FILE, or of $out.txt.
part() {
	sed -n "/^== $1\$/,/^== /p" "${2:-$out.txt}" | sed '/^==/d'
}

# equal FILE FILE: the files are equal, and not empty.
equal() {
	[ -s "$1" ] && diff -u "$1" "$2"
}

# srcarch ARCH: its folder below arch/.
srcarch() {
	case $1 in
	x86_64 | i386) echo x86 ;;
	*) echo "$1" ;;
	esac
}
