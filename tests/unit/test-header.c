// SPDX-License-Identifier: GPL-2.0-only
/* Header fields: folding, encoded words, quoting, dates, addresses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "header.h"

static void assert_text(const char *text, const char *expected)
{
	GString *out = g_string_new(NULL);

	header_text(out, "Subject", text);
	assert_string_equal(out->str, expected);
	g_string_free(out, TRUE);
}

static void ascii_stays_as_it_is(void **state)
{
	assert_text("[PATCH] a: b", "Subject: [PATCH] a: b\n");
	assert_text("a \"b\" (c) <d>, e; f", "Subject: a \"b\" (c) <d>, e; f\n");
}

/* As long as it is allowed to be, and no shorter: not every reader unfolds. */
static void folds_where_it_must(void **state)
{
	GString *words = g_string_new("[PATCH] a:"), *out = g_string_new(NULL);
	char *word = g_strnfill(800, 'w'), *expected;

	for (int i = 0; i < 80; i++)
		g_string_append(words, " 123456789");		/* 9 + 10 + 800 + newline */
	header_text(out, "Subject", words->str);
	assert_int_equal(out->len, 820);
	assert_ptr_equal(strchr(out->str, '\n'), out->str + 819);
	g_string_printf(words, "%s %s", word, word);
	g_string_truncate(out, 0);
	header_text(out, "Subject", words->str);
	expected = g_strdup_printf("Subject: %s\n %s\n", word, word);
	assert_string_equal(out->str, expected);
	g_free(expected);
	g_free(word);
	g_string_free(words, TRUE);
	g_string_free(out, TRUE);
}

static void encoded_words_are_folded_at_76(void **state)
{
	assert_text("[PATCH 1/2] 34567890123456789012345678901234567890123456789012 \xc3\xa9",
		    "Subject: [PATCH 1/2] 34567890123456789012345678901234567890123456789012\n"
		    " =?UTF-8?B?w6k=?=\n");
}

/* From the first word that needs it to the last; base64 by coreutils. */
static void encodes_the_words_that_need_it(void **state)
{
	assert_text("[PATCH] Zo\xc3\xab", "Subject: [PATCH] =?UTF-8?B?Wm/Dqw==?=\n");
	assert_text("a \xc3\xa9 b \xc3\xa9 c", "Subject: a =?UTF-8?B?w6kgYiDDqQ==?= c\n");
	assert_text("a =?UTF-8?q?b?= c", "Subject: a =?UTF-8?B?PT9VVEYtOD9xP2I/PQ==?= c\n");
}

/* No character is cut in two, and no encoded word is longer than 75. */
static void cuts_between_characters(void **state)
{
	GString *text = g_string_new(NULL), *out = g_string_new(NULL);
	char **lines;

	for (int i = 0; i < 100; i++)
		g_string_append(text, "\xe6\x97\xa5\xc3\xa9");	/* 5 bytes; 39 is no multiple */
	header_text(out, "Subject", text->str);
	lines = g_strsplit(g_strchomp(out->str), "\n", -1);
	for (char **line = lines; *line; line++) {
		char *word = strstr(*line, "=?UTF-8?B?");
		gsize len;
		guchar *bytes;

		assert_non_null(word);
		assert_true(strlen(*line) <= 76);
		assert_true(g_str_has_suffix(word, "?="));
		word[strlen(word) - 2] = '\0';
		bytes = g_base64_decode(word + 10, &len);
		assert_true(g_utf8_validate((char *)bytes, (gssize)len, NULL));
		g_free(bytes);
	}
	g_strfreev(lines);
	g_string_free(text, TRUE);
	g_string_free(out, TRUE);
}

static void no_line_is_beyond_998(void **state)
{
	char *word = g_strnfill(5000, 'w');
	GString *out = g_string_new(NULL);

	header_text(out, "Subject", word);
	for (const char *line = out->str; *line; line = strchr(line, '\n') + 1)
		assert_true(strcspn(line, "\n") <= 76);
	g_string_free(out, TRUE);
	g_free(word);
}

