#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='export: the mbox, its cover letter, its thread'
. "$(dirname "$0")/lib.sh"
. "$TESTS/mail.sh"

kernel_init

test_expect_success 'an mbox, a cover letter, and a line that says how to apply it' '
	two_steps &&
	applies &&
	posts &&
	is "$(ls outgoing | tr "\n" " ")" "demo-v1.cover demo-v1.mbox " &&
	has out "outgoing/demo-v1.mbox" "2 patches and a cover letter" "same trees" &&
	is "$(sed -n "s/^to apply it, on \(.*\):.*/\1/p" out)" "$(at main)" &&
	git clone -q linux clone && git -C clone checkout -q --detach origin/main &&
	sed -n "s/^to apply it, on [0-9a-f]*: *//p" out >line &&
	(mbox=$PWD/$mbox && cd clone && cp -r ../outgoing . && sh -e ../line) &&
	is "$(git -C clone rev-parse HEAD^{tree})" "$(at $tip^{tree})"
'

test_expect_success 'a cover letter that is not there any more goes' '
	config "	cover = never" &&
	posts --force &&
	is "$(ls outgoing)" demo-v1.mbox &&
	lacks out "cover"
'

test_expect_success 'without -o it goes to outgoing/ beside series/' '
	two_steps &&
	applies &&
	status 0 respin export demo &&
	has out "root/outgoing/demo-v1.mbox" &&
	test -s root/outgoing/demo-v1.mbox
'

test_expect_success 'git am gives the very same commits' '
	two_steps &&
	applies &&
	posts &&
	comes_back
'

test_expect_success 'subjects are numbered from the cover on' '
	two_steps &&
	applies &&
	posts &&
	split &&
	is "$(cat count)" 3 &&
	is "$(header 0001 Subject)" "[PATCH 0/2] demo: Move things about" &&
	is "$(header 0002 Subject)" "[PATCH 1/2] demo: Do one" &&
	is "$(header 0003 Subject)" "[PATCH 2/2] demo: Do two"
'

test_expect_success 'ten patches have numbers of two digits' '
	unposted &&
	for i in 1 2 3 4 5 6 7 8 9 10
	do
		step s$i <<-EOT || return 1
		overlay kernel/n$i.h
		EOT
		echo "/* $i */" | overlay kernel/n$i.h || return 1
	done &&
	applies &&
	posts &&
	split &&
	is "$(header 0001 Subject)" "[PATCH 01/10] demo: Do s1" &&
	is "$(header 0010 Subject)" "[PATCH 10/10] demo: Do s10" &&
	said "no cover letter"
'

test_expect_success 'the cover letter is what the fields say, to the letter' '
	two_steps &&
	applies &&
	posts &&
	split &&
	sed "1,/^\$/d" mails/0001 >got &&
	cat >want <<-EOT &&
	This series moves things about.

	A U Thor (2):
	  demo: Do one
	  demo: Do two

	 Documentation/locks.rst                   | 6 ------
	 kernel/locking/lock_events.h              | 2 ++
	 kernel/locking/{rwsem.h => rwsem-xadd.h}  | 0
	 kernel/locking/rwsem.c                    | 2 +-
	 4 files changed, 3 insertions(+), 7 deletions(-)
	 delete mode 100644 Documentation/locks.rst
	 create mode 100644 kernel/locking/lock_events.h
	 rename kernel/locking/{rwsem.h => rwsem-xadd.h} (100%)

	base-commit: $(at main)
	change-id: demo-$(printf "demo\nauthor@example.org" | sha256sum | cut -c1-12)

	EOT
	sed "s/  *|/ |/" got >got.narrow && sed "s/  *|/ |/" want >want.narrow &&
	diff -u want.narrow got.narrow
'

test_expect_success 'a patch mail is the message, the diffstat and the diff' '
	two_steps &&
	applies &&
	posts &&
	split &&
	sed "1,/^\$/d" mails/0003 >got &&
	cat >want <<-EOT &&
	Because it has to be done.
	---
	 Documentation/locks.rst      | 6 ------
	 kernel/locking/lock_events.h | 2 ++
	 2 files changed, 2 insertions(+), 6 deletions(-)
	 delete mode 100644 Documentation/locks.rst
	 create mode 100644 kernel/locking/lock_events.h

	EOT
	head -n 8 got | diff -u want - &&
	has got "index $(at main:Documentation/locks.rst)..0000000000000000000000000000000000000000"
'

test_expect_success 'a rename is a rename in the patch' '
	two_steps &&
	applies &&
	posts &&
	split &&
	has mails/0002 "rename from kernel/locking/rwsem.h" "rename to kernel/locking/rwsem-xadd.h"
'

