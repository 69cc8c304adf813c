// SPDX-License-Identifier: GPL-2.0-only
#include "apply.h"
#include "branch.h"
#include "claim.h"
#include "recipe.h"
#include "run.h"

#include <string.h>

void result_release(struct result *result)
{
	if (result->commits)
		g_array_unref(result->commits);
	g_free(result->branch);
	memset(result, 0, sizeof(*result));
}

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
			g_array_append_val(out->commits, commit);
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

	out->commits = g_array_new(FALSE, TRUE, sizeof(git_oid));
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

/* All of the series that commits are made from. */
static char *series_digest(const struct series *series)
{
	GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
	char *digest;

	for (unsigned int i = 0; i < series->steps->len; i++) {
		const struct step *step = series->steps->pdata[i];
		g_autofree char *head = g_strdup_printf("%s\n%s <%s>\n%zu\n%s", step->name,
							step->author.name ? step->author.name : "",
							step->author.email ? step->author.email : "",
							strlen(step->message), step->message);

		g_checksum_update(sum, (const guchar *)head, -1);
		for (unsigned int j = 0; j < step->ops->len; j++) {
			const struct op *op = step->ops->pdata[j];
			g_autofree char *line = g_strdup_printf("%s\n%zu %o\n", op->text, op->len, op->mode);

			g_checksum_update(sum, (const guchar *)line, -1);
			if (op->data)
				g_checksum_update(sum, (const guchar *)op->data, (gssize)op->len);
		}
	}
	g_checksum_update(sum, (const guchar *)(series_config_bool(series, "signoff", false) ? "1" : "0"), 1);
	digest = g_strdup(g_checksum_get_string(sum));
	g_checksum_free(sum);
	return digest;
}

char *apply_branch(const struct series *series, const char *option)
{
	char *branch = option ? g_strdup(option) : series_config(series, "branch");

	return branch ? branch : g_strconcat("respin/", series->name, NULL);
}

static char *record_path(struct repo *repo, const struct series *series)
{
	return g_build_filename(repo->state_dir, "results", series->name, NULL);
}

static int record(struct repo *repo, const struct series *series, const char *branch,
		  const struct result *result)
{
	g_autoptr(GKeyFile) file = g_key_file_new();
	g_autoptr(GPtrArray) commits = g_ptr_array_new_with_free_func(g_free);
	g_autofree char *path = record_path(repo, series), *digest = series_digest(series);
	g_autofree char *text = NULL;
	gsize len;

	for (unsigned int i = 0; i < result->commits->len; i++)
		g_ptr_array_add(commits, g_strdup(git_oid_tostr_s(&g_array_index(result->commits, git_oid, i))));
	g_key_file_set_string(file, "result", "base", git_oid_tostr_s(&result->base));
	g_key_file_set_string(file, "result", "branch", branch);
	g_key_file_set_string(file, "result", "series", digest);
	g_key_file_set_string_list(file, "result", "commits", (const char *const *)commits->pdata,
				   commits->len);
	text = g_key_file_to_data(file, &len, NULL);
	return file_replace(path, text, len);
}

int apply_publish(struct repo *repo, const struct series *series, const char *branch,
		  const git_oid *old, const struct result *result)
{
	const git_oid *tip = &g_array_index(result->commits, git_oid, result->commits->len - 1);
	g_autofree char *log = g_strdup_printf("respin apply: %s", series->name);
	int ret = run_interrupted() ? E_INTERRUPTED : branch_move(repo, branch, old, tip, log);

	return ret ? ret : record(repo, series, branch, result);
}

static int read_record(struct result *out, const char *path, char **digest)
{
	g_autoptr(GKeyFile) file = g_key_file_new();
	g_auto(GStrv) commits = NULL;
	g_autofree char *base = NULL;
	git_oid id;

	if (!g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, NULL))
		return -1;
	base = g_key_file_get_string(file, "result", "base", NULL);
	out->branch = g_key_file_get_string(file, "result", "branch", NULL);
	*digest = g_key_file_get_string(file, "result", "series", NULL);
	commits = g_key_file_get_string_list(file, "result", "commits", NULL, NULL);
	if (!base || !out->branch || !*digest || !commits || git_oid_fromstr(&out->base, base))
		return -1;
	for (char **p = commits; *p; p++) {
		if (git_oid_fromstr(&id, *p))
			return -1;
		g_array_append_val(out->commits, id);
	}
	return out->commits->len ? 0 : -1;
}

int result_load(struct result *out, struct repo *repo, const struct series *series)
{
	g_autofree char *path = record_path(repo, series), *digest = NULL, *now = NULL;
	git_oid tip;
	bool found;

	out->commits = g_array_new(FALSE, TRUE, sizeof(git_oid));
	if (read_record(out, path, &digest))
		return error("%s has not been applied to this tree yet: respin apply %s",
			     series->name, series->name);
	now = series_digest(series);
	if (strcmp(now, digest))
		return error("%s has changed since it was applied: respin apply %s", series->name,
			     series->name);
	if (branch_tip(&tip, &found, repo, out->branch))
		return E_ENV;
	if (!found || !git_oid_equal(&tip, &g_array_index(out->commits, git_oid, out->commits->len - 1)))
		return error("branch %s is not what respin made of %s any more: respin apply %s makes it anew",
			     out->branch, series->name, series->name);
	return 0;
}
