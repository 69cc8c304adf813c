// SPDX-License-Identifier: GPL-2.0-only
/* what the making of each object printed */
#include <string.h>
#include "diag.h"
#include "objlog.h"

static void string_free(void *data)
{
	g_string_free(data, TRUE);
}

struct objlog *objlog_new(void)
{
	struct objlog *log = g_new0(struct objlog, 1);

	log->text = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, string_free);
	log->fresh = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	return log;
}

void objlog_free(struct objlog *log)
{
	if (!log)
		return;
	g_hash_table_destroy(log->text);
	g_hash_table_destroy(log->fresh);
	g_free(log);
}

/* "make: ...", "scripts/Makefile.build:41: ...", "kernel/Kconfig:3:warning: ..." */
static bool belongs_to_run(const char *line)
{
	const char *colon = strchr(line, ':'), *name;

	if (g_str_has_prefix(line, "make[") || g_str_has_prefix(line, "make:"))
		return true;
	if (!colon || !g_ascii_isdigit(colon[1]))
		return false;
	for (name = colon; name > line && name[-1] != '/'; name--)
		;
	return g_str_has_prefix(name, "Makefile") || g_str_has_prefix(name, "Kbuild") ||
	       g_str_has_prefix(name, "Kconfig");
}

static GString *entry(struct objlog *log, const char *name, bool reset)
{
	GString *text = g_hash_table_lookup(log->text, name);

	if (!text) {
		text = g_string_new(NULL);
		g_hash_table_insert(log->text, g_strdup(name), text);
	} else if (reset && !g_hash_table_contains(log->fresh, name)) {
		g_string_truncate(text, 0);
	}
	g_hash_table_add(log->fresh, g_strdup(name));
	return text;
}

/* "  CC [M]  a.o" and "  CC      a.o" are one thing. */
static char *tag_name(const char *line)
{
	char **words = g_strsplit_set(line, " \t", -1), *name;
	GString *out = g_string_new(NULL);
	unsigned int i;

	for (i = 0; words[i]; i++) {
		if (!*words[i] || !strcmp(words[i], "[M]"))
			continue;
		g_string_append_printf(out, out->len ? " %s" : "%s", words[i]);
	}
	g_strfreev(words);
	name = g_string_free(out, FALSE);
	return name;
}

void objlog_merge(struct objlog *log, const char *raw)
{
	char **lines = g_strsplit(raw, "\n", -1), **line;
	char *name = g_strdup("");

	g_hash_table_remove_all(log->fresh);
	entry(log, "", true);
	for (line = lines; *line; line++) {
		if (diag_is_tag(*line)) {
			g_free(name);
			name = tag_name(*line);
			entry(log, name, true);
			continue;
		}
		if (!**line)
			continue;
		g_string_append_printf(entry(log, belongs_to_run(*line) ? "" : name, true),
				       "%s\n", *line);
	}
	g_free(name);
	g_strfreev(lines);
}

void objlog_forget(struct objlog *log, const char *path)
{
	GHashTableIter iter;
	void *key;

	g_hash_table_iter_init(&iter, log->text);
	while (g_hash_table_iter_next(&iter, &key, NULL)) {
		const char *blank = strrchr(key, ' ');

		if (blank && !strcmp(blank + 1, path))
			g_hash_table_iter_remove(&iter);
	}
}

bool objlog_is_fresh(const struct objlog *log, const char *name)
{
	return g_hash_table_contains(log->fresh, name);
}

char *objlog_text(const struct objlog *log,
		  bool (*keep)(const struct objlog *log, const char *name, void *data),
		  void *data)
{
	GList *names, *name;
	GString *out = g_string_new(NULL);

	names = g_list_sort(g_hash_table_get_keys(log->text), (GCompareFunc)strcmp);
	for (name = names; name; name = name->next) {
		const GString *text = g_hash_table_lookup(log->text, name->data);
		const char *blank = strchr(name->data, ' ');

		if (!text->len || (keep && !keep(log, name->data, data)))
			continue;
		if (blank)
			g_string_append_printf(out, "  %-7.*s %s\n",
					       (int)(blank - (char *)name->data),
					       (char *)name->data, blank + 1);
		g_string_append(out, text->str);
	}
	g_list_free(names);
	return g_string_free(out, FALSE);
}

char *objlog_clean(const char *raw, const char *prefix)
{
	char *folder = g_strdup_printf("%s/", prefix);
	GString *out = g_string_new(NULL);
	const char *at;

	while ((at = strstr(raw, folder))) {
		g_string_append_len(out, raw, at - raw);
		raw = at + strlen(folder);
	}
	g_string_append(out, raw);
	g_free(folder);
	return g_string_free(out, FALSE);
}
