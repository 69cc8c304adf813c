#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='export: every reader sees the same mails, thread, subjects and authors'
. "$(dirname "$0")/lib.sh"
. "$TESTS/mail.sh"

prereq PYTHON 'no python3' python3 -c 'import mailbox, email'
prereq B4 'no b4' b4 --version
prereq MUTT 'no mutt, or no script' sh -c 'mutt -v && script --version'
prereq SNAIL 'no s-nail' s-nail -V
prereq SEND 'no git send-email' sh -c 'git send-email -h 2>&1 | grep -q dry-run'

kernel_init

subjects=(
	'[PATCH-tip v2 0/5] demo: All that is odd, and still has to be read by anybody who wants to'
	'[PATCH-tip v2 1/5] locking/qspinlock_stat: Introduce a generic lockevent counting APIs for all'
	'[PATCH-tip v2 2/5] Zoë: ünï'
	'[PATCH-tip v2 3/5] a: From lines'
	'[PATCH-tip v2 4/5] a: carriage returns and Latin-1'
	'[PATCH-tip v2 5/5] a: another author'
)

test_expect_success 'a posting with a bit of everything' '
	unposted &&
	config "	prefix = PATCH-tip
	to = Łukasz <l@example.org>
	cc = \\\"Doe, John\\\" <d@example.org>" &&
	cover <<-\EOT &&
	demo: All that is odd, and still has to be read by anybody who wants to

	A line with a = b and one é.

	From here on nothing follows.
	EOT
	also "locking/qspinlock_stat: Introduce a generic lockevent counting APIs for all\n\ntext\n" &&
	also "Zoë: ünï\n\nbödy\n" &&
	also "a: From lines\n\nFrom 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\n\nFrom me\n" &&
	also "a: carriage returns and Latin-1\n\ntext\n" &&
	printf "caf\351\r\n" | overlay kernel/n4.h &&
	also "From: Zoë <z@example.org>\n\na: another author\n\ntext\n" &&
	applies &&
	posts -v 2 &&
	mbox=outgoing/demo-v2.mbox &&
	comes_back $mbox &&
	thread $mbox >demo.mbox &&
	printf "%s\n" "${subjects[@]}" >want
'

test_expect_success SEND 'git send-email --dry-run, by the line that export prints' '
	options="--dry-run --to=x@example.org --confirm=never --suppress-cc=all --smtp-server=/bin/true" &&
	sed -n "s/^to send it: *//p" out | sed "s|git send-email|git -C linux send-email $options|" >line &&
	has line "$options --no-thread" &&
	TMPDIR=$PWD sh -e line >log 2>&1 &&
	is "$(grep -c "^Result: OK" log)" 6 &&
	sed -n "s/^Message-I[dD]: //p" log >got.ids &&
	sed -n "s/^Message-ID: //p" demo.mbox | diff -u - got.ids &&
	grep "^Subject: " log | sed "s/^Subject: //" >got &&
	sed -n "s/^Subject: //p" demo.mbox | diff -u - got
'

test_expect_success 'git mailsplit and mailinfo' '
	split demo.mbox &&
	for mail in mails/*
	do
		git mailinfo -k msg patch <$mail | sed -n "s/^Subject: //p" || return 1
	done >got &&
	diff -u want got
'

test_expect_success PYTHON 'Python' '
	cat >read.py <<-\EOT &&
	import email, email.policy, mailbox
	box = mailbox.mbox("demo.mbox", create=False)
	mails = [email.message_from_bytes(box.get_bytes(k), policy=email.policy.default) for k in box.keys()]
	root = mails[0]["Message-ID"]
	for mail in mails:
	    print(mail["Subject"])
	    assert not mail.defects, mail.defects
	    assert mail["From"].addresses[0].addr_spec == "author@example.org"
	    assert mail["To"].addresses[0].display_name == "Łukasz"
	    assert mail["Cc"].addresses[0].display_name == "Doe, John"
	    assert mail["In-Reply-To"] == (None if mail is mails[0] else root)
	    assert mail["Date"].datetime
	text = [mail.get_payload(decode=True).decode("latin1") for mail in mails]
	assert "a = b and one \u00c3\u00a9." in text[0] and "\nFrom here on" in text[0]
	assert text[3].startswith("From 0123456789"), text[3]
	assert "+caf\u00e9\r\n" in text[4], text[4]
	dates = [mail["Date"].datetime for mail in mails]
	assert dates == sorted(dates)
	EOT
	PYTHONIOENCODING=utf-8 python3 read.py >got &&
	diff -u want got
'

# What b4 0.12 writes anew has no transfer encoding any more: CR and lines that
# look like an mbox's are lost there. It has to find everything, though.
test_expect_success B4 'b4 am, from the file: cover, patches, order' '
	git clone -q linux clone &&
	mkdir -p series &&
	(cd clone && b4 am --no-cache -m ../demo.mbox -o ../series) 2>log &&
	has log "Analyzing 6 messages in the thread" "Total patches: 5" \
		"Base: using specified base-commit $(at main)" &&
	sed -n "s/^  \[PATCH v2 \(.*\)/[PATCH-tip v2 \1/p" log >got &&
	sed 1d want | diff -u - got &&
	has series/*.cover "A line with a = b and one é."
'

test_expect_success B4 'b4 am: git am takes what it makes' '
	unposted &&
	also "locking/qspinlock_stat: Introduce a generic lockevent counting APIs for all\n\ntext\n" &&
	also "Zoë: ünï\n\nbödy\nFrom me\n" &&
	also "From: Zoë <z@example.org>\n\na: another author\n\n\053 x\n" &&
	cover <<-\EOT &&
	demo: Three

	Text.
	EOT
	applies &&
	posts &&
	rm -rf series && mkdir series &&
	sed -n "s/^to read it:  \(.*\) -o . -m -/\1 --no-cache -o series -m -/p" out >line &&
	sh -e line &&
	git -C clone checkout -q -B b4 origin/main &&
	git -C clone am -q "$PWD"/series/*.mbx &&
	git -C linux log --format="%T %an %ae %s%n%b" main..$tip >want.log &&
	git -C clone log --format="%T %an %ae %s%n%b" origin/main..b4 >got.log &&
	diff -u want.log got.log
'

test_expect_success MUTT 'mutt: six mails, one thread' '
	cat >muttrc <<-\EOT &&
	set folder=. quit=yes move=no sort=threads charset=utf-8 ascii_chars=yes
	set index_format="{%C %s}"
	push "<quit>"
	EOT
	LC_ALL=C.UTF-8 TERM=vt100 timeout -k 1 10 script -qec \
		"stty cols 200 rows 50; mutt -R -n -F muttrc -f demo.mbox" screen </dev/null >/dev/null &&
	grep -ao "{[1-6] [^}]*}" screen >index &&
	is "$(sed -n "s/^{[2-6] [|\`]->\[PATCH-tip v2 \([1-5]\)\/5\].*/\1/p" index | tr -d "\n")" 12345 &&
	has index "{1 ${subjects[0]}" "${subjects[2]}" "${subjects[5]}"
'

test_expect_success SNAIL 's-nail: six mails' '
	is "$(s-nail -n -R -H -f demo.mbox </dev/null | wc -l)" 6
'

test_done
