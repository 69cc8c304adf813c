#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='import: what is not taken, and what is told'
. "$(dirname "$0")/lib.sh"
. "$TESTS/import.sh"

kernel_init
odd_base && odd_commits && git -C linux checkout -q --detach base || exit 1

test_expect_success 'what is no range, and what has no base' '
	bare &&
	fails 2 import base demo && said "no range" &&
	fails 2 import base...odd demo &&
	fails 2 import base..base demo && said "no commits" &&
	fails 128 import nothing..odd demo && said nothing &&
	fails 128 import --base base base..odd demo && said --base &&
	fails 128 import base..odd ../demo && said ../demo &&
	fails 128 import root demo && said "quilt" &&
	git -C linux checkout -q --orphan root && kernel_commit root && git -C linux checkout -q --detach base &&
	fails 2 import --any-committer base..root demo && said "no parent"
'

test_expect_success 'messages that a step cannot hold are named, or cleaned up' '
	for message in "a: b" "\na: b\n" "a: b\n\n" "a: b\n\nx  \n" "a: b\r\n" "a: \351\n"
	do
		bare && made "$message" &&
		fails 2 import base..made demo && said "$(at made | cut -c1-12)" "which a step cannot hold" || return 1
	done &&
	bare && made "a: b\n\n\nx  \r" && imports --cleanup base..made demo && said "cleaned up" &&
	printf "a: b\n\nx\n---\npatch    a-b.patch\n" >want &&
	sed "1,/^\$/d" root/series/demo/a-b.step | diff -u want - &&
	bare && made "a: \351\n" ISO-8859-1 && fails 2 import base..made demo && said ISO-8859-1 --cleanup &&
	imports --cleanup base..made demo && has root/series/demo/a.step "a: é" &&
	bare && made "a: b\0c\n" && fails 2 import base..made demo && said NUL &&
	bare && made "" && fails 2 import base..made demo && said empty
'

test_expect_success 'without a base they are not proved, and say so; with one that does not fit they are refused' '
	mails | sed "/^base-commit/d" >m.mbox &&
	bare && imports --keep-cr m.mbox demo && has out "not proved" --base &&
	gives odd~2 &&
	bare && imports --keep-cr --base base m.mbox demo && has out same && gives odd~2 &&
	bare && fails 2 import --base base~1 m.mbox demo && said "mail 1, " "lib: Edit it" "does not apply" lib/nums &&
	printf "base-commit: %040d\n" 1 >>m.mbox &&
	imports --keep-cr m.mbox demo && said "base-commit" "fetch it" && has out "not proved"
'

test_expect_success 'mails without a patch, out of order, of no date, and what is no mail' '
	git -C linux format-patch -q --stdout base..odd~23 >two.mbox &&
	bare &&
	{ cat two.mbox && printf "From x Mon Sep 17 00:00:00 2001\nFrom: A <a@b>\nSubject: Re: it\n\n> +x\n\nGood.\n"; } >m.mbox &&
	fails 2 import m.mbox demo && said "mail 3, " "it" "holds no patch" &&
	sed "s,1/2\],1/3],; s,2/2\],3/3]," two.mbox >m.mbox && imports --base base m.mbox demo &&
	said "number 3 of 3, after number 1" &&
	sed "s/^Date: .*/Date: soon/" two.mbox >m.mbox && bare && fails 2 import m.mbox demo && said "mail 1" soon &&
	echo nothing >m.mbox && fails 2 import m.mbox demo && said m.mbox patch
'

test_expect_success 'what was imported can be exported again' '
	bare && made "lib: Edit it\n\nWhy.\n" && imports base..made demo && applies --onto base -f -q &&
	status 0 respin export demo -o outgoing && imports -f outgoing/demo-v1.mbox demo &&
	has out same && gives made
'

test_expect_success 'quilt: what cannot be taken is named with its line' '
	quilted && bare && echo "more.patch -Z" >>quilt/patches/series &&
	echo "../../m.mbox" >>quilt/patches/series && echo "ab.patch -px" >>quilt/patches/series &&
	fails 2 import quilt/patches demo && said "series:9: error: option -Z" "series:10" "series:11" "ab" &&
	quilted && echo gone.patch >>quilt/patches/series &&
	fails 128 import quilt demo && said gone.patch &&
	quilted && echo text >quilt/patches/ab.patch && fails 2 import quilt demo && said "ab.patch holds no diff" &&
	quilted && sed -i "s/return/returm/" quilt/patches/ab.patch &&
	fails 2 import quilt demo && said "ab.patch: does not apply" kernel/sys.c &&
	fails 128 import --base nothing quilt demo
'

test_done
