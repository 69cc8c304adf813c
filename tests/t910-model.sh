#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='the model of the count: what holds, what does not before handoff, and mistakes that are found'
. "$(dirname "$0")/lib.sh"
. "$TESTS/model.sh"

command -v spin >/dev/null || skip_all 'no spin'

title='exclusion, no lost wake-up, nobody between a handoff and its waiter'
for tasks in '2 1' '1 2'; do
	export tasks
	for scheme in '' -DNO_HANDOFF -DWAKE_ALL -DREADERS_SPIN; do
		export scheme
		# shellcheck disable=SC2016 # the body's
		test_expect_success "$title: $tasks $scheme" 'verify $tasks $scheme'
	done
done

test_expect_success 'whoever queues gets the lock' '
	verify_live 2 1 writer && verify_live 1 2 reader && verify_live 1 2 writer
'
test_expect_success 'and where the whole queue of readers is woken' '
	verify_live 2 1 writer -DWAKE_ALL && verify_live 1 2 reader -DWAKE_ALL
'
test_expect_success 'and where readers spin' '
	verify_live 2 1 writer -DREADERS_SPIN -DWAKE_ALL && verify_live 1 2 reader -DREADERS_SPIN
'
test_expect_success 'without handoff, writers that do not queue starve a writer and a reader' '
	starves 1 2 writer -DNO_HANDOFF && starves 1 2 reader -DNO_HANDOFF
'
test_expect_success 'without handoff, readers alone do not starve a writer' '
	verify_live 2 1 writer -DNO_HANDOFF && verify_live 2 1 writer -DNO_HANDOFF -DREADERS_SPIN
'
sleeps='invalid end state'
broken='assertion violated'

mistake() {
	export fault=FAULT_$1 tasks="$2" seen="$3"
	# shellcheck disable=SC2016 # the body's
	test_expect_success "a mistake: $4" 'finds "$seen" $tasks -D$fault'
}
mistake SKIP_WAITERS		'1 1' "$sleeps" 'a release does not look for waiters'
mistake NO_RECHECK		'1 1' "$sleeps" 'a reader queues, and does not look whether the lock is free'
mistake LATE_STATE		'1 1' "$sleeps" 'a writer says that it sleeps after it has looked'
mistake KEEP_HANDOFF		'1 1' "$broken" 'the last in the queue gives up, and the handoff bit stays'
mistake INHERIT_HANDOFF		'2 1' "$broken" 'the first gives up, and the next one has its handoff bit'
mistake STEAL_HANDOFF		'1 2' "$broken" 'a writer that does not queue ignores a handoff'
mistake QUEUED_IGNORES_HANDOFF	'1 2' "$broken" 'a writer further back in the queue ignores it'
mistake EARLY_GRANT		'1 1' "$broken" 'readers are let go before the count has them'

test_done
