#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='export: authors and senders'
. "$(dirname "$0")/lib.sh"
. "$TESTS/mail.sh"

kernel_init

by() { also "From: $1\n\na: b\n\ntext\n"; }
# names <step> <words>..., after posts_not
names() {
	local step=$1
	shift
	grep "^root/series/demo/$step.step: error: step $step, .*author" err >line &&
	has line "$@"
}

test_expect_success 'the user alone is in the header, and nowhere else' '
	two_steps && applies && posts && split &&
	is "$(header 0002 From)" "A U Thor <author@example.org>" &&
	is "$(grep -c "^From: " mails/0002)" 1
'

test_expect_success 'another author stands above the message' '
	unposted &&
	by "Some One <some@one.org>" &&
	survive &&
	split &&
	is "$(header 0001 From)" "A U Thor <author@example.org>" &&
	sed "1,/^\$/d" mails/0001 | head -n 2 >got &&
	printf "From: Some One <some@one.org>\n\n" | diff -u - got
'

test_expect_success 'names with characters that mean something' '
	unposted &&
	for name in "Zoë" "Łukasz Ż" "Joe (Company)" "Jane \"JD\" Doe" "Doe, John" \
		"back\\\\slash" "Dr. No" "D. E. F" "Li" "[A] B" "semi; colon: x" "O\x27Neil" \
		"=?UTF-8?q?x?=" "=? x" "日本" "é, f" "é (g)" "=?UTF-8?q?x?= (z)" "x|y & z" \
		"Zoë (X), \"q r"
	do
		by "$name <z@example.org>" || return 1
	done &&
	survive &&
	! awk "/^From /,/^\$/" $mbox | LC_ALL=C grep "[^ -~]" &&
	git -C linux log --format=%an $tip >names &&
	has names "Joe (Company)" "Jane \"JD\" Doe" "Doe, John" "back\\slash" "Zoë (X), \"q r"
'

test_expect_success 'names that git am takes for something else are refused' '
	for name in "a@b c" "(paren)" "X  Y" "$(printf "%61s" | tr " " x)"
	do
		unposted &&
		by "$name <z@example.org>" &&
		applies &&
		posts_not &&
		names s1 "$name <z@example.org>" "comes back as" || return 1
	done
'

test_expect_success 'mail addresses that cannot be in a header are refused' '
	unposted &&
	by "Some One <é@example.org>" &&
	by "Some One <nobody>" &&
	by "Some One <a,b@c>" &&
	by "Mail System Internal Data <x@y>" &&
	applies &&
	posts_not &&
	names s4 "Internal Data" "git am skips" &&
	names s1 "é@example.org" "not ASCII" &&
	names s2 "nobody" "no mail address" &&
	names s3 "a,b@c" "quoting"
'

test_expect_success 'a sender whose name needs encoding and quoting' '
	two_steps &&
	git -C linux config user.name "Zoë (X), \"q r" &&
	applies &&
	posts &&
	comes_back &&
	! awk "/^From /,/^\$/" $mbox | LC_ALL=C grep "[^ -~]"
'

test_expect_success 'a sender without a mail address is told so' '
	two_steps &&
	git -C linux config user.name "A U Thor" &&
	git -C linux config user.email nobody &&
	applies &&
	posts_not "user.email" "nobody" &&
	git -C linux config --unset user.email
'

test_expect_success 'two authors are two in the cover letter' '
	two_steps &&
	sed -i "1i From: Zoë <z@example.org>\n" root/series/demo/one.step &&
	applies &&
	posts &&
	split &&
	body 0001 >text &&
	has text "A U Thor (1):" "Zoë (1):"
'

test_done
