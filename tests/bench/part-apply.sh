# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# part-apply - carrying the series out, against git am of the posting made of it

begin apply 5 <<EOT
## apply: the series against its own posting

rwsem-rework, $steps steps, on Linux 6.1 with the classic lock. git's side is \`git am\` of the
exported mbox in a work tree that is checked out and whose index is fresh; respin's is \`respin apply\`:
cold, with nothing remembered of any operation, and warm, a second time. Each starts with the branch away.

EOT
forget() {
	inside update-ref -d refs/heads/respin/rwsem-rework
	rm -rf "$work/tree.git/respin/memo"
}
am() { measure am git -C "$work/linux" am --empty=drop -q "$work/mbox"; }

inside update-ref -d refs/respin/posting/rwsem-rework/v1 &&
respin export rwsem-rework -v 1 --force -o "$work/outgoing" >"$work/export.out" &&
cp "$work/outgoing/rwsem-rework-v1.mbox" "$work/mbox" || return
for ((i = 0; i < rounds; i++)); do
	git -C "$work/linux" checkout -q --detach base &&
	git -C "$work/linux" update-index -q --refresh && am &&
	forget && measure apply-cold "$RESPIN" -C "$work/tree.git" --root "$PROJECT" \
		apply rwsem-rework --onto base &&
	inside update-ref -d refs/heads/respin/rwsem-rework &&
	measure apply-warm "$RESPIN" -C "$work/tree.git" --root "$PROJECT" \
		apply rwsem-rework --onto base || return
	test "$(inside rev-parse "respin/rwsem-rework^{tree}")" = \
		"$(git -C "$work/linux" rev-parse "HEAD^{tree}")" || {
		echo 'bench: the two results differ' >&2
		return 1
	}
done
{
	ratio_head
	ratio 'cold' apply-cold am 1.5
	ratio 'warm' apply-warm am 0.1
} >>"$work/apply.md"
