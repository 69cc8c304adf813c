// SPDX-License-Identifier: GPL-2.0-only
/* two digests of object files: what changed, and by how much */
#include <stdlib.h>
#include <string.h>
#include "objects.h"

/* All pieces of one name, in one of the digests. */
struct pieces {
	GPtrArray *digests;	/* "<size> <digest>", sorted */
	unsigned long size;
};

static void pieces_free(void *data)
{
	struct pieces *pieces = data;

	g_ptr_array_unref(pieces->digests);
	g_free(pieces);
}

/* "<object>: <section>: <symbol>" → struct pieces */
static GHashTable *digest_read(const char *text)
{
	GHashTable *table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, pieces_free);
	char **lines = g_strsplit(text, "\n", -1);
	unsigned int i;

	for (i = 0; lines[i]; i++) {
		char **field = g_strsplit(lines[i], "\t", 5);
		struct pieces *pieces;
		char *name;

		if (g_strv_length(field) == 5) {
			name = g_strdup_printf("%s: %s: %s", field[0], field[1], field[2]);
			pieces = g_hash_table_lookup(table, name);
			if (!pieces) {
				pieces = g_new0(struct pieces, 1);
				pieces->digests = g_ptr_array_new_with_free_func(g_free);
				g_hash_table_insert(table, g_strdup(name), pieces);
			}
			pieces->size += strtoul(field[3], NULL, 10);
			g_ptr_array_add(pieces->digests,
					g_strdup_printf("%s %s", field[3], field[4]));
			g_free(name);
		}
		g_strfreev(field);
	}
	g_strfreev(lines);
	return table;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool equal(struct pieces *a, struct pieces *b)
{
	unsigned int i;

	if (a->digests->len != b->digests->len)
		return false;
	g_ptr_array_sort(a->digests, by_text);
	g_ptr_array_sort(b->digests, by_text);
	for (i = 0; i < a->digests->len; i++)
		if (strcmp(a->digests->pdata[i], b->digests->pdata[i]))
			return false;
	return true;
}

static void say(struct objects_diff *out, const char *name, const struct pieces *before,
		const struct pieces *now)
{
	char *line;

	if (!before)
		line = g_strdup_printf("%s: added, %lu bytes", name, now->size);
	else if (!now)
		line = g_strdup_printf("%s: removed, %lu bytes", name, before->size);
	else
		line = g_strdup_printf("%s: changed, %lu to %lu bytes", name, before->size,
				       now->size);
	g_ptr_array_add(out->changed, line);
}

static void tally(struct objects_diff *out, const char *name, const struct pieces *before,
		  const struct pieces *now)
{
	long change = (now ? (long)now->size : 0) - (before ? (long)before->size : 0);

	/* as bloat-o-meter: functions and data, not what belongs to nobody */
	if (g_str_has_suffix(name, ")"))
		return;
	out->added += !before;
	out->removed += !now;
	out->grown += before && now && change > 0;
	out->shrunk += before && now && change < 0;
	if (change > 0)
		out->up += change;
	else
		out->down += change;
}

void objects_compare(struct objects_diff *out, const char *before, const char *now)
{
	GHashTable *old = digest_read(before), *new = digest_read(now);
	GHashTableIter iter;
	void *name, *value;

	memset(out, 0, sizeof(*out));
	out->changed = g_ptr_array_new_with_free_func(g_free);
	g_hash_table_iter_init(&iter, new);
	while (g_hash_table_iter_next(&iter, &name, &value)) {
		struct pieces *there = g_hash_table_lookup(old, name);

		if (there && equal(there, value))
			continue;
		say(out, name, there, value);
		tally(out, name, there, value);
	}
	g_hash_table_iter_init(&iter, old);
	while (g_hash_table_iter_next(&iter, &name, &value)) {
		if (g_hash_table_contains(new, name))
			continue;
		say(out, name, value, NULL);
		tally(out, name, value, NULL);
	}
	g_ptr_array_sort(out->changed, by_text);
	g_hash_table_destroy(old);
	g_hash_table_destroy(new);
}

void objects_diff_release(struct objects_diff *diff)
{
	g_clear_pointer(&diff->changed, g_ptr_array_unref);
}
