// SPDX-License-Identifier: GPL-2.0-only
/* mails that git am was seen to turn back into their commits */
#include "proven.h"

#include <string.h>

/* After "<name>: ": "<word>" and the line's end, the word such as stands in a Message-ID. */
static size_t plain_id(const char *text)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				    "0123456789-._+@";
	size_t len = *text == '<' ? strspn(text + 1, plain) : 0;

	if (!len || text[len + 1] != '>' || text[len + 2] != '\n' || strchr(" \t", text[len + 3]))
		return 0;
	return len + 2;
}

/* After "From ": a commit's id, and the date that git writes. */
static size_t plain_separator(const char *text)
{
	static const char date[] = " Mon Sep 17 00:00:00 2001\n";
	size_t len = strspn(text, "0123456789abcdef");

	return len == GIT_OID_HEXSZ && g_str_has_prefix(text + len, date) ? len : 0;
}

/* The length of the value that begins behind @name, if it is one that does not count. */
static size_t idle_value(const char *line, const char **value)
{
	static const char *const names[] = { "Message-ID: ", "In-Reply-To: ", "References: " };

	for (unsigned int i = 0; i < G_N_ELEMENTS(names); i++) {
		if (g_str_has_prefix(line, names[i])) {
			*value = line + strlen(names[i]);
			return plain_id(*value);
		}
	}
	return 0;
}

/*
 * A NUL stands for a value: no mail of ours holds one. One that does is another
 * thing, and all of it counts.
 */
void proven_mail(GString *out, const char *mail, size_t len)
{
	g_autofree char *text = g_strndup(mail, len);
	const char *line = text, *value;
	size_t skip;

	if (strlen(text) != len) {
		g_string_append_len(out, "\0\0", 2);
		g_string_append_len(out, mail, (gssize)len);
		return;
	}
	value = text + strlen("From ");
	if (g_str_has_prefix(text, "From ") && (skip = plain_separator(value))) {
		g_string_append_len(out, "From \0", strlen("From ") + 1);
		line = value + skip;
	}
	while (*line && *line != '\n') {
		const char *next = strchrnul(line, '\n');

		if ((skip = idle_value(line, &value))) {
			g_string_append_len(out, line, value - line);
			g_string_append_c(out, '\0');
			line = value + skip;
		}
		next += *next == '\n';
		g_string_append_len(out, line, next - line);
		line = next;
	}
	g_string_append(out, line);
}

/* Without the lines that are the tree's and the reader's own. */
static void add_commit(GChecksum *sum, const char *commit)
{
	static const char *const others[] = { "tree ", "parent ", "committer " };
	g_autoptr(GString) text = g_string_new(NULL);
	const char *line = commit;

	while (*line && *line != '\n') {
		const char *next = strchrnul(line, '\n');
		bool counts = true;

		next += *next == '\n';
		for (unsigned int i = 0; i < G_N_ELEMENTS(others); i++)
			counts &= !g_str_has_prefix(line, others[i]);
		if (counts)
			g_string_append_len(text, line, next - line);
		line = next;
	}
	g_string_append(text, line);
	known_key_add(sum, text->str, text->len);
}

/* The kinds are changed when a proof of before has looked at less. */
char *proven_key(const struct known *known, const char *mail, size_t len,
		 const GString *description, const char *commit)
{
	GChecksum *sum = known_key_begin(known, "proved mail 1");
	g_autoptr(GString) counts = g_string_new(NULL);

	proven_mail(counts, mail, len);
	known_key_add(sum, counts->str, counts->len);
	known_key_add(sum, description->str, description->len);
	add_commit(sum, commit);
	return known_key_end(sum);
}

char *proven_thread_key(const struct known *known, const char *const *mails,
			const size_t *lens, unsigned int n)
{
	GChecksum *sum = known_key_begin(known, "proved thread 1");

	for (unsigned int i = 0; i < n; i++)
		known_key_add(sum, mails[i], lens[i]);
	return known_key_end(sum);
}
