// SPDX-License-Identifier: GPL-2.0-only
#include "apply.h"
#include "claim.h"
#include "recipe.h"
#include "run.h"

#include <string.h>

static bool is_trailer(const char *line)
{
	const char *colon = strstr(line, ": ");

	if (!colon || colon == line)
		return false;
	for (; line < colon; line++)
		if (!g_ascii_isalnum(*line) && *line != '-')
			return false;
	return true;
}

/* Does the message end in a paragraph of trailers, so that one more belongs to it? */
static bool ends_in_trailers(const char *message)
{
	const char *last = g_strrstr(message, "\n\n");
	g_auto(GStrv) lines = NULL;

	if (!last)
		return false;
	lines = g_strsplit(last + 2, "\n", -1);
	for (char **line = lines; *line; line++)
		if (**line && !is_trailer(*line) && !g_ascii_isspace(**line) && **line != '[')
			return false;
	return true;
}

/* The message to the letter, and the user's sign-off below it unless it is there. */
static char *signed_message(const struct step *step, const struct ident *user)
{
	g_autofree char *line = g_strdup_printf("Signed-off-by: %s <%s>\n", user->name, user->email);

	if (g_str_has_suffix(step->message, line))
		return g_strdup(step->message);
	return g_strconcat(step->message, ends_in_trailers(step->message) ? "" : "\n", line, NULL);
}

static int run_recipe(struct stage *stage)
{
	const struct step *step = stage->step;
	git_oid before = stage->tree;
	int ret = 0;

	for (unsigned int i = 0; !ret && i < step->ops->len; i++) {
		const struct op *op = step->ops->pdata[i];

		ret = run_interrupted() ? E_INTERRUPTED : op->kind->run(stage, op);
	}
	if (!ret)
		ret = claims_hold(stage);
	if (!ret && git_oid_equal(&before, &stage->tree))
		ret = error_at(&(struct place){ step->file, 0 }, "the step changes nothing on this base");
	return ret;
}

/* All that a run needs besides the series. */
struct work {
	struct stage stage;
	struct ident user;
	bool signoff;
	git_time start;		/* the base's; each step is a second later */
};

static int make_commit(git_oid *commit, struct work *work, const git_oid *parent, unsigned int n)
{
	const struct step *step = work->stage.step;
	g_autofree char *message = work->signoff ? signed_message(step, &work->user) :
						   g_strdup(step->message);
	git_time when = work->start;
	struct commit_spec spec = {
		.tree = &work->stage.tree,
		.parent = parent,
		.author = step->author.name ? &step->author : &work->user,
		.committer = &work->user,
		.message = message,
	};

	when.time += n;
	spec.author_time = spec.committer_time = when;
	return repo_commit(commit, work->stage.repo, &spec);
}

static int run_steps(struct result *out, struct work *work)
{
	const struct series *series = work->stage.series;
	git_oid parent = out->base, commit;
	int ret = 0;

	progress_begin("apply", series->steps->len);
	for (unsigned int i = 0; !ret && i < series->steps->len; i++) {
		work->stage.step = series->steps->pdata[i];
		progress(i + 1, "%s", work->stage.step->name);
		ret = run_recipe(&work->stage);
		if (!ret)
			ret = make_commit(&commit, work, &parent, i + 1);
		if (!ret) {
			result_add(out, work->stage.step->name, &commit);
			parent = commit;
		}
	}
	progress_end();
	return ret;
}

int apply_series(struct result *out, struct repo *repo, const struct series *series,
		 const struct apply_opts *opts)
{
	const char *onto = opts->onto ? opts->onto : "HEAD";
	struct work work = {
		.stage = {
			.repo = repo,
			.series = series,
			.jobs = opts->jobs,
			.allow_scripts = opts->allow_scripts,
			.no_cache = opts->no_cache,
		},
		.signoff = series_config_bool(series, "signoff", false),
	};
	int ret;

	work.stage.spent = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	ret = repo_resolve(&out->base, repo, onto);
	if (!ret)
		ret = repo_commit_tree(&work.stage.tree, repo, &out->base);
	if (!ret)
		ret = repo_require_kernel(repo, &work.stage.tree, onto);
	if (!ret)
		ret = repo_commit_time(&work.start, repo, &out->base);
	if (!ret)
		ret = repo_ident(&work.user, repo);
	if (!ret)
		ret = scratch_new(&work.stage.scratch, repo->state_dir);
	if (!ret)
		ret = run_steps(out, &work);
	scratch_free(work.stage.scratch);
	ident_release(&work.user);
	g_hash_table_unref(work.stage.spent);
	return ret;
}
