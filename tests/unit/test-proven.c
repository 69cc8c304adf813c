// SPDX-License-Identifier: GPL-2.0-only
/* What of a mail counts for a proof: all but four values, and these in their plain form only. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <stdbool.h>
#include "proven.h"

#define ID_A	"0123456789abcdef0123456789abcdef01234567"
#define ID_B	"fedcba9876543210fedcba9876543210fedcba98"
#define MAIL(id, own, parent, more, body) \
	"From " id " Mon Sep 17 00:00:00 2001\nFrom: A U Thor <a@example.org>\n" \
	"Date: Sun, 13 Sep 2020 12:26:41 +0000\nSubject: [PATCH 1/2] a: b\n" \
	"Message-ID: " own "\nIn-Reply-To: " parent "\nReferences: " parent "\n" more "\n" body

#define BODY	"Why.\n---\n a | 1 +\n\ndiff --git a/a b/a\n+Message-ID: <x@y>\n--\n"

static bool same(const char *a, size_t a_len, const char *b, size_t b_len)
{
	GString *x = g_string_new(NULL), *y = g_string_new(NULL);
	bool equal;

	proven_mail(x, a, a_len);
	proven_mail(y, b, b_len);
	equal = g_string_equal(x, y);
	g_string_free(x, TRUE);
	g_string_free(y, TRUE);
	return equal;
}

static bool same_text(const char *a, const char *b)
{
	return same(a, strlen(a), b, strlen(b));
}

static void four_values_do_not_count(void **state)
{
	const char *a = MAIL(ID_A, "<a-v1-1-00@e.org>", "<a-v1-0-11@e.org>", "", BODY);

	assert_true(same_text(a, MAIL(ID_B, "<a-v1-1-22@e.org>", "<a-v2-0-333@e.org>", "", BODY)));
	assert_false(same_text(a, MAIL(ID_A, "<a-v1-1-00@e.org>", "<a-v1-0-11@e.org>",
				       "X: y\n", BODY)));
}

/* Is that byte in one of the four values? */
static bool is_idle(const char *mail, size_t at)
{
	static const char *const names[] = { "From ", "Message-ID: ", "In-Reply-To: ", "References: " };

	for (unsigned int i = 0; i < G_N_ELEMENTS(names); i++) {
		size_t first = (size_t)(strstr(mail, names[i]) - mail) + strlen(names[i]);
		size_t len = strcspn(mail + first, i ? "\n" : " ");

		if (at >= first && at < first + len)
			return true;
	}
	return false;
}

/* Whatever byte is another one, the mail is another one, but for these four. */
static void every_other_byte_counts(void **state)
{
	const char *a = MAIL(ID_A, "<a-v1-1-00@e.org>", "<a-v1-0-11@e.org>", "To: b@e.org\n", BODY);
	size_t len = strlen(a);
	unsigned int idle = 0;

	for (size_t i = 0; i < len; i++) {
		g_autofree char *b = g_memdup2(a, len + 1);

		b[i] ^= 1;
		if (!same(a, len, b, len))
			continue;
		assert_true(is_idle(a, i));
		idle++;
	}
	assert_true(idle > 40);
	for (size_t i = 0; i < len; i++)
		assert_false(same(a, len, a, i));
}

static void an_odd_value_counts(void **state)
{
	static const char *const odd[] = {
		"", "<>", "a@b", "<a@b", "<a b@c>", "<a@b> ", "<a@b>\n <c@d>", "<a@b>\n\t<c@d>",
		"<\xc3\xa9@b>", "<a@b>\r", "=?UTF-8?q?=3Ca@b=3E?=",
	};
	const char *plain = MAIL(ID_A, "<a@b>", "<c@d>", "", BODY);

	for (unsigned int i = 0; i < G_N_ELEMENTS(odd); i++) {
		g_autofree char *a = g_strdup_printf(MAIL(ID_A, "%s", "<c@d>", "", BODY), odd[i]);
		g_autofree char *b = g_strdup_printf(MAIL(ID_A, "%s", "<c@d>", "", BODY),
						     odd[(i + 1) % G_N_ELEMENTS(odd)]);

		assert_false(same_text(a, plain));
		assert_false(same_text(a, b));
	}
}

static void what_looks_like_one_elsewhere_counts(void **state)
{
	const char *a = MAIL(ID_A, "<a@b>", "<c@d>", "", "Message-ID: <x@y>\n");

	assert_false(same_text(a, MAIL(ID_A, "<a@b>", "<c@d>", "", "Message-ID: <x@z>\n")));
	assert_false(same_text("From 0123 Mon Sep 17 00:00:00 2001\n\n",
			       "From 0124 Mon Sep 17 00:00:00 2001\n\n"));
	assert_false(same_text("From " ID_A " Mon Sep 17 00:00:01 2001\n\n",
			       "From " ID_B " Mon Sep 17 00:00:01 2001\n\n"));
	assert_false(same_text("message-id: <a@b>\n\n", "message-id: <a@c>\n\n"));
}

/* A NUL stands for what was left out: one of the mail's own is not taken for it. */
static void a_nul_is_no_placeholder(void **state)
{
	static const char with[] = "Message-ID: \0\n\nx\n", other[] = "Message-ID: <a@b>\n\nx\n";

	assert_false(same(with, sizeof(with) - 1, other, sizeof(other) - 1));
	assert_false(same(with, sizeof(with) - 1, with, sizeof(with) - 2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(four_values_do_not_count),
		cmocka_unit_test(every_other_byte_counts),
		cmocka_unit_test(an_odd_value_counts),
		cmocka_unit_test(what_looks_like_one_elsewhere_counts),
		cmocka_unit_test(a_nul_is_no_placeholder),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
