#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# maint/save: commits back into patches/ and overlay, all of them or none.
load helpers

setup() {
	a_project
	maint/tree
	before=$(files)
}

# refused TEXT...: save fails, says TEXT, and neither repository nor tree has changed.
refused() {
	local head work
	head=$(g rev-parse HEAD)
	work=$(g status --porcelain)
	before=$(files)
	fails maint/save
	says "$@"
	[ "$(files)" = "$before" ]
	[ "$(g rev-parse HEAD)" = "$head" ]
	[ "$(g status --porcelain)" = "$work" ]
}

@test "save: right after tree it changes nothing, to the byte" {
	head=$(g rev-parse series)
	maint/save
	[ "$(files)" = "$before" ]
	[ "$(g rev-parse series)" = "$head" ]
}

@test "save: the user's own git configuration makes no difference" {
	git config --file "$HOME/.gitconfig" diff.noprefix true
	git config --file "$HOME/.gitconfig" diff.context 9
	git config --file "$HOME/.gitconfig" color.ui always
	git config --file "$HOME/.gitconfig" core.abbrev 40
	git config --file "$HOME/.gitconfig" diff.external false
	git config --file "$HOME/.gitconfig" log.showSignature true
	maint/save
	[ "$(files)" = "$before" ]
}

@test "save: edit, fixup, autosquash, save: the right files change, and nothing else" {
	cp -r patches kernel scripts "$T/"
	sed -i 's/line thirty/line 3-0/' "$TREE/kernel/a.c"
	echo 'more' >>"$TREE/kernel/new.c"
	g commit -q --fixup=:/a: -- kernel/a.c
	g commit -q --fixup=:/b: -- kernel/new.c
	fold
	maint/save
	grep -qx '+line 3-0' patches/a-change-line-30.patch
	[ "$(cat kernel/new.c)" = $'new\nmore' ]
	# b's diff begins with a's blob now, and has no other change.
	run diff <(sed /^index/d patches/b-*.patch) <(sed /^index/d "$T/patches/b-add-new-c-call-it.patch")
	[ -z "$output" ]
	cmp patches/c-replace-whole-c.patch "$T/patches/c-replace-whole-c.patch"
	cmp patches/series "$T/patches/series"
	cmp patches/cover-letter "$T/patches/cover-letter"
	diff -r scripts "$T/scripts"
	after=$(files)
	run maint/tree
	says "up to date"
	maint/save
	[ "$(files)" = "$after" ]
}

@test "save: what a fresh tree makes of the saved files is what was saved" {
	sed -i 's/line thirty/line 3-0/' "$TREE/kernel/a.c"
	g commit -q --fixup=:/a: -a
	fold
	want=$(g rev-parse "series^{tree}")
	maint/save
	rm -rf build
	maint/tree
	[ "$(g rev-parse "series^{tree}")" = "$want" ]
}

@test "save: a commit with a new file makes a patch and an overlay file, with its mode" {
	mkdir -p "$TREE/tools/x"
	printf '#!/bin/sh\n' >"$TREE/tools/x/run.sh"
	chmod +x "$TREE/tools/x/run.sh"
	echo tail >>"$TREE/mm/m.c"
	g add -Af
	g commit -qm $'d: Add run.sh\n\nWhy.'
	maint/save
	[ -x tools/x/run.sh ]
	[ "$(head -n 4 patches/d-add-run-sh.patch)" = $'Subject: d: Add run.sh\nNew-file: tools/x/run.sh\n\nWhy.' ]
	grep -qx '+tail' patches/d-add-run-sh.patch
	run grep run.sh <(sed 1,5d patches/d-add-run-sh.patch)
	[ "$status" = 1 ]
	[ "$(tail -n 1 patches/series)" = d-add-run-sh.patch ]
}

@test "save: a new Whole-file by its trailer" {
	seq 5 >"$TREE/kernel/ignored.c"
	g commit -qam $'d: Replace ignored.c\n\nWhy.\n\nWhole-file: kernel/ignored.c'
	maint/save
	grep -qx "Whole-file: kernel/ignored.c $(blob "$T/base/kernel/ignored.c")" patches/d-*.patch
	[ "$(tail -n 1 patches/d-*.patch)" = Why. ]
	[ "$(cat kernel/ignored.c)" = "$(seq 5)" ]
}

@test "save: a commit that is gone takes its patch and its overlay file along, the comments stay" {
	GIT_SEQUENCE_EDITOR='sed -i 2s/pick/drop/' g rebase -q -i base
	maint/save
	[ ! -e patches/b-add-new-c-call-it.patch ]
	[ ! -e kernel/new.c ]
	[ "$(cat patches/series)" = $'# The order of the patches.\n\n# Stage 1: Lines\na-change-line-30.patch\n# Stage 2: Files\nc-replace-whole-c.patch' ]
	[ -e kernel/whole.c ]
}

