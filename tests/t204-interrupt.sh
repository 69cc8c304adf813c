#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='interrupted, killed, or twice at once: the old branch or the new one'
. "$(dirname "$0")/lib.sh"

kernel_init

{
	echo '// SPDX-License-Identifier: GPL-2.0-only'
	echo 'void slow(int x)'
	echo '{'
	echo '	foo(x);'
	for ((i = 0; i < 300; i++)); do
		printf '\tif (x == %d)\n\t\ta(%d);\n\telse\n\t\tb(%d);\n' $i $i $i
	done
	echo '	qux(x);'
	echo '	baz(x);'
	echo '}'
} >linux/lib/slow.c
kernel_commit slow

# A series that keeps spatch busy for long; what a kill leaves behind ends soon
slow() {
	fresh && rm -rf linux/.git/respin &&
	printf '[series]\n\tspatchTimeout = 2\n' >root/series/demo/config &&
	rule slow.cocci <<-\EOT &&
	@@
	expression e;
	@@
	- foo(e);
	+ bar(e);
	... when any
	  qux(e);
	... when any
	- baz(e);
	EOT
	step slow <<-\EOT
	cocci slow.cocci lib/slow.c
	EOT
}

# A series whose result depends on the word
quick() {
	fresh_series "$1" &&
	printf "@@ expression a, b; @@\n- stat_inc(a, b)\n+ %s(a, b)\n" "$1" | rule count.cocci &&
	printf "/^S:/s/\$/ %s/\n" "$1" | edit say.ed &&
	step one <<-\EOT &&
	cocci count.cocci kernel/locking/rwsem.c
	EOT
	step two <<-\EOT
	ed say.ed MAINTAINERS
	delete Documentation/locks.rst
	EOT
}
fresh_series() {
	rm -rf root && mkdir -p root/series/demo/edits root/semantic-patches/demo
}

for signal in INT TERM HUP; do
test_expect_success "SIG$signal stops children and changes nothing" '
	slow && snapshot >before &&
	start=$(date +%s%N) &&
	status 130 timeout --preserve-status -s '$signal' 0.7 \
		"$RESPIN" -C linux --root root apply demo 2>err &&
	test $(($(date +%s%N) - start)) -lt 3000000000 &&
	test -s err &&
	! pgrep -f "spatch.*$TRASH" &&
	snapshot >after && diff -u before after &&
	nothing_left_over
'
done

test_expect_success 'kill -9 at any time: the branch is old or new, and the next run is as ever' '
	git -C linux update-ref -d refs/heads/$tip &&
	quick red && applies && red=$(at $tip) &&
	quick blue && start=$(date +%s%N) && applies && blue=$(at $tip) &&
	whole=$((($(date +%s%N) - start) / 1000000)) &&
	git -C linux update-ref -d refs/heads/$tip &&
	quick red && applies && is "$(at $tip)" "$red" &&
	now=$red &&
	for i in $(seq 16)
	do
		if test $now = $red; then word=blue; else word=red; fi &&
		quick $word && rm -rf linux/.git/respin/memo cache &&
		{
			timeout -s KILL $((i * whole / 15000)).$(printf %03d $((i * whole / 15 % 1000))) \
				"$RESPIN" -C linux --root root apply demo >out 2>err || :
		} &&
		now=$(at $tip) &&
		{ test $now = $red || test $now = $blue; } || return 1
	done &&
	git -C linux fsck --no-dangling --no-reflogs &&
	quick red && applies && is "$(at $tip)" "$red" &&
	quick blue && applies && is "$(at $tip)" "$blue" &&
	nothing_left_over
'

test_expect_success 'the lock file of a ref that a killed run left is taken away' '
	quick red && applies && red=$(at $tip) && quick blue && applies && blue=$(at $tip) &&
	lock=linux/.git/refs/heads/$tip.lock &&
	for held in "" "$red"
	do
		quick red && git -C linux update-ref refs/heads/$tip $blue &&
		echo "$red refs/heads/$tip" >linux/.git/respin/setting-refs &&
		printf "%s" "$held" >$lock &&
		applies && is "$(at $tip)" "$red" && test ! -e $lock || return 1
	done
'

test_expect_success 'the lock file of somebody else is not' '
	quick red && applies && red=$(at $tip) && quick blue &&
	lock=linux/.git/refs/heads/$tip.lock &&
	: >$lock && status 128 respin apply demo && said "lock" && test -e $lock &&
	echo "$red refs/heads/$tip" >linux/.git/respin/setting-refs &&
	git -C linux rev-parse main >$lock &&
	status 128 respin apply demo && test -e $lock && is "$(at $tip)" "$red" &&
	rm $lock && applies
'

test_expect_success 'kill -9 while a rule is carried out leaves no process and no folder for long' '
	slow &&
	{ timeout -s KILL 0.7 "$RESPIN" -C linux --root root apply demo >out 2>err || : ; } &&
	quick red && applies &&
	nothing_left_over
'

test_expect_success 'two at once: one result' '
	git -C linux update-ref -d refs/heads/$tip &&
	quick red && rm -rf linux/.git/respin &&
	{ "$RESPIN" -C linux --root root apply demo >out1 2>err1 & } && first=$! &&
	{ "$RESPIN" -C linux --root root apply demo >out2 2>err2 & } && second=$! &&
	{ wait $first; rc1=$?; wait $second; rc2=$?; :; } &&
	cat err1 err2 &&
	case $rc1$rc2 in 00|0128|1280) ;; *) echo $rc1 $rc2; return 1 ;; esac &&
	want=$(at $tip) && applies && is "$(at $tip)" "$want" &&
	git -C linux fsck --no-dangling
'

test_expect_success 'a reader that goes away is no disaster' '
	quick red &&
	{ "$RESPIN" -C linux --root root apply demo 2>err | : ; } &&
	at $tip
'

test_expect_success 'output that cannot be written is an error' '
	quick red &&
	status 128 "$RESPIN" -C linux --root root apply demo >/dev/full
'

test_done
