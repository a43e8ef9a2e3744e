# SPDX-License-Identifier: GPL-2.0
# Sourced after lib.sh by the scripts that read or write the series: the series as files and as commits.
# Nothing here touches the working tree of build/tree: commits are built from objects alone.
# shellcheck shell=bash

TREE=$BUILD/tree
OVERLAY_DIRS=(arch include kernel lib samples scripts Documentation tools)
# shellcheck disable=SC2034 # for export and split.sh
DIFF=(--no-renames --no-ext-diff --no-textconv --no-color -U3 --inter-hunk-context=0 --abbrev=12
	--diff-algorithm=myers --indent-heuristic --src-prefix=a/ --dst-prefix=b/ -O/dev/null)

export LC_ALL=C
PATCHES=() INPUT=() ENTRIES=() COMMITS=() # by a patch's place in the series
# shellcheck disable=SC2046 # one name a word
unset $(git rev-parse --local-env-vars)

# hgit ARGS...: git that is deaf to the configuration of the user and of the machine.
hgit() {
	GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 git -c diff.suppressBlankEmpty=false "$@"
}

# for_repository PATCH: this planted defect is one of the repository, not of the kernel.
for_repository() {
	sed '/^diff /q' "$1" | grep -qx 'Planted-in: repository'
}

# tgit ARGS...: the same in the tree.
tgit() {
	hgit -C "$TREE" "$@"
}

# as_series COMMAND...: with the fixed identity and date.
as_series() {
	GIT_AUTHOR_NAME=series GIT_AUTHOR_EMAIL=series@localhost GIT_AUTHOR_DATE='946684800 +0000' \
		GIT_COMMITTER_NAME=series GIT_COMMITTER_EMAIL=series@localhost GIT_COMMITTER_DATE='946684800 +0000' "$@"
}

slug() {
	tr 'A-Z\n' 'a-z ' <<<"$1" | sed -E 's/[^a-z0-9]+/-/g; s/^-//; s/-$//'
}

# new_files: the files in the tree that git does not track, each ended by a NUL. Debian's .gitignore has a line
# that hides all of them from git status; what the kernel's own lines hide is the products of a build.
new_files() {
	tgit ls-files -z --others --exclude-from=<(grep -vxF '/*' "$TREE/.gitignore" 2>/dev/null)
}

# uncommitted: what in the tree is in no commit, as git status would say it.
uncommitted() {
	tgit status --porcelain --untracked-files=no
	new_files | sed -z 's/^/?? /' | tr '\0' '\n'
}

# --- The series as files -------------------------------------------------------------------

# list_overlay: the overlay's files in $SRC; in a directory that is no repository, whatever is there.
list_overlay() {
	(
		cd "$SRC" || exit
		if [ "$(git rev-parse --show-toplevel 2>/dev/null)" -ef . ]; then
			git -c core.excludesFile=/dev/null ls-files -co --exclude-standard -- "${OVERLAY_DIRS[@]}"
		else
			for dir in "${OVERLAY_DIRS[@]}"; do
				[ ! -d "$dir" ] || find "$dir" ! -type d
			done
		fi | sort -u | while IFS= read -r path; do
			[ ! -e "$path" ] && [ ! -L "$path" ] || printf '%s\n' "$path"
		done
	)
}

