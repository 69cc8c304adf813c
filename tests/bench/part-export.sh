# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# part-export - writing a proved posting, against git format-patch, which proves nothing
. tests/bench/made.sh

begin export 3 <<EOT
## export: a proved posting against git format-patch

The $steps steps of rwsem-rework, and 1,000 commits that each add a file. \`respin export\` ends with the
proof: the mbox is taken apart, plain \`git am\` applies it to the base in a scratch repository, and every
commit that comes of it is compared. What was proved is remembered, mail by mail (docs/adr/0005):

- *at first*: nothing is known; every mail is proved, and every diff made;
- *again*: the same commits once more;
- *one reworded*: the message of a step in the middle is another one, and so are the cover letter, the
  ids of all commits after it and the Message-IDs of all mails; that one mail is proved, and the thread split.

\`git format-patch\` writes and proves nothing; so the last rows have it followed by the \`git am\` that
would have to prove it.

EOT
unpost() {
	inside update-ref -d "refs/respin/posting/$1/v1"
	inside update-ref -d "refs/respin/posting-base/$1/v1"
	rm -rf "$work/tree.git/respin/postings" "$work/outgoing" "$work/patches"
}
# export_as <name> <root> <series>
export_as() {
	measure "$1" "$RESPIN" -C "$work/tree.git" --root "$2" export "$3" -v 1 --force -o "$work/outgoing"
}
# both <name> <root> <series> <step to reword> <round>
both() {
	local step=$2/series/$3/$4.step
	unpost "$3" && rm -rf "$work/tree.git/respin/known" &&
	measure "format-$1" git -C "$work/tree.git" format-patch -q -o "$work/patches" \
		"base..respin/$3" &&
	export_as "first-$1" "$2" "$3" && export_as "again-$1" "$2" "$3" &&
	sed -i "0,/^---/s/^---/Reworded in round $5.\n---/" "$step" &&
	root=$2 respin apply "$3" --onto base >"$work/apply.out" && export_as "reworded-$1" "$2" "$3"
}
proved() {
	git -C "$work/linux" checkout -q --detach base &&
	git -C "$work/linux" update-index -q --refresh &&
	measure "am-$1" sh -c 'rm -rf "$2" && git -C "$1" format-patch -q -o "$2" "base..respin/$3" &&
		git -C "$1" am -q "$2"/*' sh "$work/linux" "$work/patches" "$2"
}

made 1000 && rm -rf "$work/rework" && mkdir "$work/rework" &&
cp -r series semantic-patches kernel-overlay "$work/rework" &&
root=$work/made-1000 respin apply made --onto base >"$work/made.out" || return
for ((i = 0; i < rounds; i++)); do
	both series "$work/rework" rwsem-rework implement-locking-scheme "$i" &&
	proved series rwsem-rework &&
	both 1000 "$work/made-1000" made s500 "$i" || return
	test $i != 0 || proved 1000 made || return
done
{
	ratio_head
	ratio "$steps commits, again" again-series format-series 1.5
	ratio "$steps commits, one reworded" reworded-series format-series 1.5
	ratio "$steps commits, at first" first-series format-series 1.5
	ratio '1,000 commits, again' again-1000 format-1000 1.5
	ratio '1,000 commits, one reworded' reworded-1000 format-1000 1.5
	ratio '1,000 commits, at first' first-1000 format-1000 1.5
	ratio "$steps commits, at first; git am too" first-series am-series ''
	ratio '1,000 commits, at first; git am too (one round)' first-1000 am-1000 ''
} >>"$work/export.md"
