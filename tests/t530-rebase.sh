#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='rebase: every step is accounted for'
. "$(dirname "$0")/lib.sh"

kernel_init
old=$(git -C linux rev-parse HEAD)

# The series of this file: a step for each kind of operation
series() {
	fresh && rm -rf linux/.git/respin &&
	step count <<-\EOT &&
	cocci count.cocci kernel/locking/rwsem.c
	present kernel/locking/rwsem.c event_inc 1+
	absent kernel/locking/rwsem.c stat_inc
	EOT
	rule count.cocci <<-\EOT &&
	@@ expression a, b; @@
	- stat_inc(a, b)
	+ event_inc(a, b)
	EOT
	step say <<-\EOT &&
	ed say.ed MAINTAINERS
	EOT
	edit say.ed <<-\EOT &&
	/^S:/a
	Q:	https://patchwork.example.org
	.
	EOT
	step add <<-\EOT &&
	overlay lib/new.c
	EOT
	echo "int new;" | overlay lib/new.c &&
	step move <<-\EOT &&
	rename lib/string.c lib/strings.c
	EOT
	step drop <<-\EOT
	delete Documentation/locks.rst
	delete arch/x86/lib/delay.c
	EOT
}

# A new base from what the commands of standard input make of the old one
base() {
	git -C linux checkout -q --detach "$old" && (cd linux && bash -e -s) && kernel_commit base
}
new() { git -C linux rev-parse HEAD; }

fate() {
	local line
	line=$(grep "^$1 " out) &&
	is "$(echo "$line" | sed 's/^[^ ]*  *//; s/   */  /g')" "$2"
}

test_expect_success 'what nothing stands in the way of is applied as apply does it' '
	series && applies --onto $old && was=$(at $tip) &&
	base <<-\EOT &&
	echo more >>lib/sort.c
	EOT
	status 0 respin rebase demo --onto $(new) &&
	for i in count say add move drop; do fate $i applied || return 1; done &&
	is "$(git -C linux merge-base $tip $(new))" "$(new)" && moved=$(at $tip) &&
	is "$(git -C linux rev-list --count $(new)..$tip)" 5 &&
	is "$(at refs/respin/former/$tip)" "$was" &&
	is "$(git -C linux reflog show --format=%gs refs/respin/former/$tip)" "respin rebase: demo" &&
	test ! -e linux/.git/respin/rebase/demo && nothing_left_over &&
	status 0 respin apply demo --onto $(new) && is "$(at $tip)" "$moved"
'

test_expect_success 'the comparison with the former result pairs steps by their names' '
	series && applies --onto $old &&
	base <<-\EOT &&
	sed -i "s/^S:.*/&\nS:	Odd/" MAINTAINERS
	EOT
	status 0 respin rebase demo --onto $(new) && cat out &&
	grep "^1:  [0-9a-f]* = 1:  [0-9a-f]* demo: Do count" out &&
	grep "^2:  [0-9a-f]* ! 2:  [0-9a-f]* demo: Do say" out &&
	tail -n 2 out | grep "^demo: 5 of 5 steps on $(new | cut -c1-12), branch $tip now at"
'

test_expect_success 'upstream: by the claim of the step' '
	series && echo "upstream event_dec kernel/locking/*.c" >>root/series/demo/count.step &&
	applies --onto $old &&
	base <<-\EOT &&
	echo "void event_dec(void);" >>kernel/locking/rwsem.c
	EOT
	status 0 respin rebase demo --onto $(new) &&
	fate count "upstream  kernel/locking/rwsem.c:$(grep -n event_dec linux/kernel/locking/rwsem.c | cut -d: -f1) has event_dec" &&
	is "$(git -C linux rev-list --count $(new)..$tip)" 4 &&
	cp "$PROJECT/series/targets/x86_64-tiny.config" root/series/targets &&
	status 0 respin status demo && lacks out "Do count" && has out "Do say" &&
	sed -i "s/stat_inc/event_inc/" linux/kernel/locking/rwsem.c && kernel_commit more &&
	refuses --onto HEAD && said "may have the step already: kernel/locking/rwsem.c" "respin rebase"
'

test_expect_success 'upstream: by operations whose outcome is there, in whole and in part' '
	series && applies --onto $old &&
	base <<-\EOT &&
	echo "int new;" >lib/new.c
	git mv lib/string.c lib/strings.c
	rm arch/x86/lib/delay.c
	EOT
	status 0 respin rebase demo --onto $(new) && cat out &&
	fate add "upstream  there already: overlay lib/new.c" &&
	fate move "upstream  there already: rename lib/string.c lib/strings.c" &&
	fate drop "partly upstream  there already: delete arch/x86/lib/delay.c" &&
	is "$(changed_files)" "D	Documentation/locks.rst"
'

test_expect_success 'upstream: a rule with nothing to do, where the claims on its words hold' '
	series && echo "upstream nothing nowhere.c" >>root/series/demo/count.step &&
	base <<-\EOT &&
	sed -i "s/stat_inc/event_inc/" kernel/locking/rwsem.c
	EOT
	status 0 respin rebase demo --onto $(new) &&
	fate count "upstream  there already: cocci count.cocci kernel/locking/rwsem.c"
'

test_expect_success 'a rule that matches nothing is no proof of that' '
	series && sed -i "/^present/d" root/series/demo/count.step &&
	applies --onto $old &&
	base <<-\EOT &&
	sed -i "s/stat_inc/other_inc/" kernel/locking/rwsem.c
	EOT
	fails 2 rebase demo --onto $(new) --dry-run && fate count conflict &&
	said count.step:5 count.cocci stat_inc
'

