// SPDX-License-Identifier: GPL-2.0-only
/* of a kernel tree, what some commits touch; in a lab */
#include "excerpt.h"

#include <string.h>
#include "changes.h"

int excerpt_touched(struct touched *out, struct repo *repo, const git_oid *commit)
{
	git_oid parent, tree;
	int ret = repo_commit_parent(&parent, repo, commit);

	if (!ret)
		ret = repo_commit_tree(&out->parent, repo, &parent);
	if (!ret)
		ret = repo_commit_tree(&tree, repo, commit);
	return ret ? ret : repo_changes(&out->changes, repo, &out->parent, &tree);
}

void excerpt_release(struct touched *touched)
{
	repo_changes_free(touched->changes);
	touched->changes = NULL;
}

/* The path, and the .gitattributes of every folder above it. */
static void path_add(GHashTable *paths, const char *path)
{
	g_hash_table_add(paths, g_strdup(path));
	g_hash_table_add(paths, g_strdup(".gitattributes"));
	for (const char *slash = path; (slash = strchr(slash, '/')); slash++)
		g_hash_table_add(paths, g_strdup_printf("%.*s/.gitattributes",
							(int)(slash - path), path));
}

void excerpt_paths(GHashTable *paths, const struct touched *touched)
{
	for (unsigned int i = 0; i < touched->changes->len; i++)
		path_add(paths, g_array_index(touched->changes, struct change, i).path);
}

static void describe(GString *out, const char *path, unsigned int mode, const git_oid *id)
{
	g_string_append_len(out, path, (gssize)strlen(path) + 1);
	g_string_append_printf(out, "%06o %s", mode, git_oid_tostr_s(id));
	g_string_append_c(out, '\0');
}

/* A folder is no entry: its files are. */
static git_tree_entry *find(git_tree *tree, const char *path)
{
	git_tree_entry *entry = NULL;

	if (git_tree_entry_bypath(&entry, tree, path) ||
	    git_tree_entry_type(entry) != GIT_OBJECT_TREE)
		return entry;
	git_tree_entry_free(entry);
	return NULL;
}

static gint by_name(gconstpointer a, gconstpointer b)
{
	return strcmp(a, b);
}

static GList *sorted(GHashTable *paths)
{
	return g_list_sort(g_hash_table_get_keys(paths), by_name);
}

static GHashTable *paths_new(void)
{
	return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

static int open_tree(git_tree **out, struct repo *repo, const git_oid *id)
{
	return git_tree_lookup(out, repo->git, id) ?
	       error_git("cannot read tree %s", git_oid_tostr_s(id)) : 0;
}

int excerpt_describe(GString *out, struct repo *repo, const struct touched *touched)
{
	static const git_oid none;
	g_autoptr(GHashTable) paths = paths_new();
	g_autoptr(GList) list = NULL;
	git_tree *tree = NULL;
	int ret = open_tree(&tree, repo, &touched->parent);

	if (ret)
		return ret;
	excerpt_paths(paths, touched);
	list = sorted(paths);
	for (GList *l = list; l; l = l->next) {
		git_tree_entry *entry = find(tree, l->data);

		describe(out, l->data, entry ? git_tree_entry_filemode(entry) : 0,
			 entry ? git_tree_entry_id(entry) : &none);
		git_tree_entry_free(entry);
	}
	for (unsigned int i = 0; i < touched->changes->len; i++) {
		const struct change *change = &g_array_index(touched->changes, struct change, i);

		g_string_append_c(out, change->status);
		describe(out, change->path, change->mode, &change->id);
	}
	git_tree_free(tree);
	return 0;
}

static int fill(git_index *index, git_tree *tree, GHashTable *paths)
{
	g_autoptr(GList) list = sorted(paths);
	int err = 0;

	for (GList *l = list; !err && l; l = l->next) {
		git_tree_entry *found = find(tree, l->data);
		git_index_entry entry = { .path = l->data };

		if (found) {
			entry.mode = git_tree_entry_filemode(found);
			entry.id = *git_tree_entry_id(found);
			err = git_index_add(index, &entry);
		}
		git_tree_entry_free(found);
	}
	return err;
}

static int commit_tree(git_oid *out, git_repository *git, const git_oid *id)
{
	git_signature *reader = NULL;
	git_tree *tree = NULL;
	int err = git_signature_new(&reader, "Reader", "reader@respin.invalid", 1000000000, 0);

	if (!err)
		err = git_tree_lookup(&tree, git, id);
	if (!err)
		err = git_commit_create(out, git, NULL, reader, reader, NULL, "excerpt\n", tree, 0,
					NULL);
	git_tree_free(tree);
	git_signature_free(reader);
	return err;
}

int excerpt_stand(git_oid *commit, struct repo *repo, const git_oid *id, GHashTable *paths,
		  const struct lab *lab)
{
	struct repo *there = NULL;
	git_index *index = NULL;
	git_tree *tree = NULL;
	git_oid made;
	int ret = open_tree(&tree, repo, id);

	if (!ret)
		ret = lab_repo(&there, lab);
	if (ret)
		goto out;
	if (git_repository_index(&index, there->git) || fill(index, tree, paths) ||
	    git_index_write_tree(&made, index) || git_index_write(index) ||
	    commit_tree(commit, there->git, &made))
		ret = error_git("cannot make an excerpt of tree %s", git_oid_tostr_s(id));
	if (!ret)
		ret = lab_set_head(lab, commit);
out:
	git_index_free(index);
	git_tree_free(tree);
	repo_free(there);
	return ret;
}

/* A file that becomes a link is gone and there, and what counts is there. */
static GHashTable *outcome(const struct touched *touched)
{
	GHashTable *paths = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);

	for (unsigned int i = 0; i < touched->changes->len; i++) {
		const struct change *change = &g_array_index(touched->changes, struct change, i);

		if (change->status != 'D')
			g_hash_table_replace(paths, change->path,
					     g_strdup_printf("%06o %s", (unsigned int)change->mode,
							     git_oid_tostr_s(&change->id)));
		else if (!g_hash_table_contains(paths, change->path))
			g_hash_table_insert(paths, change->path, g_strdup("gone"));
	}
	return paths;
}

/* The paths that only one of them changes, or each in its way. */
char *excerpt_difference(const struct touched *ours, const struct touched *theirs)
{
	g_autoptr(GHashTable) a = outcome(ours), b = outcome(theirs);
	GString *paths = g_string_new(NULL);
	GHashTableIter it;
	void *path, *value;

	g_hash_table_iter_init(&it, a);
	while (g_hash_table_iter_next(&it, &path, &value))
		if (g_strcmp0(value, g_hash_table_lookup(b, path)))
			g_string_append_printf(paths, "%s%s", paths->len ? " " : "", (char *)path);
	g_hash_table_iter_init(&it, b);
	while (g_hash_table_iter_next(&it, &path, NULL))
		if (!g_hash_table_contains(a, path))
			g_string_append_printf(paths, "%s%s", paths->len ? " " : "", (char *)path);
	return g_string_free(paths, !paths->len);
}
