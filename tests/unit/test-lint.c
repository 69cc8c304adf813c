// SPDX-License-Identifier: GPL-2.0-only
/* Which messages git am would change, and in which line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <glib.h>
#include "lint.h"

static void passes(const char *message)
{
	const char *at = message;
	struct lint fault;

	if (lint_next(&fault, message, &at))
		fail_msg("'%s': line %u: %s", message, fault.line, fault.why);
	assert_null(at);
}

/* Exactly one fault, there, with these bytes, and a reason that says so. */
static void fails(const char *message, unsigned int line, const char *bytes, const char *why)
{
	const char *at = message;
	struct lint fault, more;

	if (!lint_next(&fault, message, &at))
		fail_msg("'%s' passes", message);
	assert_int_equal(fault.line, line);
	assert_int_equal(fault.len, strlen(bytes));
	assert_memory_equal(fault.bytes, bytes, fault.len);
	if (!strstr(fault.why, why))
		fail_msg("'%s': %s", message, fault.why);
	assert_false(lint_next(&more, message, &at));
}

static void good_messages_pass(void **state)
{
	passes("a: b\n");
	passes("a: b\n\ntext\n\nmore\n  indented\n\ttab  two blanks\n");
	passes("a: [b] Re: c\n");
	passes("[no end\n");
	passes("Revert \"a: b\"\n");
	passes("---\n");
	passes("a\n\n----\n---x\n --- \b\n--\n*** a\n+++ b/c\n@@ -1 +1 @@\n");
	passes("a\n\n    diff --git a b\n\tIndex: x\nIndex\nindex: x\ndifferent\n");
	passes("a\n\nFrom me\nFrom: me\n>From me\n");
	passes("a\n\nZo\xc3\xab\n");
}

static void ends_of_messages(void **state)
{
	fails("a\n\nb\n---\nc\n", 4, "---", "'---' ends the message");
	fails("a\n\nb\n--- \nc\n", 4, "--- ", "'---' ends the message");
	fails("a\n\nb\n--- a/x\nc\n", 4, "--- a/x", "begin a patch");
	fails("a\n\ndiff --git a/g b/g\n", 3, "diff --git a/g b/g", "'diff -' begins");
	fails("a\n\ndiff -u\n", 3, "diff -u", "'diff -' begins");
	fails("a\n\nIndex: foo\nrest\n", 3, "Index: foo", "'Index: ' begins");
}

static void subjects(void **state)
{
	fails("[media] foo: bar\n", 1, "[media] foo: bar", "'[...]'");
	fails("Re: foo\n", 1, "Re: foo", "'Re:'");
	fails("rE:foo\n", 1, "rE:foo", "'Re:'");
	fails(":foo\n", 1, ":foo", "':'");
	fails(" foo\n", 1, " foo", "leading");
	fails("a  b\n", 1, "a  b", "one blank");
	fails("a\tb\n", 1, "a\tb", "one blank");
	fails("a\nb\n", 2, "b", "subject of two");
	fails("a\nb\n\nc\n", 2, "b", "subject of two");
	fails("", 1, "", "empty");
	fails("\n", 1, "", "empty");
}

static void white_space(void **state)
{
	fails("a\n\nb \nc\n", 3, "b ", "end of a line");
	fails("a\n\nb\r\nc\n", 3, "b\r", "end of a line");
	fails("a\n\nb\n\n\nc\n", 5, "", "several blank lines");
	fails("a\n\n\nc\n", 3, "", "several blank lines");
	fails("a\n\nb\n\n", 4, "", "at the end");
	fails("a\n\n", 2, "", "at the end");
	fails("a\n\nb", 3, "b", "no newline");
}

static void bytes(void **state)
{
	fails("a\n\nb\xe9xyz\n", 3, "\xe9xyz", "UTF-8");
	fails("a\xe9\n", 1, "\xe9", "UTF-8");
}

static void every_line_is_judged(void **state)
{
	const char *message = "[a] b\nc\n\n---\nd \n", *at = message;
	static const unsigned int lines[] = { 1, 2, 4, 5 };
	struct lint fault;

	for (unsigned int i = 0; i < G_N_ELEMENTS(lines); i++) {
		assert_true(lint_next(&fault, message, &at));
		assert_int_equal(fault.line, lines[i]);
	}
	assert_false(lint_next(&fault, message, &at));
}

static void knows_headers(void **state)
{
	assert_true(lint_is_header("From: x\n"));
	assert_true(lint_is_header("\nsubject:\tx\n"));
	assert_true(lint_is_header("DATE: x\n"));
	assert_true(lint_is_header("[PATCH] x\n"));
	assert_true(lint_is_header(">From 1234 Mon Sep 17 00:00:00 2001\n"));
	assert_false(lint_is_header("Fixes: x\n"));
	assert_false(lint_is_header("From x\n"));
	assert_false(lint_is_header("text\nFrom: x\n"));
	assert_false(lint_is_header(""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(good_messages_pass),
		cmocka_unit_test(ends_of_messages),
		cmocka_unit_test(subjects),
		cmocka_unit_test(white_space),
		cmocka_unit_test(bytes),
		cmocka_unit_test(every_line_is_judged),
		cmocka_unit_test(knows_headers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
