#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# maint/stages and maint/map: the series by stage, and by place in the kernel.
load helpers

setup() {
	a_project
}

# series LINE...: patches/series has these.
series() {
	printf '%s\n' "$@" >patches/series
}

@test "stages: a line a stage, with the places of its first and its last patch" {
	[ "$(maint/stages)" = $'1 1 Stage 1: Lines\n2 3 Stage 2: Files' ]
}

@test "stages: a patch in no stage, a stage without a patch, one out of order, and what is no heading" {
	series a.patch '# Stage 1: A'
	fails maint/stages
	says "a.patch is in no stage"
	series '# Stage 1: A' '# Stage 2: B' b.patch
	fails maint/stages
	says "Stage 1: A has no patch"
	series '# Stage 1: A' a.patch '# Stage 2: B'
	fails maint/stages
	says "Stage 2: B has no patch"
	series '# Stage 2: A' a.patch '# Stage 2: B' b.patch
	fails maint/stages
	says "Stage 2: B comes after stage 2"
	series '# Stage 1b: A' a.patch '# Stage 1: B' b.patch
	fails maint/stages
	says "Stage 1: B comes after stage 1b"
	series '# Stage 1 A' a.patch
	fails maint/stages
	says "no heading: # Stage 1 A"
}

@test "stages: a part of a stage has a letter, and comes before the next stage" {
	series '# Stage 1: A' a.patch '# Stage 1b: B' b.patch '# Stage 1c: C' c.patch '# Stage 10: D' d.patch
	[ "$(maint/stages)" = $'1 1 Stage 1: A\n2 2 Stage 1b: B\n3 3 Stage 1c: C\n4 4 Stage 10: D' ]
}

@test "stages: other comments are none, and no patch is in no stage" {
	series '# Stage 1: A' '# a word' '' a.patch
	[ "$(maint/stages)" = '1 1 Stage 1: A' ]
	series
	[ -z "$(maint/stages)" ]
}

@test "map: the stages, the places, where the numbers lead" {
	sed -i '1a New-file: arch/x/k/n.c' patches/c-*.patch
	mkdir -p arch/x/k
	echo n >arch/x/k/n.c
	{
		change kernel/a.c 's/^line 50$/line fifty/' | sed 's,kernel/a\.c,init/Kconfig.x,g'
		change kernel/a.c 's/^line 50$/line fifty/' | sed 's,kernel/a\.c,MAINTAINERS,g'
		change kernel/a.c 's/^line 50$/line fifty/' | sed 's,kernel/a\.c,arch/x/a.c,g'
	} >>patches/a-*.patch
	maint/map
	[ "$(maint/map)" = "\
| stage | patches |
|---|---|
| 1: Lines | [1] |
| 2: Files | [2] to [3] |

| place | patches | files of ours |
|---|---|---|
| \`Kconfig\` | [1] | |
| \`MAINTAINERS\` | [1] | |
| [arch/x/](arch/x/) | [1], [3] | \`k/n.c\` |
| [kernel/](kernel/) | [1], [2], [3] | \`new.c\` \`whole.c\` |
| [scripts/](scripts/) | [3] | \`tool.sh\` |

[1]: patches/a-change-line-30.patch
[2]: patches/b-add-new-c-call-it.patch
[3]: patches/c-replace-whole-c.patch" ]
}

@test "churn: lines that a later patch removes, but those of stage 0 and of new files" {
	maint/tree
	[ "$(maint/churn | tail -n 1)" = "without those of stage 0: 0 removed again, 0.0 %" ]
	sed -i 's/^line thirty$/line 3-0/; s/^line 50$/line fifty/' "$TREE/kernel/a.c"
	echo other >"$TREE/kernel/new.c"
	g commit -q -a -m 'd: Change both'
	maint/save
	run maint/churn
	says $'   1 lines of 1, a: Change line 30\n     removed by 4, d: Change both' '1 of    4 kernel/a.c' \
		'(a file of the series)' "files of the base: 14 lines added, 1 of them removed again, 7.1 %" \
		"without those of stage 0: 1 removed again, 7.1 %"
	maint/churn --limit 8
	fails maint/churn --limit 7
	sed -i 's/Stage 1/Stage 0/' patches/series
	maint/churn --limit 0
}
