# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# lib - what the parts of the benchmark share; sourced by run
#
# A part (part-<name>.sh) measures, by calls of
#
#	measure <name> <command>...
#
# one after the other, and prints its section of docs/benchmarks.md to the file
# $work/<part>.md. Folders: $work/tree.git is the kernel, with the branches main
# (as Debian has it), base (with the classic lock) and respin/rwsem-rework;
# $work/linux, a worktree of it at base, is where git am and make work.

RESPIN=$PROJECT/build/respin
export LC_ALL=C TZ=UTC

progress() { printf '%s\n' "$*" >&2; }

respin() { "$RESPIN" -C "$work/tree.git" --root "${root:-$PROJECT}" "$@" -q; }
inside() { git -C "$work/tree.git" "$@"; }

# A repository that borrows the objects of another, so that neither its refs nor
# what respin remembers are touched.
tree_make() {
	local from=${TREE-}
	test -n "$from" || from=$("$PROJECT/tools/kernel-tree") || return
	rm -rf "$work/tree.git" "$work/linux"
	inside() { git -C "$work/tree.git" "$@"; }
	git init -q --bare -b main "$work/tree.git" &&
	git -c safe.directory='*' -C "$from" rev-parse --path-format=absolute --git-path objects \
		>"$work/tree.git/objects/info/alternates" &&
	inside config user.name 'A U Thor' && inside config user.email author@example.org &&
	inside config gc.auto 0 && inside config maintenance.auto false || return
	if test -n "${TREE-}"; then
		inside update-ref refs/heads/base \
			"$(git -c safe.directory='*' -C "$from" rev-parse "${BASE:-HEAD}^{commit}")" || return
	else
		inside update-ref refs/heads/main "$(git -C "$from" rev-parse main)" &&
		respin apply classic-rwsem --onto main >&2 &&
		inside branch -q base respin/classic-rwsem || return
	fi
	respin apply rwsem-rework --onto base >&2 &&
	steps=$(inside rev-list --count base..respin/rwsem-rework) &&
	progress "checking $(inside ls-tree -r --name-only base | wc -l) files out" &&
	inside worktree add -q --detach "$work/linux" base
}

# measure <name> <command>...: seconds, CPU seconds and peak KiB, a line a time
measure() {
	local name=$1
	shift
	sync
	/usr/bin/time -q -a -o "$work/$name.times" -f '%e %U %S %M' "$@" >"$work/$name.out" 2>&1 || {
		echo "bench: $name:" >&2
		tail -n 20 "$work/$name.out" >&2
		return 1
	}
	progress "  $name: $(tail -n 1 "$work/$name.times" | awk '{ print $1 " s, CPU " $2 + $3 " s" }')"
}

# median <name> wall|cpu|kib
median() {
	awk -v what="$2" '{ print what == "wall" ? $1 : what == "cpu" ? $2 + $3 : $4 }' \
		"$work/$1.times" | sort -n |
		awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# ratio <what> <ours> <theirs> <aim>: a row of the table
ratio() {
	local a b c d spread
	a=$(median "$2" wall) b=$(median "$3" wall) c=$(median "$2" cpu) d=$(median "$3" cpu)
	# of the rounds that have both
	spread=$(paste -d' ' "$work/$2.times" "$work/$3.times" | awk '
		NF > 4 { r = $1 / ($5 > 0 ? $5 : 0.01); if (NR == 1 || r < low) low = r; if (r > high) high = r }
		END { printf low < 0.1 ? "%.3f–%.3f" : "%.2f–%.2f", low, high }')
	awk -v what="$1" -v a="$a" -v b="$b" -v c="$c" -v d="$d" -v spread="$spread" -v aim="$4" '
		function show(x) { return sprintf(x < 0.1 ? "%.3f" : "%.2f", x) }
		BEGIN {
			r = a / (b > 0 ? b : 0.01)
			printf "| %s | %.2f s | %.2f s | %s | %s | %s | %s%s |\n", what, a, b,
				show(r), spread, show(c / (d > 0 ? d : 0.01)), aim,
				aim == "" ? "" : r <= aim ? ", reached" : ", **not reached**"
		}' | sed 's/| \([0-9.]*\), /| ≤ \1, /'
}
ratio_head() {
	echo '| what | respin | git | ratio | lowest–highest | ratio of CPU times | aim |'
	echo '| --- | --- | --- | --- | --- | --- | --- |'
}

# The section of a part: what it printed, and where it was measured
section() {
	cat "$work/$1.md" &&
	printf '\nMeasured %s, respin %s, %s rounds, %s CPUs (%s), load before %s and after %s (1 min).\n' \
		"$(date +%F)" "$(git -C "$PROJECT" rev-parse --short=12 HEAD)" "$rounds" "$(nproc)" \
		"$(uname -m)" "$load" "$(cut -d' ' -f1 /proc/loadavg)"
}
# begin <part> <rounds>: its defaults, and its text from standard input
begin() {
	rounds=${ROUNDS:-$2} load=$(cut -d' ' -f1 /proc/loadavg)
	rm -f "$work"/*.times
	cat >"$work/$1.md"
}

# replace <part> <file> <section>: between its two marks
replace() {
	grep -q "^<!-- $1 -->" "$2" || printf '\n<!-- %s -->\n<!-- end of %s -->\n' "$1" "$1" >>"$2"
	awk -v first="<!-- $1 -->" -v last="<!-- end of $1 -->" -v section="$3" '
		$0 == last	{ skip = 0 }
		!skip		{ print }
		$0 == first	{ skip = 1; while ((getline line <section) > 0) print line }
	' "$2" >"$2.new" && mv "$2.new" "$2"
}
