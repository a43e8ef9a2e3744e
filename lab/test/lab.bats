#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# The lab's contract, each of its statuses provoked. ARCH and VARIANT choose the kernel.
# shellcheck disable=SC2016,SC2030,SC2031 # scripts of the guest; a test has its own environment

bats_require_minimum_version 1.5.0

setup_file() {
	export ARCH=${ARCH:-x86_64} VARIANT=${VARIANT:-patched}
	export ROOT BUILD
	ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	BUILD=${BUILD:-$ROOT/build}
	unset RUN WITH TIMEOUT BOOT_TIMEOUT SMP MEMORY APPEND QEMU QEMU_EXTRA KERNEL_IMAGE FRAGMENTS
	"$ROOT/lab/kernel" "$ARCH" "$VARIANT"
	"$ROOT/lab/rootfs" "$ARCH" >/dev/null
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# script LINE...: run.sh, with these lines.
script() {
	printf '%s\n' '#!/bin/sh' "$@" >run.sh
}

# boot: run.sh, stdout and stderr apart, in out and err; the status in status.
boot() {
	status=0
	RUN=${RUN:-run.sh} "$ROOT/lab/boot" >out 2>err || status=$?
}

said() {
	grep -qF -- "$1" err || {
		cat err
		return 1
	}
}

# The lab itself found nothing to say: the status is the script's.
lab_is_content() {
	! grep FAILED err
}

# qemu_left WORD: a process that has lab-bats-WORD among its arguments.
qemu_left() {
	cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' '\n' | grep -aE "lab-[b]ats-$1"
}

no_qemu_left() {
	! qemu_left "$1"
}

@test "a script that is content: status 0, its output and nothing else" {
	script 'echo out; echo err >&2; printf "no newline"'
	boot
	[ "$status" = 0 ]
	printf 'out\nerr\nno newline' | cmp - out
	lab_is_content
}

@test "a script that fails: its status comes through" {
	script 'exit 3'
	boot
	[ "$status" = 3 ]
	said "exited with 3"
	lab_is_content
}

@test "a script's own 124 is told apart from the lab's" {
	script 'exit 124'
	boot
	[ "$status" = 124 ]
	lab_is_content
}

@test "a script that runs too long: 124, and what it printed until then" {
	script 'echo begun; while :; do :; done'
	TIMEOUT=3 boot
	[ "$status" = 124 ]
	[ "$(cat out)" = begun ]
	said "FAILED"
	said "longer than 3 s"
}

@test "output comes as it is printed, not at the end" {
	script 'echo first; sleep 60'
	TIMEOUT=60 RUN=run.sh "$ROOT/lab/boot" >out 2>err &
	for _ in {1..300}; do
		! grep -q first out || break
		sleep 0.1
	done
	[ "$(cat out)" = first ]
	kill -0 $!
	kill $!
	wait $! || status=$?
	[ "$status" = 143 ]
}

@test "a boot that is stopped leaves no QEMU behind" {
	script 'echo first; sleep 60'
	APPEND=lab-bats-term RUN=run.sh "$ROOT/lab/boot" >out 2>err &
	for _ in {1..300}; do
		! grep -q first out || break
		sleep 0.1
	done
	qemu_left term
	kill $!
	wait $! || true
	no_qemu_left term

	APPEND=lab-bats-kill RUN=run.sh "$ROOT/lab/boot" >out 2>err &
	for _ in {1..300}; do
		! qemu_left kill || break
		sleep 0.1
	done
	qemu_left kill
	kill -KILL $!
	wait $! || true
	for _ in {1..300}; do
		qemu_left kill || break
		sleep 0.1
	done
	no_qemu_left kill
}

@test "binary output is exact, a megabyte and more, with several processors" {
	head -c 3000000 /dev/urandom >data
	script 'cat data data data'
	WITH=data SMP=2 boot
	[ "$status" = 0 ]
	cat data data data | cmp - out
}

@test "WITH puts files and folders beside the script, stdin is empty" {
	mkdir -p folder/deep
	echo one >file
	echo two >folder/deep/file
	script 'pwd; cat file folder/deep/file; cat; echo "$0"'
	WITH='file folder' boot
	[ "$status" = 0 ]
	printf '%s\n' /run/lab one two ./run.sh | cmp - out
}

@test "the guest is root, with tracefs, /dev/stdout more than once, the tools that tests want" {
	script 'id -u; echo nop >/sys/kernel/tracing/current_tracer && cat /sys/kernel/tracing/current_tracer' \
		'echo twice >/dev/stdout; echo errors >/dev/stderr; nproc' \
		'for c in chrt awk sed grep insmod mktemp usleep stty; do command -v $c >/dev/null || echo no $c; done'
	SMP=1 boot
	[ "$status" = 0 ]
	printf '%s\n' 0 nop twice errors 1 | diff - out
}

@test "a process left behind by the script does not hold the boot" {
	script 'sleep 1000 & echo done'
	boot
	[ "$status" = 0 ]
	[ "$(cat out)" = "done" ]
}

@test "a module builds, loads, and its warning is 125 although the script says 0" {
	run --separate-stderr "$ROOT/lab/module" "$ARCH" "$VARIANT" "$BATS_TEST_DIRNAME/report"
	[ "$status" = 0 ]
	[ "${#lines[@]}" = 1 ]
	script 'insmod report.ko && lsmod | grep -c report'
	WITH=$output boot
	[ "$status" = 125 ]
	[ "$(cat out)" = 1 ]
	said "the lab's test asked for this"
	said "FAILED"
}

@test "a warning that EXPECT has is the test's own, another one is 125" {
	run --separate-stderr "$ROOT/lab/module" "$ARCH" "$VARIANT" "$BATS_TEST_DIRNAME/report"
	script 'insmod report.ko'
	WITH=$output EXPECT='WARNING: .*report_init' boot
	[ "$status" = 0 ]
	WITH=$output EXPECT='WARNING: .*other_init' boot
	[ "$status" = 125 ]
}

@test "what the allocator says of memory that was written to is a report, though it has no \"BUG: \"" {
	script 'echo "BUG kmalloc-2k (Tainted: G        W ): Poison overwritten" >/dev/kmsg'
	boot
	[ "$status" = 125 ]
	said "Poison overwritten"
}

@test "an EXPECT that is no pattern does not let all reports pass: 126" {
	script 'exit 0'
	EXPECT='(' boot
	[ "$status" = 126 ]
	said EXPECT
}

@test "a warning cannot be hidden by the console's log level" {
	run --separate-stderr "$ROOT/lab/module" "$ARCH" "$VARIANT" "$BATS_TEST_DIRNAME/report"
	script 'dmesg -n 1; insmod report.ko'
	WITH=$output boot
	[ "$status" = 125 ]
	said "the lab's test asked for this"
}

@test "a report is one, however much the console has after it" {
	script 'echo "WARNING: of the test" >/dev/kmsg
		for i in $(seq 1500); do echo "$i of many lines, each of which has some eighty characters to say" >/dev/kmsg; done'
	boot
	[ "$status" = 125 ]
	said "WARNING: of the test"
}

@test "a module that does not compile: the error and the log are shown" {
	run "$ROOT/lab/module" "$ARCH" "$VARIANT" "$BATS_TEST_DIRNAME/broken"
	[ "$status" = 1 ]
	[[ $output == *this_is_not_declared* && $output == *FAILED* && $output == *next:* ]]
}

@test "a panic: 125, at once, with the report" {
	script 'echo begun; echo c >/proc/sysrq-trigger; sleep 100'
	boot
	[ "$status" = 125 ]
	[ "$(cat out)" = begun ]
	said "Kernel panic - not syncing"
	said "FAILED"
}

@test "a machine that goes down by itself: 125" {
	script 'poweroff -f; sleep 100'
	boot
	[ "$status" = 125 ]
	said "went down while the script ran"
}

@test "a kernel that never comes up: 126, whether it hangs or is none" {
	head -c 100000 /dev/zero >garbage
	script 'exit 0'
	KERNEL_IMAGE=garbage BOOT_TIMEOUT=5 boot
	[ "$status" = 126 ]
	said "FAILED"

	KERNEL_IMAGE=/nonexistent boot
	[ "$status" = 126 ]
	said "/nonexistent"

	QEMU_EXTRA=-S BOOT_TIMEOUT=3 boot
	[ "$status" = 126 ]
	said "no init within 3 s"
}

@test "QEMU is missing: 127, and the package is named" {
	script 'exit 0'
	QEMU=qemu-system-none boot
	[ "$status" = 127 ]
	said "qemu-system-none"
	said "make setup ARCH=$ARCH"
}

@test "a script that is not there, and two files of one name: 126" {
	RUN=none.sh boot
	[ "$status" = 126 ]
	said none.sh
	script 'exit 0'
	mkdir sub
	echo >sub/run.sh
	WITH=sub/run.sh boot
	[ "$status" = 126 ]
}

@test "what make was given for us does not reach the kernel's make" {
	export MAKEFLAGS='-- M=/nonexistent ARCH=none' M=/nonexistent V=1
	"$ROOT/lab/kernel" "$ARCH" "$VARIANT"
}

@test "a second build does nothing, and takes a few seconds" {
	local image=$BUILD/kernel/$ARCH-$VARIANT/vmlinux
	before=$(stat -c %Y "$image")
	SECONDS=0
	"$ROOT/lab/kernel" "$ARCH" "$VARIANT"
	[ "$SECONDS" -lt 20 ]
	[ "$(stat -c %Y "$image")" = "$before" ]
}

@test "make boot says the script's status, and fails" {
	script 'exit 3'
	run make -C "$ROOT" boot "ARCH=$ARCH" "VARIANT=$VARIANT" "RUN=$PWD/run.sh"
	[ "$status" = 2 ]
	[[ $output == *"the script exited with 3"*"Error 3"* ]]
}

@test "an architecture that is none: 126" {
	script 'exit 0'
	ARCH=none boot
	[ "$status" = 126 ]
	said "lab/arch/none.mk"
}
