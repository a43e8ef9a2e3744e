#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# What a fragment asks for it gets, or it is an error that names both. No kernel is built here.

# The source tree, where it is missing.
setup_file() {
	"$BATS_TEST_DIRNAME/../kernel" --config-only "${ARCH:-x86_64}" "${VARIANT:-patched}"
	"$BATS_TEST_DIRNAME/../../maint/tree" --at stock
}

setup() {
	export ROOT ARCH=${ARCH:-x86_64} VARIANT=${VARIANT:-patched}
	ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	# A build folder of its own, around the source trees of the real one.
	local real=${BUILD:-$ROOT/build}
	export BUILD=$BATS_TEST_TMPDIR/build
	mkdir -p "$BUILD"
	ln -s "$real/tree" "$real/stock" "$real/dl" "$real/apt" "$BUILD/"
	export FRAGMENTS=$BATS_TEST_TMPDIR/fragment
	: >"$FRAGMENTS"
	unset BUILT
}

configure() {
	run "$ROOT/lab/kernel" --config-only "$ARCH" "$VARIANT"
}

@test "the variant's configuration is all that was asked for, and made once" {
	configure
	[ "$status" = 0 ]
	[[ $output == *configuring* ]]
	configure
	[ "$status" = 0 ]
	[[ $output != *configuring* ]]
}

@test "a symbol that does not exist is an error with its name and fragment" {
	echo CONFIG_NO_SUCH_SYMBOL=y >"$FRAGMENTS"
	configure
	[ "$status" = 1 ]
	[[ $output == *"CONFIG_NO_SUCH_SYMBOL: asked for y by $FRAGMENTS, got n"* ]]
	[[ $output == *FAILED* ]]
	# … and it stays one.
	configure
	[ "$status" = 1 ]
}

@test "a symbol that is on although it was asked to be off is an error" {
	echo '# CONFIG_TRACING is not set' >"$FRAGMENTS"
	configure
	[ "$status" = 1 ]
	[[ $output == *"CONFIG_TRACING: asked for n by $FRAGMENTS, got y"* ]]
}

@test "a warning of Kconfig is an error" {
	printf '%s\n' 'CONFIG_DEFAULT_HOSTNAME="one"' 'CONFIG_DEFAULT_HOSTNAME="two"' >"$FRAGMENTS"
	configure
	[ "$status" = 1 ]
	[[ $output == *"reassigning to symbol DEFAULT_HOSTNAME"*FAILED* ]]
	# … and it stays one.
	configure
	[ "$status" = 1 ]
}

@test "a later fragment has its way, with strings and numbers" {
	printf '%s\n' 'CONFIG_DEFAULT_HOSTNAME="lab test"' CONFIG_RCU_CPU_STALL_TIMEOUT=33 >"$FRAGMENTS"
	configure
	[ "$status" = 0 ]
	grep -x 'CONFIG_DEFAULT_HOSTNAME="lab test"' "$BUILD/kernel/$ARCH-$VARIANT/.config"
}

@test "a variant with OPTIONAL=y may ask for what its source does not offer, not for what it refuses" {
	ln -sfn stock "$BUILD/prefix"
	VARIANT=prefix
	echo CONFIG_NO_SUCH_SYMBOL=y >"$FRAGMENTS"
	configure
	[ "$status" = 0 ]
	echo CONFIG_KASAN_SW_TAGS=y >"$FRAGMENTS"
	configure
	[ "$status" = 1 ]
}

@test "an unknown architecture or variant: the known ones are named" {
	ARCH=vax configure
	[ "$status" = 1 ]
	[[ $output == *x86_64* ]]
	VARIANT=none
	ARCH=x86_64 configure
	[ "$status" = 1 ]
	[[ $output == *patched*stock* ]]
}
