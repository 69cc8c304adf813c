#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='rwsem-rework on trees from before the rework: TREES="<dir>[:<rev>] ..."

Nothing of a tree is touched: each is borrowed from by a repository of the test.'
. "$(dirname "$0")/lib.sh"

test -n "${TREES-}" || skip_all 'TREES="<dir>[:<rev>] ..." names no tree'

number=0
for arg in $TREES; do
	dir=${arg%%:*} rev=HEAD
	test "$dir" = "$arg" || rev=${arg#*:}
	number=$((number + 1))
	mine=tree$number
	base=$(git -c safe.directory='*' -C "$dir" rev-parse --verify "$rev^{commit}")
	release=$(git -c safe.directory='*' -C "$dir" show "$base:Makefile" | awk '
		/^(VERSION|PATCHLEVEL|SUBLEVEL) =/ { v = v (v == "" ? "" : ".") $3 } END { print v }')
	export dir base mine

	test_expect_success "$release: every step applies" '
		git init -q --bare $mine &&
		git -c safe.directory="*" -C "$dir" rev-parse --path-format=absolute \
			--git-path objects >$mine/objects/info/alternates &&
		status 0 "$RESPIN" -C $mine --root "$PROJECT" apply rwsem-rework --onto "$base"
	'
	test_expect_success "$release: one commit a step" '
		is "$(git -C $mine rev-list --count "$base..respin/rwsem-rework")" \
			"$(grep -c "^[a-z][a-z-]*$" "$PROJECT/series/rwsem-rework/series")"
	'
	test_expect_success "$release: twice gives the same ids" '
		once=$(git -C $mine rev-parse respin/rwsem-rework) &&
		rm -rf $mine/respin &&
		git -C $mine update-ref -d refs/heads/respin/rwsem-rework &&
		status 0 "$RESPIN" -C $mine --root "$PROJECT" apply rwsem-rework --onto "$base" &&
		is "$(git -C $mine rev-parse respin/rwsem-rework)" "$once"
	'
	test_expect_success "$release: the posting comes back as the very same commits" '
		status 0 "$RESPIN" -C $mine --root "$PROJECT" export rwsem-rework -v 1 -o out$number &&
		ls out$number/*.mbox
	'
done

test_done
