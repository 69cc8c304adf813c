#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='the model of the count, with two readers and two writers'
. "$(dirname "$0")/lib.sh"
. "$TESTS/model.sh"

command -v spin >/dev/null || skip_all 'no spin'
OPTIMIZE=2 HASH=27

test_expect_success 'exclusion, no lost wake-up, nobody between a handoff and its waiter' 'verify 2 2'

test_done
