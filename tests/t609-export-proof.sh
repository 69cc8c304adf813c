#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='export: the proof sees what does not come back'
. "$(dirname "$0")/lib.sh"
. "$TESTS/mail.sh"

real=$(command -v git)
kernel_init
mkdir shims

# git <word>: after the real one, the script does its damage in the reader's place
git_that() {
	cat >script &&
	cat >shims/git <<-EOT &&
	#!/bin/sh
	case " \$* " in
	*" $1 "*) ;;
	*) exec $real "\$@" ;;
	esac
	. $PWD/script
	EOT
	chmod +x shims/git
}
refused() { PATH=$PWD/shims:$PATH posts_not "$@"; }

wait_for_am() {
	local i
	for ((i = 0; i < 100; i++)); do
		test -z "$(find -L linux/.git/respin/tmp -name started)" || return 0
		sleep 0.1
	done
	return 1
}

test_expect_success 'a series to be proved' '
	two_steps && applies && at $tip >tip
'

test_expect_success 'another message' '
	git_that am <<-EOT &&
	$real "\$@" && $real commit -q --amend --allow-empty -m "demo: Do two" -m "because"
	EOT
	refused "two.step" "patch 2" "message" "Because it has to be done." "because"
'

test_expect_success 'another tree' '
	git_that am <<-EOT &&
	$real "\$@" && echo "/* more */" >>kernel/locking/lock_events.h &&
	$real commit -q --amend -C HEAD kernel/locking/lock_events.h
	EOT
	refused "two.step" "patch 2" "tree" "$(at "$(cat tip)^{tree}")" "kernel/locking/lock_events.h"
'

test_expect_success 'another tree: a file that no patch touches, a mode, a file that is gone' '
	git_that am <<-EOT &&
	$real "\$@" && echo more >more && $real add -f more && $real commit -q --amend -C HEAD
	EOT
	refused "two.step" "patch 2" "tree" "in more" &&
	git_that am <<-EOT &&
	$real "\$@" && $real update-index --chmod=+x kernel/locking/lock_events.h &&
	$real commit -q --amend -C HEAD
	EOT
	refused "two.step" "patch 2" "tree" "in kernel/locking/lock_events.h" &&
	git_that am <<-EOT &&
	$real "\$@" && $real rm -q --cached kernel/locking/rwsem-xadd.h && $real commit -q --amend -C HEAD
	EOT
	refused "two.step" "patch 2" "tree" "in kernel/locking/rwsem-xadd.h"
'

test_expect_success 'another author, another date' '
	git_that am <<-EOT &&
	$real "\$@" && $real commit -q --amend -C HEAD --author="A U Other <author@example.org>" --date="@1600000002 +0000"
	EOT
	refused "two.step" "patch 2" "author" "A U Thor <author@example.org> 1600000002 +0000" "A U Other" &&
	git_that am <<-EOT &&
	$real "\$@" && $real commit -q --amend -C HEAD --date="@1600000002 +0100"
	EOT
	refused "two.step" "author" "1600000002 +0000" "1600000002 +0100"
'

test_expect_success 'another header' '
	git_that am <<-EOT &&
	$real "\$@" && $real -c i18n.commitEncoding=latin1 commit -q --amend -C HEAD
	EOT
	refused "two.step" "encoding" "latin1"
'

test_expect_success 'a commit too few, a commit too many' '
	git_that am <<-EOT &&
	$real "\$@" && $real reset -q --soft HEAD~1
	EOT
	refused "1 commits of 2 patches" &&
	git_that am <<-EOT &&
	$real "\$@" && $real -c user.name=R -c user.email=r@r commit -q --allow-empty -m more
	EOT
	refused "3 commits of 2 patches"
'

test_expect_success 'git am fails: which patch, and what it says' '
	git_that am <<-EOT &&
	mkdir -p .git/rebase-apply && echo 2 >.git/rebase-apply/next
	echo "no more" >&2
	exit 1
	EOT
	refused "two.step" "patch 2" "git am fails" "no more"
'

test_expect_success 'the mbox falls into other pieces' '
	git_that mailsplit <<-EOT &&
	$real "\$@" >/dev/null; echo 4
	EOT
	refused "4 mails of 3"
'

test_expect_success 'interrupted: exit 130, and nothing is written or left' '
	git_that am <<-\EOT &&
	: >started
	exec sleep 20
	EOT
	rm -rf outgoing && snapshot >before &&
	{
		PATH=$PWD/shims:$PATH "$RESPIN" -C linux --root root export demo -o outgoing \
			>out 2>err &
	} &&
	pid=$! &&
	wait_for_am &&
	kill -INT $pid &&
	status 130 wait $pid &&
	test ! -e outgoing &&
	snapshot | diff -u before - &&
	nothing_left_over
'

test_expect_success 'killed: the next export works, and clears up' '
	{
		PATH=$PWD/shims:$PATH "$RESPIN" -C linux --root root export demo -o outgoing \
			>out 2>err &
	} &&
	pid=$! &&
	wait_for_am &&
	kill -KILL $pid &&
	{ wait $pid || :; } &&
	test ! -e outgoing &&
	posts &&
	comes_back &&
	nothing_left_over
'

test_done
