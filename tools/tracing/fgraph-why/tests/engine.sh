# SPDX-License-Identifier: GPL-2.0
# Sourced by the tests. They feed files of records to fgraph-why, need no kernel, and print TAP
# for prove. By environment:
#   FGRAPH_WHY   the program. The default is the one that make has built in this folder
#   RUN          what to run it by, as valgrind
# shellcheck shell=bash

set -u
export LC_ALL=C
TESTS=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
FGRAPH_WHY=${FGRAPH_WHY:-$TESTS/../fgraph-why}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
records=$work/records
results=0
coproc { exec python3 -SEB "$TESTS/server.py"; }
# Those of a coprocess are closed in subshells
exec {to_server}>&"${COPROC[1]}" {from_server}<&"${COPROC[0]}"

# why OPTION...: reports on the file of records, without lines of the source unless lines says where
lines=(-sn)
why() {
	# shellcheck disable=SC2086 # RUN is a command with arguments
	${RUN:-} "$FGRAPH_WHY" -r "$records" "${lines[@]}" "$@"
}

# ask REQUEST FIELD...: prints what is wrong, and fails then, see server.py
ask() {
	local answer
	(
		IFS=$'\x1e'
		printf '%s\0' "$*"
	) >&"$to_server"
	IFS= read -r -d '' answer <&"$from_server"
	[ -z "$answer" ] && return
	echo "$answer"
	return 1
}

# made: the file of records follows from the description on standard input, see make_records.py
made() {
	ask make "$records" "$(cat)" >&2
}

# saved NAME: the file of records is one that a kernel has given
saved() {
	base64 -d "$TESTS/records/$1.why" | gunzip >"$records"
}

result() { # ok or not ok, what, comment
	results=$((results + 1))
	echo "$1 $results - $2"
	[ "$1" = ok ] || echo "# ${3//$'\n'/$'\n'# }"
}

# equals WHAT WANTED GOT
equals() {
	if [ "$3" = "$2" ]; then
		result ok "$1"
	else
		result 'not ok' "$1" "$3"
	fi
}

# says WHAT OPTION...: the report, with what is on standard error, is what is on standard input.
# At its end, "status N" says how the program ends, if not with 0
says() {
	local what=$1 wanted got status=0
	shift
	wanted=$(cat)
	got=$(why "$@" 2>&1) || status=$?
	[ $status = 0 ] || got+=${got:+$'\n'}"status $status"
	if [ "$got" = "$wanted" ]; then
		result ok "$what"
	else
		result 'not ok' "$what" "$(diff <(echo "$wanted") <(echo "$got"))"
	fi
}

# holds WHAT CONDITION OPTION...: a condition of Python holds for the report. It is JSON: header,
# failures and end are the objects, and first is the first failure
holds() {
	local what=$1 condition=$2 got
	shift 2
	got=$(why --format=json -a "$@" 2>&1)
	if got=$(ask holds "$condition" "$got"); then
		result ok "$what"
	else
		result 'not ok' "$what" "$got"
	fi
}

# agree WHAT: JSON, folded stacks, slices and the page have the same failures
agree() {
	local got='no report'
	why --format=json -a >"$work/json"
	if why --format=folded >"$work/folded" &&
		why --format=chrome >"$work/chrome" && why --format=html >"$work/html" &&
		got=$(ask agree "$work/json" "$work/folded" "$work/chrome" "$work/html"); then
		result ok "$1"
	else
		result 'not ok' "$1" "$got"
	fi
}

finish() {
	echo "1..$results"
}
