// SPDX-License-Identifier: GPL-2.0-only
#include "offer.h"
#include "changes.h"
#include "recipe.h"

#include <string.h>
#include <sys/stat.h>

static void offer_free(void *data)
{
	struct offer *offer = data;

	g_free(offer->path);
	g_free(offer);
}

/* A line that git merge writes around a conflict. */
static bool is_marker(const char *line)
{
	static const char *const markers[] = { "<<<<<<< ", "||||||| ", ">>>>>>> " };

	for (unsigned int i = 0; i < G_N_ELEMENTS(markers); i++)
		if (g_str_has_prefix(line, markers[i]))
			return true;
	return false;
}

static void find_regions(struct offer *offer, const char *text)
{
	unsigned int line = 1;

	for (const char *p = text; p; line++) {
		if (g_str_has_prefix(p, "<<<<<<< ") && !offer->regions++)
			offer->line = line;
		p = strchr(p, '\n');
		p = p ? p + 1 : NULL;
	}
}

static int merge(struct offer *offer, struct repo *repo, const char *step, const git_oid *ids[3])
{
	git_merge_file_input in[3] = { 0 };
	g_autofree char *text[3] = { NULL }, *merged_text = NULL;
	g_autofree char *label = g_strconcat(step, ", as it was", NULL);
	git_merge_file_result merged = { 0 };
	git_merge_file_options opts;
	int ret = 0;

	git_merge_file_options_init(&opts, GIT_MERGE_FILE_OPTIONS_VERSION);
	opts.ancestor_label = "the former base";
	opts.our_label = "here";
	opts.their_label = label;
	opts.flags = GIT_MERGE_FILE_STYLE_DIFF3;
	for (unsigned int i = 0; !ret && i < 3; i++) {
		in[i].version = GIT_MERGE_FILE_INPUT_VERSION;
		ret = repo_blob(&text[i], &in[i].size, repo, ids[i]);
		in[i].ptr = text[i];
	}
	if (!ret && git_merge_file(&merged, &in[0], &in[1], &in[2], &opts))
		ret = error_git("cannot merge %s", offer->path);
	if (!ret)
		ret = repo_blob_write(&offer->blob, repo, merged.ptr, merged.len);
	if (!ret) {
		merged_text = g_strndup(merged.ptr, merged.len);
		find_regions(offer, merged_text);
	}
	git_merge_file_result_free(&merged);
	for (unsigned int i = 1; i < 3; i++)
		g_free(text[i]);
	return ret;
}

static int offer_file(GPtrArray *offers, struct repo *repo, const struct account *account,
		      const git_oid *before, const struct change *change)
{
	struct place at = { account->step->file, 0 };
	struct entry old, now;
	struct offer *offer;
	int ret = repo_entry(&now, repo, &account->made, change->path, &at);

	if (!ret)
		ret = repo_entry(&old, repo, before, recipe_renamed(account->step, change->path), &at);
	if (ret || change->status == 'D' || !S_ISREG(old.mode) || !S_ISREG(now.mode) ||
	    !S_ISREG(change->mode))
		return ret == E_SERIES ? 0 : ret;
	offer = g_new0(struct offer, 1);
	offer->path = g_strdup(change->path);
	ret = merge(offer, repo, account->step->name,
		    (const git_oid *[]){ &old.id, &now.id, &change->id });
	if (ret || git_oid_equal(&offer->blob, &now.id))
		offer_free(offer);
	else
		g_ptr_array_add(offers, offer);
	return ret;
}

int offers_make(GPtrArray **out, struct repo *repo, const struct result *former,
		const struct account *account)
{
	GPtrArray *offers = g_ptr_array_new_with_free_func(offer_free);
	GArray *changes = NULL;
	git_oid before, after;
	int ret = 0;

	*out = offers;
	if (!former || !result_trees(&before, &after, former, repo, account->step->name))
		return 0;
	ret = repo_changes(&changes, repo, &before, &after);
	for (unsigned int i = 0; !ret && i < changes->len; i++)
		ret = offer_file(offers, repo, account, &before,
				 &g_array_index(changes, struct change, i));
	repo_changes_free(changes);
	return ret;
}

static unsigned int count_markers(const char *text, unsigned int *first)
{
	unsigned int line = 1, n = 0;

	for (const char *p = text; p; line++) {
		if (is_marker(p) && !n++)
			*first = line;
		p = strchr(p, '\n');
		p = p ? p + 1 : NULL;
	}
	return n;
}

/* More of them than stood there before. */
static int file_marker(char **where, struct repo *repo, const git_oid *from,
		       const struct change *change)
{
	struct place at = { change->path, 0 };
	g_autofree char *old_text = NULL, *text = NULL;
	unsigned int line = 0, old_line = 0;
	struct entry old;
	size_t len;
	int ret;

	if (change->status == 'D' || !S_ISREG(change->mode))
		return 0;
	ret = repo_entry(&old, repo, from, change->path, &at);
	if (!ret && S_ISREG(old.mode))
		ret = repo_blob(&old_text, &len, repo, &old.id);
	if (!ret)
		ret = repo_blob(&text, &len, repo, &change->id);
	if (!ret && count_markers(text, &line) > count_markers(old_text, &old_line))
		*where = g_strdup_printf("%s:%u", change->path, line);
	return ret;
}

int offer_marker(char **where, struct repo *repo, const git_oid *from, const git_oid *to)
{
	GArray *changes = NULL;
	int ret = repo_changes(&changes, repo, from, to);

	*where = NULL;
	for (unsigned int i = 0; !ret && !*where && i < changes->len; i++)
		ret = file_marker(where, repo, from, &g_array_index(changes, struct change, i));
	repo_changes_free(changes);
	return ret;
}
