# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# part-export - writing a proved posting, against git format-patch, which proves nothing
. tests/bench/made.sh

begin export 3 <<EOT
## export: a proved posting against git format-patch

The $steps steps of rwsem-rework, and 1,000 commits that each add a file. \`respin export\` ends with the
proof: the mbox is taken apart, plain \`git am\` applies it to the base in a scratch repository, and every
commit that comes of it is compared. \`git format-patch\` writes and proves nothing; so the last row has
it followed by the \`git am\` that would have to prove it.

EOT
unpost() {
	inside update-ref -d "refs/respin/posting/$1/v1"
	inside update-ref -d "refs/respin/posting-base/$1/v1"
	rm -rf "$work/tree.git/respin/postings" "$work/outgoing" "$work/patches"
}
# both <name> <root> <series>
both() {
	unpost "$3" &&
	measure "format-$1" git -C "$work/tree.git" format-patch -q -o "$work/patches" \
		"base..respin/$3" &&
	measure "export-$1" "$RESPIN" -C "$work/tree.git" --root "$2" export "$3" -v 1 --force \
		-o "$work/outgoing"
}
proved() {
	git -C "$work/linux" checkout -q --detach base &&
	git -C "$work/linux" update-index -q --refresh &&
	measure "am-$1" sh -c 'rm -rf "$2" && git -C "$1" format-patch -q -o "$2" "base..respin/$3" &&
		git -C "$1" am -q "$2"/*' sh "$work/linux" "$work/patches" "$2"
}

made 1000 &&
root=$work/made-1000 respin apply made --onto base >"$work/made.out" || return
for ((i = 0; i < rounds; i++)); do
	both series "$PROJECT" rwsem-rework && proved series rwsem-rework &&
	both 1000 "$work/made-1000" made || return
	test $i != 0 || proved 1000 made || return
done
{
	ratio_head
	ratio "$steps commits" export-series format-series 1.5
	ratio '1,000 commits' export-1000 format-1000 1.5
	ratio "$steps commits, git am too" export-series am-series ''
	ratio '1,000 commits, git am too (one round)' export-1000 am-1000 ''
} >>"$work/export.md"
