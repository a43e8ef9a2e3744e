# SPDX-License-Identifier: GPL-2.0
# Sourced by the tests of maint/: a project of its own in a temporary directory, on a tiny base.
# shellcheck shell=bash
# shellcheck disable=SC2154,SC2016 # bats sets status and output; $Id$ is a text

# base_tarball VERSION: $T/base-VERSION.tar.xz from $T/base.
base_tarball() {
	tar -C "$T" -cJf "$T/base-$1.tar.xz" base
}

# on_base VERSION: the archive has this version, from now on.
on_base() {
	export BASE_TARBALL=$T/base-$1.tar.xz FOUND_VERSION=$1
}

# blob FILE: as git names its content, in 12 digits.
blob() {
	git hash-object --no-filters "$1" | cut -c1-12
}

# a_project: three patches: a diff alone, a diff with a new file, a whole file with a new script. It is made once for
# a file of tests: each has a copy.
a_project() {
	unset ROOT BUILD OUT DISCARD OFFSETS SOURCE_DATE_EPOCH SUBJECT_PREFIX ORIG_TARBALL EMAIL
	unset GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
	export GIT_CONFIG_NOSYSTEM=1
	local made=$BATS_FILE_TMPDIR/project
	if [ ! -e "$made/done" ]; then
		in_project "$made"
		make_project
		touch "$made/done"
	fi
	cp -a "$made/." "$BATS_TEST_TMPDIR"
	in_project "$BATS_TEST_TMPDIR"
	on_base 6.1.1-1
	cd "$R" || return
}

# in_project DIR: the variables that say where it is.
in_project() {
	T=$1
	R=$T/repo
	TREE=$R/build/tree
	export HOME=$T/home
}

make_project() {
	mkdir -p "$HOME" "$R/patches" "$T/base/kernel" "$T/base/scripts" "$T/base/mm"

	seq -f 'line %g' 60 >"$T/base/kernel/a.c"
	seq -f 'old %g' 10 >"$T/base/kernel/whole.c"
	seq -f 'page %g' 20 >"$T/base/mm/m.c"
	printf '*.o\nignored.c\n/*\n' >"$T/base/.gitignore"
	printf 'text\r\n$Id$\n' >"$T/base/kernel/ignored.c"
	printf '*.c text eol=lf ident\n' >"$T/base/.gitattributes"
	printf '#!/usr/bin/env perl\nprint "total: 0 errors, 0 warnings, 0 checks, 1 lines checked\\n";\n' >"$T/base/scripts/checkpatch.pl"
	chmod +x "$T/base/scripts/checkpatch.pl"
	ln -s a.c "$T/base/kernel/link.c"
	base_tarball 6.1.1-1

	mkdir -p "$R/maint" "$R/lab/base" "$R/tests/planted" "$R/deb"
	printf 'CONFIG_OURS=y\n' >"$R/deb/fgraph.config"
	local tool
	for tool in tree save diff export lint stages map churn replant pristine series.sh split.sh lib.sh fetch-base apt; do
		cp "$BATS_TEST_DIRNAME/../$tool" "$R/maint/"
	done
	# These name more
	for tool in maint/newer lab/lib.sh tests/lib.sh tests/planted/run; do
		printf '#!/bin/sh\n' >"$R/$tool"
	done
	printf 'BASE_PACKAGE=linux-fake\nBASE_VERSION=6.1.1-1\nBASE_SHA256=%s\n' \
		"$(sha256sum "$T/base-6.1.1-1.tar.xz" | cut -d' ' -f1)" >"$R/base"
	printf '/build/\n' >"$R/.gitignore"
	on_base 6.1.1-1

	mkdir -p "$R/kernel" "$R/scripts" "$R/Documentation"
	printf 'new\n' >"$R/kernel/new.c"
	printf '#!/bin/sh\necho\n' >"$R/scripts/tool.sh"
	chmod +x "$R/scripts/tool.sh"
	seq -f 'ours %g' 10 >"$R/kernel/whole.c"
	cat >"$R/patches/series" <<-X
		# The order of the patches.

		# Stage 1: Lines
		a-change-line-30.patch
		# Stage 2: Files
		b-add-new-c-call-it.patch
		c-replace-whole-c.patch
	X
	printf 'the whole: Show it\n\nWhat it is for.\n' >"$R/patches/cover-letter"
	mkdir "$R/patches/cover"
	printf 'part one: Lines\n\nWhat is wrong.\n' >"$R/patches/cover/1"
	printf 'part two: Files\n\nWhat they are for.\n' >"$R/patches/cover/2"
	{
		printf 'Subject: a: Change line 30\n\nIt was wrong.\n\n# not a comment\n\n'
		change kernel/a.c 's/^line 30$/line thirty/'
	} >"$R/patches/a-change-line-30.patch"
	{
		printf 'Subject: b: Add new.c, call it\nNew-file: kernel/new.c\n\nWe need it.\n\n'
		change kernel/a.c 's/^line 45$/call new/' 's/^line 30$/line thirty/'
	} >"$R/patches/b-add-new-c-call-it.patch"
	printf 'Subject: c: Replace whole.c\nNew-file: scripts/tool.sh\nWhole-file: kernel/whole.c %s\n\nIt is ours now.\n' \
		"$(blob "$T/base/kernel/whole.c")" >"$R/patches/c-replace-whole-c.patch"
	printf '# Fake\n' >"$R/README.md"
	git -C "$R" init -q
	git -C "$R" add -A
	git -C "$R" -c user.name=t -c user.email=t@t commit -q -m start
}

# change PATH SED [SED-BEFORE]: the diff that SED makes of the base's PATH, after SED-BEFORE.
change() {
	mkdir -p "$T/d/a" "$T/d/b"
	rm -rf "$T/d"
	git init -q "$T/d"
	mkdir -p "$T/d/$(dirname "$1")"
	sed "${3:-}" "$T/base/$1" >"$T/d/$1"
	git -C "$T/d" add -A
	sed -i "$2" "$T/d/$1"
	git -C "$T/d" diff --abbrev=12
}

# g ARGS...: git in the tree, by somebody.
g() {
	git -C "$TREE" -c user.name=dev -c user.email=dev@example.org "$@"
}

# files: all of the repository's own bytes, in one sum.
files() {
	(cd "$R" && git ls-files -coz --exclude-standard | sort -z | xargs -0 stat -c '%A %n' 2>/dev/null
		git ls-files -coz --exclude-standard | sort -z | xargs -0 cat 2>/dev/null) | sha256sum
}

# fold: the fixup! commits into theirs.
fold() {
	GIT_SEQUENCE_EDITOR=true g rebase -q -i --autosquash base
}

# fails COMMAND...: it must fail, and say why and what is next.
fails() {
	run "$@"
	[ "$status" -ne 0 ] || { echo "did not fail: $*" && return 1; }
	[[ $output == *FAILED:* && $output == *next:* ]]
}

# says TEXT...: each must be in the output.
says() {
	local text
	for text in "$@"; do
		[[ $output == *"$text"* ]] || {
			printf 'no "%s" in:\n%s\n' "$text" "$output"
			return 1
		}
	done
}

# closes TEXT: the last line of the output has these sums, and as many results came as the first one says.
closes() {
	[ "$(tail -n 1 <<<"$output")" = "# $1" ] || { echo "$output" && return 1; }
	[ "$(head -n 1 <<<"$output")" = "1..$(grep -cE '^(not )?ok ' <<<"$output")" ]
}
