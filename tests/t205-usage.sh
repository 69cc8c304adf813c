#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='the command line'
. "$(dirname "$0")/lib.sh"

kernel_init
commands='apply check cover export range-diff recipients status'

run() { "$RESPIN" "$@" >out 2>err; }

test_expect_success '--help goes to stdout, names every command, and is no error' '
	status 0 run --help &&
	has out $commands && test ! -s err &&
	status 0 run -h
'

test_expect_success 'every command has --help, wherever one stands' '
	cd / &&
	for command in $commands
	do
		"$RESPIN" $command --help >"$TRASH/out" 2>"$TRASH/err" || return 1
		has "$TRASH/out" "respin" $command &&
		test ! -s "$TRASH/err" || return 1
	done
'

test_expect_success '--version' '
	status 0 run --version &&
	grep "^respin.*[0-9]\.[0-9]" out
'

test_expect_success 'no command, or one that does not exist' '
	status 129 run && test -s err && test ! -s out &&
	status 129 run aply demo && said aply
'

test_expect_success 'an option that does not exist, or lacks its value' '
	fresh && step one <<-\EOT &&
	delete MAINTAINERS
	EOT
	status 129 run --no-such-option apply demo && said no-such-option &&
	status 129 run -C linux --root root apply demo --no-such-option && said no-such-option &&
	status 129 run -C linux --root root apply demo --onto && said onto &&
	! at $tip
'

test_expect_success 'no series, or two' '
	status 129 run -C linux --root root apply && test -s err &&
	status 129 run -C linux --root root apply demo demo && test -s err
'

test_expect_success 'a number of jobs that is none' '
	for n in 0 -1 x 1x "" 99999999999
	do
		status 129 run -C linux --root root apply demo -j "$n" && said -j || return 1
	done
'

test_expect_success 'a value may stand right behind the letter of its option' '
	status 0 run -C linux --root root apply -qj2 -btopic demo && at topic &&
	git -C linux branch -q -D topic &&
	status 129 run -C linux --root root apply -jx demo && said "-j" &&
	status 129 run -C linux --root root apply -- -j2 demo
'

test_expect_success 'options before and after the series' '
	applies --onto HEAD && want=$(at $tip) &&
	status 0 run -C linux --root root apply --onto HEAD demo &&
	is "$(at $tip)" "$want"
'

test_expect_success 'no root' '
	status 128 run -C linux apply demo && said series &&
	status 128 run -C linux --root nowhere apply demo && said nowhere
'

test_expect_success 'standard error carries no escape sequences when it is a file' '
	respin apply demo &&
	! grep "$(printf "\033\|\r")" err
'

test_done