# parse_patches FILE...: "name<TAB>kind<TAB>value[<TAB>blob]" lines; kind bad says what is wrong.
parse_patches() {
	[ $# -gt 0 ] || return 0
	awk -v OFS='\t' '
		function out(kind, value) { print name, kind, value }
		FNR == 1 {
			name = FILENAME
			sub(/.*\//, "", name)
			part = "fields"
			if (!/^Subject: [^ ]/) {
				out("bad", "its first line is not Subject: ...")
				next
			}
			slug = tolower(substr($0, 10))
			gsub(/[^a-z0-9]+/, "-", slug)
			gsub(/^-|-$/, "", slug)
			if (slug ".patch" != name)
				out("bad", "its subject makes the file name " slug ".patch")
			next
		}
		/^diff --git / {
			part = "diff"
			path = substr($0, 14)
			path = substr(path, 1, (length(path) - 3) / 2)
			if ($0 != "diff --git a/" path " b/" path || path ~ /[ "]/)
				out("bad", "cannot read the line: " $0)
			out("diff", path)
			next
		}
		part == "fields" && /^New-file: [^ ]+$/ { out("new", $2); next }
		part == "fields" && /^Whole-file: [^ ]+ [0-9a-f]+$/ && length($3) >= 12 { out("whole", $2 OFS $3); next }
		part == "fields" && !/^$/ { out("bad", "no field of ours: " $0) }
		part == "fields" { part = "body"; next }
		part == "body" && /^(---|diff -|Index: )/ { out("bad", "git am would end the text at the line: " $0) }
		/^Signed-off-by:/ { out("bad", "carries a Signed-off-by, which the sender alone adds, at export") }
		part == "diff" && /^(GIT binary patch|Binary files )/ { out("bad", path " is binary") }
	' "$@"
}

# load_series DIR: reads DIR/patches and the overlay in DIR; dies on anything that does not match.
# Sets PATCHES (names in order), FILES[name] (its overlay files), WHOLE[path]=blob, OWNER[path]=name.
load_series() {
	SRC=$1
	PATCHES=()
	declare -gA FILES=() WHOLE=() OWNER=()
	local -A listed=() differ=() there=()
	local name kind value blob path fix="edit patches/series or patches/, then make tree"

	while IFS= read -r name; do
		case $name in '' | '#'*) continue ;; esac
		[ -z "${listed[$name]:-}" ] || die "patches/series" "it names $name twice" "$fix"
		case $name in *[!A-Za-z0-9._-]* | [!a-z0-9]*)
			die "patches/series" "no name of a patch file: $name" "$fix" ;;
		esac
		[ -f "$SRC/patches/$name" ] || die "patches/series" "it names $name, and there is no patches/$name" "$fix"
		listed[$name]=1
		PATCHES+=("$name")
	done < <(cat "$SRC/patches/series" 2>/dev/null || true)
	for path in "$SRC"/patches/*.patch; do
		[ -e "$path" ] || continue
		[ -n "${listed[${path##*/}]:-}" ] || die "patches/${path##*/}" "patches/series does not name it" "$fix"
	done

	while IFS= read -r path; do
		case $path in *[!A-Za-z0-9._/+,@=-]*) die "$path" "a name with odd characters" "rename it" ;; esac
		[ ! -L "$SRC/$path" ] || die "$path" "a symbolic link: the overlay holds plain files" "replace it"
		there[$path]=1
	done < <(list_overlay)

	while IFS=$'\t' read -r name kind value blob; do
		case $kind in
		bad) die "patches/$name" "$value" "edit patches/$name, then make tree" ;;
		diff) differ[$value]+=" $name" ;;
		new | whole)
			[ -z "${OWNER[$value]:-}" ] ||
				die "$value" "named by two patches: ${OWNER[$value]} and $name" "take it out of one of them"
			[ -n "${there[$value]:-}" ] ||
				die "patches/$name" "it names $value, and there is no such file in the overlay" \
					"git checkout -- $value, or take the line out of patches/$name"
			OWNER[$value]=$name
			FILES[$name]+="$value "
			[ "$kind" = new ] || WHOLE[$value]=$blob
			;;
		esac
	done < <(parse_patches "${PATCHES[@]/#/$SRC/patches/}")
	for path in "${!there[@]}"; do
		[ -n "${OWNER[$path]:-}" ] ||
			die "$path" "a file of the overlay that no patch names" \
				"add the line 'New-file: $path' to its patch in patches/, or remove the file"
		[ -z "${differ[$path]:-}" ] ||
			die "$path" "it lies in the overlay (${OWNER[$path]}), and a diff changes it:${differ[$path]}" \
				"put the change into the file itself and take the diff out"
	done
}

# --- The base ------------------------------------------------------------------------------