test_expect_success 'upstream: a script that would put its lines in a second time' '
	series &&
	base <<-\EOT &&
	sed -i "/^S:/a Q:	https://patchwork.example.org" MAINTAINERS
	EOT
	status 0 respin rebase demo --onto $(new) &&
	fate say "upstream  there already: ed say.ed MAINTAINERS" &&
	is "$(show MAINTAINERS | grep -c patchwork)" 1
'

test_expect_success 'upstream: a diff whose new lines stand there, and its old ones do not' '
	series && step corner <<-\EOT &&
	patch corner.patch
	EOT
	base <<-\EOT &&
	sed -i "s/return -1/return -22/" kernel/sys.c
	git diff >../corner.patch
	sed -i "1i /* first */" kernel/sys.c
	EOT
	sed "s/^index.*/index 1111111..2222222 100644/" corner.patch | edit corner.patch &&
	status 0 respin rebase demo --onto $(new) &&
	fate corner "upstream  there already: patch corner.patch" &&
	base <<-\EOT &&
	sed -i "s/return -1/return -7/" kernel/sys.c
	EOT
	fails 2 rebase demo --onto $(new) --dry-run && fate corner conflict &&
	said "expected: the line \"return -1;\"" "near:     kernel/sys.c:$(grep -n "return -7" \
		linux/kernel/sys.c | cut -d: -f1): return -7;"
'

test_expect_success 'upstream: what the former commit did merges away' '
	series && edit say.ed <<-\EOT &&
	/^S:/s/$/ and more/
	EOT
	applies --onto $old &&
	base <<-\EOT &&
	sed -i "s/^S:.*/& and more/; 1i # first" MAINTAINERS
	EOT
	status 0 respin rebase demo --onto $(new) &&
	fate say "upstream  there already: ed say.ed MAINTAINERS"
'

test_expect_success 'upstream: by patch-id, and the commit is named' '
	series && applies --onto $old &&
	git -C linux checkout -q --detach $old && echo first >linux/lib/first.c && kernel_commit first &&
	git -C linux cherry-pick $tip~3 && git -C linux commit -q --amend -m "taken: say" &&
	taken=$(new | cut -c1-12) && echo last >linux/lib/last.c && kernel_commit last &&
	status 0 respin rebase demo --onto $(new) &&
	fate say "upstream  commit $taken taken: say" && fate count applied
'

test_expect_success 'became empty: every operation passes over what is not there' '
	series && sed -i "s/locks.rst/& if-present/; /delay/d" root/series/demo/drop.step &&
	base <<-\EOT &&
	rm Documentation/locks.rst
	EOT
	status 0 respin rebase demo --onto $(new) && fate drop "became empty"
'

test_expect_success 'nothing is left of a series that is upstream as a whole' '
	series && applies --onto $old && all=$(at $tip) &&
	status 0 respin rebase demo --onto $all &&
	is "$(at $tip)" "$all" && is "$(grep -c "  upstream  " out)" 5 &&
	fails 128 export demo && said "no commits"
'

test_expect_success 'a dry run accounts for all, conflicts included, and leaves all as it is' '
	series && applies --onto $old &&
	base <<-\EOT &&
	sed -i "s/^S:/T:/" MAINTAINERS
	echo other >lib/new.c
	EOT
	fails 2 rebase demo --onto $(new) --dry-run &&
	fate count applied && fate say conflict && fate add conflict && fate drop applied &&
	said say.step:5 add.step:5 && test ! -e linux/.git/respin/rebase/demo
'

test_expect_success 'a conflict says what was looked for, what stands there, and what is nearest' '
	series && step mail <<-\EOT &&
	ed mail.ed MAINTAINERS
	EOT
	edit mail.ed <<-\EOT &&
	/^LOCKS THAT ARE MADE UP/a
	L:	list@example.org
	.
	EOT
	step strings <<-\EOT &&
	ed mail.ed lib/strnig.c
	EOT
	base <<-\EOT &&
	sed -i "s/stat_inc/stats_inc/" kernel/locking/rwsem.c
	sed -i "1i LOCKS THAT WERE MADE UP" MAINTAINERS
	echo other >lib/new.c
	EOT
	fails 2 rebase demo --onto $(new) --dry-run &&
	said "expected: the word stat_inc, of root/semantic-patches/demo/count.cocci:1" \
		"found:    no such thing in kernel/locking/rwsem.c" \
		"near:     kernel/locking/rwsem.c:$(grep -n stats_inc linux/kernel/locking/rwsem.c |
			head -1 | cut -d: -f1): stats_inc, in down_read" \
		"near:     kernel/locking/stat.h:" "has it" \
		"expected: a line that matches ^LOCKS THAT ARE MADE UP, of root/series/demo/edits/mail.ed:1" \
		"near:     MAINTAINERS:1: LOCKS THAT WERE MADE UP" \
		"found:    another file, since commit $(new | cut -c1-12) base" \
		"expected: the file lib/strnig.c" "near:     lib/strings.c"
'

test_expect_success 'on a branch that holds other commits: not without --force' '
	series && git -C linux branch -f $tip $old &&
	fails 128 rebase demo --onto $(new) && said --force &&
	git -C linux branch -D $tip
'

test_expect_success 'usage' '
	series &&
	status 129 respin rebase demo && status 129 respin rebase --onto main &&
	status 129 respin rebase demo --onto main --abort &&
	status 129 respin rebase demo --continue --branch x &&
	status 129 respin rebase demo --onto main -j 0 &&
	fails 128 rebase demo --onto nothing && said nothing &&
	fails 128 rebase demo --continue && said "no rebase of demo" &&
	fails 128 rebase demo --abort && fails 128 rebase demo --skip
'

test_done
