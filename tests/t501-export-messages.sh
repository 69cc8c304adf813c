#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='export: messages that mail or git am would change'
. "$(dirname "$0")/lib.sh"
. "$TESTS/mail.sh"

kernel_init

w() { printf "%$1s" | tr ' ' w; }
# refused <step> <line> <words>, after posts_not
names() { said "root/series/demo/$1.step:$2: error: step $1, line $2 of the message" "$3"; }

test_expect_success 'lines that end a message are refused, with their line' '
	unposted &&
	also "a: b\n\nbefore\ndiff --git a/g b/g\n-1\n+Z\n" &&
	also "a: b\n\ndiff -u\n" &&
	also "a: b\n\nIndex: foo\nrest\n" &&
	also "a: b\n\n--- a/x\n+++ b/x\n" &&
	applies &&
	posts_not &&
	names s1 4 "diff --git a/g b/g" &&
	names s2 3 "diff -u" &&
	names s3 3 "Index: foo" &&
	names s4 3 "--- a/x"
'

test_expect_success 'lines that only look like it survive' '
	unposted &&
	also "a: b\n\n----\n---x\n ---\n--\n+++ b/x\n*** a/x\n@@ -1 +1 @@\n-x\n" &&
	also "a: b\n\ndifferent\nIndex:foo\nindex: foo\n  diff --git a/g b/g\n\tIndex: foo\n" &&
	also "a: b\n\n-- >8 --\nGIT binary patch\nliteral 0\n\n# comment\n.\n..\n" &&
	also "a: b\n\n a | 2 ++\n 1 file changed\n\nbase-commit: 1234\n" &&
	also "commit 0123456789012345678901234567890123456789\n\ncommit 0123456789012345678901234567890123456789\n" &&
	survive
'

test_expect_success 'a line that begins with From survives, as =46rom' '
	unposted &&
	also "a: b\n\nx\nFrom 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\ny\n" &&
	also "a: b\n\nFrom 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\n" &&
	also "a: b\n\nx\n>From me\n>>From me\nFrom\nFrom: me\n" &&
	survive &&
	has $mbox "=46rom 0123456789012345678901234567890123456789 Mon Sep 17" \
		"Content-Transfer-Encoding: quoted-printable" "=3EFrom me" "=3E>From me"
'

test_expect_success 'first lines that look like headers survive' '
	unposted &&
	for line in "From: X <x@y>" "from: x" "Subject: [PATCH] foo" "SUBJECT:\tx" \
		"Date: Mon, 1 Jan 2001 00:00:00 +0000" "[PATCH] foo" "Cc: x@y" \
		"Message-Id: <x@y>" "In-Reply-To: <x>" "MIME-Version: 1.0" "X-Y: z" \
		"Content-Type: text/plain; charset=latin1" "Fixes: 123456789012 (\"foo\")" \
		">From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001"
	do
		also "a: b\n\n$line\nrest\n" &&
		also "a: b\n\n$line\n continued\n\nSubject: again\n" || return 1
	done &&
	survive
'

test_expect_success 'subjects that lose their head are refused' '
	unposted &&
	also "[media] foo: bar\n" &&
	also "Re: foo\n" &&
	also "rE:foo\n" &&
	also ": foo\n" &&
	also "a  b\n" &&
	also "a\tb\n" &&
	also "first\nsecond\n\nbody\n" &&
	applies &&
	posts_not &&
	names s1 1 "[media] foo: bar" &&
	names s2 1 "Re: foo" &&
	names s3 1 "rE:foo" &&
	names s4 1 ": foo" &&
	names s5 1 "a  b" &&
	names s6 1 "a\\tb" &&
	names s7 2 "second"
'

test_expect_success 'subjects that only look like it survive' '
	unposted &&
	also "Revert \"a: b\"\n" &&
	also "a: [b] Re: c\n" &&
	also "[no end\n" &&
	also "a, <b>; \"c\" (d) e@f.g: h\\\\\\\\i\n" &&
	survive
'

test_expect_success 'long subjects are folded, and their first line is never empty' '
	unposted &&
	for n in 50 60 65 70 78 100 200 900 998 1000 5000
	do
		also "$(w $n)\n" && also "a: $(w $n) and more\n" || return 1
	done &&
	survive &&
	! grep -n "^[A-Za-z-]*: *$" $mbox
'

