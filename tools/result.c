// SPDX-License-Identifier: GPL-2.0-only
#include "result.h"
#include "branch.h"
#include "fixup.h"
#include "run.h"
#include "scratch.h"

#include <string.h>

void result_release(struct result *result)
{
	if (result->commits)
		g_array_unref(result->commits);
	if (result->names)
		g_ptr_array_unref(result->names);
	if (result->fixups)
		g_ptr_array_unref(result->fixups);
	g_free(result->branch);
	memset(result, 0, sizeof(*result));
}

const git_oid *result_tip(const struct result *result)
{
	return result_below(result, result->commits ? result->commits->len : 0);
}

static void result_begin(struct result *result)
{
	if (result->commits)
		return;
	result->commits = g_array_new(FALSE, TRUE, sizeof(git_oid));
	result->names = g_ptr_array_new_with_free_func(g_free);
	result->fixups = g_ptr_array_new_with_free_func(g_free);
}

void result_add(struct result *result, const char *step, const git_oid *commit, const char *fixup)
{
	result_begin(result);
	g_array_append_vals(result->commits, commit, 1);
	g_ptr_array_add(result->names, g_strdup(step));
	g_ptr_array_add(result->fixups, g_strdup(fixup ? fixup : ""));
}

const struct step *result_step(const struct result *result, const struct series *series,
			       unsigned int i)
{
	return series_step(series, result->names->pdata[i]);
}

int result_part(unsigned int *first, unsigned int *n, const struct result *result,
		const struct series *series, const char *part)
{
	unsigned int from, steps;
	int ret = series_part(&from, &steps, series, part);

	*first = *n = 0;
	for (unsigned int i = 0, at = 0; !ret && i < result->commits->len; i++) {
		while (series->steps->pdata[at] != result_step(result, series, i))
			at++;
		*first += at < from;
		*n += at >= from && at < from + steps;
	}
	return ret;
}

void result_range(struct range *out, const struct result *result, unsigned int first,
		  unsigned int n)
{
	out->commits = g_array_new(FALSE, FALSE, sizeof(git_oid));
	out->steps = g_new0(char *, n + 1);
	for (unsigned int i = 0; i < n; i++) {
		g_array_append_val(out->commits, g_array_index(result->commits, git_oid, first + i));
		out->steps[i] = g_strdup(result->names->pdata[first + i]);
	}
}

const git_oid *result_below(const struct result *result, unsigned int first)
{
	return first ? &g_array_index(result->commits, git_oid, first - 1) : &result->base;
}

bool result_trees(git_oid *before, git_oid *after, const struct result *result,
		  struct repo *repo, const char *step)
{
	for (unsigned int i = 0; result->names && i < result->names->len; i++)
		if (!strcmp(result->names->pdata[i], step))
			return !repo_commit_tree(before, repo, result_below(result, i)) &&
			       !repo_commit_tree(after, repo, result_below(result, i + 1));
	return false;
}

char *result_branch(const struct series *series, const char *option)
{
	char *branch = option ? g_strdup(option) : series_config(series, "branch");

	return branch ? branch : g_strconcat("respin/", series->name, NULL);
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
		for (unsigned int j = 0; j < step->fixups->len; j++) {
			const struct fixup *fixup = step->fixups->pdata[j];

			g_checksum_update(sum, (const guchar *)fixup->data, (gssize)fixup->len);
		}
	}
	g_checksum_update(sum, (const guchar *)(series_config_bool(series, "signoff", false) ? "1" : "0"), 1);
	digest = g_strdup(g_checksum_get_string(sum));
	g_checksum_free(sum);
	return digest;
}

char *result_record(struct repo *repo, const char *series)
{
	return g_build_filename(repo->state_dir, "results", series, NULL);
}

/* The record; empty where there is none, or one that does not read. */
static GKeyFile *record_open(struct repo *repo, const struct series *series)
{
	g_autofree char *path = result_record(repo, series->name);
	GKeyFile *record = g_key_file_new();

	g_key_file_load_from_file(record, path, G_KEY_FILE_NONE, NULL);
	return record;
}