test_expect_success 'there is one root, and all others reply to it' '
	two_steps &&
	applies &&
	posts &&
	split &&
	root=$(header 0001 Message-ID) &&
	is "$(header 0001 In-Reply-To)$(header 0001 References)" "" &&
	for mail in 0002 0003
	do
		is "$(header $mail In-Reply-To)" "$root" &&
		is "$(header $mail References)" "$root" || return 1
	done &&
	is "$(grep -ci "^message-id: <.*@example.org>$" all.mbox)" 3 &&
	is "$(grep -i "^message-id:" all.mbox | sort -u | wc -l)" 3
'

test_expect_success 'dates are those of the commits, the cover is a second earlier' '
	two_steps &&
	applies &&
	posts &&
	split &&
	is "$(header 0001 Date)" "Sun, 13 Sep 2020 12:26:40 +0000" &&
	is "$(header 0002 Date)" "Sun, 13 Sep 2020 12:26:41 +0000" &&
	is "$(header 0003 Date)" "Sun, 13 Sep 2020 12:26:42 +0000"
'

test_expect_success 'the prefix is of the config, RFC before it' '
	two_steps &&
	config "	prefix = PATCH-tip" &&
	applies &&
	posts --rfc &&
	split &&
	is "$(header 0001 Subject)" "[RFC PATCH-tip 0/2] demo: Move things about" &&
	is "$(header 0003 Subject)" "[RFC PATCH-tip 2/2] demo: Do two" &&
	comes_back
'

test_expect_success 'a prefix that git am would not take off is refused' '
	two_steps &&
	for prefix in "PATCH [x]" "a] b" ""
	do
		config "	prefix = $prefix" &&
		applies &&
		fails 2 export demo -o outgoing &&
		said "series.prefix" || return 1
	done &&
	config "	prefix = PÄTCH-tip" &&
	applies &&
	posts &&
	comes_back
'

test_expect_success 'a single patch has no cover, and carries the base itself' '
	unposted &&
	step one <<-\EOT &&
	delete Documentation/locks.rst
	EOT
	cover <<-\EOT &&
	demo: All of it

	Text.
	EOT
	applies &&
	posts &&
	split &&
	is "$(cat count)" 1 &&
	is "$(header 0001 Subject)" "[PATCH] demo: Do one" &&
	has $mbox "base-commit: $(at main)" &&
	comes_back &&
	config "	cover = always" &&
	applies &&
	posts --force &&
	split &&
	is "$(header 0001 Subject)" "[PATCH 0/1] demo: All of it" &&
	is "$(header 0002 Subject)" "[PATCH 1/1] demo: Do one" &&
	comes_back
'

test_expect_success 'cover = never: the first patch is the root' '
	two_steps &&
	config "	cover = never" &&
	applies &&
	posts &&
	split &&
	is "$(cat count)" 2 &&
	is "$(header 0001 In-Reply-To)" "" &&
	is "$(header 0002 In-Reply-To)" "$(header 0001 Message-ID)" &&
	has mails/0001 "base-commit: $(at main)" &&
	lacks mails/0002 base-commit &&
	comes_back
'

test_expect_success 'cover = always needs one; anything else is no value' '
	two_steps &&
	config "	cover = always" &&
	rm root/series/demo/cover &&
	applies &&
	fails 2 export demo -o outgoing &&
	said "series/demo/cover" &&
	config "	cover = maybe" &&
	applies &&
	fails 2 export demo -o outgoing &&
	said "series/demo/config" "maybe"
'

test_expect_success 'a cover letter that git am would take for a patch is refused' '
	two_steps &&
	cover <<-\EOT &&
	demo: Move

	diff --git a/x b/x
	EOT
	applies &&
	posts_not "cover:3" "diff --git a/x" &&
	printf "demo: Move\n\ncaf\351\n" >root/series/demo/cover &&
	posts_not "cover:3" "\\xe9" &&
	printf "\n\ntext\n" >root/series/demo/cover &&
	posts_not "cover:1" "no subject" &&
	printf "demo: Move\ntext\n" >root/series/demo/cover &&
	posts_not "cover:2" "text"
'

test_expect_success 'a template to begin with, which is not taken for a cover letter' '
	two_steps &&
	rm root/series/demo/cover &&
	applies &&
	status 0 respin cover demo &&
	is "$(cat out)" "$PWD/root/series/demo/cover" &&
	has root/series/demo/cover "  demo: Do one" " delete mode 100644 Documentation/locks.rst" &&
	posts_not "cover:1:" "cover:3:" "template" &&
	sed -i "1s/.*/demo: Move/; 3s/.*/Text./" root/series/demo/cover &&
	posts &&
	split &&
	is "$(header 0001 Subject)" "[PATCH 0/2] demo: Move" &&
	sed "1,/^\$/d" mails/0001 | head -n 3 >got &&
	printf "Text.\n\nA U Thor (2):\n" | diff -u - got &&
	fails 128 cover demo &&
	said "is there already"
