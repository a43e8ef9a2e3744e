# SPDX-License-Identifier: GPL-2.0
# Sourced by tests/LAYER/run: what the lab gives, and results as TAP (Test Anything Protocol). A layer says first how
# many results will come, so that one that does not come has failed.
# shellcheck shell=bash

TESTS=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=lab/lib.sh
. "$TESTS/../lab/lib.sh"
SELF=${HERE##*/}

# plan N: so many results will come.
plan() {
	printf '1..%d\n' "$1"
}

# tap WHAT COMMAND...: a result, "ok WHAT" if COMMAND succeeds, else "not ok WHAT" and the end of what it said.
# tap_failed is 1 once one did not. COMMAND runs in a shell of its own, which ends at the first command that fails:
# so tap itself must not stand in a condition, where bash lets such a command pass.
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

# boot_to FILE: lab/boot, and what its script prints into FILE. Fails where that fails, or the kernel reports. On a busy
# machine a guest is slow: its limits are there for those that hang.
boot_to() {
	TIMEOUT=${TIMEOUT:-900} BOOT_TIMEOUT=${BOOT_TIMEOUT:-300} "$LAB/boot" >"$1"
}

# equal FILE FILE: they are, and there is something in them.
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
