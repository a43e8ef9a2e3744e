#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# The lab's contract, each of its statuses provoked. ARCH and VARIANT choose the kernel. Where no kernel is needed,
# lab/test/qemu stands in for QEMU; one boot of each kind is real.
# shellcheck disable=SC2016,SC2030,SC2031 # scripts of the guest; a test has its own environment

bats_require_minimum_version 1.5.0

setup_file() {
	export ARCH=${ARCH:-x86_64} VARIANT=${VARIANT:-patched}
	export ROOT BUILD
	ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	BUILD=${BUILD:-$ROOT/build}
	unset RUN WITH TIMEOUT BOOT_TIMEOUT SMP MEMORY APPEND QEMU QEMU_EXTRA KERNEL_IMAGE FRAGMENTS BUILT
	"$ROOT/lab/kernel" "$ARCH" "$VARIANT"
	"$ROOT/lab/rootfs" "$ARCH" >/dev/null
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# Copies of modules that only a test had.
teardown() {
	rm -rf "$BUILD/module/$ARCH-$VARIANT$BATS_TEST_TMPDIR" "$BUILD/log/module-$ARCH-$VARIANT${BATS_TEST_TMPDIR//\//-}"*
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

# stand_in COMMAND...: no QEMU from here on, but lab/test/qemu, which does that.
stand_in() {
	export QEMU=$BATS_TEST_DIRNAME/qemu KERNEL_IMAGE=/dev/null GUEST=$*
}

# within_30_s COMMAND...: it succeeds by then.
within_30_s() {
	for _ in {1..300}; do
		! "$@" || return 0
		sleep 0.1
	done
	return 1
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

# build_module DIR: output is the path of its .ko, stderr what was said.
build_module() {
	run --separate-stderr "$ROOT/lab/module" "$ARCH" "$VARIANT" "$1"
}

@test "a content script: 0, its output and nothing else; WITH beside it, stdin empty, root, tracefs, tools" {
	mkdir -p folder/deep
	echo one >file
	echo two >folder/deep/file
	script 'echo out; echo err >&2; pwd; cat file folder/deep/file; cat; echo "$0"' \
		'id -u; echo nop >/sys/kernel/tracing/current_tracer && cat /sys/kernel/tracing/current_tracer' \
		'echo twice >/dev/stdout; echo errors >/dev/stderr; nproc' \
		'for c in chrt awk sed grep insmod mktemp usleep stty; do command -v $c >/dev/null || echo no $c; done' \
		'sleep 1000 & # A process that is left behind does not hold the boot' \
		'printf "no newline"'
	WITH='file folder' SMP=1 boot
	[ "$status" = 0 ]
	printf '%s\n' out err /run/lab one two ./run.sh 0 nop twice errors 1 >expected
	printf 'no newline' >>expected
	diff expected out
	lab_is_content
}

@test "binary output is exact, a megabyte and more, with several processors; a script's own 124 is its own" {
	head -c 3000000 /dev/urandom >data
	script 'cat data data data; exit 124'
	WITH=data SMP=2 boot
	[ "$status" = 124 ]
	cat data data data | cmp - out
	said "exited with 124"
	lab_is_content
}

@test "a script's status comes through" {
	script
	for code in 0 3 255; do
		stand_in "up; down $code"
		boot
		[ "$status" = $code ]
		[ $code = 0 ] || said "exited with $code"
		lab_is_content
	done
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
	script
	stand_in 'up; echo first >&3; stay'
	RUN=run.sh "$ROOT/lab/boot" >out 2>err &
	within_30_s grep -q first out
	[ "$(cat out)" = first ]
	kill -0 $!
	kill $!
	wait $! || status=$?
	[ "$status" = 143 ]
}

@test "a boot that is stopped leaves no QEMU behind" {
	script
	stand_in 'up; echo first >&3; stay'
	APPEND=lab-bats-term RUN=run.sh "$ROOT/lab/boot" >out 2>err &
	within_30_s grep -q first out
	qemu_left term
	kill $!
	wait $! || true
	no_qemu_left term

	APPEND=lab-bats-kill RUN=run.sh "$ROOT/lab/boot" >out 2>err &
	within_30_s qemu_left kill
	kill -KILL $!
	wait $! || true
	within_30_s no_qemu_left kill
}

@test "nobody reads the output: 141, and the guest ends" {
	script
	stand_in 'up; yes >&3 || stay'
	status=0
	RUN=run.sh APPEND=lab-bats-pipe "$ROOT/lab/boot" 2>err > >(head -n 1 >out) || status=$?
	[ "$status" = 141 ]
	said "nobody reads stdout any more"
	no_qemu_left pipe
}

@test "modules in folders of one name do not share a copy" {
	mkdir -p one "other place"
	cp -r "$BATS_TEST_DIRNAME/report" one/module
	cp -r "$BATS_TEST_DIRNAME/broken" "other place/module"
	printf '%s\n' '#include <linux/module.h>' 'MODULE_LICENSE("GPL");' >"other place/module/broken.c"
	build_module one/module
	first=$output
	build_module "other place/module"
	other=$output
	ls "$first" "$other"
}

@test "a module builds, loads, and its warning is 125 although the script says 0, whatever the console's log level is" {
	build_module "$BATS_TEST_DIRNAME/report"
	[ "$status" = 0 ]
	[ "$output" = "$BUILD/module/$ARCH-$VARIANT/lab/test/report/report.ko" ]
	script 'dmesg -n 1; insmod report.ko && lsmod | grep -c report'
	WITH=$output boot
	[ "$status" = 125 ]
	[ "$(cat out)" = 1 ]
	said "the lab's test asked for this"
	said "FAILED"
}

@test "a warning that EXPECT has is the test's own, another one is 125" {
	script
	stand_in 'up; echo "WARNING: CPU: 0 PID: 71 at report.c:7 report_init+0x11/0x1000 [report]" >&4; down 0'
	EXPECT='WARNING: .*report_init' boot
	[ "$status" = 0 ]
	EXPECT='WARNING: .*other_init' boot
	[ "$status" = 125 ]
	said "(script: status 0)"
}

@test "what the allocator says of memory that was written to is a report, though it has no \"BUG: \"" {
	script
	stand_in 'up; echo "BUG kmalloc-2k (Tainted: G        W ): Poison overwritten" >&4; down 0'
	boot
	[ "$status" = 125 ]
	said "Poison overwritten"
}

@test "messages that never came to the console are 125: a report may be one of them" {
	script
	stand_in 'up; echo "** 14 printk messages dropped **" >&4; down 0'
	boot
	[ "$status" = 125 ]
	said "14 printk messages dropped"
}

@test "a report is one, however much the console has after it" {
	script
	stand_in 'up; echo "WARNING: of the test" >&4
		for i in {1..1500}; do echo "$i of many lines, each of which has some eighty characters to say" >&4; done; down 0'
	boot
	[ "$status" = 125 ]
	said "WARNING: of the test"
}

@test "a report that is on the console before the script's end is seen, however late the console is" {
	script
	stand_in 'up; echo "$nonce 0" >&3; sleep 1; echo "WARNING: of the test" >&4; echo "lab: $nonce" >&4; stay'
	boot
	[ "$status" = 125 ]
	said "WARNING: of the test"
}

@test "an EXPECT that is no pattern does not let all reports pass: 126" {
	script
	stand_in 'up; down 0'
	EXPECT='(' boot
	[ "$status" = 126 ]
	said EXPECT
}

@test "a module that does not compile: the error and the log are shown" {
	run "$ROOT/lab/module" "$ARCH" "$VARIANT" "$BATS_TEST_DIRNAME/broken"
	[ "$status" = 1 ]
	[[ $output == *this_is_not_declared* && $output == *FAILED* && $output == *next:* ]]
}

# warns MODULE WHAT: its build fails, and says what.
warns() {
	build_module "$1"
	[ "$status" = 1 ]
	# shellcheck disable=SC2154 # run sets it
	[[ $stderr == *"$2"*FAILED* ]]
}

@test "a module that the compiler, the linker or modpost warns of is not built, nor when it is built again" {
	mkdir compiler linker modpost
	printf '%s\n' '#include <linux/module.h>' 'MODULE_LICENSE("GPL");' | tee {compiler,linker,modpost}/part.c >/dev/null
	printf '%s\n' 'obj-m := module.o' 'module-y := part.o' | tee {compiler,linker,modpost}/Kbuild >/dev/null
	echo 'static int unused;' >>compiler/part.c
	warns compiler "defined but not used"
	echo 'ldflags-y := -z no-such-keyword' >>linker/Kbuild
	warns linker no-such-keyword
	warns linker no-such-keyword
	printf '%s\n' 'int data __initdata = 1;' 'int *later(void);' 'int *later(void) { return &data; }' >>modpost/part.c
	warns modpost 'section mismatch'
}

@test "the compiler's warning is an error whenever it compiles, from its cache, too, not when it is tried out" {
	echo 'static int unused;' >test.c
	for _ in 1 2; do
		run "$ROOT/lab/cc" gcc -Wall -Wp,-MMD,test.d -c -o test.o test.c
		[ "$status" = 1 ]
		[[ $output == *unused* ]]
	done
	"$ROOT/lab/cc" gcc -Wall -c -o test.o test.c
	"$ROOT/lab/cc" gcc -Wp,-MMD,test.d -c -o test.o test.c
	run "$ROOT/lab/cc" gcc -Wp,-MMD,test.d -c -o test.o none.c
	[ "$status" = 1 ]
	[[ $output == *none.c* ]]
	echo '.warning "of the test"' >test.S
	run "$ROOT/lab/cc" gcc -Wp,-MMD,test.d -c -o test.o test.S
	[ "$status" = 1 ]
	[[ $output == *"of the test"* ]]
}

@test "a warning that the stock kernel gives, too, is no error, another one beside it is" {
	echo 'static int known;' >test.c
	STOCK_WARNS="warning: .known. defined" "$ROOT/lab/cc" gcc -Wall -Wp,-MMD,test.d -c -o test.o test.c
	echo 'static int other;' >>test.c
	STOCK_WARNS="warning: .known. defined" run "$ROOT/lab/cc" gcc -Wall -Wp,-MMD,test.d -c -o test.o test.c
	[ "$status" = 1 ]
	[[ $output == *other* ]]
}

@test "a panic: 125, at once, with the report" {
	script 'echo c >/proc/sysrq-trigger; sleep 100'
	boot
	[ "$status" = 125 ]
	said "Kernel panic - not syncing"
	said "FAILED"
}

@test "a machine that goes down by itself: 125" {
	script
	stand_in 'up; echo begun >&3'
	boot
	[ "$status" = 125 ]
	[ "$(cat out)" = begun ]
	said "went down while the script ran"
}

@test "a kernel that never comes up: 126, whether it is none, hangs or ends" {
	head -c 100000 /dev/zero >garbage
	script
	KERNEL_IMAGE=garbage BOOT_TIMEOUT=3 boot
	[ "$status" = 126 ]
	said "FAILED"

	KERNEL_IMAGE=/nonexistent boot
	[ "$status" = 126 ]
	said "/nonexistent"

	stand_in 'stay'
	BOOT_TIMEOUT=1 boot
	[ "$status" = 126 ]
	said "no init within 1 s"

	stand_in 'echo "qemu: no such machine" >&2; exit 1'
	boot
	[ "$status" = 126 ]
	said "no such machine"
}

@test "QEMU is missing: 127, and the package is named" {
	script 'exit 0'
	QEMU=qemu-system-none boot
	[ "$status" = 127 ]
	said "qemu-system-none"
	said "make setup ARCH=$ARCH"
}

@test "a script that is not there, and two files of one name: 126" {
	stand_in 'up; down 0'
	RUN=none.sh boot
	[ "$status" = 126 ]
	said none.sh
	script
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

@test "a kernel that BUILT names is not looked at" {
	export BUILD=$PWD/none
	BUILT="none:none $ARCH:$VARIANT" "$ROOT/lab/kernel" "$ARCH" "$VARIANT"
	[ ! -e "$BUILD" ]
}

@test "make boot says the script's status, and fails" {
	script
	stand_in 'up; down 3'
	run make -C "$ROOT" boot "ARCH=$ARCH" "VARIANT=$VARIANT" "RUN=$PWD/run.sh"
	[ "$status" = 2 ]
	[[ $output == *"the script exited with 3"*"Error 3"* ]]
}

@test "an architecture that is none: 126" {
	script 'exit 0'
	ARCH=none boot
	[ "$status" = 126 ]
	said "lab/arch/none.settings"
}
