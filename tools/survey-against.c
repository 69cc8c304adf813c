// SPDX-License-Identifier: GPL-2.0-only
/*
 * survey: how the first base's commits fare as diffs on each base
 *
 * A diff is tried on what the recipes have made of the steps before it, as if
 * everything so far had been resolved well; else one that falls would take all
 * that stand on it along. Both tools see what they would see in a clone with all of history: git am has
 * the blobs that the diffs were made from, so that -3 can merge. quilt gets the
 * files that the diffs are about, and no other.
 */
#include "survey.h"
#include "changes.h"
#include "run.h"

#include <string.h>

/* The first base's commits, by step; NULL where a step has none. */
struct diffs {
	char **mail;		/* for git am */
	char **plain;		/* for quilt: no renames */
	unsigned int n;
	GArray *paths;		/* struct change: all that they touch */
};

const char *diff_tool_name(enum diff_tool tool)
{
	return tool == TOOL_AM ? "git am -3" : "quilt push";
}

const char *diff_fate_name(enum diff_fate fate)
{
	static const char *const names[] = {
		[DIFF_NONE] = "-", [DIFF_APPLIED] = "applied", [DIFF_MERGED] = "merged",
		[DIFF_UPSTREAM] = "upstream", [DIFF_OTHER] = "other code",
		[DIFF_CONFLICT] = "conflict",
	};

	return names[fate];
}

static int format(char **out, const struct lab *lab, const git_oid *commit, const char *option)
{
	struct run run = RUN_INIT;
	int ret;

	lab_git(&run, lab);
	run_arg(&run, "format-patch", "--stdout", "--full-index", "--binary", "--no-signature",
		"--no-stat", option, "-1", git_oid_tostr_s(commit), NULL);
	ret = run_ok(&run);
	if (!ret)
		*out = g_strndup(run.out->str, run.out->len);
	run_release(&run);
	return ret;
}

static int collect_paths(struct diffs *diffs, const struct survey_base *first)
{
	const GArray *commits = first->result.commits;
	git_oid from, to;
	int ret = repo_commit_tree(&from, first->repo, &first->id);

	if (!commits || !commits->len)
		to = from;
	else if (!ret)
		ret = repo_commit_tree(&to, first->repo, &g_array_index(commits, git_oid, commits->len - 1));
	return ret ? ret : repo_changes(&diffs->paths, first->repo, &from, &to);
}

static int collect(struct diffs *diffs, const struct survey *survey, const struct survey_base *first)
{
	struct lab lab = LAB_INIT;
	int ret = lab_open(&lab, first->repo, survey->scratch);

	diffs->n = first->accounts->len;
	diffs->mail = g_new0(char *, diffs->n + 1);
	diffs->plain = g_new0(char *, diffs->n + 1);
	for (unsigned int i = 0; !ret && i < diffs->n; i++) {
		const struct account *account = first->accounts->pdata[i];

		if (!fate_commits(account->fate))
			continue;
		ret = format(&diffs->mail[i], &lab, &account->commit, "--find-renames");
		if (!ret)
			ret = format(&diffs->plain[i], &lab, &account->commit, "--no-renames");
	}
	if (!ret)
		ret = collect_paths(diffs, first);
	lab_release(&lab);
	return ret;
}

static void diffs_release(struct diffs *diffs)
{
	for (unsigned int i = 0; i < diffs->n; i++) {
		g_free(diffs->mail[i]);
		g_free(diffs->plain[i]);
	}
	g_free(diffs->mail);
	g_free(diffs->plain);
	repo_changes_free(diffs->paths);
}

/* --- git am -3 */

static int lab_head(git_oid *commit, const struct lab *lab)
{
	struct run run = RUN_INIT;
	int ret;

	lab_git(&run, lab);
	run_arg(&run, "rev-parse", "HEAD", NULL);
	ret = run_ok(&run);
	if (!ret && git_oid_fromstr(commit, g_strchomp(run.out->str)))
		ret = error("git rev-parse says '%s'", run.out->str);
	run_release(&run);
	return ret;
}

