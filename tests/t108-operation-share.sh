#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='tools/operation-share: changed lines of C by operation'
. "$(dirname "$0")/lib.sh"

kernel_init

share() {
	RESPIN="$RESPIN" "$PROJECT/tools/operation-share" -C linux --root root "$@"
}

test_expect_success 'lines added and removed, by kind; what does nothing, and no C, counts nothing' '
	fresh &&
	overlay kernel/locking/new.h <<-\EOT &&
	/* SPDX-License-Identifier: GPL-2.0-only */
	int one(void);
	int two(void);
	EOT
	edit append.ed <<-\EOT &&
	$a
	/* the last line */
	.
	EOT
	edit again.ed <root/series/demo/edits/append.ed &&
	edit first-line.ed <<-\EOT &&
	1a
	# a line
	.
	EOT
	step one <<-\EOT &&
	overlay kernel/locking/new.h
	ed append.ed kernel/locking/rwsem.c
	EOT
	step two <<-\EOT &&
	delete kernel/locking/new.h
	delete kernel/nothing.c if-present
	ed first-line.ed kernel/locking/Makefile
	ed again.ed kernel/locking/*.c
	EOT
	share demo >out &&
	files=$(ls linux/kernel/locking/*.c | wc -l) &&
	cat out &&
	is "$(awk "{ print \$1, \$2, \$4, \$6 }" out | paste -sd,)" \
		"delete 0 3 2,ed $((files + 1)) 0 0,overlay 3 0 2"
'

test_expect_success 'a series that does not apply is an error' '
	edit append.ed <<-\EOT &&
	/no such line/d
	EOT
	! share demo >out 2>err &&
	grep "append.ed.*kernel/locking" err
'

test_done