static int record_write(struct repo *repo, const struct series *series, const char *branch,
			const struct result *result)
{
	g_autoptr(GKeyFile) record = record_open(repo, series);
	g_autofree char *path = result_record(repo, series->name), *digest = series_digest(series);
	g_autofree char **commits = g_new0(char *, result->commits->len);
	g_autofree char *text = NULL;
	gsize len;

	for (unsigned int i = 0; i < result->commits->len; i++)
		commits[i] = g_strdup(git_oid_tostr_s(&g_array_index(result->commits, git_oid, i)));
	g_key_file_set_string(record, "respin", "branch", branch);
	g_key_file_set_string(record, branch, "base", git_oid_tostr_s(&result->base));
	g_key_file_set_string(record, branch, "series", digest);
	g_key_file_set_string_list(record, branch, "commits", (const char *const *)commits,
				   result->commits->len);
	g_key_file_set_string_list(record, branch, "steps",
				   (const char *const *)result->names->pdata, result->names->len);
	g_key_file_set_string_list(record, branch, "fixups",
				   (const char *const *)result->fixups->pdata, result->fixups->len);
	for (unsigned int i = 0; i < result->commits->len; i++)
		g_free(commits[i]);
	text = g_key_file_to_data(record, &len, NULL);
	return file_replace(path, text, len);
}

static int record_read(struct result *out, char **digest, GKeyFile *record, const char *branch)
{
	g_auto(GStrv) commits = g_key_file_get_string_list(record, branch, "commits", NULL, NULL);
	g_auto(GStrv) steps = g_key_file_get_string_list(record, branch, "steps", NULL, NULL);
	g_auto(GStrv) fixups = g_key_file_get_string_list(record, branch, "fixups", NULL, NULL);
	g_autofree char *base = g_key_file_get_string(record, branch, "base", NULL);
	git_oid id;

	*digest = g_key_file_get_string(record, branch, "series", NULL);
	result_begin(out);
	if (!base || !*digest || !commits || !steps || !fixups ||
	    g_strv_length(commits) != g_strv_length(steps) ||
	    g_strv_length(commits) != g_strv_length(fixups) || git_oid_fromstr(&out->base, base))
		return E_ENV;
	for (unsigned int i = 0; commits[i]; i++) {
		if (git_oid_fromstr(&id, commits[i]))
			return E_ENV;
		result_add(out, steps[i], &id, fixups[i]);
	}
	return 0;
}

/* refs/respin/<kind>/<branch>: what respin put there last, and what was before. */
char *result_ref(const char *kind, const char *branch)
{
	return g_strjoin("/", "refs/respin", kind, branch, NULL);
}

static bool ref_is(struct repo *repo, const char *kind, const char *branch, const git_oid *tip)
{
	g_autofree char *ref = result_ref(kind, branch);
	git_oid id;

	return !git_reference_name_to_id(&id, repo->git, ref) && git_oid_equal(&id, tip);
}

/* Both stand before the branch moves: in between it holds the one or the other. */
static int keep_refs(struct repo *repo, const char *branch, const struct result_old *old,
		     const git_oid *new, const char *log)
{
	g_autofree char *former = result_ref("former", branch), *result = result_ref("result", branch);
	int ret = 0;

	if (old->found && git_oid_equal(&old->tip, new))
		return ref_is(repo, "result", branch, new) ? 0 :
		       ref_set(repo, result, new, log);
	if (old->found)
		ret = ref_set(repo, former, &old->tip, log);
	return ret ? ret : ref_set(repo, result, new, log);
}

int result_old(struct result_old *old, struct repo *repo, const struct series *series,
	       const char *branch, bool force)
{
	int ret = branch_usable(repo, branch);

	if (!ret)
		ret = branch_tip(&old->tip, &old->found, repo, branch);
	if (ret || !old->found || force || ref_is(repo, "result", branch, &old->tip) ||
	    ref_is(repo, "former", branch, &old->tip))
		return ret;
	return error("branch %s holds %s, which is no result of %s; name another with --branch, "
		     "or move it with --force", branch, git_oid_tostr_s(&old->tip), series->name);
}

