#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='trees of every kind'
. "$(dirname "$0")/lib.sh"

kernel_init
git clone -q --bare linux bare.git
for i in 1 2 3; do
	echo $i >>linux/MAINTAINERS
	kernel_commit "more $i"
done

one() {
	fresh &&
	step one <<-\EOT
	delete Documentation/locks.rst
	EOT
}

test_expect_success 'a bare repository' '
	one && tree=bare.git applies &&
	git -C bare.git cat-file -e $tip~1 &&
	! git -C bare.git cat-file -e $tip:Documentation/locks.rst
'

test_expect_success 'a linked worktree: its HEAD, the common refs' '
	one &&
	git -C linux worktree add -q --detach ../linked HEAD~2 &&
	tree=linked applies &&
	is "$(at $tip~1)" "$(at main~2)" &&
	git -C linux worktree remove linked
'

test_expect_success 'a subfolder of the tree' '
	one && tree=linux/kernel/locking applies && at $tip
'

test_expect_success 'a shallow clone' '
	one &&
	git clone -q --depth 1 "file://$PWD/linux" shallow &&
	git -C shallow config user.name "A U Thor" &&
	tree=shallow applies &&
	is "$(git -C shallow rev-list --count $tip)" 2
'

test_expect_success 'a partial clone is told what to fetch' '
	one &&
	git -C linux config uploadpack.allowFilter true &&
	git clone -q --filter=blob:none --no-checkout "file://$PWD/linux" partial &&
	tree=partial status 128 respin apply demo &&
	said partial "fetch --refetch" &&
	! git -C partial rev-parse -q --verify $tip
'

test_expect_success 'a tree that is no kernel' '
	one &&
	git init -q other && echo x >other/Makefile &&
	git -C other add . && git -C other commit -qm x &&
	tree=other status 128 respin apply demo &&
	said kernel &&
	is "$(git -C other for-each-ref | wc -l)" 1
'

test_expect_success 'a folder that is no repository, or does not exist' '
	one && mkdir plain &&
	tree=plain status 128 respin apply demo && said plain &&
	tree=nowhere status 128 respin apply demo && said nowhere
'

test_expect_success 'a repository without a commit' '
	one && git init -q empty &&
	tree=empty status 128 respin apply demo && said HEAD
'

test_expect_success 'a base that does not exist, or is no commit' '
	one &&
	fails 128 apply demo --onto v9.9 && said v9.9 &&
	fails 128 apply demo --onto main:MAINTAINERS && said MAINTAINERS
'

test_expect_success 'a branch that is checked out, here or in a worktree, before any work' '
	one &&
	objects() { git -C linux count-objects; } &&
	objects >objects.before &&
	fails 128 apply demo --branch main && said main linux &&
	git -C linux worktree add -q -b busy ../busy &&
	fails 128 apply demo --branch busy && said busy &&
	objects >objects.after && cmp objects.before objects.after &&
	git -C linux worktree remove busy
'

test_expect_success 'a branch that a worktree is in the middle of rebasing' '
	one &&
	git -C linux worktree add -q -b rebasing ../rebasing main~1 &&
	(cd rebasing && echo r >>MAINTAINERS && git commit -qam r) &&
	! git -C rebasing rebase -q main &&
	fails 128 apply demo --branch rebasing && said rebasing &&
	git -C rebasing rebase --abort && git -C linux worktree remove rebasing
'

test_expect_success 'a branch name that git would not take' '
	one &&
	for name in "a b" -x .x a..b a.lock "a~1" HEAD ""
	do
		fails "128|129" apply demo --branch "$name" || return 1
	done
'

test_expect_success 'a branch that is in the way of the folder, or the other way round' '
	one && git -C linux branch respin &&
	fails 128 apply demo && said respin &&
	git -C linux branch -D respin
'

test_expect_success 'a locked branch' '
	one && mkdir -p linux/.git/refs/heads/respin && : >linux/.git/refs/heads/$tip.lock &&
	fails 128 apply demo && said $tip &&
	rm linux/.git/refs/heads/$tip.lock
'

test_expect_success 'alternates and packs' '
	one && git clone -q --shared linux borrowing &&
	tree=borrowing applies &&
	git -C linux repack -adq && applies
'

test_expect_success 'a work tree in the middle of a merge, an index that is locked' '
	one && : >linux/.git/index.lock && echo "$(at main)" >linux/.git/MERGE_HEAD &&
	applies && rm linux/.git/index.lock linux/.git/MERGE_HEAD
'

test_done
