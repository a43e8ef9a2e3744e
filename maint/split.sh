# SPDX-License-Identifier: GPL-2.0
# Sourced after series.sh by save and lint: commits back into files.
# shellcheck shell=bash

# split_series BASE HEAD STAGE: patches/ and overlay of BASE..HEAD into the directory STAGE. A new file that one commit
# brings in its last form goes into the overlay. One that later commits change, as a Makefile, lies in the patches alone.
# Old series file in $ROOT/patches/series: its comments stay. Dies on what cannot be a series.
split_series() {
	local base=$1 head=$2 stage=$3 commits commit parents subject name path i=0 n
	local -A owner=() diffed=() slugs=() grows=()
	NAMES=() SPLIT=()
	while IFS= read -r path; do
		grows[$path]=1
		[ ! -e "$ROOT/$path" ] || say "$path leaves the overlay for patches/, as more than one commit changes it:" \
			"$(tgit log --reverse --format='"%s"' "$base..$head" -- "$path" | paste -sd,)"
	done < <(comm -23 <(tgit log --no-renames --name-only --format= "$base..$head" | sort | uniq -d) \
		<(tgit ls-tree -r --name-only "$base" | sort))
	commits=$(tgit rev-list --reverse --topo-order "$base..$head")
	[ -z "$commits" ] || mapfile -t SPLIT <<<"$commits"
	n=${#SPLIT[@]}
	mkdir -p "$stage/patches"
	for commit in "${SPLIT[@]}"; do
		i=$((i + 1))
		subject=$(tgit log -1 --format=%s "$commit")
		parents=$(tgit log -1 --format=%P "$commit")
		case $parents in
		*' '*) die "commit ${commit:0:12} \"$subject\"" "a merge: a series is a line of commits" \
			"git -C $TREE rebase base" ;;
		esac
		case $subject in
		fixup!* | squash!* | amend!*) die "commit ${commit:0:12} \"$subject\"" "it is still to be folded into its patch" \
			"GIT_SEQUENCE_EDITOR=true git -C $TREE rebase -i --autosquash base" ;;
		esac
		name=$(slug "$subject").patch
		[ -z "${slugs[$name]:-}" ] ||
			die "commit ${commit:0:12} \"$subject\"" "commit ${slugs[$name]:0:12} makes the same file name, $name" \
				"give one another subject: git -C $TREE rebase -i base (reword)"
		[ "$name" != .patch ] || die "commit ${commit:0:12}" "it has no subject" "git -C $TREE rebase -i base (reword)"
		slugs[$name]=$commit
		NAMES+=("$name")
		split_commit "$commit" "$base" "$stage" "$name" "$subject"
		[ -z "${PROGRESS:-}" ] || [ $((i % 10)) != 0 ] || say "split $i of $n commits"
	done
	keep_comments "${NAMES[@]}" >"$stage/patches/series"
}