@test "save: a changed order changes the series alone" {
	GIT_SEQUENCE_EDITOR="perl -ni -e 'push @l, \$_; if (eof) { print @l[0, 2, 1, 3..\$#l] }'" g rebase -q -i base
	maint/save
	[ "$(grep -v '^#' patches/series | sed 1d)" = $'a-change-line-30.patch\nc-replace-whole-c.patch\nb-add-new-c-call-it.patch' ]
	git diff --exit-code -- patches/*.patch kernel scripts
}

# saved WANT: save makes a series of the stages "1: PATCH… 2: PATCH…", each patch by its letter.
saved() {
	maint/save
	[ "$(sed -nE 's/^# Stage ([0-9]).*/\1:/p; s/^([a-z])-.*\.patch$/\1/p' patches/series | xargs)" = "$1" ]
	maint/stages
}

# commit LETTER: a new one.
commit() {
	echo "$1" >>"$TREE/mm/m.c"
	g commit -qam "$1: More"
}

# reorder PERL: of the lines @l of the rebase.
reorder() {
	GIT_SEQUENCE_EDITOR="perl -ni -e 'push @l, \$_; if (eof) { $1 }'" g rebase -q -i base
}

@test "save: a stage's heading stays where patches of other stages are dropped, moved, added" {
	commit d
	saved '1: a 2: b c d'
	reorder 'print @l[3, 0, 1, 2], "\n"'
	saved '1: d a 2: b c'
	reorder 'print @l[0, 2], "\n"'
	saved '1: d 2: b'
}

@test "save: a stage's heading stays where its first patch moves within it" {
	reorder 'print @l[0, 2, 1], "\n"'
	saved '1: a 2: c b'
}

@test "save: a stage's heading stays where its first patch moves into another" {
	reorder 'print @l[1, 0, 2], "\n"'
	saved '1: b a 2: c'
}

@test "save: a stage's heading stays where its first patch is dropped" {
	reorder 'print @l[0, 2], "\n"'
	saved '1: a 2: c'
}

@test "save: a stage's heading stays where its first patch, and the last before it, are renamed" {
	GIT_EDITOR='sed -i "1s/^a:/x:/; 1s/^b:/y:/"' GIT_SEQUENCE_EDITOR='sed -i 1,2s/pick/reword/' g rebase -q -i base
	saved '1: x 2: y c'
}

@test "save: a new patch between two stages is the first of the later one; at the end, the last" {
	commit d
	commit e
	reorder 'print @l[0, 3, 1, 2, 4], "\n"'
	saved '1: a 2: d b c e'
}

@test "save: a heading without a patch waits for what comes at the end" {
	echo '# Stage 3: More' >>patches/series
	commit d
	saved '1: a 2: b c 3: d'
}

@test "save: refuses uncommitted changes, and loses nothing" {
	echo dirty >>"$TREE/mm/m.c"
	refused "uncommitted work" mm/m.c
	tail -n 1 "$TREE/mm/m.c" | grep -qx dirty
}

@test "save: refuses untracked files, and loses nothing" {
	echo stray >"$TREE/kernel/stray.c"
	refused "uncommitted work" kernel/stray.c
	[ -e "$TREE/kernel/stray.c" ]
}

@test "save: refuses a fixup that is not folded, and names the command" {
	echo more >>"$TREE/mm/m.c"
	g commit -qa --fixup=:/a:
	refused "fixup! a: Change line 30" "rebase -i --autosquash base"
}

@test "save: a new file that later commits change leaves the overlay, and comes back when they are gone" {
	echo more >>"$TREE/kernel/new.c"
	g commit -qam 'd: Change new.c'
	g rm -q kernel/new.c
	g commit -qm 'e: Remove new.c'
	run maint/save
	[ "$status" = 0 ]
	says "kernel/new.c leaves the overlay" "b: Add new.c, call it" "d: Change new.c"
	[ ! -e kernel/new.c ]
	[ "$(grep -c ^New-file patches/b-*.patch)" = 0 ]
	grep -q 'new file mode 100644' patches/b-*.patch
	grep -q 'deleted file mode 100644' patches/e-remove-new-c.patch
	maint/lint save patch git-am
	rm -rf "$TREE"
	maint/tree
	[ "$(g show HEAD~:kernel/new.c)" = $'new\nmore' ]
	g reset -q --hard HEAD~2
	maint/save
	git diff --exit-code HEAD
}

@test "save: a script that later commits change keeps its mode" {
	echo '# more' >>"$TREE/scripts/tool.sh"
	g commit -qam 'd: Change tool.sh'
	maint/save
	rm -rf "$TREE"
	maint/tree
	[ -x "$TREE/scripts/tool.sh" ]
	maint/lint patch quilt git-am
}

