#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='whatever bytes a series, a rule or a tool prints: or an object holds: read to the end, no crash'
. "$(dirname "$0")/lib.sh"

test_expect_success 'mutations of every step, rule and script of the project' '
	fuzz=$BUILT/fuzz/fuzz-readers &&
	"$fuzz" "${ROUNDS:-20}" "$PROJECT"/series/*/*.step "$PROJECT"/semantic-patches/*/*.cocci \
		"$PROJECT"/series/*/edits/*.ed "$PROJECT"/tests/rules/*.c >out &&
	grep "^ok 1 - [1-9][0-9]* inputs" out
'

test_expect_success 'mutations of object files' '
	fuzz=$BUILT/fuzz/fuzz-objects &&
	printf "%s\n" "extern int g(const char *);" "static int n;" "static const char *const s[] = { \"one\", \"two\" };" \
		"int f(int x) { n++; return g(s[x & 1]) + g(\"three\"); }" >a.c &&
	gcc -O2 -c a.c -o a.o && gcc -O2 -ffunction-sections -fdata-sections -c a.c -o b.o &&
	gcc -flto -c a.c -o c.o && printf ".long x\n.section .a,\"aMS\",@progbits,2\n.short 1,0,2\n" >d.s &&
	as --32 d.s -o d.o &&
	"$fuzz" "${ROUNDS:-300}" [a-d].o >out &&
	grep "^ok 1 - [1-9][0-9]* inputs" out
'

test_done
