#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# maint/export and maint/lint: what leaves the repository, and the proof that it is the same.
bats_require_minimum_version 1.5.0
load helpers

setup() {
	a_project
}

as_sender() {
	git config --file "$HOME/.gitconfig" user.name 'A Sender'
	git config --file "$HOME/.gitconfig" user.email sender@example.org
}

@test "export: git am takes it on the base, and gives the tree's files and texts" {
	as_sender
	out=$(maint/export)
	[ "$out" = "$R/build/export" ]
	git init -q "$T/am"
	cp -a "$T/base/." "$T/am/"
	rm "$T/am/.gitattributes"
	git -C "$T/am" add -Af
	git -C "$T/am" commit -qm base
	sed "s,^,$out/," "$out/series" | (cd "$T/am" && xargs git am -q)
	maint/tree
	rm -rf "$T/am/.git" "$TREE/.gitattributes"
	diff -r --exclude=.git "$T/am" "$TREE"
	[ -x "$T/am/scripts/tool.sh" ]
}

@test "export: quilt pushes it with fuzz 0" {
	as_sender
	maint/export
	mkdir -p "$T/q/debian/patches"
	cp -a "$T/base/." "$T/q/"
	cp build/export/* "$T/q/debian/patches/"
	(cd "$T/q" && QUILT_PATCHES=debian/patches quilt --quiltrc - push -a --fuzz=0) >"$T/quilt.out"
	run grep -E 'offset|fuzz' "$T/quilt.out"
	[ "$status" = 1 ]
	maint/tree
	diff -r --exclude=.git --exclude=debian --exclude=.pc "$T/q" "$TREE"
}

@test "export: the sender signs off once a patch, no field of ours is left, the cover names the base" {
	as_sender
	maint/export
	cd build/export
	[ "$(ls)" = $'0000-cover-letter.patch\n0001-a-change-line-30.patch\n0002-b-add-new-c-call-it.patch\n0003-c-replace-whole-c.patch\nconfig\nseries' ]
	[ "$(cat config)" = CONFIG_OURS=y ]
	for f in 000[123]-*; do
		[ "$(grep -c '^Signed-off-by: A Sender <sender@example.org>$' "$f")" = 1 ]
		grep -qx 'From: A Sender <sender@example.org>' "$f"
	done
	run grep -E '^(New-file|Whole-file):' ./*
	[ "$status" = 1 ]
	grep -qx 'Subject: \[PATCH 0/3\] the whole: Show it' 0000-*
	grep -qx 'What it is for.' 0000-*
	grep -qx 'base: linux-fake 6.1.1-1' 0000-*
	run grep -F '***' 0000-*
	[ "$status" = 1 ]
}

@test "export: the cover letter lists the patches by stage, once, and still counts their lines" {
	git config --file "$HOME/.gitconfig" user.name 'O\Neill & Søn'
	git config --file "$HOME/.gitconfig" user.email sender@example.org
	maint/export
	run sed -n '/^Stage 1/,/^ kernel/p' build/export/0000-cover-letter.patch
	[ "$(head -n 7 <<<"$output")" = 'Stage 1: Lines
    1 a: Change line 30

Stage 2: Files
    2 b: Add new.c, call it
    3 c: Replace whole.c' ]
	says ' kernel/a.c '
	[ "$(grep -c 'Change line 30' build/export/0000-cover-letter.patch)" = 1 ]
}

@test "export: one stage has its own cover letter and numbers" {
	as_sender
	STAGE=2 maint/export
	[ "$(ls build/export-2)" = $'0000-cover-letter.patch\n0001-b-add-new-c-call-it.patch\n0002-c-replace-whole-c.patch\nconfig\nseries' ]
	run cat build/export-2/0000-cover-letter.patch
	says 'Subject: [PATCH 0/2] part two: Files' 'What they are for.' 'after: the patches of the stages before, 1 in all' \
		$'Stage 2: Files\n    1 b: Add new.c, call it'
	run ! grep -q 'Stage 1' build/export-2/0000-cover-letter.patch
	rm patches/cover/1
	fails env STAGE=1 maint/export
	says patches/cover/1
	fails env STAGE=3 maint/export
}

@test "export: a patch in no stage" {
	as_sender
	sed -i '/^# Stage 1/d' patches/series
	fails maint/export
	says "a-change-line-30.patch is in no stage"
	[ ! -e build/export ]
}

@test "export: without an identity it fails with the command" {
	fails maint/export
	says "git config user.name" "git config user.email"
	[ ! -e build/export ]
	GIT_COMMITTER_NAME=E GIT_COMMITTER_EMAIL=e@example.org maint/export
	grep -q '^Signed-off-by: E <e@example.org>$' build/export/0001-*
}

@test "export: the same input gives the same bytes" {
	as_sender
	maint/export
	sleep 1
	rm -rf build/tree
	maint/export "$T/again"
	diff -r build/export "$T/again"
}

@test "export: a patch that is gone is gone from the next export, too" {
	as_sender
	maint/export
	sed -i /^c-/d patches/series
	rm patches/c-*.patch kernel/whole.c scripts/tool.sh
	maint/export
	[ ! -e build/export/0003-c-replace-whole-c.patch ]
	[ "$(wc -l <build/export/series)" = 2 ]
}

@test "export: a directory that holds something else is left alone" {
	as_sender
	mkdir -p "$T/mine"
	echo mine >"$T/mine/0001-mine.patch"
	fails maint/export "$T/mine"
	[ "$(ls "$T/mine")" = 0001-mine.patch ]
}

@test "export: takes what patches/ say, whatever the tree carries" {
	as_sender
	maint/tree
	echo dirty >>"$TREE/mm/m.c"
	echo more >>kernel/new.c
	maint/export
	grep -qx +more build/export/0002-*
	tail -n 1 "$TREE/mm/m.c" | grep -qx dirty
}

@test "export: a relative directory and another prefix" {
	as_sender
	SUBJECT_PREFIX='PATCH 6.1 v2' maint/export some/where
	grep -qx 'Subject: \[PATCH 6.1 v2 1/3\] a: Change line 30' some/where/0001-*
}

# --- lint ----------------------------------------------------------------------------------

lint() {
	ORIG_TARBALL=$T/base-6.1.1-1.tar.xz run --separate-stderr maint/lint "$@"
}

@test "lint: all is well, it says so, and it changes nothing" {
	before=$(files)
	lint
	echo "$output"
	[ "$status" = 0 ]
	closes "16 passed, 0 failed"
	[ "$(files)" = "$before" ]
	run compgen -G 'build/lint.*'
	[ "$status" = 1 ]
}

@test "lint: stray blob ids in a patch are what make save would change" {
	sed -i 's/^index [0-9a-f]*/index 123456789abc/' patches/a-*.patch
	lint
	[ "$status" = 1 ]
	says "not ok save" a-change-line-30.patch
	closes "15 passed, 1 failed"
}

