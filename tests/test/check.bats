#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# tests/check on layers and a table of its own: what it counts, and what it must not let pass. No guest is booted.

# shellcheck disable=SC2016,SC2154 # scripts of layers; run sets stderr
bats_require_minimum_version 1.5.0

setup() {
	ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	cd "$BATS_TEST_TMPDIR" || return
	mkdir -p tests maint lab
	cp "$ROOT/tests/check" "$ROOT/tests/results" tests/
	cp "$ROOT/maint/lib.sh" maint/
	printf '#!/bin/sh\n' >maint/tree
	# A kernel is there when its name is in the file built
	printf '#!/bin/sh\necho "$1:$2" >>built\n' >lab/kernel
	chmod +x maint/tree lab/kernel
	printf 'arch big all\narch small all\n' >tests/jobs
	unset BUILD DEADLINE JOBS CASES DEEP MINUTE
}

# layer NAME LINE...: one whose run has these lines, and a row for it, "- - check 1" but for ROW.
layer() {
	local name=$1
	shift
	mkdir -p "tests/$name"
	printf '%s\n' '#!/bin/sh' '# SPDX' "# $name: what it is." "$@" >"tests/$name/run"
	chmod +x "tests/$name/run"
	echo "$name ${ROW:-- - check 1}" >>tests/jobs
}

check() {
	run --separate-stderr tests/check "$@"
}

@test "results of all layers are added up, skips apart, and all is well" {
	layer one 'printf "1..2\nok a\nok b # skip why\n"'
	layer two 'printf "1..1\nok a\n"'
	check
	[ "$status" = 0 ]
	[ "${lines[-1]}" = "2 passed, 0 failed, 1 skipped" ]
}

@test "what is not ok is named, and fails" {
	layer one 'printf "1..2\nok a\nnot ok the other\n# because\n"; echo why >&2; exit 1'
	check
	[ "$status" = 1 ]
	[[ $output == *"not ok the other"*"# because"* ]]
	[ "${lines[-1]}" = "1 passed, 1 failed, 0 skipped" ]
	# At the end again, and its last words
	[[ $stderr == *"failed: one"*"  not ok the other"*"  why"*" in 0 min"* ]]
}

@test "a result that never comes has failed, each of them" {
	layer one 'printf "1..4\nok a\n"'
	check
	[ "$status" = 1 ]
	[[ $output == *"3 of 4 results never came"* ]]
	[ "${lines[-1]}" = "1 passed, 3 failed, 0 skipped" ]
}

@test "a layer that tests nothing, has no plan, or says more than it planned, fails" {
	layer nothing ':'
	layer planless 'echo ok a'
	layer all_skipped 'echo "1..0 # skip nothing to test"'
	layer more 'printf "1..1\nok a\nok b\n"'
	layer late 'printf "ok a\n1..1\n"'
	check
	[ "$status" = 1 ]
	for name in nothing planless all_skipped more late; do
		[[ $output == *"$name: "[0-9]" passed, 1 failed"* ]] || { echo "$name"; false; }
	done
}

@test "a layer that prints nothing fails, by itself" {
	layer nothing 'exit 1'
	check
	[ "$status" = 1 ]
	[[ $output == *"nothing was tested"* ]]
	[ "${lines[-1]}" = "0 passed, 1 failed, 0 skipped" ]
}

@test "a layer that fails without a word fails" {
	layer one 'printf "1..1\nok a\n"; exit 3'
	check
	[ "$status" = 1 ]
	[[ $output == *"exit status 3"* ]]
	[ "${lines[-1]}" = "1 passed, 1 failed, 0 skipped" ]
}

@test "a job has its ARCH and VARIANT, and starts when all its kernels are there" {
	ROW='patched,stock all check 1' layer one 'printf "1..1\n"' \
		'grep -qx "$ARCH:patched" built && grep -qx "$ARCH:stock" built && echo "ok $ARCH $VARIANT"'
	check
	[ "$status" = 0 ]
	[ "$(sort built | xargs)" = "big:patched big:stock small:patched small:stock" ]
	# Two jobs that run at the same time end in either order
	[[ $output == *"one:big:patched: 1 passed"* ]]
	[[ $output == *"one:small:patched: 1 passed"* ]]
}

