#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# maint/tree: the base and one commit a patch, or nothing at all.
bats_require_minimum_version 1.5.0
load helpers

setup() {
	a_project
}

@test "tree: one commit a patch, overlay and modes and links included" {
	run maint/tree
	[ "$status" = 0 ]
	[ "$(g log --reverse --format=%s base..series)" = $'a: Change line 30\nb: Add new.c, call it\nc: Replace whole.c' ]
	[ "$(g log --format=%b -1 series~2)" = $'It was wrong.\n\n# not a comment' ]
	[ "$(g show --format= --name-only series~1)" = $'kernel/a.c\nkernel/new.c' ]
	[[ $(g log -1 --format=%B) == *$'\nWhole-file: kernel/whole.c' ]]
	cmp "$TREE/kernel/whole.c" kernel/whole.c
	[ -x "$TREE/scripts/tool.sh" ]
	[ ! -x "$TREE/kernel/new.c" ]
	[ -L "$TREE/kernel/link.c" ]
	[ -z "$(g status --porcelain)" ]
}

@test "tree: the base is byte for byte what the tarball holds, ignored files and CRLF included" {
	maint/tree
	g archive base-6.1.1-1 >/dev/null
	[ "$(g rev-parse base:kernel/ignored.c)" = "$(git hash-object --no-filters "$T/base/kernel/ignored.c")" ]
	cmp "$TREE/kernel/ignored.c" "$T/base/kernel/ignored.c"
	[ "$(g ls-tree -r --name-only base | wc -l)" = "$(find "$T/base" ! -type d | wc -l)" ]
}

@test "tree: what the lab adds to the base is in it, and made anew when it changes" {
	change mm/m.c 's/^page 2$/page two/' >lab/base/m.patch
	maint/tree
	grep -qx 'page two' "$TREE/mm/m.c"
	[ "$(g rev-list --count base..series)" = 3 ]
	change mm/m.c 's/^page 2$/page 2b/' >lab/base/m.patch
	maint/tree
	grep -qx 'page 2b' "$TREE/mm/m.c"
	[ -z "$(maint/tree --work)" ]
	sed -i 's/^-page 2$/-page 3/' lab/base/m.patch
	fails maint/tree
	says lab/base
	grep -qx 'page 2b' "$TREE/mm/m.c"
}

@test "tree: the same input gives the same commits" {
	maint/tree
	first=$(g rev-parse series)
	rm -rf build
	maint/tree
	[ "$(g rev-parse series)" = "$first" ]
}

