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

/*
 * A file that came or went, as the lists of dependencies name it. They have
 * "kernel/sched/../locking/x.h", too, so that of a file beside its readers the
 * name alone counts, and the folder's, or "..", before it.
 */
struct moved {
	char *name;		/* asm/rwsem.h for what lies on the include path; else rwsem.h */
	char *folder;		/* before it, where it went; NULL: any */
	char *near;		/* has to be in the list as well; NULL: nothing */
};

struct stale {
	const char *out;
	const char *lane;	/* the folder that has sources and builds */
	struct objlog *log;
	GPtrArray *moved;	/* struct moved * */
	bool came;		/* a header did: something may have asked for it */
	GHashTable *asking;	/* file → does it say __has_include? */
};

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

bool stale_is_makefile(const char *path)
{
	const char *name = base_name(path);

	return g_str_has_prefix(name, "Makefile") || g_str_has_prefix(name, "Kbuild");
}

static bool has_suffix(const char *path, const char *const *suffixes)
{
	for (; *suffixes; suffixes++)
		if (g_str_has_suffix(path, *suffixes))
			return true;
	return false;
}

/* What makes sources or programs that make sources: not all are prerequisites. */
static bool is_generator(const char *path)
{
	static const char *const suffixes[] = { ".sh", ".awk", ".pl", ".py", ".sed", NULL };
	static const char *const tools[] = {
		"objtool/", "build/", "include/", "lib/", "arch/", "scripts/", "bpf/",
	};
	unsigned int i;

	if (g_str_has_prefix(path, "tools/")) {
		for (i = 0; i < G_N_ELEMENTS(tools); i++)
			if (g_str_has_prefix(path + strlen("tools/"), tools[i]))
				return true;
		return false;
	}
	return g_str_has_prefix(path, "scripts/") ||
	       (!g_str_has_prefix(path, "Documentation/") && has_suffix(path, suffixes));
}

/* arch/x86/Makefile, and arch/x86 is built here */
static bool is_arch_makefile(const char *out, const char *path)
{
	g_autofree char *dir = g_path_get_dirname(path);
	g_autofree char *here = g_build_filename(out, dir, NULL);

	return g_str_has_prefix(dir, "arch/") && !strchr(dir + strlen("arch/"), '/') &&
	       g_file_test(here, G_FILE_TEST_IS_DIR);
}

/* Does this change concern every object there is? */
static bool rules_all(const char *out, const struct change *change)
{
	const char *path = change->path;

	/* Times of what a link leads to say nothing. */
	if (change->mode == GIT_FILEMODE_LINK || is_generator(path))
		return true;
	if (!stale_is_makefile(path))
		return false;
	return !strchr(path, '/') || is_arch_makefile(out, path);
}

static int remove_one(const char *path)
{
	if (unlink(path) && errno != ENOENT && errno != ENOTDIR && errno != EISDIR)
		return error_errno("cannot remove %s", path);
	return 0;
}

static int remove_object(struct stale *stale, const char *object)
{
	const char *path = object + strlen(stale->out) + 1;

	objlog_forget(stale->log, path);
	return remove_one(object);
}

/* Files that @made says yes to, directly in the folder of @path. */
static int remove_beside(struct stale *stale, const char *path,
			 bool (*made)(const char *name, const char *from))
{
	g_autofree char *dir = g_path_get_dirname(path);
	g_autofree char *folder = g_build_filename(stale->out, dir, NULL);
	GDir *entries = g_dir_open(folder, 0, NULL);
	const char *name;
	int err = 0;

	while (entries && !err && (name = g_dir_read_name(entries))) {
		g_autofree char *object = g_build_filename(folder, name, NULL);

		if (made(name, base_name(path)))
			err = remove_object(stale, object);
	}
	if (entries)
		g_dir_close(entries);
	return err;
}

/* x.o, x.s, x.mod.c of x.c, vmlinux.lds of vmlinux.lds.S */
static bool is_made_of(const char *name, const char *from)
{
	const char *dot = strrchr(from, '.');
	size_t len = dot ? (size_t)(dot - from) : 0;

	return len && !strncmp(name, from, len) && (!name[len] || name[len] == '.');
}

/* make made everything that lies there; what begins with a dot tells of it. */
static bool is_made(const char *name, const char *from)
{
	return *name != '.';
}

