// SPDX-License-Identifier: GPL-2.0-only
#include "mail.h"

#include <stdbool.h>
#include <string.h>
#include "header.h"

#define TEXT_LINE_MAX	998
#define QP_LINE_MAX	76

static bool is_from_line(const char *line, size_t len)
{
	size_t i = 0;

	while (i < len && line[i] == '>')
		i++;
	return len - i >= 5 && !memcmp(line + i, "From ", 5);
}

/* Would this line, its newline excluded, come to harm on its way? */
static bool line_is_unsafe(const char *line, size_t len)
{
	return len > TEXT_LINE_MAX || memchr(line, '\r', len) || memchr(line, '\0', len) ||
	       is_from_line(line, len) || !g_utf8_validate(line, (gssize)len, NULL);
}

static bool is_ascii(const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)bytes[i] > 0x7f)
			return false;
	return true;
}

const char *mail_encoding(const char *bytes, size_t len)
{
	const char *end = bytes + len;

	for (const char *line = bytes, *next; line < end; line = next) {
		const char *newline = memchr(line, '\n', (size_t)(end - line));

		if (line_is_unsafe(line, (size_t)((newline ? newline : end) - line)))
			return "quoted-printable";
		next = newline ? newline + 1 : end;
	}
	return is_ascii(bytes, len) ? "7bit" : "8bit";
}

static bool qp_is_plain(unsigned char c, bool line_end)
{
	if (c == ' ' || c == '\t')
		return !line_end;
	return c > ' ' && c <= '~' && c != '=';
}

/*
 * A line that comes out of this never begins with "From ", with ">" before it,
 * or with a lone dot, whether it began in @bytes or after a soft line break.
 */
static bool qp_is_special_start(const char *p, size_t left)
{
	return *p == '.' || is_from_line(p, left);
}

void mail_quoted_printable(GString *out, const char *bytes, size_t len)
{
	size_t column = 0;

	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)bytes[i];
		bool line_end = i + 1 == len || bytes[i + 1] == '\n';
		bool plain = qp_is_plain(c, line_end);

		if (c == '\n') {
			g_string_append_c(out, '\n');
			column = 0;
			continue;
		}
		if (column + (plain ? 1 : 3) > QP_LINE_MAX - 1) {
			g_string_append(out, "=\n");
			column = 0;
		}
		if (plain && !column && qp_is_special_start(bytes + i, len - i))
			plain = false;
		if (plain)
			g_string_append_c(out, (char)c);
		else
			g_string_append_printf(out, "=%02X", c);
		column += plain ? 1 : 3;
	}
}

static void append_body(GString *mbox, const GString *body)
{
	const char *encoding = mail_encoding(body->str, body->len);

	g_string_append_printf(mbox, "MIME-Version: 1.0\n"
			       "Content-Type: text/plain; charset=UTF-8\n"
			       "Content-Transfer-Encoding: %s\n\n", encoding);
	if (!strcmp(encoding, "quoted-printable"))
		mail_quoted_printable(mbox, body->str, body->len);
	else
		g_string_append_len(mbox, body->str, (gssize)body->len);
	g_string_append_c(mbox, '\n');
}

void mail_append(GString *mbox, const struct mail *mail)
{
	g_autoptr(GPtrArray) from = g_ptr_array_new();

	g_ptr_array_add(from, (void *)mail->from);
	g_string_append_printf(mbox, "From %s Mon Sep 17 00:00:00 2001\n",
			       git_oid_tostr_s(mail->id));
	header_addresses(mbox, "From", from);
	header_addresses(mbox, "To", mail->to);
	header_addresses(mbox, "Cc", mail->cc);
	header_date(mbox, mail->date);
	header_text(mbox, "Subject", mail->subject);
	g_string_append_printf(mbox, "Message-ID: <%s>\n", mail->message_id);
	if (mail->parent_id)
		g_string_append_printf(mbox, "In-Reply-To: <%s>\nReferences: <%s>\n",
				       mail->parent_id, mail->parent_id);
	append_body(mbox, mail->body);
}