@test "tree: a second run touches nothing" {
	maint/tree
	touch -d '2020-01-01' "$TREE"/kernel/* && g update-index -q --refresh
	before=$(find "$TREE" -path "$TREE/.git" -prune -o -printf '%p %T@ %C@\n' | sort)
	run maint/tree
	says "up to date"
	[ "$(find "$TREE" -path "$TREE/.git" -prune -o -printf '%p %T@ %C@\n' | sort)" = "$before" ]
}

@test "tree: a changed overlay file changes that file alone" {
	maint/tree
	before=$(find "$TREE/kernel" -type f ! -name new.c -printf '%p %T@ %C@\n' | sort)
	echo more >>kernel/new.c
	maint/tree
	cmp kernel/new.c "$TREE/kernel/new.c"
	[ "$(find "$TREE/kernel" -type f ! -name new.c -printf '%p %T@ %C@\n' | sort)" = "$before" ]
}

@test "tree: a patch that does not apply is named, and the tree from before stays" {
	maint/tree
	head=$(g rev-parse series)
	sed -i 's/^ line 44$/ line 4444/' patches/b-*.patch
	echo more >>kernel/new.c
	fails maint/tree
	says patches/b-add-new-c-call-it.patch kernel/a.c "linux-fake 6.1.1-1" "maint/tree --at 1"
	[ "$(g rev-parse HEAD series)" = "$head"$'\n'"$head" ]
	[ -z "$(g status --porcelain)" ]
	[ "$(cat "$TREE/kernel/new.c")" = new ]
}

@test "tree: after a patch that does not apply, the mended one does" {
	cp patches/b-*.patch "$T/good"
	sed -i 's/^ line 44$/ line 4444/' patches/b-*.patch
	fails maint/tree
	[ "$(g log --format=%s series)" = "linux-fake 6.1.1-1" ]
	cp "$T/good" patches/b-add-new-c-call-it.patch
	maint/tree
	[ "$(g rev-list --count base..series)" = 3 ]
}

@test "tree: an offset is an error on the pinned base, and OFFSETS=1 with save writes it anew" {
	cp patches/a-*.patch "$T/good"
	sed -i 's/^@@ -27,7 +27,7 @@/@@ -29,7 +29,7 @@/' patches/a-*.patch
	run -1 cmp -s patches/a-*.patch "$T/good"
	fails maint/tree
	says patches/a-change-line-30.patch kernel/a.c offset OFFSETS=1
	[ "$(g log --format=%s series)" = "linux-fake 6.1.1-1" ]
	OFFSETS=1 maint/tree
	maint/save
	cmp patches/a-*.patch "$T/good"
}

@test "tree: a newer base whose lines moved is taken, and said" {
	maint/tree
	sed -i '1i first' "$T/base/kernel/a.c"
	base_tarball 6.1.2-1
	on_base 6.1.2-1
	run maint/tree
	[ "$status" = 0 ]
	says WARNING patches/a-change-line-30.patch kernel/a.c "offset 1 line" 6.1.1-1 6.1.2-1
	[ "$(sed -n 31p "$TREE/kernel/a.c")" = "line thirty" ]
	[ "$(g rev-parse base)" = "$(g rev-parse base-6.1.2-1)" ]
	g rev-parse base-6.1.1-1
}

@test "tree: a newer base whose context changed stops it, and the old tree stays" {
	maint/tree
	head=$(g rev-parse series)
	sed -i 's/^line 44$/line changed/' "$T/base/kernel/a.c"
	base_tarball 6.1.2-1
	on_base 6.1.2-1
	fails maint/tree
	says patches/b-add-new-c-call-it.patch kernel/a.c "written for linux-fake 6.1.1-1" 6.1.2-1 \
		"rebase --onto base-6.1.2-1 base-6.1.1-1 series"
	[ "$(g rev-parse HEAD)" = "$head" ]
	[ "$(g rev-parse base)" = "$(g rev-parse base-6.1.1-1)" ]
	[ -z "$(g status --porcelain)" ]
	[ ! -e build/tree.new ]
}

@test "tree: the move to a newer base whose lines moved: edit base, save" {
	maint/tree
	sed -i '1i first' "$T/base/kernel/a.c"
	base_tarball 6.1.2-1
	on_base 6.1.2-1
	maint/tree
	fails maint/save
	says "the file base pins 6.1.1-1"
	sed -i 's/^BASE_VERSION=.*/BASE_VERSION=6.1.2-1/' base
	maint/save
	grep -q '^@@ -28,7 +28,7 @@' patches/a-*.patch
	run maint/tree
	says "up to date"
}

@test "tree: the move to a newer base whose context changed: the rebase that it names, edit base, save" {
	maint/tree
	sed -i 's/^line 44$/line changed/' "$T/base/kernel/a.c"
	echo fix >>"$T/base/kernel/whole.c"
	base_tarball 6.1.2-1
	on_base 6.1.2-1
	fails maint/tree
	run g rebase --onto base-6.1.2-1 base-6.1.1-1 series
	[ "$status" = 1 ]
	seq -f 'line %g' 60 | sed '30s/.*/line thirty/; 44s/.*/line changed/; 45s/.*/call new/' >"$TREE/kernel/a.c"
	g add -f kernel/a.c
	GIT_EDITOR=true run g rebase --continue
	cp kernel/whole.c "$TREE/kernel/whole.c"
	g add -f kernel/whole.c
	GIT_EDITOR=true run g rebase --continue
	[ -z "$(g status --porcelain)" ]
	sed -i 's/^BASE_VERSION=.*/BASE_VERSION=6.1.2-1/' base
	maint/save
	grep -q '^ line changed$' patches/b-*.patch
	grep -q "^Whole-file: kernel/whole.c $(blob "$T/base/kernel/whole.c")$" patches/c-*.patch
	run maint/tree
	[ "$status" = 0 ]
	says "up to date"
}