@test "save: refuses when another patch changes what one replaces whole" {
	echo more >>"$TREE/kernel/whole.c"
	g commit -qam 'd: Change whole.c'
	refused kernel/whole.c "c: Replace whole.c" "d: Change whole.c"
}

@test "save: refuses a new file outside of the overlay's directories" {
	echo x >"$TREE/mm/n.c"
	g add -Af
	g commit -qm 'd: Add n.c'
	refused mm/n.c "lies in none of"
}

@test "save: refuses a binary file, a symbolic link, a merge, an empty commit" {
	printf 'a\0b' >"$TREE/kernel/bin"
	g add -Af
	g commit -qm 'd: Binary'
	refused binary kernel/bin
	g reset -q --hard HEAD^
	ln -s a.c "$TREE/kernel/l2.c"
	g add -Af
	g commit -qm 'd: Link'
	refused "no plain file" kernel/l2.c
	g reset -q --hard HEAD^
	g commit -q --allow-empty -m 'd: Empty'
	refused "changes nothing"
	g reset -q --hard HEAD^
	g checkout -q -b side HEAD^
	echo side >>"$TREE/mm/m.c"
	g commit -qam 'd: Side'
	g checkout -q series
	g merge -q -m 'Merge side' side
	refused "a merge"
}

@test "save: refuses two commits that make one file name" {
	echo more >>"$TREE/mm/m.c"
	g commit -qam 'A: change, line 30'
	refused a-change-line-30.patch
}

@test "save: refuses another branch and a rebase in progress" {
	g checkout -q -b other
	refused "not on branch series"
	g checkout -q series
	GIT_SEQUENCE_EDITOR='sed -i 1s/pick/edit/' g rebase -q -i base
	refused rebase-merge
}

@test "save: refuses to overwrite patches or overlay edited since" {
	echo more >>"$TREE/mm/m.c"
	g commit -qam 'd: More'
	echo mine >>kernel/new.c
	refused "edited since"
	git checkout -q kernel/new.c
	sed -i 's/It was wrong/It was very wrong/' patches/a-*.patch
	refused "edited since"
	git checkout -q patches
	maint/save
	[ -e patches/d-more.patch ]
}

@test "save: a Signed-off-by of a commit is left out, and said" {
	echo more >>"$TREE/mm/m.c"
	g commit -q -s -a -m $'d: More\n\nWhy.'
	run maint/save
	[ "$status" = 0 ]
	says Signed-off-by "d: More"
	[ "$(sed -n 3p patches/d-more.patch)" = Why. ]
	run grep -r Signed-off-by patches
	[ "$status" = 1 ]
}

@test "save: a base file that a commit deletes is a plain diff" {
	g rm -q mm/m.c
	g commit -qm 'd: Remove m.c'
	maint/save
	grep -qx 'deleted file mode 100644' patches/d-remove-m-c.patch
	rm -rf build
	maint/tree
	[ ! -e "$TREE/mm/m.c" ]
}

@test "save: without a tree it says make tree" {
	rm -rf build
	fails maint/save
	says "make tree"
}

@test "replant: a defect follows the lines around it, and one that does not merge is named" {
	{
		printf 'It is wrong.\nCaught-by: known\n\n'
		sed 's/^line 40$/line forty/' "$TREE/kernel/a.c" >"$T/a.c"
		cp "$TREE/kernel/a.c" "$T/before"
		cp "$T/a.c" "$TREE/kernel/a.c"
		g diff -U2 --abbrev=12
		cp "$T/before" "$TREE/kernel/a.c"
	} >tests/planted/forty.patch
	cp tests/planted/forty.patch "$T/"
	maint/replant
	cmp tests/planted/forty.patch "$T/forty.patch"
	sed -i '/^line 10$/i new' "$TREE/kernel/a.c"
	sed -i 's/^line 38$/line 3-8/; s/^line 42$/line 4-2/' "$TREE/kernel/a.c"
	g commit -q --fixup=:/a: -- kernel/a.c
	fold
	maint/save
	maint/replant
	grep -qx ' line 3-8' tests/planted/forty.patch
	grep -qx '+line forty' tests/planted/forty.patch
	[ "$(head -n 2 tests/planted/forty.patch)" = $'It is wrong.\nCaught-by: known' ]
	sed -i 's/^line 40$/line 4-0/' "$TREE/kernel/a.c"
	g commit -q --fixup=:/a: -- kernel/a.c
	fold
	maint/save
	cp tests/planted/forty.patch "$T/"
	fails maint/replant
	says tests/planted/forty.patch
	cmp tests/planted/forty.patch "$T/forty.patch"
}