/* All three refs, each announced first. */
static int set_refs(struct repo *repo, const char *branch, const struct result_old *old,
		    const struct result *result, const char *log)
{
	g_autofree char *ref = branch_ref(branch);
	g_autofree char *former = result_ref("former", branch), *own = result_ref("result", branch);
	const git_oid *new = result_tip(result);
	const char *refs[] = { ref, own, former };
	const git_oid *ids[] = { new, new, &old->tip };
	int lock = -1, ret;

	ret = refs_announce(&lock, repo, refs, ids, old->found ? 3 : 2);
	if (!ret)
		ret = keep_refs(repo, branch, old, new, log);
	if (!ret)
		ret = branch_move(repo, branch, old->found ? &old->tip : NULL, new, log);
	refs_settle(lock, repo);
	return ret;
}

int result_publish(struct result *result, struct repo *repo, const struct series *series,
		   const char *branch, const struct result_old *old, const char *command)
{
	g_autofree char *log = g_strdup_printf("respin %s: %s", command, series->name);
	int ret = run_interrupted() ? E_INTERRUPTED : 0;

	result_begin(result);
	if (!ret)
		ret = record_write(repo, series, branch, result);
	if (!ret)
		ret = set_refs(repo, branch, old, result, log);
	if (!ret)
		result->branch = g_strdup(branch);
	return ret;
}

int result_former(struct result *out, bool *found, struct repo *repo,
		  const struct series *series, const char *branch)
{
	g_autoptr(GKeyFile) record = record_open(repo, series);
	g_autofree char *digest = NULL, *last = g_key_file_get_string(record, "respin", "branch", NULL);
	const char *where = branch && g_key_file_has_group(record, branch) ? branch : last;
	git_oid tip;
	int ret = 0;

	*found = where && !record_read(out, &digest, record, where);
	if (*found)
		ret = branch_tip(&tip, found, repo, where);
	*found = !ret && *found && git_oid_equal(&tip, result_tip(out));
	return ret;
}

/* As many commits as there were, up to @tip, in place of those that were made. */
static int take_edited(struct result *result, struct repo *repo, const git_oid *tip)
{
	struct range range = RANGE_INIT;
	git_oid id = *tip;
	int ret = 0;

	for (unsigned int i = 0; !ret && i < result->commits->len; i++)
		ret = repo_commit_parent(&id, repo, &id);
	if (!ret && !git_oid_equal(&id, &result->base))
		ret = error("branch %s has not one commit for each step any more", result->branch);
	if (!ret)
		ret = range_walk(&range, repo, &result->base, tip);
	if (!ret) {
		g_array_set_size(result->commits, 0);
		g_array_append_vals(result->commits, range.commits->data, range.commits->len);
		warning("branch %s was edited: what stands there is taken", result->branch);
	}
	range_release(&range);
	return ret;
}

int result_load(struct result *out, struct repo *repo, const struct series *series,
		const char *branch)
{
	return result_load_as(out, repo, series, branch, false);
}

int result_load_as(struct result *out, struct repo *repo, const struct series *series,
		   const char *branch, bool edited)
{
	g_autoptr(GKeyFile) record = record_open(repo, series);
	g_autofree char *digest = NULL, *now = series_digest(series);
	git_oid tip;
	bool found;

	out->branch = branch ? g_strdup(branch) :
			       g_key_file_get_string(record, "respin", "branch", NULL);
	if (!out->branch || record_read(out, &digest, record, out->branch))
		return error("%s has not been applied to this tree yet: respin apply %s",
			     series->name, series->name);
	if (strcmp(now, digest))
		return error("%s has changed since it was applied: respin apply %s", series->name,
			     series->name);
	if (branch_tip(&tip, &found, repo, out->branch))
		return E_ENV;
	if (found && git_oid_equal(&tip, result_tip(out)))
		return 0;
	if (found && edited)
		return take_edited(out, repo, &tip);
	return error("branch %s is not what respin made of %s any more: respin apply %s makes "
		     "it anew, export --force takes it as it is", out->branch, series->name, series->name);
}
