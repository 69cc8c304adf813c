// SPDX-License-Identifier: GPL-2.0-only
#include "claim.h"
#include "ctext.h"

#include <string.h>

static int look(struct hits *hits, struct repo *repo, const git_oid *tree, const char *path,
		const char *token, const struct place *at)
{
	g_autofree char *data = NULL, *code = NULL;
	struct entry entry;
	unsigned int n;
	size_t len, first;
	int ret;

	ret = repo_entry(&entry, repo, tree, path, at);
	if (ret || !entry.mode)
		return ret;
	if (entry.mode == GIT_FILEMODE_TREE)
		return error_at(at, "%s is a folder; name files, or a pattern", path);
	ret = repo_blob(&data, &len, repo, &entry.id);
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

int hits_find(struct hits *hits, struct repo *repo, const git_oid *tree, const char *pattern,
	      const char *token, const struct place *at)
{
	g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
	int ret = 0;

	if (repo_is_glob(pattern))
		ret = repo_glob(paths, repo, tree, pattern);
	else
		g_ptr_array_add(paths, g_strdup(pattern));
	for (unsigned int i = 0; !ret && i < paths->len; i++)
		ret = look(hits, repo, tree, paths->pdata[i], token, at);
	return ret;
}

void hits_release(struct hits *hits)
{
	g_free(hits->path);
	g_free(hits->function);
	*hits = (struct hits)HITS_INIT;
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

int claim_holds(const struct stage *stage, const struct claim *claim)
{
	struct hits hits = HITS_INIT;
	int ret;

	if (claim->kind != CLAIM_PRESENT && claim->kind != CLAIM_ABSENT)
		return 0;
	ret = hits_find(&hits, stage->repo, &stage->tree, claim->argv[0], claim->argv[1],
			&claim->at);
	if (!ret)
		ret = claim->kind == CLAIM_PRESENT ? judge_present(claim, &hits) :
						     judge_absent(claim, &hits);
	hits_release(&hits);
	return ret;
}
