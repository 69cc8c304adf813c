#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='claims: what must stand there afterwards, and what must be gone'
. "$(dirname "$0")/lib.sh"

kernel_init

# A step that renames stat_inc() in rwsem.c; the claims are read from stdin.
claims() {
	fresh && : >root/series/targets/i386.config && : >root/series/targets/arm64-up.config &&
	edit rename.ed <<-\EOT &&
	/stat_inc(stat_wait/s/stat_inc/lockevent_inc/
	EOT
	{
		echo "ed rename.ed kernel/locking/rwsem.c" &&
		cat
	} | step rename
}

test_expect_success 'present: a token, at least once' '
	claims <<-\EOT &&
	present kernel/locking/rwsem.c lockevent_inc
	EOT
	applies &&
	claims <<-\EOT &&
	present kernel/locking/rwsem.c no_such_token
	EOT
	refuses && said rename.step:6 kernel/locking/rwsem.c no_such_token
'

test_expect_success 'present: a count, or at least so many' '
	for good in 1 1+ 0+
	do
		echo "present kernel/locking/rwsem.c lockevent_inc $good" | claims &&
		applies || return 1
	done &&
	for bad in 0 2 2+
	do
		echo "present kernel/locking/rwsem.c lockevent_inc $bad" | claims &&
		refuses && said rename.step:6 lockevent_inc 1 || return 1
	done
'

test_expect_success 'present: a count that is none' '
	for bad in x 1- -1 1.5 +1 99999999999999999999
	do
		echo "present kernel/locking/rwsem.c lockevent_inc $bad" | claims &&
		refuses && said rename.step:6 || return 1
	done
'

test_expect_success 'a token is a whole word' '
	echo "present kernel/locking/rwsem.c lockevent_in" | claims &&
	refuses && said rename.step:6 &&
	echo "absent kernel/locking/rwsem.c lockevent_in" | claims &&
	applies
'

test_expect_success 'absent: comments and strings do not count' '
	echo "absent kernel/locking/rwsem.c stat_inc" | claims &&
	applies &&
	git -C linux checkout -q -b talk &&
	cat >>linux/kernel/locking/rwsem.c <<-\EOT &&
	/* stat_inc() was here */
	// stat_inc() too
	static const char *const name = "stat_inc";
	EOT
	kernel_commit talk &&
	echo "absent kernel/locking/rwsem.c stat_inc" | claims &&
	applies &&
	echo "#define COUNT stat_inc" >>linux/kernel/locking/rwsem.c &&
	kernel_commit macro &&
	echo "absent kernel/locking/rwsem.c stat_inc" | claims &&
	refuses && said rename.step:6 kernel/locking/rwsem.c stat_inc &&
	git -C linux checkout -q main
'

test_expect_success 'absent: a quote in a character, a comment in a string' '
	git -C linux checkout -q -b quotes &&
	cat >>linux/kernel/locking/rwsem.c <<-\EOT &&
	static const char quote = '"'\\\"'"', *slash = "/* \" ";
	static const int stat_inc_left = sizeof(stat_inc);
	EOT
	kernel_commit quotes &&
	echo "absent kernel/locking/rwsem.c stat_inc" | claims &&
	refuses && said rename.step:6 &&
	git -C linux checkout -q main
'

test_expect_success 'absent: over all files of a pattern' '
	echo "absent kernel/locking/*.c stat_inc" | claims &&
	refuses && said rename.step:6 kernel/locking/qspinlock.c stat_inc &&
	echo "absent kernel/locking/rw*.c stat_inc" | claims &&
	applies
'

test_expect_success 'present: over all files of a pattern together' '
	echo "present kernel/locking/*.c stat_inc 2" | claims &&
	applies &&
	echo "present kernel/locking/*.c stat_inc 3" | claims &&
	refuses && said rename.step:6
'

test_expect_success 'present in a file that is not there is not fulfilled' '
	echo "present kernel/absent.c lockevent_inc" | claims &&
	refuses && said rename.step:6 kernel/absent.c
'

test_expect_success 'every claim that does not hold is told, not the first only' '
	claims <<-\EOT &&
	present kernel/locking/rwsem.c one_thing
	absent kernel/locking/rwsem.c rwsem_set_owner
	EOT
	refuses && said rename.step:6 rename.step:7
'

test_expect_success 'unchanged, upstream, waive and change are understood' '
	claims <<-\EOT &&
	unchanged objects
	unchanged objects i386 arm64-up
	upstream RWSEM_FLAG_HANDOFF kernel/locking/rwsem*.c
	waive checkpatch FILE_PATH_CHANGES "the file'\''s owner is covered"
	change v2: reworded, as asked in review (it'\''s better)
	EOT
	applies
'

test_expect_success 'and their faults are told' '
	n=0 &&
	while read -r line
	do
		n=$((n + 1)) &&
		echo "$line" | claims &&
		refuses && said rename.step:6 || return 1
	done <<-\EOT &&
	unchanged
	unchanged minds
	unchanged minds i386
	unchanged objects i368
	unchanged objects i386 ../targets/i386
	unchanged objects ""
	upstream
	upstream TOKEN
	waive checkpatch
	waive checkpatch LONG_LINE
	waive checkpatch LONG_LINE ""
	waive checkpatch LONG_LINE "no end
	change
	change v2
	change two: words
	present kernel/locking/rwsem.c
	absent kernel/locking/rwsem.c
	absent /kernel/locking/rwsem.c stat_inc
	present ../rwsem.c stat_inc
	EOT
	is "$n" 19
'

test_done
