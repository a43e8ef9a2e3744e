#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# maint/diff: what a change to the series is.
load helpers

setup() {
	a_project
}

# commit: what is in the files.
commit() {
	git add -A
	git -c user.name=t -c user.email=t@t commit -q -m more
}

@test "diff: no difference, it says so" {
	run maint/diff
	[ "$status" = 0 ]
	says "no difference between the series of HEAD and the files"
	echo else >other
	commit
	run maint/diff HEAD^
	says "no difference between the series of HEAD^ and the files"
}

@test "diff: a patch that is edited, a new file that is, and no other" {
	sed -i 's/^+line thirty/+line 3-0/' patches/a-*.patch
	echo more >>kernel/new.c
	run maint/diff
	[ "$status" = 0 ]
	[[ $output =~ '1:  '[0-9a-f]+' ! 1:  '[0-9a-f]+' a: Change line 30' ]]
	[[ $output =~ '2:  '[0-9a-f]+' ! 2:  '[0-9a-f]+' b: Add new.c, call it' ]]
	[[ $output =~ '3:  '[0-9a-f]+' = 3:  '[0-9a-f]+' c: Replace whole.c' ]]
	says '-+line thirty' '++line 3-0' '++more'
	# As it is, and against what it was
	commit
	run maint/diff
	says "no difference"
	run maint/diff HEAD^
	says '++line 3-0'
}

@test "diff: a text, an order, a patch that is gone, a new one" {
	sed -i 's/It was wrong/It was very wrong/' patches/a-*.patch
	run maint/diff
	says '-    It was wrong.' '+    It was very wrong.'
	git checkout -q patches
	printf '%s\n' '# Stage 1: All' c-replace-whole-c.patch a-change-line-30.patch b-add-new-c-call-it.patch >patches/series
	run maint/diff
	says '3:  ' ' = 1:  ' '-# Stage 2: Files'
	sed -i /^b-/d patches/series
	rm patches/b-*.patch kernel/new.c
	run maint/diff
	[[ $output =~ '2:  '[0-9a-f]+' < -:  '-+' b: Add new.c, call it' ]]
	commit
	run maint/diff HEAD^
	says 'b: Add new.c, call it'
	git reset -q --hard HEAD^
	run maint/diff ORIG_HEAD
	[[ $output =~ '-:  '-+' > 2:  '[0-9a-f]+' b: Add new.c, call it' ]]
}

@test "diff: a heading and the cover letter, with all patches as they were" {
	sed -i 's/Files/Whole files/' patches/series
	echo 'And more.' >>patches/cover-letter
	run maint/diff
	[ "$status" = 0 ]
	says '+# Stage 2: Whole files' '+And more.'
	[[ $output != *" = 1: "* && $output != *"no difference"* ]]
}

@test "diff: the tree stays as it is; its work is left out until it is saved, and diff says so" {
	maint/tree
	echo dirty >>"$TREE/mm/m.c"
	run maint/diff
	says "no difference" "uncommitted work"
	[ "$(g status --porcelain)" = ' M mm/m.c' ]
	g commit -qam 'd: More'
	head=$(g rev-parse HEAD)
	run maint/diff
	says "no difference" "commits that are not saved"
	[ "$(g rev-parse HEAD)" = "$head" ]
	maint/save
	run maint/diff
	[[ $output =~ '-:  '-+' > 4:  '[0-9a-f]+' d: More' && $output != *"left out"* ]]
}

@test "diff: to another base" {
	maint/tree
	sed -i '1i line 0' "$T/base/kernel/a.c"
	base_tarball 6.1.2-1
	on_base 6.1.2-1
	sed -i "s/^BASE_VERSION=.*/BASE_VERSION=6.1.2-1/; s/^BASE_SHA256=.*/BASE_SHA256=$(sha256sum "$T/base-6.1.2-1.tar.xz" | cut -d' ' -f1)/" base
	OFFSETS=1 maint/tree
	maint/save
	run maint/diff
	[ "$status" = 0 ]
	says '1:  ' ' = 1:  ' '+BASE_VERSION=6.1.2-1' ' = 3:  '
	rm -rf build
	fails maint/diff
	says "its base is 6.1.1-1" "tag base-6.1.1-1"
}

@test "diff: no such revision, and one without a series" {
	fails maint/diff nothing
	says "no such revision"
	git checkout -q --orphan empty
	git rm -rqf --cached .
	echo else >other
	git add other
	git -c user.name=t -c user.email=t@t commit -q -m empty
	fails maint/diff
	says "no series is there"
}
