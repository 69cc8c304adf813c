#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='what ed does, or does not tell'
. "$(dirname "$0")/lib.sh"

kernel_init

# An ed script from stdin, on MAINTAINERS
script() {
	fresh &&
	edit it.ed &&
	step it <<-\EOT
	ed it.ed MAINTAINERS
	EOT
}

test_expect_success 'the first command that fails ends it, and nothing is kept' '
	script <<-\EOT &&
	/^S:/d
	/^nowhere/d
	/^M:/d
	EOT
	refuses && said it.step:5 it.ed MAINTAINERS
'

test_expect_success 'the failing command is named' '
	script <<-\EOT &&
	/^S:/d
	/^nowhere/d
	EOT
	refuses && grep "it.ed:2\|line 2\|nowhere" err
'

test_expect_success 'g// without a match has no effect' '
	script <<-\EOT &&
	g/^nowhere/d
	EOT
	refuses && said it.step:5 it.ed MAINTAINERS
'

test_expect_success 'an edit that changes nothing in the end' '
	script <<-\EOT &&
	/^S:/s/Maintained/X/
	s/X/Maintained/
	EOT
	refuses && said it.step:5 it.ed
'

test_expect_success 'no shell, no other file, no reading' '
	echo secret >"$TRASH/secret" &&
	while read -r line
	do
		printf "1s/^/x/\n%s\n" "$line" | script &&
		refuses && said it.step:5 it.ed &&
		test ! -e "$TRASH/ran" && test ! -e linux/ran || return 1
	done <<-EOT
	!touch $TRASH/ran
	r !touch $TRASH/ran
	w !touch $TRASH/ran
	r $TRASH/secret
	w $TRASH/ran
	e $TRASH/secret
	E $TRASH/secret
	f $TRASH/secret
	r /etc/passwd
	EOT
'

test_expect_success 'what a script writes on its own goes nowhere' '
	printf "1s/^/x/\nw ran\nW ran2\n" | script &&
	respin apply demo | cat &&
	test ! -e ran && test ! -e ran2 && test ! -e linux/ran &&
	no_path ran && nothing_left_over
'

test_expect_success 'quitting early keeps nothing' '
	for quit in q Q wq
	do
		printf "1s/^/x/\n%s\n" $quit | script &&
		refuses && said it.step:5 it.ed || return 1
	done
'

test_expect_success 'an insertion that is never ended' '
	script <<-\EOT &&
	/^S:/a
	text
	EOT
	refuses && said it.step:5 it.ed
'

test_expect_success 'a script without a newline at its end' '
	printf "/^S:/d" | script &&
	applies && is "$(changed_lines)" "-S:	Maintained"
'

test_expect_success 'an empty script' '
	printf "" | script &&
	refuses && said it.step:5 it.ed
'

test_expect_success 'bytes are kept: CR, NUL-free binary, no newline at the end' '
	git -C linux checkout -q -b bytes &&
	printf "a\r\nb\377\nS:\tx\nlast" >linux/MAINTAINERS && kernel_commit bytes &&
	script <<-\EOT &&
	/^S:/s/x/y/
	EOT
	if respin apply demo
	then
		show MAINTAINERS >got && printf "a\r\nb\377\nS:\ty\nlast" >want &&
		{ cmp got want || { echo >>want && cmp got want; }; }
	else
		said it.step:5 it.ed MAINTAINERS
	fi &&
	git -C linux checkout -q main
'

test_expect_success 'white space at the end of an added line' '
	printf "/^S:/a\nQ:\tx \n.\n" | script &&
	if respin apply demo
	then
		false
	else
		said it.step:5 it.ed MAINTAINERS
	fi
'

test_expect_success 'what a waiver let through is not remembered without it' '
	cp root/series/demo/it.step kept &&
	echo "waive ed WHITESPACE \"it is a test\"" >>root/series/demo/it.step && applies &&
	cp kept root/series/demo/it.step && refuses && said it.step:5 it.ed
'

test_done
