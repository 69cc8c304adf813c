#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='export: files of every kind come back'
. "$(dirname "$0")/lib.sh"
. "$TESTS/mail.sh"

kernel_init
mkdir -p linux/odd
seq 1 50 >linux/odd/text
seq 1 50 | sed 's/$/\r/' >linux/odd/crlf
for i in 1 2 3; do seq 1 300 | sed 's/^/\x00\xff/'; done >linux/odd/binary
printf 'a\nb' >linux/odd/noeol
printf 'caf\351\nna\357ve\n' >linux/odd/latin1
printf 'x\n' >linux/odd/x
ln -s text linux/odd/link
kernel_commit odd

# put <path>: an overlay that replaces nothing
put() { mkdir -p "root/kernel-overlay/demo/$(dirname "$1")" && cat >"root/kernel-overlay/demo/$1"; }
overlays() {
	unposted && step one <<<"overlay $1" && put "$1" && applies && posts && comes_back
}

test_expect_success 'a file with CRLF: new, and in two patches one after the other' '
	printf "a\r\nb\r\n" | overlays odd/new &&
	has $mbox "=0D" &&
	unposted &&
	step one <<-\EOT && step two <<-\EOT2 &&
	ed crlf1.ed odd/crlf
	EOT
	ed crlf2.ed odd/crlf
	EOT2
	printf "3s/\$/x/\n" | edit crlf1.ed &&
	printf "4s/\$/y/\n" | edit crlf2.ed &&
	applies &&
	posts &&
	comes_back
'

test_expect_success 'a lone CR, and a last line that ends with it' '
	printf "a\rb\r\nc\r" | overlays odd/new
'

test_expect_success 'files without a last newline' '
	printf "a\nb" | overlays odd/new
'

test_expect_success 'an empty file' '
	overlays odd/empty </dev/null
'

test_expect_success 'bytes that are not UTF-8' '
	printf "caf\351\n" | overlays odd/new &&
	has $mbox "caf=E9" &&
	unposted &&
	step one <<-\EOT &&
	delete odd/latin1
	EOT
	applies &&
	posts &&
	comes_back
'

test_expect_success 'a binary file: new, changed, deleted' '
	head -c 3000 linux/odd/binary | overlays odd/new &&
	has $mbox "GIT binary patch" &&
	unposted &&
	step one <<-\EOT &&
	delete odd/binary
	EOT
	applies &&
	posts &&
	comes_back
'

test_expect_success 'NUL bytes where git does not look for them' '
	{ seq 1 5000 && printf "\0\0x\0\n"; } | overlays odd/new
'

test_expect_success 'lines beyond 998 bytes' '
	printf "%5000s\n" x | tr " " w | overlays odd/new &&
	test "$(LC_ALL=C wc -L <$mbox)" -le 998
'

test_expect_success 'content that looks like mail or patch' '
	printf "From me\n-- \n---\n--- a/x\n+++ b/x\ndiff --git a b\nIndex: x\n.\n=20\n" |
		overlays odd/new
'

test_expect_success 'blanks at the ends of lines and of the file' '
	printf " \t \n\nx \n\t\n\n" | overlays odd/new
'

test_expect_success 'an executable' '
	unposted &&
	step one <<<"overlay odd/run" &&
	put odd/run <<<"#!/bin/sh" &&
	chmod +x root/kernel-overlay/demo/odd/run &&
	applies &&
	is "$(git -C linux ls-tree $tip odd/run | cut -c1-6)" 100755 &&
	posts &&
	comes_back
'

test_expect_success 'files that are renamed, with edits and without' '
	unposted &&
	step two <<-\EOT &&
	rename odd/text odd/other
	ed     other.ed odd/other
	EOT
	step three <<-\EOT &&
	rename odd/binary odd/binary2
	EOT
	edit other.ed <<-\EOT &&
	$a
	more
	.
	EOT
	applies &&
	posts &&
	has $mbox "rename to odd/other" &&
	comes_back
'

test_expect_success 'odd file names' '
	for name in "sp ace" "quo\"te" "é" "a->b" "-dash" "--" "it\x27s" "From me" "x@y"
	do
		unposted &&
		echo one >root/series/demo/series &&
		printf "a: b\n---\noverlay \"odd/%s\"\n" "${name//\"/\\\"}" >root/series/demo/one.step &&
		put "odd/$name" <<<"hello" &&
		applies &&
		posts && comes_back || return 1
	done
'

test_done