static void assert_addresses(const char *name, const char *mail, const char *expected)
{
	struct ident ident = { (char *)name, (char *)mail };
	GPtrArray *all = g_ptr_array_new();
	GString *out = g_string_new(NULL);

	g_ptr_array_add(all, &ident);
	header_addresses(out, "To", all);
	assert_string_equal(out->str, expected);
	g_string_free(out, TRUE);
	g_ptr_array_free(all, TRUE);
}

static void quotes_and_encodes_names(void **state)
{
	assert_addresses("A U Thor", "a@b", "To: A U Thor <a@b>\n");
	assert_addresses("", "a@b", "To: a@b\n");
	assert_addresses("Doe, John", "a@b", "To: \"Doe, John\" <a@b>\n");
	assert_addresses("Dr. No", "a@b", "To: \"Dr. No\" <a@b>\n");
	assert_addresses("Joe (Company)", "a@b", "To: \"Joe (Company)\" <a@b>\n");
	assert_addresses("Jane \"JD\" Doe", "a@b", "To: \"Jane \\\"JD\\\" Doe\" <a@b>\n");
	assert_addresses("back\\slash", "a@b", "To: \"back\\\\slash\" <a@b>\n");
	assert_addresses("a@b c", "a@b", "To: \"a@b c\" <a@b>\n");
	assert_addresses("A  B", "a@b", "To: \"A  B\" <a@b>\n");
	assert_addresses("J\xc3\xbcrgen", "j@x", "To: =?UTF-8?B?SsO8cmdlbg==?= <j@x>\n");
	assert_addresses("=?x", "a@b", "To: =?UTF-8?B?PT94?= <a@b>\n");
}

static void separates_addresses(void **state)
{
	struct ident a = { (char *)"A", (char *)"aaaaaaaaaaaaaaaaaaaaaaaaa@b" }, b = a, c = a;
	GPtrArray *all = g_ptr_array_new();
	GString *out = g_string_new(NULL);

	header_addresses(out, "To", all);
	assert_string_equal(out->str, "");
	b.name = (char *)"";
	g_ptr_array_add(all, &a);
	g_ptr_array_add(all, &b);
	g_ptr_array_add(all, &c);
	header_addresses(out, "Cc", all);
	assert_string_equal(out->str, "Cc: A <aaaaaaaaaaaaaaaaaaaaaaaaa@b>, aaaaaaaaaaaaaaaaaaaaaaaaa@b, A\n"
			    " <aaaaaaaaaaaaaaaaaaaaaaaaa@b>\n");
	g_string_free(out, TRUE);
	g_ptr_array_free(all, TRUE);
}

static void assert_date(git_time_t time, int offset, const char *expected)
{
	GString *out = g_string_new(NULL);

	header_date(out, (git_time){ .time = time, .offset = offset, .sign = '+' });
	assert_string_equal(out->str, expected);
	g_string_free(out, TRUE);
}

static void dates_are_of_their_zone(void **state)
{
	assert_date(0, 0, "Date: Thu, 1 Jan 1970 00:00:00 +0000\n");
	assert_date(1549566000, 345, "Date: Fri, 8 Feb 2019 00:45:00 +0545\n");
	assert_date(1549566000, -210, "Date: Thu, 7 Feb 2019 15:30:00 -0330\n");
	assert_date(1549566000, -30, "Date: Thu, 7 Feb 2019 18:30:00 -0030\n");
	assert_date(951782400, 0, "Date: Tue, 29 Feb 2000 00:00:00 +0000\n");
}

static void assert_parse(const char *text, const char *name, const char *mail)
{
	struct ident ident;

	assert_null(address_parse(&ident, text));
	assert_string_equal(ident.name, name);
	assert_string_equal(ident.email, mail);
	ident_release(&ident);
}

