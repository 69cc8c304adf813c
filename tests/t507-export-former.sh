#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='export: what a posting stands on, and what it was before'
. "$(dirname "$0")/lib.sh"
. "$TESTS/mail.sh"

kernel_init

test_expect_success 'the lines that say what it stands on are the last of the cover' '
	two_steps &&
	applies &&
	posts &&
	split &&
	tail -n 3 mails/0001 >got &&
	printf "base-commit: %s\nchange-id: demo-%s\n\n" "$(at main)" \
		"$(printf "demo\nauthor@example.org" | sha256sum | cut -c1-12)" | diff -u - got &&
	config "	change-id = 20190207-demo-1234" &&
	applies &&
	posts --force &&
	has $letter "change-id: 20190207-demo-1234"
'

test_expect_success 'commits that readers do not have are prerequisites' '
	two_steps &&
	printf "more\n" >>linux/MAINTAINERS && git -C linux commit -qam "prerequisite one" &&
	printf "more\n" >>linux/Kconfig && git -C linux commit -qam "prerequisite two" &&
	applies --onto HEAD &&
	posts --base main~2 &&
	split &&
	for commit in main~1 main
	do
		git -C linux diff-tree -p $commit | git -C linux patch-id --stable |
			sed "s/ .*//; s/^/prerequisite-patch-id: /" || return 1
	done >want &&
	grep "^prerequisite" mails/0001 >got &&
	diff -u want got &&
	has mails/0001 "base-commit: $(at main~2)" &&
	git -C linux commit-tree -m other "main^{tree}" >other &&
	status 1 respin export demo -o outgoing -v 2 --base "$(cat other)" &&
	said "no ancestor" &&
	posts -v 2 --base "$(cat other)" --force &&
	has outgoing/demo-v2.cover "base-commit: $(cat other)" &&
	status 128 respin export demo -o outgoing -v 2 --base no-such &&
	git -C linux reset -q --hard HEAD~2
'

test_expect_success 'the second version shows the difference to the first' '
	two_steps &&
	applies &&
	posts &&
	sed -i "s/do { } while (0)/((void)(x))/" root/kernel-overlay/demo/kernel/locking/lock_events.h &&
	echo "change v2: evaluate the argument" >>root/series/demo/two.step &&
	applies &&
	posts --former "<20190207-1@example.org>" &&
	split outgoing/demo-v2.mbox &&
	is "$(grep ^change-id: mails/0001)" "$(grep ^change-id: $letter)" &&
	has mails/0001 "Changes in v2:" "- patch 2: evaluate the argument" \
		"v1: https://lore.kernel.org/r/20190207-1@example.org" "Range-diff to v1:" &&
	grep "^[12]: " mails/0001 | cut -c 4- | sed "s/ *[0-9a-f]\{12\}//g" >got &&
	printf "%s\n" " = 1: demo: Do one" " ! 2: demo: Do two" | diff -u - got &&
	has mails/0001 "    -+#define lockevent_inc(x) do { } while (0)" \
		"    ++#define lockevent_inc(x) ((void)(x))" &&
	comes_back outgoing/demo-v2.mbox
'

test_expect_success 'respin range-diff compares any two' '
	status 0 respin range-diff demo v1..v2 &&
	has out "-+#define lockevent_inc(x) do { } while (0)" &&
	cp out first &&
	status 0 respin range-diff demo v1.. &&
	cmp first out &&
	status 0 respin range-diff demo v2..v2 &&
	lacks out "lockevent_inc" &&
	fails 128 range-diff demo v1..v3 &&
	fails 128 range-diff demo v1..main &&
	fails 129 range-diff demo v1 &&
	fails 129 range-diff demo
'

# heads: a line a pair, without commit ids
heads() { grep "^ *[0-9-]*: " out | sed "s/ *[0-9a-f]\{12\}//g; s/ *-\{12\}//g"; }
# lines <word>: thirty that have little to do with another word's
lines() { for i in {1..30}; do echo "/* $1 $((i * ${#1})) */"; done; }
named() { step "$1" <<<"overlay kernel/$2.h" && lines "$3" | overlay "kernel/$2.h"; }

test_expect_success 'a step is paired with itself, whatever has become of it' '
	unposted &&
	named one a first && named two b second! && named gone c gone-by-then &&
	applies && posts &&
	fresh &&
	named two b second! && named one z otherwise-made && named new a first &&
	sed -i "s/Do one/Do it otherwise/" root/series/demo/one.step &&
	applies &&
	status 0 respin range-diff demo v1.. &&
	heads >got &&
	printf "%s\n" "2: = 1: demo: Do two" "1: ! 2: demo: Do one" "3: < -: demo: Do gone" \
		"-: > 3: demo: Do new" | diff -u - got &&
	has out "    -    demo: Do one" "    +    demo: Do it otherwise" "    -+/* first 5 */"
'

test_expect_success 'what has lost its name pairs by subject, or by content' '
	posts &&
	sed -i "s/one/uno/; s/two/zwei/" root/series/demo/series &&
	mv root/series/demo/one.step root/series/demo/uno.step &&
	mv root/series/demo/two.step root/series/demo/zwei.step &&
	sed -i "s/Do it otherwise/Do it/" root/series/demo/uno.step &&
	applies &&
	status 0 respin range-diff demo v2.. &&
	heads >got &&
	printf "%s\n" "1: = 1: demo: Do two" "2: ! 2: demo: Do it otherwise" \
		"3: = 3: demo: Do new" | diff -u - got &&
	git -C linux update-ref -d refs/respin/posting-steps/demo/v2 &&
	status 0 respin range-diff demo v2.. &&
	heads | diff -u got -
'

test_expect_success 'a base that has moved does not show up in it' '
	two_steps &&
	applies &&
	posts &&
	printf "more\n" >>linux/MAINTAINERS && git -C linux commit -qam "the base moves" &&
	applies &&
	posts &&
	split outgoing/demo-v2.mbox &&
	grep "^[12]: " mails/0001 | cut -c 4- | sed "s/ *[0-9a-f]\{12\}//g" >got &&
	printf "%s\n" " = 1: demo: Do one" " = 2: demo: Do two" | diff -u - got &&
	git -C linux reset -q --hard HEAD~1
'

test_expect_success 'no range-diff where the config says so' '
	two_steps &&
	config "	range-diff = false
	archive = https://example.org/list/" &&
	applies &&
	posts &&
	sed -i "s/has to be/must be/" root/series/demo/two.step &&
	applies &&
	posts --former 1@example.org &&
	lacks outgoing/demo-v2.cover "Range-diff" &&
	has outgoing/demo-v2.cover "v1: https://example.org/list/1@example.org" &&
	status 128 respin export demo -o outgoing -v 3 --former "no id" &&
	said "no id"
'

test_done
