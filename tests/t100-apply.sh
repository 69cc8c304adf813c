#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='apply: commits, messages, ids, and the one branch'
. "$(dirname "$0")/lib.sh"

kernel_init

two_steps() {
	fresh &&
	step one <<-\EOT &&
	delete Documentation/locks.rst
	EOT
	step two <<-\EOT
	rename kernel/locking/rwsem.h kernel/locking/rwsem-xadd.h
	EOT
}

test_expect_success 'every step is a commit, and the branch points at the last' '
	two_steps &&
	applies &&
	is "$(git -C linux rev-list --count main..$tip)" 2 &&
	is "$(at $tip~2)" "$(at main)" &&
	is "$(git -C linux log --format=%s -2 $tip)" "demo: Do two
demo: Do one"
'

test_expect_success 'index, work tree and all other refs are left alone' '
	two_steps &&
	git -C linux tag keep &&
	echo dirty >>linux/MAINTAINERS &&
	echo mine >linux/untracked &&
	others() { snapshot | grep -v "[[:blank:]]refs/heads/$tip$\|[[:blank:]]refs/respin/"; } &&
	others >before &&
	applies &&
	others >after &&
	diff -u before after &&
	nothing_left_over &&
	git -C linux checkout MAINTAINERS &&
	rm linux/untracked
'

test_expect_success 'the message is what stands above the first ---, to the letter' '
	fresh &&
	echo one >root/series/demo/series &&
	printf "a: Subject  with two blanks\n\nbody\n\n  indented\n# no comment\n\n\nlast: é\n---\ndelete MAINTAINERS\n" \
		>root/series/demo/one.step &&
	applies &&
	sed "/^---/,\$d" root/series/demo/one.step >want &&
	git -C linux cat-file commit $tip | sed "1,/^\$/d" >got &&
	diff -u want got
'

test_expect_success 'the user is author and committer, a second a step after the base' '
	two_steps &&
	applies &&
	is "$(git -C linux log -1 --format="%an <%ae> %at %cn <%ce> %ct" $tip)" \
		"A U Thor <author@example.org> 1600000002 A U Thor <author@example.org> 1600000002" &&
	is "$(git -C linux log -1 --format="%at %ct" $tip~1)" "1600000001 1600000001"
'

test_expect_success 'a From: line above the subject names another author' '
	two_steps &&
	sed -i "1i From: Zoë (X), \"q\" z <zoe@example.org>\n" root/series/demo/two.step &&
	applies &&
	is "$(git -C linux log -1 --format="%an <%ae>, %cn" $tip)" \
		"Zoë (X), \"q\" z <zoe@example.org>, A U Thor" &&
	is "$(git -C linux log -1 --format=%s $tip)" "demo: Do two"
'

test_expect_success 'signoff = true adds the sign-off, once' '
	two_steps &&
	printf "[series]\n\tsignoff = true\n" >root/series/demo/config &&
	sed -i "s/^---\$/\nSigned-off-by: A U Thor <author@example.org>\n---/" \
		root/series/demo/two.step &&
	applies &&
	message $tip~1 | grep -v "^\$" | tail -n 1 >got &&
	is "$(cat got)" "Signed-off-by: A U Thor <author@example.org>" &&
	is "$(message | grep -c Signed-off-by)" 1
'

test_expect_success 'the same input gives the same ids, with caches and without' '
	two_steps &&
	applies && first=$(at $tip) &&
	applies && is "$(at $tip)" "$first" &&
	rm -rf linux/.git/respin &&
	git -C linux update-ref -d refs/heads/$tip &&
	applies && is "$(at $tip)" "$first"
'

test_expect_success 'a changed series moves the branch' '
	two_steps &&
	applies && first=$(at $tip) &&
	sed -i "s/Because/As/" root/series/demo/two.step &&
	applies &&
	test "$(at $tip)" != "$first" &&
	is "$(at $tip~1)" "$(at "$first~1")"
'

test_expect_success '--onto takes any revision' '
	two_steps &&
	git -C linux tag -am tagged v1 &&
	echo more >>linux/MAINTAINERS && kernel_commit more &&
	applies && is "$(at $tip~2)" "$(at main)" &&
	applies --onto v1 && is "$(at $tip~2)" "$(at v1^0)" &&
	applies --onto HEAD~1 && is "$(at $tip~2)" "$(at v1^0)" &&
	applies --onto "$(git -C linux rev-parse --short v1^0)" &&
	is "$(at $tip~2)" "$(at v1^0)"
'

test_expect_success '--branch, then series.branch, then respin/<series>' '
	two_steps &&
	printf "[series]\n\tbranch = work/demo\n" >root/series/demo/config &&
	applies && at work/demo && ! at $tip &&
	applies --branch other && is "$(at other)" "$(at work/demo)"
'

test_expect_success 'a branch that holds somebody else'\''s commits is not moved' '
	two_steps &&
	git -C linux branch topic main &&
	git -C linux update-ref refs/heads/topic \
		"$(git -C linux commit-tree -p main -m mine main^{tree})" &&
	fails 128 apply demo --branch topic &&
	said topic
'

test_expect_success 'a branch that was moved since is not overwritten' '
	two_steps &&
	applies &&
	git -C linux update-ref refs/heads/$tip \
		"$(git -C linux commit-tree -p $tip -m mine $tip^{tree})" &&
	sed -i "s/Because/As/" root/series/demo/two.step &&
	fails 128 apply demo &&
	said $tip
'

test_expect_success 'the root is found upward, the tree is where one stands' '
	two_steps &&
	applies && want=$(at $tip) && fresh_branch=$tip &&
	git -C linux update-ref -d refs/heads/$tip &&
	mkdir -p root/a/b &&
	(cd root/a/b && "$RESPIN" -C "$TRASH/linux" apply demo) &&
	is "$(at $tip)" "$want" &&
	git -C linux update-ref -d refs/heads/$tip &&
	(cd linux/kernel && "$RESPIN" --root ../../root apply demo) &&
	is "$(at $tip)" "$want" &&
	status 128 env -C / "$RESPIN" -C "$TRASH/linux" apply demo
'

test_expect_success 'a step that leaves the tree as it was is no step' '
	fresh &&
	step nothing <<-\EOT &&
	# only a comment
	EOT
	refuses && said nothing.step
'

test_expect_success 'stdout has the result, stderr the rest' '
	two_steps &&
	applies &&
	test -s out &&
	grep "$(git -C linux rev-parse --short=12 $tip)" out
'

test_expect_success 'renormalizing, filters and hooks of the user change nothing' '
	two_steps &&
	applies && want=$(at $tip) &&
	git -C linux config core.autocrlf true &&
	git -C linux config commit.gpgsign true &&
	git -C linux config commit.template /nowhere &&
	git -C linux config i18n.commitEncoding latin1 &&
	git -C linux update-ref -d refs/heads/$tip &&
	rm -rf linux/.git/respin &&
	applies && is "$(at $tip)" "$want"
'

test_done