@test "lint: a series that does not match fails all that hangs on it" {
	echo stray >Documentation/stray.rst
	lint
	[ "$status" = 1 ]
	says $'not ok series-files\n# lint: FAILED: Documentation/stray.rst' "not ok git-am" "not ok checkpatch"
	closes "4 passed, 13 failed"
}

@test "lint: checkpatch, shellcheck and dash each can fail" {
	# shellcheck disable=SC2016 # a script's text
	printf '#!/bin/sh\necho $1\n' >scripts/tool.sh
	printf 'if\n' >kernel/x.tc
	sed -i '1a New-file: kernel/x.tc' patches/c-*.patch
	printf '#!/usr/bin/env perl\nprint "total: 0 errors, 0 warnings, 1 checks, 1 lines checked\\n";\n' >"$T/base/scripts/checkpatch.pl"
	base_tarball 6.1.1-1
	lint
	[ "$status" = 1 ]
	says "not ok shellcheck" "not ok tc-is-dash" "not ok checkpatch"
	closes "14 passed, 3 failed"
}

@test "lint: a pristine tarball that the series does not fit" {
	sed -i 's/^line 44$/other/' "$T/base/kernel/a.c"
	base_tarball other
	ORIG_TARBALL=$T/base-other.tar.xz run --separate-stderr maint/lint pristine
	[ "$status" = 1 ]
	says "not ok pristine"
	closes "0 passed, 1 failed"
}

@test "lint: a patch of stage 0 applies to the base alone, or with those that it names" {
	sed -i 's/Stage 1/Stage 0/; /Stage 2/d' patches/series
	sed -i '/^It was wrong/i Applies after "b: Add new.c, call it".\n' patches/a-*.patch
	lint alone
	says "not ok alone" patches/a-change-line-30.patch "no patch of stage 0 before it"
	git checkout -q patches/a-change-line-30.patch
	{
		printf 'Subject: b: Add new.c, call it\nNew-file: kernel/new.c\n\nWe need it.\n\n'
		change kernel/a.c 's/^line 31$/line 31, too/' 's/^line 30$/line thirty/'
	} >patches/b-add-new-c-call-it.patch
	lint alone
	says "not ok alone" patches/b-add-new-c-call-it.patch "does not apply to the base alone" 'Applies after "SUBJECT"'
	sed -i 's/^We need it.$/We need it. Applies after "a: Change\nline 30"./' patches/b-*.patch
	lint alone
	says "ok alone"
	closes "1 passed, 0 failed"
}

@test "lint: headings that are not in order" {
	sed -i 's/Stage 2/Stage 1/' patches/series
	lint stages
	[ "$status" = 1 ]
	says $'not ok stages\n# stages: FAILED: patches/series'
	closes "0 passed, 1 failed"
	sed -i 's/Stage 1: Files/Stage 3: Files/' patches/series
	lint stages
	closes "1 passed, 0 failed"
}

@test "lint: names that lead nowhere" {
	mkdir docs
	printf 'check:\n' >Makefile
	cat >docs/page.md <<-X
		See \`maint/lint\`, maint/tree. \`lab/arch/NAME.config\`, \`build/log\`, [there](../maint/save), [web](https://x.example/docs/y),
		[here](#below), \`make check\`, \`patches/*.patch\`, maint/newer,
		[1]

		    make check ARCH=x

		[1]: ../kernel/new.c
	X
	lint paths
	closes "1 passed, 0 failed"
	cat >docs/page.md <<-X
		See \`maint/lind\`, lab/arch/x.config, [there](maint/save) and [1], \`make demo\`, \`maint/*.x\`.

		    make tree

		[1]: ../kernel/old.c
	X
	echo '# See maint/gone.' >>maint/apt
	lint paths
	[ "$status" = 1 ]
	says "docs/page.md:1: there is no maint/lind;" "docs/page.md:1: there is no lab/arch/x.config;" \
		"docs/page.md:1: there is no docs/maint/save;" "docs/page.md:1: there is no make demo;" \
		"docs/page.md:1: there is no maint/*.x;" "docs/page.md:3: there is no make tree" \
		"docs/page.md:5: there is no docs/../kernel/old.c;" "maint/apt:45: there is no maint/gone"
	closes "0 passed, 1 failed"
}

@test "lint: no check of that name" {
	fails maint/lint safe
	says "there is no such check"
}
