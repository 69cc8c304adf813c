#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='check: objects that a step says it does not change'
. "$(dirname "$0")/lib.sh"

kernel_init
cat >linux/kernel/locking/order.c <<'EOT'
// SPDX-License-Identifier: GPL-2.0-only
#include <linux/kernel.h>

const char *name_of(int x);
int order(int x);
static const char *const names[] = { "one", "two" };
static int calls;

static __attribute__((noinline)) int helper(int x)
{
	calls++;
	return x * 3;
}

const char *name_of(int x)
{
	return helper(x) > 5 ? names[1] : "another string";
}

int order(int x)
{
	switch (x) {
	case 0: return helper(x);
	case 1: return 17;
	case 2: return -4;
	case 3: return helper(7);
	case 4: return 1000;
	case 5: return x;
	}
	return name_of(x) != names[0];
}
EOT
echo 'obj-y += order.o' >>linux/kernel/locking/Makefile
kernel_commit 'functions to move'

verdict() { awk -v step="$1" -v n="$2" '$1 == step { print $(n + 1); exit }' out; }
start() { fresh && : >root/series/targets/x86_64-tiny.config; }
objects() {
	local want=$1
	shift
	status "$want" respin check --only objects demo "$@"
}
claim() { echo "unchanged objects" >>"root/series/demo/$1.step"; }

test_expect_success 'functions that move within their file are the same' '
	start && printf "/^int order(int x)$/;/^}/m/^const char .name_of(int x)$/-1\n" | edit move.ed &&
	echo "ed move.ed kernel/locking/order.c" | step move && claim move && applies &&
	objects 0 && is "$(verdict move 1)" pass
'

test_expect_success 'a comment, and lines that move, change nothing' '
	start && printf "1a\n/* one */\n\n/* two */\n.\n" | edit comment.ed &&
	echo "ed comment.ed kernel/locking/order.c" | step comment && claim comment && applies &&
	objects 0 && is "$(verdict comment 1)" pass
'

change() {	# <what> <ed command>
	start && printf '%s\n' "$2" | edit "$1.ed" &&
	echo "ed $1.ed kernel/locking/order.c" | step "$1" && claim "$1" && applies &&
	objects 1 && is "$(verdict "$1" 1)" fail
}

test_expect_success 'a constant: object, section and symbol are named' '
	change constant "/case 1/s/17/18/" &&
	has out "claimed unchanged: kernel/locking/order.o: .text.order: order: changed"
'
test_expect_success 'a string' '
	change string "/another/s/another/other/" && has out "name_of: changed"
'
test_expect_success 'the function that is called' '
	change callee "/helper(7)/s/helper/order/" && has out ": order: changed"
'
test_expect_success 'data' '
	change data "/static int calls/s/;/ = 3;/" && has out "calls"
'

test_expect_success 'without a claim: sizes, and no column where nobody asks' '
	start && printf "/^	calls++/a\n	calls *= x + 5;\n.\n" | edit grow.ed &&
	echo "ed grow.ed kernel/locking/order.c" | step grow && applies &&
	objects 0 && is "$(verdict grow 1)" pass &&
	has out "grow: objects x86_64-tiny: pass: add/remove: 0/0 grow/shrink: 1/0 up/down: " &&
	grep -E "^    Function +old +new +delta$" out && grep -E "^    helper +[0-9]+ +[0-9]+ +[+][0-9]+$" out &&
	grep -E "^    Total: Before=[0-9]+, After=[0-9]+, chg [+][0-9.]+%$" out &&
	status 0 respin check --only objects --json demo && has out "grow/shrink: 1/0 up/down:" &&
	has out "\"table\": \"Function " &&
	status 0 respin check demo && lacks out objects
'

test_expect_success 'a claim for some targets holds there, and the others have sizes' '
	start && : >root/series/targets/x86_64-b.config &&
	printf "/^	calls++/a\n	calls *= x + 5;\n.\n" | edit grow.ed &&
	{ echo "ed grow.ed kernel/locking/order.c" && echo "unchanged objects x86_64-b"; } | step grow && applies &&
	objects 1 --target x86_64-tiny,x86_64-b && is "$(verdict grow 1) $(verdict grow 2)" "pass fail" &&
	has out "grow: objects x86_64-tiny: pass: add/remove: 0/0 grow/shrink: 1/0" \
		"grow: objects x86_64-b: fail: claimed unchanged: kernel/locking/order.o: .text.helper: helper: changed"
'

test_expect_success 'the same tree twice, one build from nothing: no difference' '
	start && echo "delete Documentation/locks.rst" | step doc && claim doc && applies &&
	objects 0 && rm -rf cache && objects 0 --forget && is "$(verdict doc 1)" pass
'

test_expect_success 'what has the date and time of its compilation has always the same' '
	cp linux/kernel/locking/order.c order.c &&
	sed -i "s/another string/made on \" __DATE__ \", \" __TIME__ \"/" linux/kernel/locking/order.c &&
	kernel_commit dated && start && rm -rf cache &&
	echo "delete Documentation/locks.rst" | step doc && claim doc && applies &&
	objects 0 && is "$(verdict doc 1)" pass &&
	grep "made on Jan  1 1970, 00:00:00" cache/respin/linux-*/build/x86_64-tiny.objects/kernel/locking/order.o &&
	git -C linux reset -q --hard HEAD~1
'

test_expect_success 'a target that names the check makes the column appear' '
	echo "# respin: checks = build objects" >root/series/targets/x86_64-tiny.config &&
	status 0 respin check demo && has out "objects x86_64-tiny" &&
	lacks out sparse && is "$(verdict doc 3)" pass
'

test_expect_success 'a build that differs each time: nothing can be said, and that is said' '
	printf "%s\n" ".DEFAULT_GOAL := all" "\$(obj)/order.o: include/generated/time.h" \
		"include/generated/time.h:" "	@mkdir -p \$(@D)" \
		"	\$(Q)date +\"#define NOW 1%N\" >\$@" >>linux/kernel/locking/Makefile &&
	sed -i "/^#include/a #include <generated/time.h>
		s/return 17/return 17 + NOW/" linux/kernel/locking/order.c && kernel_commit unsteady &&
	start && printf "/^int down_read/;/^{/a\n	sem->count += 3;\n.\n" | edit change.ed &&
	echo "ed change.ed kernel/locking/rwsem.c" | step change && claim change && applies &&
	objects 0 && is "$(verdict change 1)" skip &&
	has out "objects cannot be compared: two builds of base differ: kernel/locking/order.o: .text.order: order: changed" &&
	objects 0 && is "$(verdict change 1)" skip && has out "two builds of base differ" &&
	sed -i "/^unchanged/d" root/series/demo/change.step && applies && objects 0 --forget &&
	is "$(verdict change 1)" skip
'

test_done
