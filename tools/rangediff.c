// SPDX-License-Identifier: GPL-2.0-only
#include "rangediff.h"

#include <stdio.h>
#include <string.h>

#define CREATION	60	/* git's own factor, for what has no name */
#define ALWAYS_PAIR	999
#define GUESSES_MAX	64	/* pairs that are tried by content */
#define ABBREV		12

int range_walk(struct range *range, struct repo *repo, const git_oid *base, const git_oid *tip)
{
	git_oid id = *tip, parent;

	range->commits = g_array_new(FALSE, FALSE, sizeof(git_oid));
	for (; !git_oid_equal(&id, base); id = parent) {
		if (repo_commit_parent(&parent, repo, &id))
			return E_ENV;
		g_array_prepend_val(range->commits, id);
	}
	return 0;
}

void range_release(struct range *range)
{
	if (range->commits)
		g_array_unref(range->commits);
	g_strfreev(range->steps);
	*range = (struct range)RANGE_INIT;
}

/* One commit of either side, and its match in the other one. */
struct side {
	git_oid id;
	const char *step;	/* NULL: not known */
	char *subject;
	int match;		/* index into the other side; -1: none */
	bool shown;
};

struct pairs {
	struct side *old, *new;
	unsigned int n_old, n_new;
};

static int read_side(struct side **out, unsigned int *n, struct repo *repo,
		     const struct range *range)
{
	bool named = range->steps && g_strv_length(range->steps) == range->commits->len;

	*n = range->commits->len;
	*out = g_new0(struct side, *n + 1);
	for (unsigned int i = 0; i < *n; i++) {
		struct side *side = &(*out)[i];

		side->id = g_array_index(range->commits, git_oid, i);
		side->step = named ? range->steps[i] : NULL;
		side->match = -1;
		if (repo_commit_message(&side->subject, repo, &side->id))
			return E_ENV;
		side->subject[strcspn(side->subject, "\n")] = '\0';
	}
	return 0;
}

static void pairs_release(struct pairs *pairs)
{
	for (unsigned int i = 0; i < pairs->n_old; i++)
		g_free(pairs->old[i].subject);
	for (unsigned int i = 0; i < pairs->n_new; i++)
		g_free(pairs->new[i].subject);
	g_free(pairs->old);
	g_free(pairs->new);
}

static bool same_step(const struct side *a, const struct side *b)
{
	return a->step && b->step && !strcmp(a->step, b->step);
}

static bool same_subject(const struct side *a, const struct side *b)
{
	return !strcmp(a->subject, b->subject);
}

static void match(struct pairs *pairs, unsigned int i, unsigned int k)
{
	pairs->old[i].match = (int)k;
	pairs->new[k].match = (int)i;
}

static void match_by(struct pairs *pairs, bool (*same)(const struct side *, const struct side *))
{
	for (unsigned int i = 0; i < pairs->n_old; i++)
		for (unsigned int k = 0; pairs->old[i].match < 0 && k < pairs->n_new; k++)
			if (pairs->new[k].match < 0 && same(&pairs->old[i], &pairs->new[k]))
				match(pairs, i, k);
}

static void begin(struct run *run, const struct lab *lab, const struct side *old,
		  const struct side *new, unsigned int creation)
{
	lab_git(run, lab);
	run_arg(run, "-c", NULL);
	run_argf(run, "core.abbrev=%d", ABBREV);
	run_arg(run, "range-diff", "--no-color", "--no-notes", "--diff-algorithm=myers", NULL);
	run_argf(run, "--creation-factor=%u", creation);
	for (int i = 0; i < 2; i++) {
		const char *id = git_oid_tostr_s(i ? &new->id : &old->id);

		run_argf(run, "%s^..%s", id, id);
	}
}

