#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='recipients: who is asked, why, and who is not'
. "$(dirname "$0")/lib.sh"
. "$TESTS/mail.sh"

prereq PERL 'no perl' perl -v

kernel_init

# Says what it was called with, and what is in the file says.txt of the base
mkdir -p linux/scripts
cat >linux/scripts/get_maintainer.pl <<-\EOT
	my $patch = do { local $/; <STDIN> };
	open(my $log, '>>', $ENV{ASKED}) or die;
	print $log "@ARGV\n" . ($patch =~ /^\+\+\+ /m ? "a patch\n" : "no patch\n");
	open(my $maintainers, '<', 'MAINTAINERS') or die;
	my ($name) = $patch =~ /^demo: Do (\w+)/;
	while (<$maintainers>) { print $1 if /^SAYS $name (.*\n)/; }
EOT
export ASKED=$TRASH/asked
printf '%s\n' 'SAYS one A Maintainer <am@example.org> (maintainer:LOCKS)' \
	'SAYS one Łukasz <l@example.org> (reviewer:LOCKS)' \
	'SAYS one list@example.org (open list:LOCKS (and more))' \
	'SAYS two A Maintainer <am@example.org> (maintainer:LOCKS)' \
	'SAYS two "Doe, John" <doe@example.org> (supporter:DOCS)' \
	'SAYS two gone@example.org (reviewer:DOCS)' >>linux/MAINTAINERS
printf 'SAYS bad \377 <x@y> (maintainer:X)\nSAYS bad ok@example.org (maintainer:X)\n' \
	>>linux/MAINTAINERS
kernel_commit says

test_expect_success PERL 'every patch is asked about, without guesses from history' '
	two_steps &&
	applies &&
	status 0 respin recipients demo &&
	printf -- "--no-tree --no-git --no-git-fallback --rolestats\na patch\n%.0s" 1 2 >want &&
	diff -u want asked
'

test_expect_success PERL 'all of them are kept with the series, with the reason' '
	cat >want <<-\EOT &&
	# SPDX-License-Identifier: GPL-2.0-only
	To: A Maintainer <am@example.org>	# maintainer:LOCKS
	Cc: Łukasz <l@example.org>	# reviewer:LOCKS
	Cc: list@example.org	# open list:LOCKS (and more)
	To: Doe, John <doe@example.org>	# supporter:DOCS
	Cc: gone@example.org	# reviewer:DOCS
	EOT
	diff -u want root/series/demo/recipients &&
	has out "To: A Maintainer <am@example.org>	# maintainer:LOCKS" &&
	said "5 added"
'

test_expect_success PERL 'every mail goes to all of them' '
	posts &&
	split &&
	for mail in 0001 0002 0003
	do
		is "$(header $mail To)" "A Maintainer <am@example.org>, \"Doe, John\" <doe@example.org>" &&
		is "$(header $mail Cc)" "=?UTF-8?B?xYF1a2Fzeg==?= <l@example.org>, list@example.org, gone@example.org" ||
		return 1
	done
'

test_expect_success PERL 'a second run adds what is new only, and what is dropped stays dropped' '
	sed -i "s/^Cc: gone@/Drop: GONE@/; /doe@/d; s/# reviewer:LOCKS/# a friend/" root/series/demo/recipients &&
	echo "To: me@example.org" >>root/series/demo/recipients &&
	config "	cc = l@example.org" &&
	applies &&
	status 0 respin recipients demo &&
	said "1 added" &&
	cat >want <<-\EOT &&
	# SPDX-License-Identifier: GPL-2.0-only
	To: A Maintainer <am@example.org>	# maintainer:LOCKS
	Cc: Łukasz <l@example.org>	# a friend
	Cc: list@example.org	# open list:LOCKS (and more)
	Drop: GONE@example.org	# reviewer:DOCS
	To: me@example.org
	To: Doe, John <doe@example.org>	# supporter:DOCS
	EOT
	diff -u want root/series/demo/recipients &&
	posts --force &&
	split &&
	is "$(header 0001 To)" "A Maintainer <am@example.org>, me@example.org, \"Doe, John\" <doe@example.org>" &&
	is "$(header 0001 Cc)" "l@example.org, list@example.org"
'

test_expect_success PERL 'an address of no use is named, and left out by force only' '
	unposted &&
	step bad <<-\EOT &&
	delete Documentation/locks.rst
	EOT
	applies &&
	status 1 respin recipients demo &&
	said "step bad" "\\xff <x@y>" &&
	test ! -e root/series/demo/recipients &&
	status 0 respin recipients demo --force &&
	has root/series/demo/recipients "ok@example.org" &&
	lacks root/series/demo/recipients "x@y"
'

test_expect_success PERL 'many of them: a warning' '
	for i in {1..20}; do echo "Cc: p$i@example.org"; done >root/series/demo/recipients &&
	status 0 respin recipients demo --force &&
	said "recipients: are all of them to be asked?"
'

test_expect_success 'lines that nobody can read are named' '
	two_steps &&
	applies &&
	printf "To: A <a@b>\nBcc: x@y\nCc: nobody\n" >root/series/demo/recipients &&
	fails 2 export demo -o outgoing &&
	said "recipients:2:" "Bcc: x@y" "recipients:3:" "nobody"
'

test_expect_success PERL 'a base without the script' '
	two_steps &&
	git -C linux rm -q scripts/get_maintainer.pl &&
	git -C linux commit -qm gone &&
	applies &&
	status 128 respin recipients demo &&
	said "scripts/get_maintainer.pl"
'

test_done
