#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='rebase, killed at every write: refs old or new, and either way is open'
. "$(dirname "$0")/lib.sh"

kernel_init
old=$(git -C linux rev-parse HEAD)
sed -i 's/^S:.*/S:	Supported/' linux/MAINTAINERS
kernel_commit base
new=$(git -C linux rev-parse HEAD)
site=$TRASH/linux/.git/respin/rebase/demo/respin-demo
prereq STRACE 'strace cannot be used here' strace -o /dev/null -e inject=rename:signal=SIGKILL:when=9 true

# What a write ends with: each one is tried. What else changes something, and the
# start of a git: there are many where a worktree goes, and the gaps between those
# that are tried grow.
calls='rename mkdir link unlink rmdir vfork clone3'
next() {
	if test "$1" = rename
	then
		n=$((n + 1))
	else
		n=$((n + 1 + n / 5))
	fi
}

fresh
step add <<-\EOT
overlay lib/new.c
EOT
echo "int new;" | overlay lib/new.c
step mail <<-\EOT
ed mail.ed MAINTAINERS
EOT
edit mail.ed <<-\EOT
/^S:	Maintained$/a
L:	list@example.org
.
EOT
step drop <<-\EOT
delete Documentation/locks.rst
EOT

# keep <name>, back <name>: the tree and the series as they are, to come back to
keep() { rm -rf "kept-$1" && mkdir "kept-$1" && cp -a linux root "kept-$1"; }
back() { rm -rf linux root && cp -a "kept-$1"/* .; }
refs() { git -C linux for-each-ref; }
finish_by_hand() {
	git -C "$site" checkout -q . && echo "L:	list@example.org" >>"$site/MAINTAINERS"
}
quiet() { status "$1" respin rebase demo -q --no-range-diff "${@:2}" >>log; }

# Kill it at the n-th of these calls; 1: it came to its end without
killed_at() {
	local rc=0
	ASAN_OPTIONS=detect_leaks=0 strace -o /dev/null -e inject="$1:signal=SIGKILL:when=$2" \
		"$RESPIN" -C linux --root root rebase demo -q "${@:3}" >out 2>err || rc=$?
	test $rc = 137
}
# The branch holds one of the two, and nothing is broken
whole() {
	is "$(at "$tip")" "$(cat was)" || is "$(at "$tip")" "$1"
}
# Carry it on to its end from wherever it was left; $1: how
to_the_end() {
	if test -e linux/.git/respin/rebase/demo/state
	then
		quiet "2|0" --continue || return
	elif is "$(at "$tip")" "$(cat was)" >/dev/null
	then
		quiet "2|0" --onto "$new" || return
	fi
	test ! -e linux/.git/respin/rebase/demo/state || "$@"
}
# Every point of a command: then to the end, and then back
# shellcheck disable=SC2086,SC2015 # $how is words
at_every_point() {
	local from=$1 want=$2 how=$3 call n points=0
	shift 3
	for call in $calls
	do
		for ((n = 1; ; ))
		do
			back "$from" && { killed_at "$call" $n "$@" || break; } &&
			points=$((points + 1)) &&
			whole "$want" && to_the_end $how && is "$(at "$tip")" "$want" &&
			test ! -e "$site" && test ! -e linux/.git/worktrees || { echo "$call $n: on"; return 1; }
			back "$from" && killed_at "$call" $n "$@"
			if test -e linux/.git/respin/rebase/demo/state
			then
				quiet 0 --abort && is "$(refs)" "$(cat refs-before)" || { echo "$call $n: back"; return 1; }
			fi &&
			whole "$want" && test ! -e "$site" && test ! -e linux/.git/worktrees || return 1
			next "$call"
		done
	done
	echo "$points points" && test $points -gt 10 && nothing_left_over
}

applies --onto "$old" && at "$tip" >was && refs >refs-before && keep start
quiet 2 --onto "$new" && keep stopped
quiet 0 --skip && skipped=$(at "$tip")
back stopped && finish_by_hand && keep edited
quiet 0 --continue && edited=$(at "$tip")

test_expect_success STRACE 'up to a conflict' '
	at_every_point start $skipped "quiet 0 --skip" --onto $new
'

test_expect_success STRACE 'from a conflict to the end, with a fixup' '
	at_every_point edited $edited false --continue
'

test_expect_success STRACE 'in giving it up' '
	for call in $calls
	do
		for ((n = 1; ; ))
		do
			back edited && { killed_at $call $n --abort || break; } &&
			is "$(at "$tip")" "$(cat was)" &&
			if test -e linux/.git/respin/rebase/demo/state
			then
				quiet 0 --abort
			fi &&
			is "$(refs)" "$(cat refs-before)" && test ! -e $site && test ! -e linux/.git/worktrees || return 1
			back edited && killed_at $call $n --abort
			if test -e linux/.git/respin/rebase/demo/state
			then
				quiet "2|0" --continue &&
				if test -e root/series/demo/fixups
				then
					is "$(at "$tip")" $edited
				else
					test -e $site/lib/new.c
				fi
			fi || { echo "$call $n: on"; return 1; }
			next "$call"
		done
	done
'

test_expect_success 'git is killed on its way to a worktree' '
	back start && quiet 2 --onto $new && admin=linux/.git/worktrees/respin-demo &&
	rm $admin/gitdir $admin/commondir && sed -i "s/^ready=.*/ready=false/" linux/.git/respin/rebase/demo/state &&
	quiet 2 --continue && test -e $site/lib/new.c && git -C $site status &&
	quiet 0 --abort && is "$(refs)" "$(cat refs-before)" && test ! -e linux/.git/worktrees
'

test_expect_success 'two at once: the second is told so' '
	back start && mkdir -p linux/.git/respin/rebase &&
	exec 8>linux/.git/respin/rebase/demo.lock && flock 8 &&
	status 128 respin rebase demo --onto $new && said "another respin"
'

test_done
