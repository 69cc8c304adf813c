// SPDX-License-Identifier: GPL-2.0-only
/* of a kernel tree, what some commits touch; in a lab */
#include "excerpt.h"

#include <string.h>

static GHashTable *changes_new(void)
{
	return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
}

/* A file that becomes a link is gone and there, in two changes or in one. */
static void change_add(GHashTable *changes, const char *path, bool gone, unsigned int mode,
		       const char *id)
{
	if (gone && g_hash_table_contains(changes, path))
		return;
	g_hash_table_replace(changes, g_strdup(path),
			     gone ? g_strdup("gone") : g_strdup_printf("%06o %s", mode, id));
}

/* "<id>", and for each change ":<mode> <mode> <id> <id> <status>", "<path>" */
static int parse_raw(GHashTable *commits, const GString *out)
{
	const char *p = out->str, *end = p + out->len;
	GHashTable *changes = NULL;

	for (; p < end; p += strlen(p) + 1) {
		g_auto(GStrv) fields = NULL;

		if (*p != ':') {
			changes = changes_new();
			g_hash_table_replace(commits, g_strdup(p), changes);
			continue;
		}
		fields = g_strsplit(p + 1, " ", 5);
		p += strlen(p) + 1;
		if (!changes || p >= end || g_strv_length(fields) != 5)
			return error("git diff-tree: unexpected answer");
		change_add(changes, p, *fields[4] == 'D',
			   (unsigned int)g_ascii_strtoull(fields[1], NULL, 8), fields[3]);
	}
	return 0;
}

/* What each of these commits changes, by its id. */
static int read_changes(GHashTable **out, const struct lab *lab, const GPtrArray *ids)
{
	struct run run = RUN_INIT;
	int ret;

	*out = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
				     (GDestroyNotify)g_hash_table_unref);
	run.input = g_string_new(NULL);
	for (unsigned int i = 0; i < ids->len; i++)
		g_string_append_printf(run.input, "%s\n", (char *)ids->pdata[i]);
	lab_git(&run, lab);
	run_arg(&run, "diff-tree", "--stdin", "--always", "-r", "-z", "--raw", "--no-renames",
		"--no-abbrev", NULL);
	ret = run_ok(&run);
	if (!ret)
		ret = parse_raw(*out, run.out);
	g_string_free(run.input, TRUE);
	run.input = NULL;
	run_release(&run);
	for (unsigned int i = 0; !ret && i < ids->len; i++)
		if (!g_hash_table_contains(*out, ids->pdata[i]))
			ret = error("git diff-tree: no answer on %s", (char *)ids->pdata[i]);
	return ret;
}

static GHashTable *changes_of(GHashTable *all, const GPtrArray *ids, unsigned int n)
{
	return g_hash_table_lookup(all, ids->pdata[n]);
}

/* The path, and the .gitattributes of every folder above it. */
static void path_add(GHashTable *paths, const char *path)
{
	g_hash_table_add(paths, g_strdup(path));
	for (const char *slash = path; (slash = strchr(slash, '/')); slash++)
		g_hash_table_add(paths, g_strdup_printf("%.*s/.gitattributes",
							(int)(slash - path), path));
}

static GHashTable *all_paths(const struct excerpt *excerpt)
{
	GHashTable *paths = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	GHashTableIter it;
	void *path;

	g_hash_table_add(paths, g_strdup(".gitattributes"));
	for (unsigned int i = 0; i < excerpt->ids->len; i++) {
		g_hash_table_iter_init(&it, changes_of(excerpt->changes, excerpt->ids, i));
		while (g_hash_table_iter_next(&it, &path, NULL))
			path_add(paths, path);
	}
	return paths;
}

/* What git update-index reads: those of the paths that the base has. */
static int index_lines(GString *out, const struct excerpt *excerpt, struct repo *repo,
		       const git_oid *base)
{
	g_autoptr(GHashTable) paths = all_paths(excerpt);
	git_tree *tree = NULL;
	git_oid id;
	GHashTableIter it;
	void *path;

	if (repo_commit_tree(&id, repo, base))
		return E_ENV;
	if (git_tree_lookup(&tree, repo->git, &id))
		return error_git("cannot read the tree of %s", git_oid_tostr_s(base));
	g_hash_table_iter_init(&it, paths);
	while (g_hash_table_iter_next(&it, &path, NULL)) {
		git_tree_entry *entry = NULL;

		if (!git_tree_entry_bypath(&entry, tree, path) &&
		    git_tree_entry_type(entry) != GIT_OBJECT_TREE) {
			g_string_append_printf(out, "%06o %s\t%s", git_tree_entry_filemode(entry),
					       git_oid_tostr_s(git_tree_entry_id(entry)),
					       (char *)path);
			g_string_append_c(out, '\0');
		}
		git_tree_entry_free(entry);
	}
	git_tree_free(tree);
	return 0;
}

