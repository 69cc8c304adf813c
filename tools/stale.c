// SPDX-License-Identifier: GPL-2.0-only
/* objects that a kernel build keeps although it should not */
#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "msg.h"
#include "changes.h"
#include "scratch.h"
#include "stale.h"

struct stale {
	const char *out;
	struct objlog *log;
	GHashTable *headers;	/* that came or went, as #include names them */
};

static bool is_makefile(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

	return !strcmp(name, "Makefile") || !strcmp(name, "Kbuild") ||
	       g_str_has_prefix(name, "Makefile.");
}

/* Does a change of this file concern every object there is? */
static bool rules_all(const char *path)
{
	const char *slash = strchr(path, '/');

	if (g_str_has_prefix(path, "scripts/"))
		return true;
	if (!is_makefile(path))
		return false;
	if (!slash)
		return true;
	slash = strchr(slash + 1, '/');
	return g_str_has_prefix(path, "arch/") && slash && !strchr(slash + 1, '/');
}

static int remove_one(const char *path)
{
	if (unlink(path) && errno != ENOENT && errno != ENOTDIR)
		return error_errno("cannot remove %s", path);
	return 0;
}

static int remove_object(struct stale *stale, const char *object)
{
	const char *path = object + strlen(stale->out) + 1;

	objlog_forget(stale->log, path);
	return remove_one(object);
}

/* A source went: what was made of it. */
static int remove_made(struct stale *stale, const char *path)
{
	static const char *const suffixes[] = { "o", "s", "i", "lds" };
	const char *dot = strrchr(path, '.');
	unsigned int i;
	int err = 0;

	objlog_forget(stale->log, path);
	for (i = 0; dot && i < G_N_ELEMENTS(suffixes) && !err; i++) {
		char *object = g_strdup_printf("%s/%.*s.%s", stale->out, (int)(dot - path),
					       path, suffixes[i]);

		err = remove_object(stale, object);
		g_free(object);
	}
	return err;
}

/* A Makefile changed: all that lies in its folder and was made by it. */
static int remove_folder(struct stale *stale, const char *makefile)
{
	char *dir = g_path_get_dirname(makefile);
	char *folder = g_build_filename(stale->out, dir, NULL);
	GDir *entries = g_dir_open(folder, 0, NULL);
	const char *name;
	int err = 0;

	while (entries && !err && (name = g_dir_read_name(entries))) {
		char *object = g_build_filename(folder, name, NULL);

		if (g_str_has_suffix(name, ".o") || g_str_has_suffix(name, ".a"))
			err = remove_object(stale, object);
		g_free(object);
	}
	if (entries)
		g_dir_close(entries);
	g_free(folder);
	g_free(dir);
	return err;
}

/* asm/rwsem.h for what lies on the include path; else the base name. */
static char *include_name(const char *path)
{
	static const char *const below[] = { "uapi/", "generated/", "generated/uapi/" };
	const char *at = g_strrstr(path, "include/");
	unsigned int i;

	if (!at || (at > path && at[-1] != '/'))
		return g_path_get_basename(path);
	at += strlen("include/");
	for (i = 0; i < G_N_ELEMENTS(below); i++)
		if (g_str_has_prefix(at, below[i]))
			at += strlen(below[i]);
	return g_strdup(at);
}

static GHashTable *listed(const char *text)
{
	GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	char **words = g_strsplit_set(text, " \t\n\\", -1);
	unsigned int i;

	for (i = 0; words[i]; i++)
		if (g_str_has_suffix(words[i], ".h"))
			g_hash_table_add(names, g_strconcat("asm/", words[i], NULL));
	g_strfreev(words);
	return names;
}

void stale_headers_listed(GHashTable *names, const char *before, const char *after)
{
	GHashTable *sides[2] = { listed(before), listed(after) };
	GHashTableIter iter;
	unsigned int i;
	void *name;

	for (i = 0; i < 2; i++) {
		g_hash_table_iter_init(&iter, sides[i]);
		while (g_hash_table_iter_next(&iter, &name, NULL))
			if (!g_hash_table_contains(sides[!i], name))
				g_hash_table_add(names, g_strdup(name));
	}
	g_hash_table_destroy(sides[0]);
	g_hash_table_destroy(sides[1]);
}

static int blob_text(char **out, struct repo *repo, const git_oid *tree, const char *path)
{
	struct place at = { path, 0 };
	struct entry entry;
	size_t len;
	int err;

	err = repo_entry(&entry, repo, tree, path, &at);
	if (err)
		return err;
	if (!entry.mode) {
		*out = g_strdup("");
		return 0;
	}
	return repo_blob(out, &len, repo, &entry.id);
}

