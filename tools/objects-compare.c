// SPDX-License-Identifier: GPL-2.0-only
/* two digests of object files: what changed, and by how much */
#include <stdlib.h>
#include <string.h>
#include "objects.h"

/* All pieces of one name, in one of the digests. */
struct pieces {
	GPtrArray *lines;	/* "<size> <kind> <digest>", sorted */
	unsigned long size;
	char *kind;		/* of the first */
};

/* What has changed, and how much it says. */
struct change {
	char *line;
	int weight;		/* 0: a symbol; 1: an entry, a section; 2: an undefined symbol */
};

struct comparison {
	struct objects_diff *out;
	GHashTable *sizes;	/* name → struct objects_size */
	GArray *changes;	/* struct change */
};

static void pieces_free(void *data)
{
	struct pieces *pieces = data;

	g_ptr_array_unref(pieces->lines);
	g_free(pieces->kind);
	g_free(pieces);
}

/* --- sizes */

static void size_free(void *data)
{
	struct objects_size *size = data;

	g_free(size->name);
	g_free(size);
}

/* Made by macros, not by people; bloat-o-meter passes over them as well. */
static bool is_passed_over(const char *name)
{
	static const char *const prefixes[] = {
		"__mod_", "__se_sys", "__se_compat_sys", "__addressable_",
	};

	for (unsigned int i = 0; i < G_N_ELEMENTS(prefixes); i++)
		if (g_str_has_prefix(name, prefixes[i]))
			return true;
	return !strcmp(name, "linux_banner") || !strcmp(name, "vermagic");
}

/* "<section> <symbol> <letter> <size> ..." */
static void count(struct comparison *comparison, char **field, bool now)
{
	unsigned long bytes = strtoul(field[3], NULL, 10);
	struct objects_size *size;

	if (*field[2] == '-' || is_passed_over(field[1]))
		return;
	size = g_hash_table_lookup(comparison->sizes, field[1]);
	if (!size) {
		size = g_new0(struct objects_size, 1);
		size->name = g_strdup(field[1]);
		g_hash_table_insert(comparison->sizes, size->name, size);
	}
	*(now ? &size->now : &size->before) += bytes;
	*(now ? &size->is : &size->was) = true;
	*(now ? &comparison->out->now : &comparison->out->before) += bytes;
}

static int by_growth(const void *a, const void *b)
{
	const struct objects_size *one = *(struct objects_size *const *)a;
	const struct objects_size *two = *(struct objects_size *const *)b;
	long grown = (long)(one->now - one->before), other = (long)(two->now - two->before);

	return grown != other ? (grown < other ? 1 : -1) : -strcmp(one->name, two->name);
}

static void sum_up(struct comparison *comparison)
{
	struct objects_diff *out = comparison->out;
	GHashTableIter iter;
	void *value;

	g_hash_table_iter_init(&iter, comparison->sizes);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		struct objects_size *size = value;

		if (size->was && size->is && size->before == size->now)
			continue;
		out->added += !size->was;
		out->removed += !size->is;
		out->grown += size->was && size->is && size->now > size->before;
		out->shrunk += size->was && size->is && size->now < size->before;
		if (size->now > size->before)
			out->up += size->now - size->before;
		else
			out->down += size->before - size->now;
		g_hash_table_iter_steal(&iter);
		g_ptr_array_add(out->sizes, size);
	}
	g_ptr_array_sort(out->sizes, by_growth);
}

char *objects_sizes_line(const struct objects_diff *diff)
{
	return g_strdup_printf("add/remove: %u/%u grow/shrink: %u/%u up/down: %lu/%ld (%ld)",
			       diff->added, diff->removed, diff->grown, diff->shrunk, diff->up,
			       -(long)diff->down, (long)(diff->up - diff->down));
}

static char *cell(bool there, unsigned long bytes)
{
	return there ? g_strdup_printf("%lu", bytes) : g_strdup("-");
}