/* Begin a run each, carry all of them out, and report those that failed. */
static int run_all(GPtrArray *runs)
{
	int ret = run_many((struct run **)runs->pdata, runs->len, run_jobs());

	for (unsigned int i = 0; !ret && i < runs->len; i++) {
		const struct run *run = runs->pdata[i];

		if (run->status)
			ret = error("git range-diff fails:\n%s", g_strchomp(run->err->str));
	}
	return ret;
}

static void run_free(void *data)
{
	run_release(data);
	g_free(data);
}

/* git puts two commits into one line where it finds them alike. */
static bool is_one_line(const struct run *run)
{
	const char *end = strchr(run->out->str, '\n');

	return end && !end[1];
}

static int match_by_content(struct pairs *pairs, const struct lab *lab)
{
	g_autoptr(GPtrArray) runs = g_ptr_array_new_with_free_func(run_free);
	g_autoptr(GArray) tried = g_array_new(FALSE, FALSE, sizeof(unsigned int[2]));
	int ret;

	for (unsigned int i = 0; i < pairs->n_old; i++)
		for (unsigned int k = 0; pairs->old[i].match < 0 && k < pairs->n_new; k++) {
			unsigned int pair[2] = { i, k };
			struct run *run;

			if (pairs->new[k].match >= 0 || tried->len == GUESSES_MAX)
				continue;
			run = g_new0(struct run, 1);
			begin(run, lab, &pairs->old[i], &pairs->new[k], CREATION);
			run_arg(run, "--no-patch", NULL);
			g_ptr_array_add(runs, run);
			g_array_append_val(tried, pair);
		}
	ret = run_all(runs);
	for (unsigned int i = 0; !ret && i < runs->len; i++) {
		const unsigned int *pair = (void *)(tried->data + i * sizeof(unsigned int[2]));

		if (is_one_line(runs->pdata[i]) && pairs->old[pair[0]].match < 0 &&
		    pairs->new[pair[1]].match < 0)
			match(pairs, pair[0], pair[1]);
	}
	return ret;
}

static int make_pairs(struct pairs *pairs, struct repo *repo, const struct lab *lab,
		      const struct range *old, const struct range *new)
{
	if (read_side(&pairs->old, &pairs->n_old, repo, old) ||
	    read_side(&pairs->new, &pairs->n_new, repo, new))
		return E_ENV;
	match_by(pairs, same_step);
	match_by(pairs, same_subject);
	return match_by_content(pairs, lab);
}

/* "12:  0123456789ab", or dashes for a side that is not there */
static void append_side(GString *out, const struct pairs *pairs, const struct side *side,
			const struct side *all)
{
	g_autofree char *most = g_strdup_printf("%u", MAX(pairs->n_old, pairs->n_new) + 1);
	int width = (int)strlen(most);

	if (side)
		g_string_append_printf(out, "%*d:  %.*s", width, (int)(side - all) + 1, ABBREV,
				       git_oid_tostr_s(&side->id));
	else
		g_string_append_printf(out, "%*s:  %.*s", width, "-", ABBREV, "----------------");
}

/* The line above a pair, as output_pair_header() of git's range-diff.c has it. */
static void append_head(GString *out, const struct pairs *pairs, const struct side *old,
			const struct side *new, char status)
{
	append_side(out, pairs, old, pairs->old);
	g_string_append_printf(out, " %c ", status);
	append_side(out, pairs, new, pairs->new);
	g_string_append_printf(out, " %s\n", old ? old->subject : new->subject);
}

/* What git says of a pair, below a head of ours: the numbers are the series'. */
static void append_pair(GString *out, const struct pairs *pairs, struct side *old,
			const struct side *new, const struct run *run, bool patch)
{
	const char *said = run->out ? run->out->str : "", *rest = strchr(said, '\n');
	char status = '=';

	if (!git_oid_equal(&old->id, &new->id))
		status = sscanf(said, "%*d: %*s %c", &status) == 1 && status == '=' ? '=' : '!';
	append_head(out, pairs, old, new, status);
	if (patch && rest)
		g_string_append(out, rest + 1);
	old->shown = true;
}