'

test_expect_success 'change claims go below the --- and into the cover' '
	two_steps &&
	echo "change v2: reworded, as asked in review" >>root/series/demo/two.step &&
	echo "change v3: too early" >>root/series/demo/two.step &&
	applies &&
	posts -v 2 &&
	split outgoing/demo-v2.mbox &&
	is "$(header 0003 Subject)" "[PATCH v2 2/2] demo: Do two" &&
	sed "1,/^---\$/d" mails/0003 | head -n 4 >got &&
	printf "Changes in v2:\n- reworded, as asked in review\n\n" | cat - >want &&
	head -n 3 got | diff -u want - &&
	has mails/0001 "Changes in v2:" "- patch 2: reworded, as asked in review" &&
	lacks all.mbox "too early" &&
	said "two.step:8" "v3" &&
	comes_back outgoing/demo-v2.mbox
'

test_expect_success 'recipients are quoted and encoded, bad ones are named' '
	two_steps &&
	config "	to = Łukasz <l@x>
	to = \\\"Doe, John\\\" <d@e.f>
	cc = Jürgen <j@x>
	cc = linux-kernel@vger.kernel.org" &&
	applies &&
	posts &&
	split &&
	for mail in 0001 0002 0003
	do
		is "$(header $mail To)" "=?UTF-8?B?xYF1a2Fzeg==?= <l@x>, \"Doe, John\" <d@e.f>" &&
		is "$(header $mail Cc)" "=?UTF-8?B?SsO8cmdlbg==?= <j@x>, linux-kernel@vger.kernel.org" ||
		return 1
	done &&
	! sed "/^\$/q" mails/0001 | LC_ALL=C grep "[^ -~]" &&
	config "	to = a@b, c@d
	cc = nobody" &&
	applies &&
	fails 2 export demo -o outgoing &&
	said "series.to = a@b, c@d" "series.cc = nobody"
'

test_expect_success 'objects and refs of its own are written, nothing else' '
	two_steps &&
	applies &&
	snapshot >before &&
	posts &&
	snapshot | grep -v "refs/respin/posting/demo/v1$" >after &&
	diff -u before after &&
	is "$(at refs/respin/posting/demo/v1)" "$(at $tip)" &&
	thread | cmp - linux/.git/respin/postings/demo/v1.mbox &&
	nothing_left_over
'

test_expect_success 'not applied, edited, or moved since then: apply comes first' '
	two_steps &&
	fails 128 export demo -o outgoing &&
	said "apply" &&
	applies &&
	echo "# more" >>root/series/demo/two.step &&
	sed -i "s/has to/must/" root/series/demo/two.step &&
	fails 128 export demo -o outgoing &&
	said "apply" &&
	applies &&
	git -C linux update-ref refs/heads/$tip $tip~1 &&
	fails 128 export demo -o outgoing &&
	test ! -e outgoing &&
	fails 128 export demo -o outgoing --force
'

test_expect_success 'an edited result is exported by force only' '
	two_steps && applies &&
	edited=$(git -C linux commit-tree -p $tip~1 -m "demo: Do two by hand" "$tip^{tree}" </dev/null) &&
	git -C linux update-ref refs/heads/$tip $edited &&
	fails 128 export demo -o outgoing &&
	said "is not what respin made" "--force" &&
	posts --force && said "was edited" &&
	has $mbox "demo: Do two by hand" && comes_back
'

test_expect_success 'an output folder that cannot be written leaves the old mbox' '
	two_steps &&
	applies &&
	posts &&
	echo not a folder >file &&
	status 128 respin export demo -o file/below &&
	said "file/below" &&
	posts &&
	comes_back
'

test_expect_success 'usage' '
	fails 129 export &&
	fails 129 export demo more &&
	fails 129 export demo -v 0 &&
	fails 129 export demo -v -3 &&
	fails 129 export demo -v two &&
	fails 129 export demo --no-such-option
'

test_expect_success 'a bare repository, a linked worktree and a shallow clone' '
	two_steps &&
	git clone -q --bare linux bare.git &&
	git -C linux worktree add -q --detach ../linked &&
	git -C linux commit -q --allow-empty -m more && git -C linux reset -q --soft HEAD~1 &&
	git clone -q --depth 1 "file://$PWD/linux" shallow &&
	for tree in bare.git linked shallow
	do
		rm -rf outgoing && applies --branch try/$tree &&
		posts && mv outgoing/demo-v1.mbox $tree.mbox || return 1
	done &&
	cmp bare.git.mbox linked.mbox &&
	cmp bare.git.mbox shallow.mbox &&
	git -C linux worktree remove --force ../linked
'

test_done