char *objects_sizes_table(const struct objects_diff *diff)
{
	GString *text = g_string_new(NULL);
	double percent = diff->before ? ((double)diff->now - (double)diff->before) * 100 /
			 (double)diff->before : 0;

	g_string_append_printf(text, "%-40s %7s %7s %7s\n", "Function", "old", "new", "delta");
	for (unsigned int i = 0; i < diff->sizes->len; i++) {
		const struct objects_size *size = diff->sizes->pdata[i];
		g_autofree char *before = cell(size->was, size->before);
		g_autofree char *now = cell(size->is, size->now);

		g_string_append_printf(text, "%-40s %7s %7s %+7ld\n", size->name, before, now,
				       (long)(size->now - size->before));
	}
	g_string_append_printf(text, "Total: Before=%lu, After=%lu, chg %+.2f%%\n", diff->before,
			       diff->now, percent);
	return g_string_free(text, FALSE);
}

/* --- what is different */

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void piece_add(GHashTable *table, char **field)
{
	g_autofree char *name = g_strdup_printf("%s: %s", field[0], field[1]);
	struct pieces *pieces = g_hash_table_lookup(table, name);

	if (!pieces) {
		pieces = g_new0(struct pieces, 1);
		pieces->lines = g_ptr_array_new_with_free_func(g_free);
		pieces->kind = g_strdup(field[4]);
		g_hash_table_insert(table, g_steal_pointer(&name), pieces);
	}
	pieces->size += strtoul(field[3], NULL, 10);
	g_ptr_array_add(pieces->lines, g_strdup_printf("%s %s %s", field[3], field[4], field[5]));
}

/* "<section>: <symbol>" → struct pieces, of an object's lines; each is counted, too. */
static GHashTable *object_read(struct comparison *comparison, const char *text, bool now)
{
	GHashTable *table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, pieces_free);
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	for (unsigned int i = 0; lines[i]; i++) {
		g_auto(GStrv) field = g_strsplit(*lines[i] ? lines[i] + 1 : "", "\t", 6);

		if (g_strv_length(field) != 6)
			continue;
		piece_add(table, field);
		count(comparison, field, now);
	}
	return table;
}

static bool equal(struct pieces *a, struct pieces *b)
{
	unsigned int i;

	if (a->lines->len != b->lines->len)
		return false;
	g_ptr_array_sort(a->lines, by_text);
	g_ptr_array_sort(b->lines, by_text);
	for (i = 0; i < a->lines->len; i++)
		if (strcmp(a->lines->pdata[i], b->lines->pdata[i]))
			return false;
	return true;
}

static char *what_happened(const char *name, const struct pieces *before, const struct pieces *now)
{
	if (!before)
		return g_strdup_printf("added, %lu bytes", now->size);
	if (!now)
		return g_strdup_printf("removed, %lu bytes", before->size);
	if (strcmp(before->kind, now->kind))
		return g_strdup_printf("changed, from \"%s\" to \"%s\"", before->kind, now->kind);
	if (g_str_has_suffix(name, ": (file)"))
		return g_strdup_printf("changed, and can only be compared as bytes: %s", now->kind);
	return g_strdup_printf("changed, %lu to %lu bytes", before->size, now->size);
}

static void say(struct comparison *comparison, const char *object, const char *name,
		const struct pieces *before, const struct pieces *now)
{
	g_autofree char *what = what_happened(name, before, now);
	struct change change = {
		g_strdup_printf("%s: %s: %s", object, name, what),
		*name == '*' ? 2 : strstr(name, ": (") != NULL,
	};

	g_array_append_val(comparison->changes, change);
}

static void say_whole(struct comparison *comparison, const char *object, const char *what,
		      GHashTable *pieces)
{
	unsigned long size = 0;
	struct change change = { NULL, 0 };
	GHashTableIter iter;
	void *value;

	g_hash_table_iter_init(&iter, pieces);
	while (g_hash_table_iter_next(&iter, NULL, &value))
		size += ((struct pieces *)value)->size;
	change.line = g_strdup_printf("%s: %s, %lu bytes", object, what, size);
	g_array_append_val(comparison->changes, change);
}

