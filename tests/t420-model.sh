#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='the model of the count, with one reader and one writer; t910 has more of them'
. "$(dirname "$0")/lib.sh"
. "$TESTS/model.sh"

command -v spin >/dev/null || skip_all 'no spin'
OPTIMIZE=0 HASH=16

test_expect_success 'exclusion, no lost wake-up, flags that agree with the queue' 'verify 1 1'
test_expect_success 'a release that does not look for waiters: somebody sleeps for ever' '
	finds "invalid end state" 1 1 -DFAULT_SKIP_WAITERS
'

test_done
