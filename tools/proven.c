// SPDX-License-Identifier: GPL-2.0-only
/* mails that git am was seen to turn back into their commits */
#include "proven.h"

#include <string.h>
#include "record.h"
#include "run.h"
#include "toolchain.h"

#define FORMER_MAX	2000	/* keys of before that are kept on */

/* Changed when a proof of before has looked at less. */
static const char format[] = "respin proof 1";

struct proven {
	char *path;		/* where they are kept */
	char *git;		/* which git it is */
	char **former;		/* keys, newest first */
	GHashTable *known;	/* the same, as a set; borrowed */
	GPtrArray *added;
};

static char **read_keys(const char *path)
{
	struct record record = RECORD_INIT;
	g_autofree char *data = NULL;
	char **keys;
	gsize len;

	if (g_file_get_contents(path, &data, &len, NULL))
		record_parse(&record, data, len);
	keys = g_strsplit(record.text ? record.text : "", "\n", -1);
	record_release(&record);
	return keys;
}

struct proven *proven_open(struct repo *repo, const char *name)
{
	struct proven *proven = g_new0(struct proven, 1);
	g_autofree char *file = toolchain_file("git");

	proven->path = g_build_filename(repo->state_dir, "proven", name, NULL);
	proven->git = g_strjoin("\n", run_version("git"), file, NULL);
	proven->former = read_keys(proven->path);
	proven->known = g_hash_table_new(g_str_hash, g_str_equal);
	proven->added = g_ptr_array_new_with_free_func(g_free);
	for (char **key = proven->former; *key; key++)
		g_hash_table_add(proven->known, *key);
	return proven;
}

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

static void add_bytes(GChecksum *sum, const char *bytes, size_t len)
{
	g_autofree char *size = g_strdup_printf("%zu:", len);

	g_checksum_update(sum, (const guchar *)size, -1);
	g_checksum_update(sum, (const guchar *)bytes, (gssize)len);
}

static GChecksum *key_begin(const struct proven *proven, const char *what)
{
	GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);

	add_bytes(sum, format, strlen(format));
	add_bytes(sum, what, strlen(what));
	add_bytes(sum, proven->git, strlen(proven->git));
	return sum;
}

static char *key_end(GChecksum *sum)
{
	char *key = g_strdup(g_checksum_get_string(sum));

	g_checksum_free(sum);
	return key;
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
	add_bytes(sum, text->str, text->len);
}

char *proven_key(const struct proven *proven, const char *mail, size_t len,
		 const GString *description, const char *commit)
{
	GChecksum *sum = key_begin(proven, "mail");
	g_autoptr(GString) counts = g_string_new(NULL);

	proven_mail(counts, mail, len);
	add_bytes(sum, counts->str, counts->len);
	add_bytes(sum, description->str, description->len);
	add_commit(sum, commit);
	return key_end(sum);
}

char *proven_thread_key(const struct proven *proven, const char *const *mails,
			const size_t *lens, unsigned int n)
{
	GChecksum *sum = key_begin(proven, "thread");

	for (unsigned int i = 0; i < n; i++)
		add_bytes(sum, mails[i], lens[i]);
	return key_end(sum);
}

bool proven_has(const struct proven *proven, const char *key)
{
	return g_hash_table_contains(proven->known, key);
}

void proven_add(struct proven *proven, const char *key)
{
	g_ptr_array_add(proven->added, g_strdup(key));
}

/* What was added, then what else was known. */
static char *keys(const struct proven *proven)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
	GString *text = g_string_new(NULL);
	unsigned int n = 0;

	for (unsigned int i = 0; i < proven->added->len; i++)
		if (g_hash_table_add(seen, proven->added->pdata[i]))
			g_string_append_printf(text, "%s%s", text->len ? "\n" : "",
					       (char *)proven->added->pdata[i]);
	for (char **key = proven->former; *key && n < FORMER_MAX; key++)
		if (**key && g_hash_table_add(seen, *key)) {
			g_string_append_printf(text, "%s%s", text->len ? "\n" : "", *key);
			n++;
		}
	return g_string_free(text, FALSE);
}

static bool anything_new(const struct proven *proven)
{
	for (unsigned int i = 0; i < proven->added->len; i++)
		if (!proven_has(proven, proven->added->pdata[i]))
			return true;
	return false;
}

static void write_keys(const struct proven *proven)
{
	g_autofree char *dir = g_path_get_dirname(proven->path);
	struct record record = { .text = keys(proven) };
	GString *data = record_format(&record);

	if (!g_mkdir_with_parents(dir, 0777))
		g_file_set_contents_full(proven->path, data->str, (gssize)data->len,
					 G_FILE_SET_CONTENTS_CONSISTENT, 0666, NULL);
	g_string_free(data, TRUE);
	record_release(&record);
}

void proven_close(struct proven *proven)
{
	if (anything_new(proven))
		write_keys(proven);
	g_hash_table_unref(proven->known);
	g_ptr_array_unref(proven->added);
	g_strfreev(proven->former);
	g_free(proven->path);
	g_free(proven->git);
	g_free(proven);
}