test_expect_success 'subjects of many words are one line in ASCII, and lines of 76 when encoded' '
	words=$(printf "%150s" | sed "s/ / word/g") &&
	unposted &&
	also "a:$words\n" &&
	survive &&
	has $mbox "Subject: [PATCH] a:$words" &&
	unposted &&
	also "é:$words é\n" &&
	survive &&
	test "$(awk "/^From /,/^\$/" $mbox | wc -L)" -le 76 &&
	unposted &&
	also "a:$words$words\n" &&
	survive &&
	test "$(awk "/^From /,/^\$/" $mbox | wc -L)" -le 998
'

test_expect_success 'a long prefix and a long subject' '
	unposted &&
	also "a: $(w 65)\n" &&
	config "	prefix = PATCH RFC net-next a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p-q-r-s" &&
	applies &&
	posts -v 12 &&
	split outgoing/demo-v12.mbox &&
	is "$(header 0001 Subject)" \
		"[PATCH RFC net-next a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p-q-r-s v12] a: $(w 65)" &&
	comes_back outgoing/demo-v12.mbox
'

test_expect_success 'text that is not ASCII, and what looks like encoded words' '
	unposted &&
	also "Zoë: ünï\n\nböd¥ 日本語 😀\n" &&
	also "ascii then ünï and ascii\n\nbody\n" &&
	also "日本語テスト日本語テスト日本語テスト日本語テスト日本語テスト日本語テスト\n" &&
	also "=?UTF-8?q?foo?= bar\n\n=?UTF-8?q?foo?= =3D =\n" &&
	also "a =?utf-8?b?eHg=?= é =?\n" &&
	survive &&
	has $mbox "Content-Transfer-Encoding: 8bit" &&
	! awk "/^From /,/^\$/" $mbox | LC_ALL=C grep "[^ -~]"
'

test_expect_success 'long lines survive, and none on the way is beyond 998 bytes' '
	unposted &&
	for n in 997 998 999 1000 30000
	do
		also "a: b\n\n$(w $n)\n" || return 1
	done &&
	also "a: b\n\n$(printf "%600s" | sed "s/ /é/g")\n" &&
	survive &&
	test "$(LC_ALL=C awk "length > n { n = length } END { print n }" $mbox)" = 998
'

test_expect_success 'white space that git am strips is refused' '
	unposted &&
	also "a: b\n\nx \ny\n" &&
	also "a: b\n\nx\n\n\ny\n" &&
	also "a: b\n\n\ny\n" &&
	applies &&
	posts_not &&
	names s1 3 "x " &&
	names s2 5 "several blank lines" &&
	names s3 3 "several blank lines"
'

test_expect_success 'characters that git repairs are refused' '
	unposted &&
	also "a: b\n\nx\357\277\276y\n" &&
	applies &&
	posts_not &&
	names s1 3 "\\xef\\xbf\\xbe"
'

test_expect_success 'what else is odd survives' '
	unposted &&
	also "a: b\n\n\001\002\033[31m \177x\n" &&
	also "a: \033[31m\177 b\n" &&
	also "a:\fb\v\n\nx\f\n\f\n\v\n\fFrom: x <y@z>\n" &&
	also "\357\273\277a: b\n\n\357\273\277From: x <y@z>\n" &&
	also "a: \342\200\256abc\342\200\254\n\n\314\201x\314\201\n\302\240\n" &&
	also "From me\n\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\n--x--\n" &&
	also "Index: foo\n\nbegin 644 x\n#0V%%T\nend\n" &&
	also "a: b\n\n  x\n\ty  z\n" &&
	also "a: b\n" &&
	also "a: b\n\ntext\n\n[x: note\n more]\nFixes: ?\nMessage-ID: <x@y>\nTested-by: B <b@c> (Documentation)\nSigned-off-by: A <a@b>\nCc: stable@vger.kernel.org # 5.0+\n" &&
	survive
'

test_expect_success 'every line at fault is told at once' '
	unposted &&
	also "[a] b\nc\n\ndiff -u\nx \ny\n" &&
	applies &&
	posts_not "s1.step:1:" "s1.step:2:" "s1.step:4:" "s1.step:5:"
'

test_expect_success 'below a From: line the places are right as well' '
	unposted &&
	also "From: Zoë <z@x>\n\na: b\n\nIndex: x\n" &&
	applies &&
	posts_not "s1.step:5: error: step s1, line 3 of the message" "Index: x"
'

test_done
