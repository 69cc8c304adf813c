// SPDX-License-Identifier: GPL-2.0-only
/*
 * survey: how the first base's commits fare as diffs on each base
 *
 * Both tools see what they would see in a clone with all of history: git am has
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
		[DIFF_UPSTREAM] = "upstream", [DIFF_CONFLICT] = "conflict",
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

static int stand_at(struct lab *lab, const struct diffs *diffs, const git_oid *commit)
{
	int ret = lab_stand_at(lab, commit);

	return ret ? ret : check_out(lab, diffs);
}

/* As before the mail: git am --skip would write every file of the tree. */
static int put_back(struct lab *lab, const struct diffs *diffs, const git_oid *head)
{
	g_autofree char *state = g_build_filename(lab->dir, ".git", "rebase-apply", NULL);
	int ret = dir_remove(state);

	return ret ? ret : stand_at(lab, diffs, head);
}

static int am(enum diff_fate *fate, struct lab *lab, const struct diffs *diffs, const char *mail)
{
	struct run run = RUN_INIT;
	git_oid before, after;
	bool failed, merged;
	int ret = lab_head(&before, lab);

	lab_git(&run, lab);
	run_env(&run, "GIT_COMMITTER_NAME=Reader");
	run_env(&run, "GIT_COMMITTER_EMAIL=reader@respin.invalid");
	run.progress = true;
	run_arg(&run, "am", "-3", "--keep-cr", NULL);
	run.input = g_string_new(mail);
	ret = ret ? ret : run_command(&run);
	failed = run.status || run.signal;
	merged = run.out && (strstr(run.out->str, "3-way merge") || strstr(run.err->str, "3-way merge"));
	run_release(&run);
	if (!ret && failed) {
		*fate = DIFF_CONFLICT;
		return put_back(lab, diffs, &before);
	}
	ret = ret ? ret : lab_head(&after, lab);
	if (!ret)
		*fate = git_oid_equal(&before, &after) ? DIFF_UPSTREAM : merged ? DIFF_MERGED : DIFF_APPLIED;
	return ret;
}

/* Is this tree of the lab what the recipes have made? */
static int same_as_recipes(bool *same, const struct survey_base *base, const struct lab *lab)
{
	const GArray *commits = base->result.commits;
	struct run run = RUN_INIT;
	git_oid ours;
	int ret = repo_commit_tree(&ours, base->repo, commits && commits->len ?
				   &g_array_index(commits, git_oid, commits->len - 1) : &base->id);

	lab_git(&run, lab);
	run_arg(&run, "write-tree", NULL);
	ret = ret ? ret : run_ok(&run);
	*same = !ret && !strcmp(git_oid_tostr_s(&ours), g_strchomp(run.out->str));
	run_release(&run);
	return ret;
}

static int try_am(struct survey *survey, struct survey_base *base, const struct diffs *diffs)
{
	struct lab lab = LAB_INIT;
	int ret = lab_open(&lab, base->repo, survey->scratch);

	if (!ret)
		ret = lab_add_root(&lab, &base->id);
	if (!ret)
		ret = stand_at(&lab, diffs, &base->id);
	for (unsigned int i = 0; !ret && i < diffs->n; i++) {
		progress_tick();
		if (diffs->mail[i])
			ret = am(&base->fates[TOOL_AM][i], &lab, diffs, diffs->mail[i]);
	}
	if (!ret)
		ret = same_as_recipes(&base->same[TOOL_AM], base, &lab);
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
	if (ret || *fate == DIFF_APPLIED)
		return ret;
	run = (struct run)RUN_INIT;
	quilt_run(&run, dir);
	run_arg(&run, "delete", "-n", NULL);
	ret = run_ok(&run);
	run_release(&run);
	return ret;
}

/* The files that the diffs are about, as they stand on the base. */
static int write_files(const struct survey_base *base, const struct diffs *diffs, const char *dir)
{
	struct place nowhere = { base->label, 0 };
	git_oid tree;
	int ret = repo_commit_tree(&tree, base->repo, &base->id);

	for (unsigned int i = 0; !ret && i < diffs->paths->len; i++) {
		const struct change *change = &g_array_index(diffs->paths, struct change, i);
		g_autofree char *path = g_build_filename(dir, change->path, NULL), *data = NULL;
		struct entry entry;
		size_t len;

		ret = repo_entry(&entry, base->repo, &tree, change->path, &nowhere);
		if (ret || (entry.mode != GIT_FILEMODE_BLOB && entry.mode != GIT_FILEMODE_BLOB_EXECUTABLE))
			continue;
		ret = repo_blob(&data, &len, base->repo, &entry.id);
		if (!ret)
			ret = file_write(path, data, len);
	}
	return ret;
}

static int write_patches(const struct diffs *diffs, const char *dir)
{
	g_autofree char *order = g_build_filename(dir, "patches", "series", NULL);
	GString *list = g_string_new(NULL);
	int ret = 0;

	for (unsigned int i = 0; !ret && i < diffs->n; i++) {
		g_autofree char *path = g_strdup_printf("%s/patches/%u.patch", dir, i);

		if (!diffs->plain[i])
			continue;
		g_string_append_printf(list, "%u.patch\n", i);
		ret = file_write(path, diffs->plain[i], strlen(diffs->plain[i]));
	}
	if (!ret)
		ret = file_write(order, list->str, list->len);
	g_string_free(list, TRUE);
	return ret;
}

/* Do the files hold what the recipes have made of them? */
static int same_files(bool *same, const struct survey_base *base, const struct diffs *diffs, const char *dir)
{
	const GArray *commits = base->result.commits;
	struct place nowhere = { base->label, 0 };
	GArray *changes = NULL;
	git_oid from, to;
	int ret = repo_commit_tree(&from, base->repo, &base->id);

	if (!ret)
		ret = repo_commit_tree(&to, base->repo, commits && commits->len ?
				       &g_array_index(commits, git_oid, commits->len - 1) : &base->id);
	if (!ret)
		ret = repo_changes(&changes, base->repo, &from, &to);
	*same = !ret;
	for (unsigned int n = 0; !ret && n < diffs->paths->len + changes->len; n++) {
		const struct change *change = n < changes->len ? &g_array_index(changes, struct change, n) :
			&g_array_index(diffs->paths, struct change, n - changes->len);
		g_autofree char *path = g_build_filename(dir, change->path, NULL), *data = NULL;
		struct entry entry;
		git_oid id;
		size_t len;

		ret = repo_entry(&entry, base->repo, &to, change->path, &nowhere);
		if (ret || !g_file_get_contents(path, &data, &len, NULL)) {
			*same &= !entry.mode;
			continue;
		}
		git_odb_hash(&id, data, len, GIT_OBJECT_BLOB);
		*same &= entry.mode && git_oid_equal(&id, &entry.id);
	}
	repo_changes_free(changes);
	return ret;
}

static int try_quilt(struct survey *survey, struct survey_base *base, const struct diffs *diffs)
{
	g_autofree char *dir = scratch_dir(survey->scratch, "quilt");
	int ret = dir ? write_files(base, diffs, dir) : E_ENV;

	if (!ret)
		ret = write_patches(diffs, dir);
	for (unsigned int i = 0; !ret && i < diffs->n; i++) {
		progress_tick();
		if (diffs->plain[i])
			ret = push(&base->fates[TOOL_QUILT][i], dir);
	}
	if (!ret)
		ret = same_files(&base->same[TOOL_QUILT], base, diffs, dir);
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