/* Nothing but the files that the diffs are about is checked out; git am -3 has to see them. */
static int check_out(const struct lab *lab, const struct diffs *diffs)
{
	GDir *dir = g_dir_open(lab->dir, 0, NULL);
	struct run run = RUN_INIT;
	const char *name;
	int ret = 0;

	while (dir && !ret && (name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(lab->dir, name, NULL);

		if (strcmp(name, ".git"))
			ret = dir_remove(path);
	}
	if (dir)
		g_dir_close(dir);
	run.input = g_string_new(NULL);
	for (unsigned int i = 0; i < diffs->paths->len; i++) {
		const struct change *change = &g_array_index(diffs->paths, struct change, i);

		g_string_append_len(run.input, change->path, (gssize)strlen(change->path) + 1);
	}
	lab_git(&run, lab);
	run_arg(&run, "checkout-index", "-q", "-f", "-u", "-z", "--stdin", NULL);
	ret = ret ? ret : run_command(&run);	/* fails for those that are not there */
	run_release(&run);
	return ret;
}

/*
 * What it came to, once it fits: the recipe's own tree, or another one; nothing
 * may come of a step that is upstream.
 */
static enum diff_fate judge(enum diff_fate fate, const struct account *account, bool same)
{
	if (fate_commits(account->fate))
		return same ? fate : DIFF_OTHER;
	return account->fate == FATE_UPSTREAM ? DIFF_OTHER : fate;
}

static int same_tree(bool *same, const struct lab *lab, const git_oid *tree)
{
	struct run run = RUN_INIT;
	int ret;

	lab_git(&run, lab);
	run_arg(&run, "write-tree", NULL);
	ret = run_ok(&run);
	*same = !ret && !strcmp(git_oid_tostr_s(tree), g_strchomp(run.out->str));
	run_release(&run);
	return ret;
}

static int am(enum diff_fate *fate, struct lab *lab, const struct account *account, const char *mail)
{
	struct run run = RUN_INIT;
	git_oid after;
	bool failed, merged, same;
	int ret;

	lab_git(&run, lab);
	run_env(&run, "GIT_COMMITTER_NAME=Reader");
	run_env(&run, "GIT_COMMITTER_EMAIL=reader@respin.invalid");
	run.progress = true;
	run_arg(&run, "am", "-3", "--keep-cr", NULL);
	run.input = g_string_new(mail);
	ret = run_command(&run);
	failed = run.status || run.signal;
	merged = !ret && (strstr(run.out->str, "3-way merge") || strstr(run.err->str, "3-way merge"));
	run_release(&run);
	if (ret || failed) {
		*fate = DIFF_CONFLICT;
		return ret;
	}
	ret = lab_head(&after, lab);
	if (!ret && git_oid_equal(&account->parent, &after)) {
		*fate = DIFF_UPSTREAM;
		return 0;
	}
	if (!ret)
		ret = same_tree(&same, lab, &account->tree);
	if (!ret)
		*fate = judge(merged ? DIFF_MERGED : DIFF_APPLIED, account, same);
	return ret;
}

/* On the step's parent; what a mail before it has left is gone. */
static int stand_at(struct lab *lab, const struct diffs *diffs, const git_oid *commit)
{
	g_autofree char *state = g_build_filename(lab->dir, ".git", "rebase-apply", NULL);
	int ret = dir_remove(state);

	if (!ret)
		ret = lab_stand_at(lab, commit);
	return ret ? ret : check_out(lab, diffs);
}

static int try_am(struct survey *survey, struct survey_base *base, const struct diffs *diffs)
{
	struct lab lab = LAB_INIT;
	int ret = lab_open(&lab, base->repo, survey->scratch);

	if (!ret)
		ret = lab_add_root(&lab, &base->id);
	for (unsigned int i = 0; !ret && i < diffs->n; i++) {
		const struct account *account = base->accounts->pdata[i];

		progress_tick();
		if (!diffs->mail[i])
			continue;
		ret = stand_at(&lab, diffs, &account->parent);
		if (!ret)
			ret = am(&base->fates[TOOL_AM][i], &lab, account, diffs->mail[i]);
	}
	lab_release(&lab);
	return ret;
}

/* --- quilt push */

static void quilt_run(struct run *run, const char *dir)
{
	run->cwd = dir;
	run_env(run, "HOME=%s", dir);
	run_env(run, "QUILT_PATCHES=patches");
	run_env(run, "QUILT_NO_DIFF_INDEX=1");
	run_arg(run, "quilt", "--quiltrc", "/dev/null", NULL);
}

static int push(enum diff_fate *fate, const char *dir)
{
	struct run run = RUN_INIT;
	int ret;

	quilt_run(&run, dir);
	run_arg(&run, "push", "--fuzz=0", NULL);
	ret = run_command(&run);
	if (!ret && !run.status && !run.signal)
		*fate = DIFF_APPLIED;
	else if (!ret)
		*fate = strstr(run.out->str, "can be reverse-applied") ||
			strstr(run.err->str, "can be reverse-applied") ? DIFF_UPSTREAM : DIFF_CONFLICT;
	run_release(&run);
	return ret;
}

static bool is_file(const struct entry *entry)
{
	return entry->mode == GIT_FILEMODE_BLOB || entry->mode == GIT_FILEMODE_BLOB_EXECUTABLE;
}

/* The files that the diffs are about, as they stand in @tree. */
static int write_files(struct repo *repo, const git_oid *tree, const struct diffs *diffs, const char *dir)
{
	int ret = 0;

	for (unsigned int i = 0; !ret && i < diffs->paths->len; i++) {
		const struct change *change = &g_array_index(diffs->paths, struct change, i);
		g_autofree char *path = g_build_filename(dir, change->path, NULL), *data = NULL;
		struct entry entry;
		size_t len;

		/* a path that cannot be there, below a file or a link, is not there */
		if (repo_entry(&entry, repo, tree, change->path, &(struct place){ "survey", 0 }) ||
		    !is_file(&entry))
			continue;
		ret = repo_blob(&data, &len, repo, &entry.id);
		if (!ret)
			ret = file_write(path, data, len);
	}
	return ret;
}

/* Does the folder hold these paths as @tree does? */
static int holds(bool *same, struct repo *repo, const git_oid *tree, const GArray *paths, const char *dir)
{
	int ret = 0;

	for (unsigned int i = 0; !ret && *same && i < paths->len; i++) {
		const struct change *change = &g_array_index(paths, struct change, i);
		g_autofree char *path = g_build_filename(dir, change->path, NULL), *data = NULL;
		struct entry entry;
		git_oid id;
		size_t len;

		ret = repo_entry(&entry, repo, tree, change->path, &(struct place){ "survey", 0 });
		if (ret)
			break;
		if (!g_file_get_contents(path, &data, &len, NULL))
			*same = !is_file(&entry);
		else
			*same = !git_odb_hash(&id, data, len, GIT_OBJECT_BLOB) && is_file(&entry) &&
				git_oid_equal(&id, &entry.id);
	}
	return ret;
}

/* What the step changes by the recipe, and what the diffs are about. */
static int same_files(bool *same, const struct survey_base *base, const struct account *account,
		      const git_oid *before, const struct diffs *diffs, const char *dir)
{
	GArray *changes = NULL;
	int ret = repo_changes(&changes, base->repo, before, &account->tree);

	*same = true;
	if (!ret)
		ret = holds(same, base->repo, &account->tree, changes, dir);
	if (!ret)
		ret = holds(same, base->repo, &account->tree, diffs->paths, dir);
	repo_changes_free(changes);
	return ret;
}

static int quilt(enum diff_fate *fate, struct survey *survey, const struct survey_base *base,
		 const struct account *account, const struct diffs *diffs, const char *diff)
{
	g_autofree char *dir = scratch_dir(survey->scratch, "quilt");
	g_autofree char *patch = g_build_filename(dir, "patches", "it.patch", NULL);
	g_autofree char *order = g_build_filename(dir, "patches", "series", NULL);
	git_oid before;
	bool same;
	int ret = dir ? repo_commit_tree(&before, base->repo, &account->parent) : E_ENV;

	if (!ret)
		ret = write_files(base->repo, &before, diffs, dir);
	if (!ret)
		ret = file_write(patch, diff, strlen(diff));
	if (!ret)
		ret = file_write(order, "it.patch\n", strlen("it.patch\n"));
	if (!ret)
		ret = push(fate, dir);
	if (!ret && *fate == DIFF_APPLIED) {
		ret = same_files(&same, base, account, &before, diffs, dir);
		*fate = judge(*fate, account, same);
	}
	return dir_remove(dir) ? E_ENV : ret;
}

static int try_quilt(struct survey *survey, struct survey_base *base, const struct diffs *diffs)
{
	int ret = 0;

	for (unsigned int i = 0; !ret && i < diffs->n; i++) {
		progress_tick();
		if (diffs->plain[i])
			ret = quilt(&base->fates[TOOL_QUILT][i], survey, base, base->accounts->pdata[i],
				    diffs, diffs->plain[i]);
	}
	return ret;
}

int survey_against(struct survey *survey)
{
	struct survey_base *first = survey->bases->pdata[0];
	struct diffs diffs = { 0 };
	int ret = run_require("quilt");

	if (!ret)
		ret = collect(&diffs, survey, first);
	progress_begin("against", survey->bases->len);
	for (unsigned int i = 0; !ret && i < survey->bases->len; i++) {
		struct survey_base *base = survey->bases->pdata[i];

		progress(i + 1, "%s", base->label);
		for (unsigned int k = 0; k < TOOLS; k++)
			base->fates[k] = g_new0(enum diff_fate, diffs.n);
		ret = try_am(survey, base, &diffs);
		if (!ret)
			ret = try_quilt(survey, base, &diffs);
	}
	progress_end();
	diffs_release(&diffs);
	return ret;
}