@test "tree: a Whole-file's changed base is a loud warning on a newer base" {
	maint/tree
	old=$(blob "$T/base/kernel/whole.c")
	echo fix >>"$T/base/kernel/whole.c"
	base_tarball 6.1.2-1
	on_base 6.1.2-1
	run maint/tree
	[ "$status" = 0 ]
	says WARNING kernel/whole.c "$old" "$(blob "$T/base/kernel/whole.c")" "git -C $TREE diff"
	eval "$(sed -n 's/.*to see it: //p' <<<"$output")" | grep -q '^+fix'
}

@test "tree: a Whole-file's changed base is an error on the pinned base" {
	sed -i 's/^\(Whole-file: [^ ]* \).*/\1123456789012/' patches/c-*.patch
	fails maint/tree
	says kernel/whole.c 123456789012 "$(blob "$T/base/kernel/whole.c")"
}

@test "tree: a missing patch" {
	rm patches/b-*.patch
	fails maint/tree
	says b-add-new-c-call-it.patch
	[ ! -e "$TREE" ]
}

@test "tree: a patch named twice" {
	echo a-change-line-30.patch >>patches/series
	fails maint/tree
	says a-change-line-30.patch twice
	[ ! -e "$TREE" ]
}

@test "tree: a patch that the series does not name" {
	cp patches/a-*.patch patches/other.patch
	fails maint/tree
	says patches/other.patch
	[ ! -e "$TREE" ]
}

@test "tree: an overlay file that is missing" {
	rm kernel/new.c
	fails maint/tree
	says kernel/new.c b-add-new-c-call-it.patch
	[ ! -e "$TREE" ]
}

@test "tree: an overlay file named by two patches" {
	sed -i '1a New-file: kernel/new.c' patches/a-*.patch
	fails maint/tree
	says kernel/new.c a-change-line-30.patch b-add-new-c-call-it.patch
}

@test "tree: an overlay file named by no patch" {
	echo stray >Documentation/stray.rst
	fails maint/tree
	says Documentation/stray.rst "no patch names"
}

@test "tree: a New-file that the base has" {
	sed -i '1a New-file: kernel/whole.c' patches/b-*.patch
	sed -i '/^Whole-file/d' patches/c-*.patch
	fails maint/tree
	says kernel/whole.c "has this file already" "Whole-file: kernel/whole.c"
	[ "$(g log --format=%s series)" = "linux-fake 6.1.1-1" ]
}

@test "tree: a Whole-file that the base has not" {
	sed -i 's/^New-file: kernel.new.c/Whole-file: kernel\/new.c 123456789012/' patches/b-*.patch
	fails maint/tree
	says kernel/new.c "has no such file"
}

@test "tree: a diff that touches an overlay file" {
	printf '\n' >>patches/c-replace-whole-c.patch
	change kernel/whole.c 's/old 5/x/' >>patches/c-replace-whole-c.patch
	fails maint/tree
	says kernel/whole.c c-replace-whole-c.patch "a diff changes it"
}

@test "tree: a file name that is not the subject's" {
	mv patches/a-change-line-30.patch patches/a.patch
	sed -i 's/^a-.*/a.patch/' patches/series
	fails maint/tree
	says patches/a.patch a-change-line-30.patch
}

@test "tree: a Signed-off-by, a text that git am would cut" {
	cp patches/a-*.patch "$T/good"
	for line in 'Signed-off-by: A <a@b.c>' '---' 'Index: x'; do
		sed "3s/^/$line\n/" "$T/good" >patches/a-change-line-30.patch
		fails maint/tree
		says patches/a-change-line-30.patch
	done
}

