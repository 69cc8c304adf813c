// SPDX-License-Identifier: GPL-2.0-only
#include "twice.h"
#include "changes.h"

#include <string.h>

/* What the comparison of a file before and after has shown so far. */
struct doubles {
	char **lines;		/* before */
	unsigned int n;
	bool other;		/* something else than a doubling */
	GPtrArray *added;	/* the lines of the hunk under way */
	unsigned int at;	/* and the line of the old file that it goes behind */
};

/* Rotated by @k lines, the hunk is what stands around the place it is put in. */
static bool doubled(const struct doubles *d, unsigned int k)
{
	unsigned int n = d->added->len, words = 0;

	if (k > d->at || d->at + n - k > d->n)
		return false;
	for (unsigned int i = 0; i < n; i++) {
		const char *line = d->added->pdata[i];

		if (strcmp(line, i < n - k ? d->lines[d->at + i] : d->lines[d->at - n + i]))
			return false;
		for (const char *p = line; *p; p++)
			words += g_ascii_isalnum(*p);
	}
	return words > 0;
}

static void end_hunk(struct doubles *d)
{
	bool any = !d->added->len;

	for (unsigned int k = 0; !any && k <= d->added->len; k++)
		any = doubled(d, k);
	d->other |= !any;
	g_ptr_array_set_size(d->added, 0);
}

static int on_hunk(const git_diff_delta *delta, const git_diff_hunk *hunk, void *data)
{
	struct doubles *d = data;

	(void)delta;
	end_hunk(d);
	d->at = (unsigned int)hunk->old_start;
	d->other |= hunk->old_lines != 0;
	return 0;
}

static int on_line(const git_diff_delta *delta, const git_diff_hunk *hunk,
		   const git_diff_line *line, void *data)
{
	struct doubles *d = data;
	char *text;

	(void)delta, (void)hunk;
	d->other |= line->origin != GIT_DIFF_LINE_ADDITION;
	text = g_strndup(line->content, line->content_len);
	g_strchomp(text);
	g_ptr_array_add(d->added, text);
	return 0;
}

static int file_twice(bool *twice, struct repo *repo, const git_oid *before, const git_oid *after)
{
	git_diff_options opts;
	g_autofree char *old = NULL, *new = NULL;
	struct doubles d = { 0 };
	size_t old_len, new_len;
	int ret = repo_blob(&old, &old_len, repo, before);

	if (!ret)
		ret = repo_blob(&new, &new_len, repo, after);
	if (ret)
		return ret;
	git_diff_options_init(&opts, GIT_DIFF_OPTIONS_VERSION);
	opts.context_lines = 0;
	d.added = g_ptr_array_new_with_free_func(g_free);
	d.lines = g_strsplit(old, "\n", -1);
	d.n = g_strv_length(d.lines);
	for (unsigned int i = 0; i < d.n; i++)
		g_strchomp(d.lines[i]);
	if (git_diff_buffers(old, old_len, NULL, new, new_len, NULL, &opts, NULL, NULL, on_hunk,
			     on_line, &d))
		ret = error_git("cannot compare two files");
	end_hunk(&d);
	*twice = !ret && !d.other;
	g_strfreev(d.lines);
	g_ptr_array_unref(d.added);
	return ret;
}

int twice_all(bool *twice, struct repo *repo, const git_oid *before, const git_oid *after)
{
	GArray *changes = NULL;
	int ret = repo_changes(&changes, repo, before, after);

	*twice = !ret && changes->len;
	for (unsigned int i = 0; !ret && *twice && i < changes->len; i++) {
		const struct change *change = &g_array_index(changes, struct change, i);
		struct place nowhere = { .file = change->path };
		struct entry old;

		*twice = change->status == 'M';
		if (*twice)
			ret = repo_entry(&old, repo, before, change->path, &nowhere);
		if (!ret && *twice)
			ret = file_twice(twice, repo, &old.id, &change->id);
	}
	repo_changes_free(changes);
	return ret;
}
