// SPDX-License-Identifier: GPL-2.0-only
/* what git was seen to make of a posting, remembered by content */
#include "known.h"

#include <stdlib.h>
#include <string.h>
#include "run.h"
#include "scratch.h"
#include "toolchain.h"

#define KEY	64		/* a SHA-256 in hex */
#define IDLE	(1u << 20)	/* bytes that are kept on without having been of use */

/* Changed when what is remembered means another thing. */
static const char format[] = "respin known 1\n";
static const char seal[] = "sha256 ";

struct entry_text {
	char *key;
	GString *text;
	bool used;
};

struct known {
	char *path;		/* the file */
	char *git;		/* which git it is */
	GPtrArray *entries;	/* struct entry_text *; of before first, newest first */
	GHashTable *by_key;
	bool changed;
};

static void entry_free(void *data)
{
	struct entry_text *entry = data;

	g_string_free(entry->text, TRUE);
	g_free(entry->key);
	g_free(entry);
}

static void add(struct known *known, const char *key, const char *bytes, size_t len, bool used)
{
	struct entry_text *entry = g_new0(struct entry_text, 1);

	entry->key = g_strndup(key, KEY);
	entry->text = g_string_new_len(bytes, (gssize)len);
	entry->used = used;
	g_ptr_array_add(known->entries, entry);
	g_hash_table_insert(known->by_key, entry->key, entry);
}

/* The end of the entries; NULL: damaged. */
static const char *check_seal(const char *data, size_t len)
{
	size_t tail = strlen(seal) + KEY + 1;
	const char *end = data + len - tail;
	g_autofree char *sum = NULL;

	if (len < strlen(format) + tail || memcmp(data, format, strlen(format)) ||
	    memcmp(end, seal, strlen(seal)))
		return NULL;
	sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)data, len - tail);
	return memcmp(end + strlen(seal), sum, KEY) ? NULL : end;
}

/* "<key> <length>\n<bytes>\n" each */
static void read_entries(struct known *known)
{
	g_autofree char *data = NULL;
	const char *p, *end;
	gsize len;

	if (!g_file_get_contents(known->path, &data, &len, NULL) || !(end = check_seal(data, len)))
		return;
	for (p = data + strlen(format); p < end;) {
		const char *line = strchrnul(p, '\n');
		size_t size = strtoul(p + KEY, NULL, 10);

		if (line - p <= KEY || size + 1 > (size_t)(end - line - 1))
			return;
		add(known, p, line + 1, size, false);
		p = line + 1 + size + 1;
	}
}

struct known *known_open(struct repo *repo, const char *name)
{
	struct known *known = g_new0(struct known, 1);
	g_autofree char *file = toolchain_file("git");

	known->path = g_build_filename(repo->state_dir, "known", name, NULL);
	known->git = g_strjoin("\n", run_version("git"), file, NULL);
	known->entries = g_ptr_array_new_with_free_func(entry_free);
	known->by_key = g_hash_table_new(g_str_hash, g_str_equal);
	read_entries(known);
	return known;
}

void known_key_add(GChecksum *sum, const char *bytes, size_t len)
{
	g_autofree char *size = g_strdup_printf("%zu:", len);

	g_checksum_update(sum, (const guchar *)size, -1);
	g_checksum_update(sum, (const guchar *)bytes, (gssize)len);
}

GChecksum *known_key_begin(const struct known *known, const char *kind)
{
	GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);

	known_key_add(sum, kind, strlen(kind));
	known_key_add(sum, known->git, strlen(known->git));
	return sum;
}

char *known_key_end(GChecksum *sum)
{
	char *key = g_strdup(g_checksum_get_string(sum));

	g_checksum_free(sum);
	return key;
}

const GString *known_get(struct known *known, const char *key)
{
	struct entry_text *entry = g_hash_table_lookup(known->by_key, key);

	if (!entry)
		return NULL;
	entry->used = true;
	return entry->text;
}

void known_put(struct known *known, const char *key, const char *bytes, size_t len)
{
	if (known_get(known, key))
		return;
	known->changed = true;
	add(known, key, bytes, len, true);
}

static void write_entry(GString *out, const struct entry_text *entry)
{
	g_string_append_printf(out, "%s %zu\n", entry->key, entry->text->len);
	g_string_append_len(out, entry->text->str, (gssize)entry->text->len);
	g_string_append_c(out, '\n');
}

/* What was of use, then others as far as there is room. */
static GString *entries_text(const struct known *known)
{
	GString *out = g_string_new(format);
	g_autofree char *sum = NULL;
	size_t idle = 0;

	for (unsigned int i = 0; i < known->entries->len; i++) {
		const struct entry_text *entry = known->entries->pdata[i];

		if (entry->used)
			write_entry(out, entry);
	}
	for (unsigned int i = 0; i < known->entries->len; i++) {
		const struct entry_text *entry = known->entries->pdata[i];

		if (!entry->used && (idle += KEY + entry->text->len) <= IDLE)
			write_entry(out, entry);
	}
	sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, out->str, (gssize)out->len);
	g_string_append_printf(out, "%s%s\n", seal, sum);
	return out;
}

static void write_file(const struct known *known)
{
	GString *data = entries_text(known);

	file_keep(known->path, data->str, data->len);
	g_string_free(data, TRUE);
}

void known_close(struct known *known)
{
	if (!known)
		return;
	if (known->changed)
		write_file(known);
	g_hash_table_unref(known->by_key);
	g_ptr_array_unref(known->entries);
	g_free(known->path);
	g_free(known->git);
	g_free(known);
}
