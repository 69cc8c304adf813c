// SPDX-License-Identifier: GPL-2.0-only
/* Bodies: which encoding, and that it gives every byte back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "mail.h"

static void assert_encoding(const char *bytes, const char *expected)
{
	assert_string_equal(mail_encoding(bytes, strlen(bytes)), expected);
}

static void chooses_the_least_encoding(void **state)
{
	assert_encoding("", "7bit");
	assert_encoding("plain\n\n---\n a | 1 +\n", "7bit");
	assert_encoding("Zo\xc3\xab\n", "8bit");
	assert_encoding("caf\xe9\n", "quoted-printable");
	assert_encoding("a\r\n", "quoted-printable");
	assert_encoding("x\nFrom here\n", "quoted-printable");
	assert_encoding("From here\n", "quoted-printable");
	assert_encoding("x\n>>From here\n", "quoted-printable");
	assert_encoding("x\nFrom: here\nFrom\n From x\n", "7bit");
	assert_string_equal(mail_encoding("a\0b\n", 4), "quoted-printable");
}

static void knows_how_long_a_line_may_be(void **state)
{
	char *line = g_strnfill(999, 'w');

	assert_encoding(line, "quoted-printable");
	line[998] = '\0';
	assert_encoding(line, "7bit");
	line[997] = '\n';
	assert_encoding(line, "7bit");
	g_free(line);
}

static void assert_qp(const char *bytes, const char *expected)
{
	GString *out = g_string_new(NULL);

	mail_quoted_printable(out, bytes, strlen(bytes));
	assert_string_equal(out->str, expected);
	g_string_free(out, TRUE);
}

static void quotes_what_needs_it(void **state)
{
	assert_qp("a = b\n", "a =3D b\n");
	assert_qp("Zo\xc3\xab\xe9\n", "Zo=C3=AB=E9\n");
	assert_qp("x\r\ny\r", "x=0D\ny=0D");
	assert_qp("blank \ntab\t\nend ", "blank=20\ntab=09\nend=20");
	assert_qp("From me\nFrom\n>From me\n From x\n", "=46rom me\nFrom\n=3EFrom me\n From x\n");
	assert_qp(".\n..\na.\n", "=2E\n=2E.\na.\n");
}

/* 75 characters and "=": none is longer than 76, and no soft break makes a "From ". */
static void breaks_long_lines(void **state)
{
	assert_qp("123456789012345678901234567890123456789012345678901234567890123456789012345"
		  "From here\n",
		  "123456789012345678901234567890123456789012345678901234567890123456789012345=\n"
		  "=46rom here\n");
	assert_qp("1234567890123456789012345678901234567890123456789012345678901234567890123=\n",
		  "1234567890123456789012345678901234567890123456789012345678901234567890123=\n"
		  "=3D\n");
}

static int hex(char c)
{
	return g_ascii_xdigit_value(c);
}

static GString *decode(const GString *qp)
{
	GString *out = g_string_new(NULL);

	for (gsize i = 0; i < qp->len; i++) {
		if (qp->str[i] != '=') {
			g_string_append_c(out, qp->str[i]);
		} else if (qp->str[i + 1] == '\n') {
			i++;
		} else {
			g_string_append_c(out, (char)(hex(qp->str[i + 1]) << 4 | hex(qp->str[i + 2])));
			i += 2;
		}
	}
	return out;
}

/* Random bytes, with what is special more likely. */
static void gives_every_byte_back(void **state)
{
	static const char special[] = "\n\r =.>FromFrom \t\0\xe9";

	srand(1);
	for (int round = 0; round < 2000; round++) {
		GString *in = g_string_new(NULL), *qp = g_string_new(NULL), *back;

		for (int n = rand() % 300; n; n--)
			g_string_append_c(in, rand() % 2 ? special[rand() % sizeof(special)] :
						    (char)rand());
		mail_quoted_printable(qp, in->str, in->len);
		back = decode(qp);
		assert_true(g_string_equal(in, back));
		for (const char *line = qp->str; line; line = strchr(line, '\n')) {
			line += *line == '\n';
			assert_true(strcspn(line, "\n") <= 76);
			assert_false(g_str_has_prefix(line, "From "));
		}
		g_string_free(in, TRUE);
		g_string_free(qp, TRUE);
		g_string_free(back, TRUE);
	}
}

static void a_mail_is_its_fields(void **state)
{
	struct ident me = { (char *)"A U Thor", (char *)"a@b" };
	GString *body = g_string_new("text\n"), *mbox = g_string_new(NULL);
	git_oid id;
	struct mail mail = {
		.id = &id, .subject = "[PATCH 1/2] x", .from = &me, .date = { .time = 0 },
		.message_id = "one@b", .parent_id = "zero@b", .body = body,
	};

	git_libgit2_init();
	memset(&id, 0x11, sizeof(id));
	mail_append(mbox, &mail);
	assert_string_equal(mbox->str,
		"From 1111111111111111111111111111111111111111 Mon Sep 17 00:00:00 2001\n"
		"From: A U Thor <a@b>\n"
		"Date: Thu, 1 Jan 1970 00:00:00 +0000\n"
		"Subject: [PATCH 1/2] x\n"
		"Message-ID: <one@b>\n"
		"In-Reply-To: <zero@b>\n"
		"References: <zero@b>\n"
		"MIME-Version: 1.0\n"
		"Content-Type: text/plain; charset=UTF-8\n"
		"Content-Transfer-Encoding: 7bit\n"
		"\n"
		"text\n"
		"\n");
	g_string_free(body, TRUE);
	g_string_free(mbox, TRUE);
	git_libgit2_shutdown();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chooses_the_least_encoding),
		cmocka_unit_test(knows_how_long_a_line_may_be),
		cmocka_unit_test(quotes_what_needs_it),
		cmocka_unit_test(breaks_long_lines),
		cmocka_unit_test(gives_every_byte_back),
		cmocka_unit_test(a_mail_is_its_fields),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