# split_commit COMMIT BASE STAGE NAME SUBJECT, with owner[], diffed[] and grows[] of split_series.
split_commit() {
	local commit=$1 base=$2 stage=$3 name=$4 subject=$5
	local mode blob status path body what="commit ${1:0:12} \"$5\"" wholes fields=
	local -a new=() whole=() plain=()
	body=$(tgit log -1 --format=%b "$commit")
	wholes=$(sed -n 's/^Whole-file: *//p' <<<"$body" | awk '{ print $1 }')
	if grep -q '^Signed-off-by:' <<<"$body"; then
		say "$what: its Signed-off-by is left out of the patch; make export adds the sender's"
	fi
	body=$(sed -E '/^(Whole-file|Signed-off-by):/d' <<<"$body")
	grep -qE '^(---|diff -|Index: )' <<<"$body" && die "$what" \
		"git am would end its text at the line: $(grep -m1 -E '^(---|diff -|Index: )' <<<"$body")" \
		"indent that line: git -C $TREE rebase -i base (reword)"

	path=$(tgit diff-tree -r --no-commit-id --numstat --no-renames "$commit" | awk '$1 == "-" { print $3 }')
	[ -z "$path" ] || die "$what" "binary: $path" "a series for mail and quilt holds text alone: take it out"
	while read -r _ mode _ blob status path; do
		case $path in *[!A-Za-z0-9._/+,@=-]*) die "$what" "a name with odd characters: $path" "rename it" ;; esac
		[ -z "${owner[$path]:-}" ] ||
			die "$what" "it changes $path, which \"${owner[$path]}\" replaces whole" \
				"move that change there: git -C $TREE rebase -i base"
		case $status in
		A)
			case $mode in 100644 | 100755) ;; *)
				die "$what" "$path is no plain file" "take it out" ;;
			esac
			under_overlay "$path" || die "$what" "$path is new and lies in none of: ${OVERLAY_DIRS[*]}" \
				"move it into one of these, or widen OVERLAY_DIRS in maint/series.sh"
			! tgit cat-file -e "$base:$path" 2>/dev/null ||
				die "$what" "$path is in the base, an earlier commit deletes it and this one adds it anew" "make it one change"
			if [ -n "${grows[$path]:-}" ]; then
				plain+=("$path")
				continue
			fi
			new+=("$path")
			;;
		*)
			if grep -qxF -e "$path" <<<"$wholes"; then
				[ "$status" = M ] || die "$what" "Whole-file: $path, and the commit does not change it but: $status" "take the trailer out"
				under_overlay "$path" || die "$what" "Whole-file: $path lies in none of: ${OVERLAY_DIRS[*]}" "take the trailer out"
				[ -z "${diffed[$path]:-}" ] || die "$what" "Whole-file: $path, and \"${diffed[$path]}\" changes it by a diff" \
					"fold that change into this commit"
				whole+=("$path")
			else
				diffed[$path]=$subject
				plain+=("$path")
				continue
			fi
			;;
		esac
		owner[$path]=$subject
		mkdir -p "$stage/$(dirname "$path")"
		tgit cat-file blob "$blob" >"$stage/$path"
		[ "$mode" = 100644 ] || chmod +x "$stage/$path"
	done < <(tgit diff-tree -r --no-commit-id --no-renames --raw --no-abbrev "$commit")
	[ $((${#new[@]} + ${#whole[@]} + ${#plain[@]})) -gt 0 ] ||
		die "$what" "it changes nothing" "git -C $TREE rebase -i base (drop)"
	for path in $wholes; do
		[ -n "${owner[$path]:-}" ] || die "$what" "Whole-file: $path, and the commit does not change that file" \
			"take the trailer out: git -C $TREE rebase -i base (reword)"
	done
	for path in "${new[@]}"; do fields+="New-file: $path"$'\n'; done
	for path in "${whole[@]}"; do
		fields+="Whole-file: $path $(tgit rev-parse "$base:$path" | cut -c1-12)"$'\n'
	done
	{
		printf 'Subject: %s\n%s' "$subject" "$fields"
		[ -z "$body" ] || printf '\n%s\n' "$body"
		[ ${#plain[@]} = 0 ] || {
			printf '\n'
			tgit --literal-pathspecs diff-tree -p --no-commit-id -r "${DIFF[@]}" "$commit" -- "${plain[@]}"
		}
	} >"$stage/patches/$name"
}

under_overlay() {
	local dir
	for dir in "${OVERLAY_DIRS[@]}"; do
		case $1 in "$dir"/*) return ;; esac
	done
	return 1
}

# keep_comments NAME...: a series file of these names, with the comments of the old one. A comment stood between patches
# before it and patches after it: it comes where the fewest of these are on its other side, and not where another comment
# is if there is a choice. Of new names there, it lets pass as many as patches are gone from before it, as a patch that
# has another subject now has a new name.
keep_comments() {
	local old=$ROOT/patches/series
	[ -f "$old" ] || old=/dev/null
	printf '%s\n' "$@" | sed '/^$/d' | awk -v names=$# '
		NR <= names { name[NR] = $0; kept[$0] = 1; next }
		/^#|^$/ {
			if (!comment)
				gone[++comments] = missing
			comment = 1
			text[comments] = text[comments] $0 "\n"
			next
		}
		{ after[$0] = comments; missing = kept[$0] ? 0 : missing + 1; comment = 0 }
		END {
			place = -1
			for (c = 1; c <= comments; c++) {
				last = place
				best = wrong = place = 0
				for (i = 1; i <= names; i++) {
					if (!(name[i] in after))
						continue
					wrong += after[name[i]] < c ? -1 : 1
					if (wrong < best || (wrong == best && place == last)) {
						best = wrong
						place = i
					}
				}
				while (gone[c]-- > 0 && place < names && !(name[place + 1] in after))
					place++
				before[place + 1] = before[place + 1] text[c]
			}
			for (i = 1; i <= names; i++)
				printf "%s%s\n", before[i], name[i]
			printf "%s", before[names + 1]
		}' - "$old"
}