# unpack_base TARBALL VERSION SHA256: one commit, tagged base-VERSION. Whole or not at all.
unpack_base() {
	local new=$BUILD/tree.new git=$TREE/.git index commit
	rm -rf "$new"
	mkdir -p "$new"
	say "base $2, 1 of 3: unpacking ${1##*/}"
	quietly "$BUILD/log/unpack.log" tar -xf "$1" -C "$new" --strip-components=1 --no-same-owner ||
		die "unpacking $1" "see $BUILD/log/unpack.log" "look at the free space (df), then make tree"
	lab_fixes | quietly "$BUILD/log/unpack.log" patch -d "$new" -p1 -F0 -s -f ||
		die "lab/base onto $1" "see $BUILD/log/unpack.log" "bring lab/base up to the new base, or remove what that has"
	if [ -d "$git" ]; then
		index=$git/index.base
		rm -f "$index"
	else
		git=$new/.git
		index=$git/index
		init_tree "$new"
	fi
	say "base $2, 2 of 3: adding $(find "$new" -path "$new/.git" -prune -o ! -type d -print | wc -l) files"
	# bigFileThreshold=1: git streams every file into one pack, instead of 78,000 loose objects.
	GIT_DIR=$git GIT_WORK_TREE=$new GIT_INDEX_FILE=$index quietly "$BUILD/log/unpack.log" \
		hgit -C "$new" -c core.bigFileThreshold=1 add -A -f . ||
		die "adding the base to $git" "see $BUILD/log/unpack.log" "look at the free space (df), then make tree"
	say "base $2, 3 of 3: commit"
	commit=$(GIT_DIR=$git GIT_INDEX_FILE=$index hgit write-tree)
	commit=$(GIT_DIR=$git as_series hgit commit-tree "$commit" <<<"$BASE_PACKAGE $2

Tarball-sha256: $3
$(lab_sum)")
	if [ ! -d "$TREE/.git" ]; then
		hgit -C "$new" update-ref refs/heads/series "$commit"
		BASE=$commit write_list "$git/fgr/made"
		rm -rf "$TREE"
		mv "$new" "$TREE"
	fi
	tgit update-ref "refs/tags/base-$2" "$commit"
	rm -rf "$new" "$TREE/.git/index.base"
}

# init_tree DIR: an empty repository for what unpack_base puts in.
init_tree() {
	hgit init -q -b series --template= "$1"
	mkdir -p "$1/.git/info" "$1/.git/fgr"
	hgit -C "$1" config gc.auto 0
	hgit -C "$1" config core.autocrlf false
	hgit -C "$1" config core.fsync none
	hgit -C "$1" config core.compression 1
	hgit -C "$1" config core.untrackedCache true
	hgit -C "$1" config core.commentChar ';' # a '#' may begin a line of a patch's text
	hgit -C "$1" config checkout.workers "$JOBS"
	hgit -C "$1" config advice.detachedHead false
	attributes >"$1/.git/info/attributes"
	# Without an identity no commit --fixup. These names go nowhere: a patch file has none.
	git -C "$ROOT" config user.email >/dev/null 2>&1 || {
		hgit -C "$1" config user.name series
		hgit -C "$1" config user.email series@localhost
	}
}

# attributes: bytes are bytes, and functions in hunk headers are found by C's rules.
attributes() {
	printf '%s\n' '* -text -eol -ident -filter -working-tree-encoding -export-subst -export-ignore' \
		'*.c diff=cpp' '*.h diff=cpp'
}

# lab_fixes: what the lab adds to the base, beside the series: its debug kernels do not boot without.
lab_fixes() {
	local file
	for file in "$ROOT"/lab/base/*.patch; do
		[ ! -f "$file" ] || cat "$file"
	done
}

# lab_sum: the line of a base's message that tells which lab/base it has.
lab_sum() {
	echo "Lab-sha256: $(lab_fixes | sha256sum | cut -d' ' -f1)"
}

# need_base: unpacks the base if it is not there. Sets VERSION, BASE (its commit), PINNED (yes or no).
need_base() {
	local found sum=
	load_base
	found=$("$ROOT/maint/fetch-base") || exit 1
	read -r TARBALL VERSION <<<"$found"
	PINNED=no
	[ "$VERSION" != "$BASE_VERSION" ] || PINNED=yes
	[ -z "${BASE_TARBALL:-}" ] || sum=$(sha256sum "$TARBALL" | cut -d' ' -f1)
	if ! BASE=$(tgit rev-parse -q --verify "refs/tags/base-$VERSION^{commit}" 2>/dev/null) ||
		! tgit cat-file commit "$BASE" | grep -q "^Tarball-sha256: $sum" ||
		! tgit cat-file commit "$BASE" | grep -qx "$(lab_sum)"; then
		unpack_base "$TARBALL" "$VERSION" "${sum:-$(sha256sum "$TARBALL" | cut -d' ' -f1)}"
		BASE=$(tgit rev-parse "refs/tags/base-$VERSION^{commit}")
	fi
}

# check_base: what the overlay says about the base, against the base.
check_base() {
	local mode blob path
	local -A inbase=()
	local listed=
	[ ${#OWNER[@]} = 0 ] || listed=$(tgit ls-tree "$BASE" -- "${!OWNER[@]}")
	while read -r mode _ blob path; do
		[ -z "$path" ] || inbase[$path]=$blob
	done <<<"$listed"
	for path in "${!OWNER[@]}"; do
		blob=${inbase[$path]:-}
		if [ -z "${WHOLE[$path]:-}" ]; then
			[ -z "$blob" ] || die "patches/${OWNER[$path]}: New-file: $path" "$BASE_PACKAGE $VERSION has this file already" \
				"make it 'Whole-file: $path ${blob:0:12}' if it is to replace the base's"
			continue
		fi
		[ -n "$blob" ] || die "patches/${OWNER[$path]}: Whole-file: $path" "$BASE_PACKAGE $VERSION has no such file" \
			"make it 'New-file: $path' if it is new"
		case $blob in "${WHOLE[$path]}"*) continue ;; esac
		[ "$PINNED" = no ] || die "patches/${OWNER[$path]}: Whole-file: $path" \
			"written against blob ${WHOLE[$path]}, and $BASE_PACKAGE $VERSION has ${blob:0:12}" \
			"$(see_whole "$path" "$blob"); bring the overlay's file up to it, then put the blob id ${blob:0:12} into the patch"
		say "WARNING: $path (Whole-file of patches/${OWNER[$path]}) changed in the base:"
		say "WARNING:   written for $BASE_VERSION against blob ${WHOLE[$path]}; $VERSION has ${blob:0:12}, and our file hides that"
		say "WARNING:   to see it: $(see_whole "$path" "$blob")"
	done
}

# see_whole PATH BLOB: the command that shows how the base's file changed.
see_whole() {
	if tgit cat-file -e "${WHOLE[$1]}" 2>/dev/null; then
		printf 'git -C %s diff %s %s' "$TREE" "${WHOLE[$1]}" "${2:0:12}"
	else
		printf 'git -C %s diff --no-index %s %s' "$TREE" "$1" "$ROOT/$1"
	fi
}

# --- The series as commits -----------------------------------------------------------------
# A list records what commits were made from: "<base commit> <what>", then "<commit><TAB><input>"
# a patch, the input being names and blob ids. .git/fgr/made: what tree or save last put into the
# branch; .git/fgr/cache: what was made last, by whichever tool.

# write_list FILE: BASE, COMMITS and INPUT.
write_list() {
	local i
	{
		printf '%s pinned=%s\n' "$BASE" "$PINNED"
		for i in "${!COMMITS[@]}"; do
			printf '%s\t%s\n' "${COMMITS[i]}" "${INPUT[i]}"
		done
	} >"$1.new"
	mv "$1.new" "$1"
}

# hash_series: INPUT[i], ENTRIES[i] (for update-index) of each patch; the blobs go into the tree's objects.
hash_series() {
	local -a paths=("${PATCHES[@]/#/patches/}" "${!OWNER[@]}")
	local -A blob=()
	local i name path mode
	INPUT=() ENTRIES=() COMMITS=()
	[ ${#paths[@]} -gt 0 ] || return 0
	while IFS=$'\t' read -r path i; do
		blob[$path]=$i
	done < <(paste <(printf '%s\n' "${paths[@]}") \
		<(cd "$SRC" && printf '%s\n' "${paths[@]}" | GIT_DIR=$TREE/.git hgit hash-object -w --no-filters --stdin-paths))
	for i in "${!PATCHES[@]}"; do
		name=${PATCHES[i]}
		INPUT[i]="$name ${blob[patches/$name]}"
		ENTRIES[i]=
		for path in ${FILES[$name]:-}; do
			mode=100644
			[ ! -x "$SRC/$path" ] || mode=100755
			ENTRIES[i]+="$mode ${blob[$path]}"$'\t'"$path"$'\n'
			INPUT[i]+=" $mode ${blob[$path]} $path"
		done
	done
}

# message NAME [KEEP]: the commit message: subject, body and, with KEEP, a trailer for each whole file.
message() {
	local path
	awk 'NR == 1 { print substr($0, 10) "\n"; next }
		/^diff --git / { exit }
		!body { body = /^$/; next }
		/^$/ { gap = gap "\n"; next }
		{ printf "%s%s\n", gap, $0; gap = "" }' "$SRC/patches/$1"
	[ -n "${2:-}" ] || return 0
	for path in ${FILES[$1]:-}; do
		[ -z "${WHOLE[$path]:-}" ] || printf '\nWhole-file: %s\n' "$path"
	done
}

# make_commits N: COMMITS[i] for the first N patches, reusing as many as the lists have.
make_commits() {
	local n=$1 i=0 from parent tree index=$TREE/.git/fgr/index
	reuse_commits "$TREE/.git/fgr/made" "$n"
	reuse_commits "$TREE/.git/fgr/cache" "$n"
	i=${#COMMITS[@]}
	if [ "$i" = "$n" ]; then
		[ "$n" -lt ${#PATCHES[@]} ] || write_list "$TREE/.git/fgr/cache"
		return
	fi
	from=$i
	parent=$BASE
	[ "$i" = 0 ] || parent=${COMMITS[i - 1]}
	rm -f "$index"
	GIT_INDEX_FILE=$index tgit read-tree "$parent"
	for ((; i < n; i++)); do
		say "patch $((i + 1)) of $n: ${PATCHES[i]}"
		apply_patch "$i" "$index"
		tree=$(GIT_INDEX_FILE=$index tgit write-tree)
		[ "$tree" != "$(tgit rev-parse "$parent^{tree}")" ] ||
			die "patches/${PATCHES[i]}" "it changes nothing" "remove it from patches/ and from patches/series"
		parent=$(message "${PATCHES[i]}" keep | as_series tgit commit-tree "$tree" -p "$parent")
		COMMITS[i]=$parent
	done
	rm -f "$index"
	write_list "$TREE/.git/fgr/cache"
	say "made $((n - from)) of $n commits anew on $BASE_PACKAGE $VERSION"
}

# reuse_commits LIST N: COMMITS as far as LIST begins like our N patches, if that is farther than now.
reuse_commits() {
	local i=0
	local -a list=()
	[ ! -f "$1" ] || mapfile -t list <"$1"
	[ "${list[0]:-}" = "$BASE pinned=$PINNED" ] || return 0
	while [ $i -lt "$2" ] && [ $((i + 1)) -lt ${#list[@]} ] && [ "${list[i + 1]#*$'\t'}" = "${INPUT[i]}" ]; do
		i=$((i + 1))
	done
	[ $i -gt ${#COMMITS[@]} ] && tgit cat-file -e "${list[i]:0:40}" 2>/dev/null || return 0
	for ((; i > 0; i--)); do
		COMMITS[i - 1]=${list[i]:0:40}
	done
}

# apply_patch I INDEX: the I-th patch to the index, or die with what helps.
apply_patch() {
	local name=${PATCHES[$1]} log=$TREE/.git/fgr/apply.log offsets file
	local written="written for $BASE_PACKAGE $BASE_VERSION"
	sed -n '/^diff --git /,$p' "$SRC/patches/$name" >"$log.diff"
	if [ -s "$log.diff" ]; then
		if ! GIT_INDEX_FILE=$2 tgit apply --cached -v --whitespace=nowarn "$log.diff" >"$log" 2>&1; then
			write_list "$TREE/.git/fgr/cache"
			file=$(sed -nE 's/^error: (patch failed: )?([^: ]+\/?[^: ]*):.*/\2/p' "$log" | sort -u | xargs)
			die "patches/$name does not apply to $BASE_PACKAGE $VERSION: ${file:-(no file)}" \
				"$written; $(sed -n 's/^error: //p' "$log" | head -n 3 | paste -sd';'); nothing was changed" \
				"$(how_to_mend "$1")"
		fi
		offsets=$(awk '/^Checking patch/ { f = $3; sub(/\.\.\.$/, "", f) }
			/^Hunk .*offset/ { sub(/\.$/, ""); print f ": " $0 }' "$log")
		if [ -n "$offsets" ] && [ "$PINNED" = yes ] && [ -z "${OFFSETS:-}" ]; then
			write_list "$TREE/.git/fgr/cache"
			die "patches/$name applies to $BASE_PACKAGE $VERSION only with offsets: $(paste -sd';' <<<"$offsets")" \
				"$written, which is the pinned base: its lines must be exact; nothing was changed" \
				"make tree OFFSETS=1, then make save, which writes the lines anew"
		fi
		[ -z "$offsets" ] || while IFS= read -r file; do
			say "WARNING: patches/$name ($written) moved on $VERSION: $file"
		done <<<"$offsets"
	fi
	[ -z "${ENTRIES[$1]}" ] ||
		printf '%s' "${ENTRIES[$1]}" | GIT_INDEX_FILE=$2 tgit update-index --add --index-info
}

# how_to_mend I: the command that helps when the I-th patch does not apply.
how_to_mend() {
	if [ "$PINNED" = yes ]; then
		printf 'maint/tree --at %s lays out what comes before it in build/prefix; or undo the edit: git diff -- patches' "$1"
	elif tgit rev-parse -q --verify "refs/tags/base-$BASE_VERSION" >/dev/null; then
		printf 'git -C %s rebase --onto base-%s base-%s series, then CONTRIBUTING, "move to a new base"' \
			"$TREE" "$VERSION" "$BASE_VERSION"
	else
		printf 'maint/tree --at %s lays out what comes before it in build/prefix: mend the patch there; CONTRIBUTING, "move to a new base"' "$1"
	fi
}

# list_of COMMIT: the list, of made and cache, that ends in COMMIT; false if no tool made it.
list_of() {
	local f
	for f in "$TREE/.git/fgr/made" "$TREE/.git/fgr/cache"; do
		if [ -f "$f" ] && [ "$(tail -n 1 "$f" | cut -c1-40)" = "$1" ]; then
			printf '%s\n' "$f"
			return
		fi
	done
	return 1
}

# unchanged LIST: the repository's files are what LIST was made from.
unchanged() {
	[ "$(sed 1d "$1" | cut -f2-)" = "$([ ${#INPUT[@]} = 0 ] || printf '%s\n' "${INPUT[@]}")" ]
}

# series_date: prints when the last commit to the series was made, in seconds. What is made with this one date is the same
# for equal input. SOURCE_DATE_EPOCH is another date.
series_date() {
	local when
	when=${SOURCE_DATE_EPOCH:-$(git -C "$ROOT" log -1 --format=%at -- patches "${OVERLAY_DIRS[@]}" 2>/dev/null || true)}
	echo "${when:-946684800}"
}