static int listed_headers(struct stale *stale, struct repo *repo, const git_oid *from,
			  const git_oid *to, const char *path)
{
	char *before = NULL, *after = NULL;
	int err;

	err = blob_text(&before, repo, from, path);
	if (!err)
		err = blob_text(&after, repo, to, path);
	if (!err)
		stale_headers_listed(stale->headers, before, after);
	g_free(before);
	g_free(after);
	return err;
}

/* The object whose dependencies this file lists; NULL where it is no such file. */
static char *listed_object(const char *dir, const char *name)
{
	size_t len = strlen(name);

	if (*name == '.' && g_str_has_suffix(name, ".cmd"))
		return g_strdup_printf("%s/%.*s", dir, (int)(len - 5), name + 1);
	if (*name == '.' && g_str_has_suffix(name, ".o.d"))
		return g_strdup_printf("%s/%.*s", dir, (int)(len - 3), name + 1);
	if (g_str_has_suffix(name, ".d"))
		return g_strdup_printf("%s/%.*s.o", dir, (int)(len - 2), name);
	return NULL;
}

static bool names_header(GHashTable *headers, const char *text)
{
	GHashTableIter iter;
	void *name;

	g_hash_table_iter_init(&iter, headers);
	while (g_hash_table_iter_next(&iter, &name, NULL)) {
		const char *at = text;
		size_t len = strlen(name);

		while ((at = strstr(at, name))) {
			if (at > text && at[-1] == '/' && !g_ascii_isalnum(at[len]))
				return true;
			at += len;
		}
	}
	return false;
}

static int look_at(struct stale *stale, const FTSENT *entry)
{
	char *dir, *object, *name, *text = NULL;
	bool wrapper;
	size_t len;
	int err = 0;

	if (strstr(entry->fts_path, "/include/generated/")) {
		name = include_name(entry->fts_path);
		wrapper = g_str_has_prefix(name, "asm/") &&
			  g_hash_table_contains(stale->headers, name);
		g_free(name);
		if (wrapper)
			return remove_one(entry->fts_path);
	}
	dir = g_path_get_dirname(entry->fts_path);
	object = listed_object(dir, entry->fts_name);
	if (object && !access(object, F_OK)) {
		err = file_read(&text, &len, entry->fts_path);
		if (!err && names_header(stale->headers, text))
			err = remove_object(stale, object);
	}
	g_free(text);
	g_free(object);
	g_free(dir);
	return err;
}

static int remove_readers(struct stale *stale)
{
	char *roots[] = { (char *)stale->out, NULL };
	FTSENT *entry;
	FTS *fts;
	int err = 0;

	fts = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_NOSTAT, NULL);
	if (!fts)
		return error_errno("cannot read %s", stale->out);
	while (!err && (entry = fts_read(fts)))
		if (entry->fts_info == FTS_F || entry->fts_info == FTS_NSOK)
			err = look_at(stale, entry);
	fts_close(fts);
	return err;
}

static int look_at_change(struct stale *stale, struct repo *repo, const git_oid *from,
			  const git_oid *to, const struct change *change)
{
	bool header = g_str_has_suffix(change->path, ".h");
	int err = 0;

	if (header && change->status != 'M')
		g_hash_table_add(stale->headers, include_name(change->path));
	if (!header && change->status == 'D')
		err = remove_made(stale, change->path);
	if (!err && is_makefile(change->path)) {
		err = remove_folder(stale, change->path);
		if (!err)
			err = listed_headers(stale, repo, from, to, change->path);
	}
	return err;
}

int stale_remove(bool *all, const char *out, struct objlog *log, struct repo *repo,
		 const git_oid *from, const git_oid *to)
{
	struct stale stale = { out, log, NULL };
	GArray *changes = NULL;
	unsigned int i;
	int err;

	*all = false;
	err = repo_changes(&changes, repo, from, to);
	if (err)
		return err;
	for (i = 0; i < changes->len && !*all; i++)
		*all = rules_all(g_array_index(changes, struct change, i).path);
	stale.headers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	for (i = 0; i < changes->len && !*all && !err; i++)
		err = look_at_change(&stale, repo, from, to,
				     &g_array_index(changes, struct change, i));
	if (!err && !*all && g_hash_table_size(stale.headers))
		err = remove_readers(&stale);
	g_hash_table_destroy(stale.headers);
	repo_changes_free(changes);
	return err;
}
