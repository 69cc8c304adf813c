// SPDX-License-Identifier: GPL-2.0-only
/*
 * git_diff_tree_to_tree() goes through both trees from end to end, which on a kernel is
 * 70,000 files. Folders that are the same need not be opened.
 */
#include "changes.h"

#include <string.h>
#include <sys/stat.h>

static int walk(GArray *changes, struct repo *repo, const git_oid *from, const git_oid *to,
		const char *prefix);

static void change_clear(void *change)
{
	g_free(((struct change *)change)->path);
}

static void add(GArray *changes, char status, const git_tree_entry *entry, const char *path)
{
	struct change change = {
		.status = status,
		.path = g_strdup(path),
		.mode = git_tree_entry_filemode(entry),
		.id = *git_tree_entry_id(entry),
	};

	g_array_append_val(changes, change);
}

static const git_oid *subtree(const git_tree_entry *entry)
{
	return entry && git_tree_entry_filemode(entry) == GIT_FILEMODE_TREE ?
	       git_tree_entry_id(entry) : NULL;
}

static bool same_kind(const git_tree_entry *a, const git_tree_entry *b)
{
	return (git_tree_entry_filemode(a) & S_IFMT) == (git_tree_entry_filemode(b) & S_IFMT);
}

/* One name; either side may not have it. A file of another kind is another file. */
static int compare(GArray *changes, struct repo *repo, const git_tree_entry *old,
		   const git_tree_entry *new, const char *prefix)
{
	const char *name = git_tree_entry_name(old ? old : new);
	const git_oid *old_tree = subtree(old), *new_tree = subtree(new);
	g_autofree char *path = g_strconcat(prefix, name, NULL);

	if (old && new && git_oid_equal(git_tree_entry_id(old), git_tree_entry_id(new)) &&
	    git_tree_entry_filemode(old) == git_tree_entry_filemode(new))
		return 0;
	if (old && new && !old_tree && !new_tree && same_kind(old, new)) {
		add(changes, 'M', new, path);
		return 0;
	}
	if (old && !old_tree)
		add(changes, 'D', old, path);
	if (new && !new_tree)
		add(changes, 'A', new, path);
	if (old_tree || new_tree) {
		g_autofree char *below = g_strconcat(path, "/", NULL);

		return walk(changes, repo, old_tree, new_tree, below);
	}
	return 0;
}

static int open_tree(git_tree **out, struct repo *repo, const git_oid *id)
{
	if (id && git_tree_lookup(out, repo->git, id))
		return error_git("cannot read tree %s", git_oid_tostr_s(id));
	return 0;
}

static int walk(GArray *changes, struct repo *repo, const git_oid *from, const git_oid *to,
		const char *prefix)
{
	git_tree *old = NULL, *new = NULL;
	int ret = open_tree(&old, repo, from);

	if (!ret)
		ret = open_tree(&new, repo, to);
	for (size_t i = 0; !ret && old && i < git_tree_entrycount(old); i++) {
		const git_tree_entry *entry = git_tree_entry_byindex(old, i);
		const char *name = git_tree_entry_name(entry);

		ret = compare(changes, repo, entry, new ? git_tree_entry_byname(new, name) : NULL,
			      prefix);
	}
	for (size_t i = 0; !ret && new && i < git_tree_entrycount(new); i++) {
		const git_tree_entry *entry = git_tree_entry_byindex(new, i);

		if (!old || !git_tree_entry_byname(old, git_tree_entry_name(entry)))
			ret = compare(changes, repo, NULL, entry, prefix);
	}
	git_tree_free(new);
	git_tree_free(old);
	return ret;
}

/* What goes stands before what comes in its place. */
static gint by_path(gconstpointer a, gconstpointer b)
{
	const struct change *x = a, *y = b;
	int order = strcmp(x->path, y->path);

	return order ? order : y->status - x->status;
}

int repo_changes(GArray **out, struct repo *repo, const git_oid *from, const git_oid *to)
{
	int ret;

	*out = g_array_new(FALSE, TRUE, sizeof(struct change));
	g_array_set_clear_func(*out, change_clear);
	ret = walk(*out, repo, from, to, "");
	g_array_sort(*out, by_path);
	return ret;
}

void repo_changes_free(GArray *changes)
{
	if (changes)
		g_array_unref(changes);
}
