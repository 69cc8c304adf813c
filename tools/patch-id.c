// SPDX-License-Identifier: GPL-2.0-only
#include "patch-id.h"
#include "changes.h"
#include "lab.h"

#include <string.h>

static int git(GString **out, const struct lab *lab, GString *input, char **argv)
{
	struct run run = RUN_INIT;
	int ret;

	lab_git(&run, lab);
	run_argv(&run, (const char *const *)argv);
	run.input = input;
	ret = run_ok(&run);
	if (!ret)
		*out = g_steal_pointer(&run.out);
	run_release(&run);
	return ret;
}

/* The paths that the former commits touch: only these are looked at. */
static int touched(GPtrArray *argv, struct repo *repo, const struct result *former)
{
	GArray *changes = NULL;
	git_oid from, to;
	int ret = repo_commit_tree(&from, repo, &former->base);

	if (!ret)
		ret = repo_commit_tree(&to, repo, result_tip(former));
	if (!ret)
		ret = repo_changes(&changes, repo, &from, &to);
	for (unsigned int i = 0; !ret && i < changes->len; i++)
		g_ptr_array_add(argv, g_strconcat(":(literal)",
						  g_array_index(changes, struct change, i).path, NULL));
	repo_changes_free(changes);
	return ret;
}

static int list_candidates(GString **out, struct repo *repo, const struct lab *lab,
			   const struct result *former, const git_oid *base)
{
	g_autoptr(GPtrArray) argv = g_ptr_array_new_with_free_func(g_free);
	static const char *const words[] = { "log", "--no-merges", "--format=%H" };
	int ret;

	for (unsigned int i = 0; i < G_N_ELEMENTS(words); i++)
		g_ptr_array_add(argv, g_strdup(words[i]));
	g_ptr_array_add(argv, g_strdup(git_oid_tostr_s(base)));
	g_ptr_array_add(argv, g_strconcat("^", git_oid_tostr_s(&former->base), NULL));
	g_ptr_array_add(argv, g_strdup("--"));
	ret = touched(argv, repo, former);
	g_ptr_array_add(argv, NULL);
	return ret ? ret : git(out, lab, NULL, (char **)argv->pdata);
}

static char *describe(struct repo *repo, const char *commit)
{
	g_autofree char *message = NULL;
	git_oid id;

	if (git_oid_fromstr(&id, commit) || repo_commit_message(&message, repo, &id))
		return g_strdup(commit);
	return g_strdup_printf("commit %.12s %.*s", commit, (int)strcspn(message, "\n"), message);
}

/* "<patch id> <commit>" lines: candidates first, then the former commits, in order. */
static void pair(GHashTable *out, struct repo *repo, const struct result *former, char *text)
{
	g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	for (char **line = lines; *line && strlen(*line) == 2 * GIT_OID_HEXSZ + 1; line++) {
		const char *commit = *line + GIT_OID_HEXSZ + 1, *same, *step = NULL;
		git_oid id;

		(*line)[GIT_OID_HEXSZ] = '\0';
		for (unsigned int i = 0; !git_oid_fromstr(&id, commit) && i < former->commits->len; i++)
			if (git_oid_equal(&id, &g_array_index(former->commits, git_oid, i)))
				step = former->names->pdata[i];
		same = g_hash_table_lookup(known, *line);
		if (!step)
			g_hash_table_insert(known, *line, (char *)commit);
		else if (same)
			g_hash_table_insert(out, g_strdup(step), describe(repo, same));
	}
}

static int compare(GHashTable *out, struct repo *repo, const struct lab *lab,
		   const struct result *former, GString *commits)
{
	static char *diff_tree[] = { "diff-tree", "-r", "-p", "--stdin", NULL };
	static char *patch_id[] = { "patch-id", "--stable", NULL };
	GString *diffs = NULL, *ids = NULL;
	int ret;

	for (unsigned int i = 0; i < former->commits->len; i++)
		g_string_append_printf(commits, "%s\n",
				       git_oid_tostr_s(&g_array_index(former->commits, git_oid, i)));
	ret = git(&diffs, lab, commits, diff_tree);
	if (!ret)
		ret = git(&ids, lab, diffs, patch_id);
	if (!ret)
		pair(out, repo, former, ids->str);
	if (diffs)
		g_string_free(diffs, TRUE);
	if (ids)
		g_string_free(ids, TRUE);
	return ret;
}

static bool related(struct repo *repo, const git_oid *a, const git_oid *b)
{
	git_oid common;

	return !git_oid_equal(a, b) && !git_merge_base(&common, repo->git, a, b);
}

int patch_id_find(GHashTable **out, struct repo *repo, struct scratch *scratch,
		  const struct result *former, const git_oid *base)
{
	struct lab lab = LAB_INIT;
	GString *commits = NULL;
	int ret;

	*out = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	if (!former->commits || !related(repo, &former->base, base))
		return 0;
	ret = lab_open(&lab, repo, scratch);
	if (!ret)
		ret = lab_add_history(&lab, repo);
	if (!ret)
		ret = list_candidates(&commits, repo, &lab, former, base);
	if (!ret && commits->len)
		ret = compare(*out, repo, &lab, former, commits);
	if (commits)
		g_string_free(commits, TRUE);
	lab_release(&lab);
	return ret;
}
