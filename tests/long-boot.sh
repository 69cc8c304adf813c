#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='the classic kernel and each step boot, with two CPUs, through a lock torture'
. "$(dirname "$0")/lib.sh"

tarball=/usr/src/linux-source-6.1.tar.xz
test -f $tarball || skip_all "no $tarball"
command -v qemu-system-x86_64 >/dev/null || skip_all 'no qemu-system-x86_64'

test_expect_success 'the kernels to boot' '
	ln -s "$("$PROJECT/tools/kernel-tree")" tree.git &&
	"$RESPIN" -C tree.git --root "$PROJECT" apply classic-rwsem --onto main &&
	"$RESPIN" -C tree.git --root "$PROJECT" apply rwsem-rework --onto respin/classic-rwsem
'

# All in one run, so that each build starts from the one before; a test a commit.
commits=$(git -C tree.git rev-list --reverse main..respin/rwsem-rework)
for commit in $commits; do
	export commit
	title=$(git -C tree.git log -1 --format=%s "$commit")
	explain "$title"
	test_expect_success "$title" '
		status 0 "$TESTS/boot-torture" -b boot \
			-c "$PROJECT/series/targets/x86_64-boot.config" tree.git "$commit"
	'
done

test_done