@test "tree: unsaved commits and a changed repository: it refuses; DISCARD=1 keeps a backup" {
	maint/tree
	echo mine >>"$TREE/mm/m.c"
	g commit -qam 'd: Mine'
	echo dirty >>"$TREE/mm/m.c"
	echo untracked >"$TREE/mm/u.c"
	run maint/tree
	[ "$status" = 0 ]
	says "make save"
	echo more >>kernel/new.c
	fails maint/tree
	says "DISCARD=1"
	tail -n 1 "$TREE/mm/m.c" | grep -qx dirty
	DISCARD=1 run maint/tree
	[ "$status" = 0 ]
	says discarded-1
	cmp kernel/new.c "$TREE/kernel/new.c"
	[ -z "$(g status --porcelain)" ]
	[ ! -e "$TREE/mm/u.c" ]
	g show discarded-1:mm/m.c | grep -qx dirty
	g show discarded-1:mm/u.c | grep -qx untracked
	g log --format=%s discarded-1 | grep -qx 'd: Mine'
}

@test "tree: uncommitted work alone, and a changed repository: it refuses" {
	maint/tree
	echo dirty >>"$TREE/mm/m.c"
	echo more >>kernel/new.c
	fails maint/tree
	says uncommitted
	tail -n 1 "$TREE/mm/m.c" | grep -qx dirty
}

@test "tree: an unfinished rebase is work, too; DISCARD=1 ends it" {
	maint/tree
	GIT_SEQUENCE_EDITOR='sed -i 1s/pick/edit/' g rebase -q -i base
	echo more >>kernel/new.c
	fails maint/tree
	says rebase
	DISCARD=1 maint/tree
	[ ! -e "$TREE/.git/rebase-merge" ]
	[ "$(g symbolic-ref --short HEAD)" = series ]
}

@test "tree: a run that was cut short while it unpacked leaves no half" {
	mkdir -p build/tree.new/kernel && echo half >build/tree.new/kernel/half.c
	maint/tree
	[ ! -e build/tree.new ]
	[ ! -e "$TREE/kernel/half.c" ]
}

@test "tree: a tarball that cannot be read fails and leaves no tree" {
	head -c 100 "$T/base-6.1.1-1.tar.xz" >"$T/base-6.1.3-1.tar.xz"
	on_base 6.1.3-1
	fails maint/tree
	[ ! -e "$TREE" ]
}

@test "tree --at: stock and prefixes in worktrees of their own, the tree as it was" {
	maint/tree
	echo dirty >>"$TREE/mm/m.c"
	[ "$(maint/tree --count)" = 3 ]
	[ "$(maint/tree --at stock)" = "$R/build/stock" ]
	grep -qx 'line 30' build/stock/kernel/a.c
	[ "$(maint/tree --at 1)" = "$R/build/prefix" ]
	grep -qx 'line thirty' build/prefix/kernel/a.c
	[ ! -e build/prefix/kernel/new.c ]
	before=$(stat -c %y.%z build/prefix/mm/m.c)
	maint/tree --at 2
	[ -e build/prefix/kernel/new.c ]
	[ "$(stat -c %y.%z build/prefix/mm/m.c)" = "$before" ]
	maint/tree --at 0
	grep -qx 'line 30' build/prefix/kernel/a.c
	fails maint/tree --at 4
	fails maint/tree --at x
	tail -n 1 "$TREE/mm/m.c" | grep -qx dirty
}

@test "tree --at: a worktree that was cut short is made whole" {
	maint/tree --at stock
	rm build/stock/mm/m.c
	maint/tree --at stock
	[ -e build/stock/mm/m.c ]
	rm -rf build/stock
	maint/tree --at stock
	[ -e build/stock/mm/m.c ]
}

@test "tree: works with no patch at all" {
	rm -rf patches kernel scripts Documentation
	maint/tree
	[ "$(g rev-parse series)" = "$(g rev-parse base)" ]
	run maint/tree
	says "0 patches"
}

@test "tree --at stock: works while the series is broken" {
	echo stray >Documentation/stray.rst
	maint/tree --at stock
	grep -qx 'line 30' build/stock/kernel/a.c
}