/* In the order of the new side; what is gone stands where it was: git's output(). */
static void append_all(GString *out, struct pairs *pairs, const GPtrArray *runs, bool patch)
{
	unsigned int i = 0, k = 0;

	while (i < pairs->n_old || k < pairs->n_new) {
		while (i < pairs->n_old && pairs->old[i].shown)
			i++;
		if (i < pairs->n_old && pairs->old[i].match < 0) {
			append_head(out, pairs, &pairs->old[i++], NULL, '<');
			continue;
		}
		while (k < pairs->n_new && pairs->new[k].match < 0)
			append_head(out, pairs, NULL, &pairs->new[k++], '>');
		if (k < pairs->n_new) {
			append_pair(out, pairs, &pairs->old[pairs->new[k].match], &pairs->new[k],
				    runs->pdata[k], patch);
			k++;
		}
	}
}

/* A run for each of the new commits; it is carried out where there is something to say. */
static int compare_pairs(GPtrArray *runs, const struct pairs *pairs, const struct lab *lab)
{
	g_autoptr(GPtrArray) needed = g_ptr_array_new();

	for (unsigned int k = 0; k < pairs->n_new; k++) {
		const struct side *new = &pairs->new[k];
		struct run *run = g_new0(struct run, 1);

		g_ptr_array_add(runs, run);
		if (new->match < 0 || git_oid_equal(&pairs->old[new->match].id, &new->id))
			continue;
		begin(run, lab, &pairs->old[new->match], new, ALWAYS_PAIR);
		g_ptr_array_add(needed, run);
	}
	return run_all(needed);
}

static unsigned int count_lines(const GString *text)
{
	unsigned int n = 0;

	for (const char *p = text->str; *p; p++)
		n += *p == '\n';
	return n;
}

static void append_text(GString *out, struct pairs *pairs, const GPtrArray *runs, unsigned int max)
{
	g_autoptr(GString) text = g_string_new(NULL);

	append_all(text, pairs, runs, true);
	if (max && count_lines(text) > max) {
		g_string_truncate(text, 0);
		for (unsigned int i = 0; i < pairs->n_old; i++)
			pairs->old[i].shown = false;
		append_all(text, pairs, runs, false);
	}
	g_string_append_len(out, text->str, (gssize)text->len);
}

/* History ends below the first commit. */
static int add_root(struct repo *repo, struct lab *lab, const struct range *range)
{
	git_oid parent;

	if (!range->commits->len)
		return 0;
	if (repo_commit_parent(&parent, repo, &g_array_index(range->commits, git_oid, 0)))
		return E_ENV;
	return lab_add_root(lab, &parent);
}

int rangediff_append(GString *out, struct repo *repo, struct lab *lab, const struct range *old,
		     const struct range *new, unsigned int max)
{
	g_autoptr(GPtrArray) runs = g_ptr_array_new_with_free_func(run_free);
	struct pairs pairs = { NULL, NULL, 0, 0 };
	int ret = add_root(repo, lab, old);

	if (!ret)
		ret = add_root(repo, lab, new);
	if (!ret)
		ret = make_pairs(&pairs, repo, lab, old, new);
	if (!ret)
		ret = compare_pairs(runs, &pairs, lab);
	if (!ret)
		append_text(out, &pairs, runs, max);
	pairs_release(&pairs);
	return ret;
}

int rangediff_print(GString *out, struct repo *repo, const struct range *old,
		    const struct range *new)
{
	struct scratch *scratch = NULL;
	struct lab lab = LAB_INIT;
	int ret = scratch_new(&scratch, repo->state_dir);

	if (!ret)
		ret = lab_open(&lab, repo, scratch);
	if (!ret)
		ret = rangediff_append(out, repo, &lab, old, new, 0);
	lab_release(&lab);
	scratch_free(scratch);
	return ret;
}