static void compare_pieces(struct comparison *comparison, const char *object, GHashTable *old,
			   GHashTable *new)
{
	GHashTableIter iter;
	void *name, *value;

	g_hash_table_iter_init(&iter, new);
	while (g_hash_table_iter_next(&iter, &name, &value)) {
		struct pieces *there = g_hash_table_lookup(old, name);

		if (!there || !equal(there, value))
			say(comparison, object, name, there, value);
	}
	g_hash_table_iter_init(&iter, old);
	while (g_hash_table_iter_next(&iter, &name, &value))
		if (!g_hash_table_contains(new, name))
			say(comparison, object, name, value, NULL);
}

static void compare_object(struct comparison *comparison, const char *object, const char *before,
			   const char *now)
{
	GHashTable *old = object_read(comparison, before ? before : "", false);
	GHashTable *new = object_read(comparison, now ? now : "", true);

	if (!before)
		say_whole(comparison, object, "added", new);
	else if (!now)
		say_whole(comparison, object, "removed", old);
	else if (strcmp(before, now))
		compare_pieces(comparison, object, old, new);
	g_hash_table_destroy(old);
	g_hash_table_destroy(new);
}

/* --- the whole */

/* Name of an object → its lines. */
static GHashTable *objects_read(const char *text)
{
	GHashTable *table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);

	while (*text) {
		const char *name = text, *lines = strchrnul(text, '\n');

		text = lines += *lines == '\n';
		while (*text == '\t') {
			text = strchrnul(text, '\n');
			text += *text == '\n';
		}
		g_hash_table_replace(table, g_strndup(name, strcspn(name, "\n")),
				     g_strndup(lines, (gsize)(text - lines)));
	}
	return table;
}

static void change_clear(void *data)
{
	g_free(((struct change *)data)->line);
}

static int by_weight(const void *a, const void *b)
{
	const struct change *one = a, *two = b;

	return one->weight != two->weight ? one->weight - two->weight : strcmp(one->line, two->line);
}

static void changes_take(struct comparison *comparison)
{
	g_array_sort(comparison->changes, by_weight);
	for (unsigned int i = 0; i < comparison->changes->len; i++) {
		struct change *change = &g_array_index(comparison->changes, struct change, i);

		g_ptr_array_add(comparison->out->changed, g_steal_pointer(&change->line));
	}
	g_array_unref(comparison->changes);
}

void objects_compare(struct objects_diff *out, const char *before, const char *now)
{
	GHashTable *old = objects_read(before), *new = objects_read(now);
	struct comparison comparison = { out, NULL, NULL };
	GHashTableIter iter;
	void *name, *lines;

	memset(out, 0, sizeof(*out));
	out->changed = g_ptr_array_new_with_free_func(g_free);
	out->sizes = g_ptr_array_new_with_free_func(size_free);
	comparison.sizes = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, size_free);
	comparison.changes = g_array_new(FALSE, FALSE, sizeof(struct change));
	g_array_set_clear_func(comparison.changes, change_clear);
	g_hash_table_iter_init(&iter, new);
	while (g_hash_table_iter_next(&iter, &name, &lines))
		compare_object(&comparison, name, g_hash_table_lookup(old, name), lines);
	g_hash_table_iter_init(&iter, old);
	while (g_hash_table_iter_next(&iter, &name, &lines))
		if (!g_hash_table_contains(new, name))
			compare_object(&comparison, name, lines, NULL);
	sum_up(&comparison);
	changes_take(&comparison);
	g_hash_table_destroy(comparison.sizes);
	g_hash_table_destroy(old);
	g_hash_table_destroy(new);
}

void objects_diff_release(struct objects_diff *diff)
{
	g_clear_pointer(&diff->changed, g_ptr_array_unref);
	g_clear_pointer(&diff->sizes, g_ptr_array_unref);
}