static void parses_addresses(void **state)
{
	assert_parse("a@b.c", "", "a@b.c");
	assert_parse("  A B <a@b.c> ", "A B", "a@b.c");
	assert_parse("<a@b.c>", "", "a@b.c");
	assert_parse("\"Doe, John\" <d@e.f>", "Doe, John", "d@e.f");
	assert_parse("Doe, John <d@e.f>", "Doe, John", "d@e.f");
	assert_parse("\"a \\\"b\\\" \\\\c\" <d@e>", "a \"b\" \\c", "d@e");
	assert_parse("\xc5\x81ukasz <l@x>", "\xc5\x81ukasz", "l@x");
	assert_parse("a@b c <d@e>", "a@b c", "d@e");
}

static void refuses_addresses(void **state)
{
	static const char *const bad[] = {
		"", "A B", "<>", "A <b>", "A <@b>", "A <a@>", "a@b, c@d", "a@b c@d", "A <a b@c>",
		"A <a@b> x", "A <a@b@c>", "A <\xc3\xa9@x>", "\xff <x@y>", "A\nB <x@y>", "A <x@y\n>",
	};

	for (unsigned int i = 0; i < G_N_ELEMENTS(bad); i++) {
		struct ident ident;

		if (!address_parse(&ident, bad[i]))
			fail_msg("taken: '%s'", bad[i]);
		assert_null(ident.email);
	}
}

static void assert_in_body(const char *name, const char *expected)
{
	struct ident ident = { (char *)name, (char *)"a@b" };
	GString *out = g_string_new(NULL);

	address_in_body(out, &ident);
	assert_string_equal(out->str, expected);
	g_string_free(out, TRUE);
}

static void author_line_is_what_mailinfo_takes(void **state)
{
	assert_in_body("A B", "From: A B <a@b>\n");
	assert_in_body("Zo\xc3\xab (X), \"q", "From: \"Zo\xc3\xab (X), \\\"q\" <a@b>\n");
	assert_in_body("=?UTF-8?q?x?=", "From: =?UTF-8?B?PT9VVEYtOD9xP3g/PQ==?= <a@b>\n");
}

static void tells_text_from_bytes(void **state)
{
	const char *bad = "ok \xe9 not";

	assert_null(text_invalid("a \xc3\xa9 \xf0\x9f\x98\x80"));
	assert_ptr_equal(text_invalid(bad), bad + 3);
	assert_non_null(text_invalid("\xc0\x80"));		/* too long a form */
	assert_non_null(text_invalid("\xed\xa0\x80"));		/* a surrogate */
	assert_non_null(text_invalid("\xef\xbf\xbf"));		/* git repairs these */
	assert_non_null(text_invalid("\xef\xb7\x90"));
	assert_non_null(text_invalid("\xf0\x9f\xbf\xbe"));
}

static void shows_bytes(void **state)
{
	char *s = text_show("a\xc3\xa9\xe9\t\n\x1b", 7, 80), *cut = text_show("abcdef", 6, 3);

	assert_string_equal(s, "a\xc3\xa9\\xe9\\t\\n\\x1b");
	assert_string_equal(cut, "abc...");
	g_free(s);
	g_free(cut);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ascii_stays_as_it_is),
		cmocka_unit_test(folds_where_it_must),
		cmocka_unit_test(encoded_words_are_folded_at_76),
		cmocka_unit_test(encodes_the_words_that_need_it),
		cmocka_unit_test(cuts_between_characters),
		cmocka_unit_test(no_line_is_beyond_998),
		cmocka_unit_test(quotes_and_encodes_names),
		cmocka_unit_test(separates_addresses),
		cmocka_unit_test(dates_are_of_their_zone),
		cmocka_unit_test(parses_addresses),
		cmocka_unit_test(refuses_addresses),
		cmocka_unit_test(author_line_is_what_mailinfo_takes),
		cmocka_unit_test(tells_text_from_bytes),
		cmocka_unit_test(shows_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
