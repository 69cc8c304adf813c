#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='export: a part of a series alone'
. "$(dirname "$0")/lib.sh"
. "$TESTS/mail.sh"

kernel_init

three_steps() {
	unposted &&
	for i in 1 2 3
	do
		also "demo: Do $i\n\nBecause.\n" || return 1
	done &&
	printf "part 0\ns1\ns2\n\npart later # the rest\ns3\n" >root/series/demo/series &&
	cover <<-\EOT &&
	demo: All of it

	Text.
	EOT
	applies
}

test_expect_success 'marks change nothing for the whole' '
	three_steps &&
	posts &&
	split &&
	is "$(cat count)" 4 &&
	is "$(git -C linux rev-list --count main..$tip)" 3 &&
	comes_back
'

test_expect_success 'the first part stands on the base' '
	three_steps &&
	printf "demo: The first part\n\nIts text.\n" >root/series/demo/cover-0 &&
	posts --part 0 &&
	has out "demo-part0 v1: 2 patches and a cover letter" &&
	is "$(cd outgoing && ls *.mbox)" demo-part0-v1.mbox &&
	split outgoing/demo-part0-v1.mbox &&
	is "$(header 0001 Subject)" "[PATCH 0/2] demo: The first part" &&
	is "$(header 0003 Subject)" "[PATCH 2/2] demo: Do 2" &&
	has mails/0001 "base-commit: $(at main)" "change-id: demo-part0-" &&
	lacks mails/0001 prerequisite &&
	git -C linux branch -f part "$tip~1" &&
	tip=part comes_back outgoing/demo-part0-v1.mbox &&
	is "$(at refs/respin/posting/demo-part0/v1)" "$(at $tip~1)"
'

test_expect_success 'the next one on the first, whose patches are prerequisites' '
	posts --part later &&
	split outgoing/demo-partlater-v1.mbox &&
	is "$(header 0001 Subject)" "[PATCH] demo: Do 3" &&
	has mails/0001 "base-commit: $(at main)" &&
	for commit in $tip~2 $tip~1
	do
		git -C linux diff-tree -p $commit | git -C linux patch-id --stable |
			sed "s/ .*//; s/^/prerequisite-patch-id: /" || return 1
	done >want &&
	grep "^prerequisite" mails/0001 | diff -u want - &&
	base=$tip~1 comes_back outgoing/demo-partlater-v1.mbox
'

test_expect_success 'a part has versions of its own' '
	sed -i "s/Because/Since/" root/series/demo/s2.step &&
	applies &&
	posts --part 0 &&
	has outgoing/demo-part0-v2.cover "Range-diff to v1:" &&
	status 0 respin range-diff demo v1..v2 --part 0 &&
	has out "+    Since." &&
	status 0 respin range-diff demo v2.. --part 0 &&
	is "$(grep -c "^[12]: .* = " out)" 2 &&
	fails 128 range-diff demo v1..v2
'

test_expect_success 'bad marks and unknown parts' '
	three_steps &&
	fails 2 export demo --part 7 -o outgoing &&
	said "series/demo/series" "no part 7" &&
	printf "part 0\ns1\npart 0\ns2\npart a b\ns3\n" >root/series/demo/series &&
	fails 2 apply demo &&
	said "series:3:" "begins twice" "series:5:" "a b"
'

test_done
