#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='export: versions are kept, and stay what they are'
. "$(dirname "$0")/lib.sh"
. "$TESTS/mail.sh"

kernel_init

test_expect_success 'the same commits are the same version and the same bytes' '
	two_steps &&
	applies &&
	posts &&
	cp $mbox first &&
	posts &&
	is "$(ls outgoing/*.mbox)" $mbox &&
	cmp first $mbox &&
	posts -v 1 &&
	cmp first $mbox
'

test_expect_success 'other commits are the next version' '
	two_steps &&
	applies &&
	posts &&
	cp $mbox first &&
	sed -i "s/has to be/must be/" root/series/demo/two.step &&
	applies &&
	posts &&
	cmp first $mbox &&
	split outgoing/demo-v2.mbox &&
	is "$(header 0001 Subject)" "[PATCH v2 0/2] demo: Move things about" &&
	is "$(header 0003 Subject)" "[PATCH v2 2/2] demo: Do two" &&
	comes_back outgoing/demo-v2.mbox &&
	is "$(at refs/respin/posting/demo/v2)" "$(at $tip)"
'

test_expect_success 'no Message-ID is ever used twice' '
	test -s outgoing/demo-v2.mbox &&
	posts -v 3 --rfc &&
	posts -v 3 --rfc --resend &&
	is "$(cat outgoing/* | grep -ci "^message-id:")" 12 &&
	is "$(cat outgoing/* | grep -i "^message-id:" | sort -u | wc -l)" 12
'

test_expect_success 'a kept version is changed by force only' '
	two_steps &&
	applies &&
	posts &&
	cp $letter first &&
	sed -i "s/about/elsewhere/" root/series/demo/cover &&
	applies &&
	snapshot >before &&
	status 1 respin export demo -o outgoing &&
	said "v1" "--force" &&
	snapshot | diff -u before - &&
	cmp first $letter &&
	status 1 respin export demo -o outgoing -v 1 &&
	posts -v 1 --force &&
	! cmp first $letter &&
	posts -v 1 &&
	comes_back
'

test_expect_success 'a version may be skipped' '
	two_steps &&
	applies &&
	posts -v 7 &&
	is "$(cd outgoing && ls *.mbox)" demo-v7.mbox &&
	sed -i "s/has to be/must be/" root/series/demo/two.step &&
	applies &&
	posts &&
	is "$(cd outgoing && ls *.mbox | tr "\n" " ")" "demo-v7.mbox demo-v8.mbox "
'

test_expect_success 'sent again: the same text under other subjects and ids' '
	two_steps &&
	applies &&
	posts &&
	posts --resend &&
	split outgoing/demo-v1-resend.mbox &&
	is "$(header 0001 Subject)" "[RESEND PATCH 0/2] demo: Move things about" &&
	for i in 1 2 3
	do
		sed "1,/^\$/d" mails/000$i || return 1
	done >again &&
	split &&
	for i in 1 2 3
	do
		sed "1,/^\$/d" mails/000$i || return 1
	done >before &&
	diff -u before again &&
	comes_back outgoing/demo-v1-resend.mbox
'

test_expect_success 'only what was posted can be sent again' '
	two_steps &&
	applies &&
	status 1 respin export demo -o outgoing --resend &&
	said "nothing to send again" &&
	posts &&
	sed -i "s/has to be/must be/" root/series/demo/two.step &&
	applies &&
	status 1 respin export demo -o outgoing --resend &&
	said "nothing to send again"
'

test_expect_success 'a kept posting outlives a gc' '
	two_steps &&
	applies &&
	posts &&
	old=$(at $tip) &&
	sed -i "s/has to be/must be/" root/series/demo/two.step &&
	applies &&
	git -C linux reflog expire --expire=now --all &&
	git -C linux gc -q --prune=now &&
	git -C linux cat-file -e "$old"
'

test_done
