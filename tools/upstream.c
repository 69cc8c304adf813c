// SPDX-License-Identifier: GPL-2.0-only
#include "upstream.h"
#include "changes.h"
#include "claim.h"
#include "patch-id.h"

#include <fnmatch.h>
#include <string.h>

struct upstream {
	struct repo *repo;
	git_oid base_tree;
	const struct result *former;	/* NULL: not known */
	GHashTable *commits;		/* by step: the commit with its patch id; or NULL */
};

int upstream_new(struct upstream **out, struct stage *stage, const git_oid *base,
		 const struct result *former)
{
	struct upstream *upstream = g_new0(struct upstream, 1);
	int ret;

	*out = upstream;
	upstream->repo = stage->repo;
	upstream->former = former && former->commits ? former : NULL;
	ret = repo_commit_tree(&upstream->base_tree, stage->repo, base);
	if (!ret && upstream->former)
		ret = patch_id_find(&upstream->commits, stage->repo, stage->scratch, former, base);
	return ret;
}

void upstream_free(struct upstream *upstream)
{
	if (!upstream)
		return;
	if (upstream->commits)
		g_hash_table_unref(upstream->commits);
	g_free(upstream);
}

static int by_claim(char **why, struct upstream *upstream, const struct claim *claim)
{
	const char *token = claim->argv[0];
	struct hits hits = HITS_INIT;
	int ret = hits_find(&hits, upstream->repo, &upstream->base_tree, claim->argv[1], token,
			    &claim->at);

	if (!ret && hits.count)
		*why = g_strdup_printf("%s:%u has %s", hits.path, hits.line, token);
	hits_release(&hits);
	return ret;
}

int upstream_step(char **why, struct upstream *upstream, const struct step *step)
{
	const char *commit = NULL;
	int ret = 0;

	*why = NULL;
	if (upstream->commits)
		commit = g_hash_table_lookup(upstream->commits, step->name);
	if (commit)
		*why = g_strdup(commit);
	for (unsigned int i = 0; !ret && !*why && i < step->claims->len; i++) {
		const struct claim *claim = step->claims->pdata[i];

		if (claim->kind == CLAIM_UPSTREAM)
			ret = by_claim(why, upstream, claim);
	}
	return ret;
}

static bool names_path(const char *pattern, const char *path)
{
	return !strcmp(pattern, path) || !fnmatch(pattern, path, FNM_PATHNAME | FNM_PERIOD);
}

/* Is the path one that the operation's operands name? */
static bool is_operand(const struct op *op, const char *path)
{
	for (unsigned int i = 1; i < op->argc; i++)
		if (names_path(op->argv[i], path))
			return true;
	return false;
}

/* Merged into what stands now, does the former change change nothing? */
static int merges_away(bool *there, struct repo *repo, const git_oid *before,
		       const struct entry *now, const git_oid *after)
{
	git_merge_file_result merged = { 0 };
	g_autofree char *text[3] = { NULL };
	git_merge_file_input in[3] = { 0 };
	const git_oid *ids[] = { before, &now->id, after };
	int ret = 0;

	for (unsigned int i = 0; !ret && i < 3; i++) {
		in[i].version = GIT_MERGE_FILE_INPUT_VERSION;
		ret = repo_blob(&text[i], &in[i].size, repo, ids[i]);
		in[i].ptr = text[i];
	}
	if (!ret && git_merge_file(&merged, &in[0], &in[1], &in[2], NULL))
		ret = error_git("cannot merge a file");
	*there = !ret && merged.automergeable && merged.len == in[1].size &&
		 !memcmp(merged.ptr, in[1].ptr, merged.len);
	git_merge_file_result_free(&merged);
	for (unsigned int i = 1; i < 3; i++)
		g_free(text[i]);
	return ret;
}

static int change_there(bool *there, struct stage *stage, const struct op *op,
			const git_oid *before, const struct change *change)
{
	const char *from = recipe_renamed(stage->step, change->path);
	struct repo *repo = stage->repo;
	struct entry old, now;
	int ret = repo_entry(&now, repo, &stage->tree, change->path, &op->at);

	if (!ret)
		ret = repo_entry(&old, repo, before, from, &op->at);
	*there = false;
	if (ret)
		return ret;
	if (change->status == 'D')
		*there = !now.mode;
	else if (now.mode && git_oid_equal(&now.id, &change->id))
		*there = true;
	else if (now.mode && old.mode && now.mode == change->mode)
		ret = merges_away(there, repo, &old.id, &now, &change->id);
	return ret;
}

/* By what the former commit did to the operation's files. */
static int by_former(bool *there, struct upstream *upstream, struct stage *stage,
		     const struct op *op)
{
	GArray *changes = NULL;
	git_oid before, after;
	unsigned int n = 0;
	bool all = true;
	int ret = 0;

	if (!upstream->former ||
	    !result_trees(&before, &after, upstream->former, stage->repo, stage->step->name))
		return 0;
	ret = repo_changes(&changes, stage->repo, &before, &after);
	for (unsigned int i = 0; !ret && all && i < changes->len; i++) {
		const struct change *change = &g_array_index(changes, struct change, i);

		if (!is_operand(op, change->path))
			continue;
		n++;
		ret = change_there(&all, stage, op, &before, change);
	}
	repo_changes_free(changes);
	*there = !ret && n && all;
	return ret;
}

int upstream_op(bool *there, struct upstream *upstream, struct stage *stage, const struct op *op)
{
	*there = false;
	if (op->kind->there)	/* if-present: what is not there was not meant */
		return op->if_present ? 0 : op->kind->there(there, stage, op);
	return by_former(there, upstream, stage, op);
}

/*
 * Is this claim about a word that the operation adds? Or, where it adds none, about
 * one that it takes away?
 */
static bool speaks_of(const struct claim *claim, const struct op *op)
{
	const char *word = claim->argv[1];

	return claim->kind == CLAIM_PRESENT ? op->kind->adds(op, word) :
					      !op->kind->adds(op, NULL) && op->kind->takes(op, word);
}

/* Do the step's claims on one file hold, and is one of them about the operation? */
static int vouched(bool *there, struct stage *stage, const struct op *op, const char *path)
{
	const GPtrArray *claims = stage->step->claims;
	bool spoken = false;
	int ret = 0;

	for (unsigned int i = 0; !ret && i < claims->len; i++) {
		const struct claim *claim = claims->pdata[i];

		if ((claim->kind != CLAIM_PRESENT && claim->kind != CLAIM_ABSENT) ||
		    !names_path(claim->argv[0], path))
			continue;
		spoken |= speaks_of(claim, op);
		ret = claim_holds(stage, claim);
	}
	*there = !ret && spoken;
	return ret;
}

static int operand_vouched(bool *there, struct stage *stage, const struct op *op,
			   const char *operand)
{
	g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
	int ret = 0;

	if (repo_is_glob(operand))
		ret = repo_glob(paths, stage->repo, &stage->tree, operand);
	else
		g_ptr_array_add(paths, g_strdup(operand));
	*there = paths->len > 0;
	for (unsigned int i = 0; !ret && *there && i < paths->len; i++)
		ret = vouched(there, stage, op, paths->pdata[i]);
	return ret;
}

int upstream_idle(bool *there, struct stage *stage, const struct op *op)
{
	int ret = 0;

	*there = op->kind->adds != NULL;
	for (unsigned int i = 1; !ret && *there && i < op->argc; i++)
		ret = operand_vouched(there, stage, op, op->argv[i]);
	return ret;
}
