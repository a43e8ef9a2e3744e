#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# The guest's commands are those of lab/applets, or it is an error that names them. No busybox is built here.

setup_file() {
	"$BATS_TEST_DIRNAME/../rootfs" "${ARCH:-x86_64}" >/dev/null
}

@test "an applet that busybox does not have is an error with its name" {
	local real=${BUILD:-$BATS_TEST_DIRNAME/../../build}
	cp -r "$BATS_TEST_DIRNAME/../../lab" "$BATS_TEST_DIRNAME/../../maint" "$BATS_TEST_TMPDIR/"
	export BUILD=$BATS_TEST_TMPDIR/build
	mkdir "$BUILD"
	ln -s "$(realpath "$real/dl")" "$BUILD/"
	echo no-such-applet >>"$BATS_TEST_TMPDIR/lab/applets"
	run "$BATS_TEST_TMPDIR/lab/rootfs" "${ARCH:-x86_64}"
	[ "$status" = 1 ]
	[[ $output == *"< no-such-applet"*FAILED*lab/applets* ]]
}