/* A git command in the lab, and what it prints, a line. */
static int ask(char **out, const struct lab *lab, GString *input, const char *const *argv)
{
	struct run run = RUN_INIT;
	int ret;

	lab_git(&run, lab);
	run_argv(&run, argv);
	run_env(&run, "GIT_AUTHOR_NAME=Reader");
	run_env(&run, "GIT_AUTHOR_EMAIL=reader@respin.invalid");
	run_env(&run, "GIT_COMMITTER_NAME=Reader");
	run_env(&run, "GIT_COMMITTER_EMAIL=reader@respin.invalid");
	run.input = input;
	ret = run_ok(&run);
	if (!ret && out)
		*out = g_strchomp(g_strdup(run.out->str));
	run_release(&run);
	return ret;
}

static int stand(git_oid *commit, const struct lab *lab, GString *lines)
{
	g_autofree char *tree = NULL, *id = NULL;
	int ret = ask(NULL, lab, lines,
		      (const char *const []){ "update-index", "-z", "--index-info", NULL });

	if (!ret)
		ret = ask(&tree, lab, NULL, (const char *const []){ "write-tree", NULL });
	if (!ret)
		ret = ask(&id, lab, NULL,
			  (const char *const []){ "commit-tree", "-m", "excerpt", tree, NULL });
	if (!ret)
		ret = ask(NULL, lab, NULL, (const char *const []){ "update-ref", "HEAD", id, NULL });
	if (!ret && git_oid_fromstr(commit, id))
		ret = error_git("git commit-tree: %s", id);
	return ret;
}

int excerpt_stand(struct excerpt *excerpt, struct repo *repo, const git_oid *base,
		  const GArray *ids, const struct lab *lab)
{
	GString *lines = g_string_new(NULL);
	int ret;

	excerpt->ids = g_ptr_array_new_with_free_func(g_free);
	for (unsigned int i = 0; i < ids->len; i++)
		g_ptr_array_add(excerpt->ids,
				g_strdup(git_oid_tostr_s(&g_array_index(ids, git_oid, i))));
	ret = read_changes(&excerpt->changes, lab, excerpt->ids);
	if (!ret)
		ret = index_lines(lines, excerpt, repo, base);
	if (!ret)
		ret = stand(&excerpt->commit, lab, lines);
	g_string_free(lines, TRUE);
	return ret;
}

/* The paths that only one of them changes, or each in its way. */
static char *differences(GHashTable *ours, GHashTable *theirs)
{
	GString *paths = g_string_new(NULL);
	GHashTableIter it;
	void *path, *value;

	g_hash_table_iter_init(&it, ours);
	while (g_hash_table_iter_next(&it, &path, &value))
		if (g_strcmp0(value, g_hash_table_lookup(theirs, path)))
			g_string_append_printf(paths, "%s%s", paths->len ? " " : "", (char *)path);
	g_hash_table_iter_init(&it, theirs);
	while (g_hash_table_iter_next(&it, &path, NULL))
		if (!g_hash_table_contains(ours, path))
			g_string_append_printf(paths, "%s%s", paths->len ? " " : "", (char *)path);
	return g_string_free(paths, !paths->len);
}

int excerpt_compare(GPtrArray **differ, const struct excerpt *excerpt, const struct lab *lab,
		    const GPtrArray *theirs)
{
	g_autoptr(GHashTable) changes = NULL;
	int ret = read_changes(&changes, lab, theirs);

	*differ = g_ptr_array_new_with_free_func(g_free);
	for (unsigned int i = 0; !ret && i < theirs->len && i < excerpt->ids->len; i++)
		g_ptr_array_add(*differ, differences(changes_of(excerpt->changes, excerpt->ids, i),
						     changes_of(changes, theirs, i)));
	return ret;
}

void excerpt_release(struct excerpt *excerpt)
{
	if (excerpt->ids)
		g_ptr_array_unref(excerpt->ids);
	if (excerpt->changes)
		g_hash_table_unref(excerpt->changes);
	*excerpt = (struct excerpt)EXCERPT_INIT;
}
