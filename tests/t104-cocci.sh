#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='cocci: changes C code'
. "$(dirname "$0")/lib.sh"

kernel_init

count_events() {
	rule count-events.cocci <<-\EOT
	// SPDX-License-Identifier: GPL-2.0-only
	/// count lock events under their new name
	@@
	expression event, cond;
	@@
	- stat_inc(event, cond)
	+ lockevent_cond_inc(event, cond)
	EOT
}

test_expect_success 'a rule changes the file that is named' '
	fresh && count_events &&
	step count <<-\EOT &&
	cocci count-events.cocci kernel/locking/rwsem.c
	EOT
	applies &&
	is "$(changed_lines)" "-		stat_inc(stat_wait, 1);
+		lockevent_cond_inc(stat_wait, 1);"
'

test_expect_success 'a pattern takes the files that hold what the rule names' '
	fresh && count_events &&
	step count <<-\EOT &&
	cocci count-events.cocci kernel/locking/*.c kernel/sys.c if-present
	EOT
	refuses && said count.step:5 kernel/sys.c &&
	fresh && count_events &&
	step count <<-\EOT &&
	cocci count-events.cocci kernel/locking/*.c
	EOT
	applies &&
	is "$(changed_files)" "M	kernel/locking/qspinlock.c
M	kernel/locking/rwsem.c"
'

test_expect_success 'a header can be named' '
	fresh &&
	rule no-owner.cocci <<-\EOT &&
	// SPDX-License-Identifier: GPL-2.0-only
	@@
	expression sem;
	@@
	- sem->owner = NULL;
	+ WRITE_ONCE(sem->owner, NULL);
	EOT
	step owner <<-\EOT &&
	cocci no-owner.cocci kernel/locking/rwsem.h
	EOT
	applies &&
	is "$(changed_lines)" "-	sem->owner = NULL;
+	WRITE_ONCE(sem->owner, NULL);"
'

test_expect_success 'a rule that matches nothing is an error that names rule and file' '
	fresh && count_events &&
	step count <<-\EOT &&
	cocci count-events.cocci kernel/sys.c
	EOT
	refuses && said count.step:5 count-events.cocci kernel/sys.c
'

test_expect_success 'a pattern of which no file changes is an error' '
	fresh && count_events &&
	step count <<-\EOT &&
	cocci count-events.cocci lib/*.c
	EOT
	refuses && said count.step:5 count-events.cocci lib/
'

test_expect_success 'cocci, then ed, on the same file' '
	fresh && count_events &&
	edit reword.ed <<-\EOT &&
	/lockevent_cond_inc(stat_wait/s/stat_/lock_/
	EOT
	step count <<-\EOT &&
	cocci count-events.cocci kernel/locking/rwsem.c
	ed reword.ed kernel/locking/rwsem.c
	EOT
	applies &&
	is "$(changed_lines | tail -n 1)" "+		lockevent_cond_inc(lock_wait, 1);"
'

test_expect_success 'the cache is used, and gives the same' '
	fresh && count_events &&
	step count <<-\EOT &&
	cocci count-events.cocci kernel/locking/*.c
	EOT
	rm -rf linux/.git/respin &&
	applies && first=$(at $tip) &&
	applies && is "$(at $tip)" "$first" &&
	rm -rf linux/.git/respin &&
	applies && is "$(at $tip)" "$first"
'

test_expect_success 'one job or many, the same result' '
	fresh && count_events &&
	step count <<-\EOT &&
	cocci count-events.cocci kernel/locking/*.c
	EOT
	rm -rf linux/.git/respin &&
	applies -j 1 && first=$(at $tip) &&
	rm -rf linux/.git/respin &&
	applies -j 8 && is "$(at $tip)" "$first"
'

test_done
