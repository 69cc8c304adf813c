#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='cocci: steps that do not wait for judgements say and do what they did'
. "$(dirname "$0")/lib.sh"

kernel_init

cat >>linux/lib/string.c <<-\EOT

void guarded(struct rw_semaphore *sem)
{
	odd_guard(sem, x) {
		stat_inc(stat_guard, 1);
	}
}

void plain(void)
{
	stat_inc(stat_plain, 1);
}
EOT
kernel_commit guarded

count_events() {
	rule count-events.cocci <<-\EOT
	@@
	expression event, n;
	@@
	- stat_inc(event, n)
	+ lockevent_add(event, n)
	EOT
}
one() {
	count_events &&
	step one <<-\EOT
	cocci count-events.cocci kernel/locking/rwsem.c
	EOT
}
# It inserts again what it has inserted, without a word in its header
two() {
	step two <<-\EOT &&
	cocci wake.cocci kernel/locking/rwsem.c
	EOT
	rule wake.cocci <<-\EOT
	@@
	expression sem;
	@@
	  rwsem_clear_owner(sem);
	+ rwsem_wake(sem);
	EOT
}
# Half of it is skipped; that something is left is no surprise
skipped() {
	count_events &&
	step skipped <<-\EOT
	cocci count-events.cocci lib/string.c
	present lib/string.c stat_inc 1
	EOT
}
last() {
	step last <<-\EOT &&
	cocci none.cocci kernel/locking/rwsem.h
	EOT
	rule none.cocci <<-\EOT
	@@ @@
	- no_such_word();
	EOT
}

# Both ways from nothing: the same status, words and commits
alike() {
	local want=$1 was
	rm -rf linux/.git/respin/memo
	git -C linux update-ref -d "refs/heads/$tip"
	status "$want" respin apply demo -q -j 1 && cp err in-order && was=$(at "$tip" || :) || return
	rm -rf linux/.git/respin/memo
	git -C linux update-ref -d "refs/heads/$tip"
	status "$want" respin apply demo -q -j 4 && diff -u in-order err && is "$(at "$tip" || :)" "$was" &&
	nothing_left_over
}

test_expect_success 'a series that is sound' '
	fresh && one && step more <<-\EOT &&
	overlay kernel/more.h
	EOT
	echo "/* more */" | overlay kernel/more.h &&
	alike 0 && test ! -s err && at "$tip" &&
	is "$(find linux/.git/respin/memo -type f | wc -l)" 1
'

test_expect_success 'a warning comes once, in its place, and what it is about is not remembered' '
	fresh && two && one &&
	alike 0 && is "$(grep -c twice err)" 1 && said "two.step:5" &&
	is "$(find linux/.git/respin/memo -type f | wc -l)" 1 &&
	status 0 respin apply demo -q -j 4 && said "carried out twice"
'

test_expect_success 'of two faults the first is said, though it is found later' '
	fresh && one && skipped && last &&
	alike 2 && said "skipped.step:5" "skipped it" && lacks err last.step &&
	is "$(find linux/.git/respin/memo -type f | wc -l)" 1
'

test_expect_success 'a warning, and a fault in a later step' '
	fresh && two && last &&
	alike 2 && said "carried out twice" "last.step:5" "no_such_word" &&
	is "$(grep -n twice err | cut -d: -f1)" 1
'

test_done