@test "a job knows which kernels were built, and that one was not" {
	printf '#!/bin/sh\n[ "$2" != broken ]\n' >lab/kernel
	ROW='patched,broken big check 1' layer one 'echo 1..1' \
		'case " $BUILT " in *" big:broken "*) exit 1 ;; *" big:patched "*) echo ok ;; esac'
	BUILT=big:broken check
	[ "$status" = 0 ]
}

@test "a job for all architectures together waits for the kernels of all" {
	ROW='patched +all check 1' layer one 'printf "1..1\n"' '[ "$(sort built | xargs)" = "big:patched small:patched" ] && echo ok'
	check
	[ "$status" = 0 ]
	[[ $output == *"one: 1 passed"* ]]
}

@test "what is deep is named, and run by --deep only" {
	layer one 'printf "1..1\nok a\n"'
	ROW='debug big deep 1' layer two 'printf "1..1\nok ${DEEP:-shallow}\n"; [ -n "$DEEP" ]'
	check
	[ "$status" = 0 ]
	[[ $stderr == *"make check-deep"*"two:big:debug"* ]]
	check --deep
	[ "$status" = 0 ]
	[ "${lines[-1]}" = "2 passed, 0 failed, 0 skipped" ]
}

@test "after the deadline no job starts, what did not run is named, and it fails" {
	export JOBS=1
	layer slow 'printf "1..1\n"; sleep 3; echo ok'
	layer never 'printf "1..1\nok a\n"'
	MINUTE=1 DEADLINE=2 check
	[ "$status" = 1 ]
	[[ $output == *"slow: 1 passed"* ]]
	[[ $stderr == *"not run"*" never"* ]]
	[ "${lines[-1]}" = "1 passed, 1 failed, 0 skipped" ]
}

@test "a job over its budget is named" {
	layer one 'printf "1..1\n"; sleep 3; echo ok'
	MINUTE=1 check
	[ "$status" = 0 ]
	[[ $stderr == *"one took "*"budget"* ]]
}

@test "a job by name: whole, by its layer, or not in the table; none that is none" {
	ROW='patched all check 1' layer one 'printf "1..1\nok a\n"'
	check one
	[ "${lines[-1]}" = "2 passed, 0 failed, 0 skipped" ]
	check one:small
	[ "${lines[-1]}" = "1 passed, 0 failed, 0 skipped" ]
	check one:small:odd
	[ "${lines[-1]}" = "1 passed, 0 failed, 0 skipped" ]
	[[ $(cat built) == *small:odd* ]]
	check none
	[ "$status" = 1 ]
	check one:none
	[ "$status" = 1 ]
}

@test "guests of one architecture, and with CASES ftracetest alone" {
	ROW='patched all check 1' layer one 'printf "1..1\nok a\n"'
	ROW='patched all check 1' layer ftracetest 'printf "1..1\nok $CASES\n"'
	check --guests small
	[ "${lines[-1]}" = "2 passed, 0 failed, 0 skipped" ]
	CASES=ftrace/x.tc check --guests small
	[ "${lines[-1]}" = "1 passed, 0 failed, 0 skipped" ]
	[[ $output == *ftracetest:small* ]]
}

@test "with unsaved work in build/tree it refuses" {
	layer one 'printf "1..1\nok a\n"'
	printf '#!/bin/sh\necho uncommitted work\n' >maint/tree
	check
	[ "$status" = 1 ]
	[[ $stderr == *"uncommitted work"*"make save"* ]]
}

@test "--list has what each layer says of itself, and its jobs" {
	ROW='patched all check 7' layer one
	check --list
	[ "$status" = 0 ]
	[[ $output == *"one: what it is."*"one:big:patched (at most 7 min)"* ]]
}

@test "a row that lacks a word is an error with its place" {
	echo 'one - - check' >>tests/jobs
	check
	[ "$status" != 0 ]
	[[ $stderr == *"jobs:3"* ]]
}

@test "ended by a signal, it ends its jobs" {
	layer one 'printf "1..1\n"; echo $$ >pid; exec sleep 1000'
	tests/check >out 2>err &
	for _ in {1..300}; do
		[ ! -s pid ] || break
		sleep 0.1
	done
	kill $!
	wait $! || status=$?
	[ "$status" = 143 ]
	# Dead, and maybe not yet taken note of
	for _ in {1..300}; do
		kill -0 "$(cat pid)" 2>/dev/null || return 0
		[[ $(ps -o stat= -p "$(cat pid)") != Z* ]] || return 0
		sleep 0.1
	done
	false
}
