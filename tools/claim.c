// SPDX-License-Identifier: GPL-2.0-only
#include "claim.h"
#include "ctext.h"

#include <string.h>

/* One file that a claim looks into: how often, and where first. */
struct hits {
	unsigned int count, files;
	char *path;		/* of the first hit */
	unsigned int line;
	char *function;
};

static int look(struct hits *hits, const struct stage *stage, const struct claim *claim,
		const char *path, const char *token)
{
	g_autofree char *data = NULL, *code = NULL;
	struct entry entry;
	unsigned int n;
	size_t len, first;
	int ret;

	ret = repo_entry(&entry, stage->repo, &stage->tree, path, &claim->at);
	if (ret || !entry.mode)
		return ret;
	if (entry.mode == GIT_FILEMODE_TREE)
		return error_at(&claim->at, "%s is a folder; name files, or a pattern", path);
	ret = repo_blob(&data, &len, stage->repo, &entry.id);
	if (ret)
		return ret;
	hits->files++;
	code = ctext_code(path, data, len);
	n = ctext_count(code, token, &first);
	if (n && !hits->path) {
		hits->path = g_strdup(path);
		hits->line = ctext_line(code, first);
		hits->function = ctext_function(code, hits->line);
	}
	hits->count += n;
	return 0;
}

static int look_all(struct hits *hits, const struct stage *stage, const struct claim *claim)
{
	g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
	const char *pattern = claim->argv[0];
	int ret = 0;

	if (repo_is_glob(pattern))
		ret = repo_glob(paths, stage->repo, &stage->tree, pattern);
	else
		g_ptr_array_add(paths, g_strdup(pattern));
	for (unsigned int i = 0; !ret && i < paths->len; i++)
		ret = look(hits, stage, claim, paths->pdata[i], claim->argv[1]);
	return ret;
}

static int judge_present(const struct claim *claim, const struct hits *hits)
{
	const char *path = claim->argv[0], *token = claim->argv[1];

	if (hits->count == claim->count || (claim->at_least && hits->count > claim->count))
		return 0;
	if (!hits->files)
		return error_at(&claim->at, "present: %s is not there", path);
	return error_at(&claim->at, "present: '%s' stands %u times in %s, not %s%u", token,
			hits->count, path, claim->at_least ? "at least " : "", claim->count);
}

static int judge_absent(const struct claim *claim, const struct hits *hits)
{
	if (!hits->count)
		return 0;
	return error_at(&claim->at, "absent: '%s' still stands %u times in %s, first at %s:%u%s%s",
			claim->argv[1], hits->count, claim->argv[0], hits->path, hits->line,
			hits->function ? " in " : "", hits->function ? hits->function : "");
}

int claims_hold(const struct stage *stage)
{
	int ret = 0;

	for (unsigned int i = 0; i < stage->step->claims->len; i++) {
		const struct claim *claim = stage->step->claims->pdata[i];
		struct hits hits = { 0 };
		int err = 0;

		if (claim->kind == CLAIM_PRESENT || claim->kind == CLAIM_ABSENT)
			err = look_all(&hits, stage, claim);
		if (!err && claim->kind == CLAIM_PRESENT)
			err = judge_present(claim, &hits);
		else if (!err && claim->kind == CLAIM_ABSENT)
			err = judge_absent(claim, &hits);
		g_free(hits.path);
		g_free(hits.function);
		if (err == E_ENV)
			return err;
		ret = err ? err : ret;
	}
	return ret;
}
