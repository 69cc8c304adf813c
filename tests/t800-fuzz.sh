#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='whatever bytes a series, a rule or a tool prints: read to the end, no crash'
. "$(dirname "$0")/lib.sh"

test_expect_success 'mutations of every step, rule and script of the project' '
	fuzz=$BUILT/fuzz/fuzz-readers &&
	"$fuzz" "${ROUNDS:-20}" "$PROJECT"/series/*/*.step "$PROJECT"/semantic-patches/*/*.cocci \
		"$PROJECT"/series/*/edits/*.ed "$PROJECT"/tests/rules/*.c >out &&
	grep "^ok 1 - [1-9][0-9]* inputs" out
'

test_done