/*
 * What the lists of dependencies will call a file. It may be on the include path,
 * and so come before another of its name, or after it.
 */
static void add_moved(struct stale *stale, const char *path, bool came)
{
	static const char *const below[] = { "uapi/", "generated/", "generated/uapi/" };
	struct moved *moved = g_new0(struct moved, 1);
	const char *at = g_strrstr(path, "include/");
	g_autofree char *dir = g_path_get_dirname(path), *folder = g_path_get_basename(dir);
	unsigned int i;

	if (at && (at == path || at[-1] == '/')) {
		if (g_str_has_prefix(path, "arch/"))
			moved->near = g_strndup(path, at - path + strlen("include"));
		at += strlen("include/");
		for (i = 0; i < G_N_ELEMENTS(below); i++)
			if (g_str_has_prefix(at, below[i]))
				at += strlen(below[i]);
		moved->name = g_strdup(at);
	} else {
		moved->name = g_path_get_basename(path);
		if (came)
			moved->near = g_strconcat("/", folder, NULL);
		else
			moved->folder = g_strdup(folder);
	}
	g_ptr_array_add(stale->moved, moved);
}

static void moved_free(void *data)
{
	struct moved *moved = data;

	g_free(moved->name);
	g_free(moved->folder);
	g_free(moved->near);
	g_free(moved);
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

/* Wrappers that generic-y and its kin give, of the Makefile's architecture */
static void add_listed(struct stale *stale, const char *makefile, const char *before,
		       const char *after)
{
	GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	const char *end = g_strrstr(makefile, "include/");
	GHashTableIter iter;
	void *name;

	stale_headers_listed(names, before, after);
	g_hash_table_iter_init(&iter, names);
	while (g_hash_table_iter_next(&iter, &name, NULL)) {
		g_autofree char *path = g_strdup_printf("%.*sinclude/%s",
							end ? (int)(end - makefile) : 0,
							makefile, (char *)name);

		add_moved(stale, path, true);
	}
	g_hash_table_destroy(names);
}

/* @all: files are generated by its rules, and may stay when these go. */
static int look_at_makefile(bool *all, struct stale *stale, struct repo *repo,
			    const git_oid *from, const git_oid *to, const char *path)
{
	g_autofree char *before = NULL, *after = NULL;
	int err;

	err = remove_beside(stale, path, is_made);
	if (!err)
		err = blob_text(&before, repo, from, path);
	if (!err)
		err = blob_text(&after, repo, to, path);
	if (err)
		return err;
	add_listed(stale, path, before, after);
	*all = strstr(before, "generated/") || strstr(after, "generated/");
	return 0;
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

static bool is_after(const char *text, const char *at, const char *folder)
{
	size_t len = strlen(folder);

	return (size_t)(at - text) > len && !strncmp(at - len, folder, len) &&
	       at[-(long)len - 1] == '/';
}

/* Is the word there, to its end, and after a slash where it has none of its own? */
static bool names(const char *text, const char *word, const char *folder)
{
	size_t len = strlen(word);
	const char *at;

	for (at = text; (at = strstr(at, word)); at += len) {
		if (g_ascii_isalnum(at[len]) || at[len] == '_' || at[len] == '-')
			continue;
		if (*word != '/' && !g_str_has_prefix(word, "arch/") &&
		    (at == text || at[-1] != '/'))
			continue;
		if (!folder || is_after(text, at - 1, folder) || is_after(text, at - 1, ".."))
			return true;
	}
	return false;
}

static bool names_moved(const struct stale *stale, const char *text)
{
	unsigned int i;

	for (i = 0; i < stale->moved->len; i++) {
		const struct moved *moved = stale->moved->pdata[i];

		if (names(text, moved->name, moved->folder) &&
		    (!moved->near || names(text, moved->near, NULL)))
			return true;
	}
	return false;
}

/*
 * No list has the name of a header that was asked for in vain. The system's headers
 * ask for some, too, on behalf of host tools; what these would find in the kernel is
 * in tools/ or scripts/ (is_generator()).
 */
static bool asks(struct stale *stale, const char *path)
{
	g_autofree char *full = *path == '/' ? g_strdup(path) :
				g_build_filename(stale->out, path, NULL);
	g_autofree char *text = NULL;
	void *known;
	bool says;

	if (g_hash_table_lookup_extended(stale->asking, full, NULL, &known))
		return known;
	says = g_file_get_contents(full, &text, NULL, NULL) && strstr(text, "__has_include");
	g_hash_table_insert(stale->asking, g_steal_pointer(&full), GINT_TO_POINTER(says));
	return says;
}

static bool any_asks(struct stale *stale, const char *text)
{
	static const char *const read[] = { ".c", ".h", ".S", NULL };
	char **words = g_strsplit_set(text, " \t\n\\()", -1);
	bool found = false;
	unsigned int i;

	for (i = 0; words[i] && !found; i++)
		found = *words[i] != '-' && has_suffix(words[i], read) &&
			(*words[i] != '/' || g_str_has_prefix(words[i], stale->lane)) &&
			asks(stale, words[i]);
	g_strfreev(words);
	return found;
}

static bool is_wrapper(const struct stale *stale, const char *path)
{
	return strstr(path, "/include/generated/asm/") && names_moved(stale, path);
}

static int look_at(struct stale *stale, const FTSENT *entry)
{
	g_autofree char *dir = g_path_get_dirname(entry->fts_path), *text = NULL;
	g_autofree char *object = listed_object(dir, entry->fts_name);
	size_t len;
	int err;

	if (is_wrapper(stale, entry->fts_path))
		return remove_one(entry->fts_path);
	if (!object || access(object, F_OK))
		return 0;
	err = file_read(&text, &len, entry->fts_path);
	if (!err && (names_moved(stale, text) || (stale->came && any_asks(stale, text))))
		err = remove_object(stale, object);
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

static int look_at_change(bool *all, struct stale *stale, struct repo *repo,
			  const git_oid *from, const git_oid *to, const struct change *change)
{
	bool header = g_str_has_suffix(change->path, ".h");
	int err = 0;

	stale->came = stale->came || (header && change->status == 'A');
	if (change->status == 'D' || (header && change->status == 'A'))
		add_moved(stale, change->path, change->status == 'A');
	if (!header && change->status == 'D')
		err = remove_beside(stale, change->path, is_made_of);
	if (!err && stale_is_makefile(change->path))
		err = look_at_makefile(all, stale, repo, from, to, change->path);
	return err;
}

static int look_at_changes(bool *all, struct stale *stale, struct repo *repo,
			   const git_oid *from, const git_oid *to, const GArray *changes)
{
	bool makefile = false;
	unsigned int i;
	int err = 0;

	for (i = 0; i < changes->len && !*all; i++)
		*all = rules_all(stale->out, &g_array_index(changes, struct change, i));
	for (i = 0; i < changes->len && !*all && !err; i++) {
		const struct change *change = &g_array_index(changes, struct change, i);

		err = look_at_change(all, stale, repo, from, to, change);
		makefile = makefile || stale_is_makefile(change->path);
	}
	if (!err && !*all && stale->moved->len)
		err = remove_readers(stale);
	if (!err && !*all && makefile)
		err = stale_remove_said(stale->out, stale->log);
	return err;
}

int stale_remove(bool *all, const char *out, struct objlog *log, struct repo *repo,
		 const git_oid *from, const git_oid *to)
{
	g_autofree char *builds = g_path_get_dirname(out), *lane = g_path_get_dirname(builds);
	struct stale stale = { .out = out, .lane = lane, .log = log };
	GArray *changes = NULL;
	int err;

	*all = false;
	err = repo_changes(&changes, repo, from, to);
	if (err)
		return err;
	stale.moved = g_ptr_array_new_with_free_func(moved_free);
	stale.asking = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	err = look_at_changes(all, &stale, repo, from, to, changes);
	g_hash_table_destroy(stale.asking);
	g_ptr_array_unref(stale.moved);
	repo_changes_free(changes);
	return err;
}

int stale_remove_said(const char *out, struct objlog *log)
{
	struct stale stale = { .out = out, .log = log };
	GList *names = g_hash_table_get_keys(log->text), *name;
	int err = 0;

	for (name = names; name && !err; name = name->next) {
		const GString *text = g_hash_table_lookup(log->text, name->data);
		const char *blank = strrchr(name->data, ' ');
		g_autofree char *path = blank ? g_build_filename(out, blank + 1, NULL) : NULL;

		if (path && text->len)
			err = remove_object(&stale, path);
	}
	g_list_free(names);
	return err;
}
