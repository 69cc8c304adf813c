// SPDX-License-Identifier: GPL-2.0-only
#include "rewrite.h"
#include "memo.h"

#include <string.h>

#define MEMORY		(1u << 20)	/* bytes for an operation, and */
#define MEMORY_TIMES	6		/* so many times those of its files */

static void file_free(void *data)
{
	struct rewrite_file *f = data;

	g_free(f->path);
	g_free(f->key);
	g_free(f->dir);
	g_free(f->file);
	if (f->before)
		g_string_free(f->before, TRUE);
	if (f->after)
		g_string_free(f->after, TRUE);
	run_release(&f->run);
	g_free(f);
}

static int blob_string(GString **out, struct repo *repo, const git_oid *id)
{
	g_autofree char *data = NULL;
	size_t len;
	int ret = repo_blob(&data, &len, repo, id);

	if (!ret)
		*out = g_string_new_len(data, (gssize)len);
	return ret;
}

/*
 * What the memo knows of a file, under this operation. What is waived belongs to
 * it: without the waiver there would be nothing to remember.
 */
static int recall(struct rewrite *rw, struct rewrite_file *f, const char *version)
{
	struct repo *repo = rw->stage->repo;
	g_autofree char *waived = step_waivers(rw->stage->step, rw->op->kind->name);
	char in[OID_HEX];
	git_oid out;

	git_oid_tostr(in, sizeof(in), &f->entry.id);
	f->key = memo_key("rewrite", rw->op->kind->name, version, rw->op->data, f->path, in, waived,
			  NULL);
	if (rw->stage->no_cache || !memo_get(&out, repo, f->key))
		return 0;
	f->known = true;
	return blob_string(&f->after, repo, &out);
}

static int add_file(struct rewrite *rw, const struct target *target, const char *version)
{
	struct rewrite_file *f = g_new0(struct rewrite_file, 1);
	int ret;

	f->path = g_strdup(target->path);
	f->entry = target->entry;
	f->named = target->named;
	g_ptr_array_add(rw->files, f);
	ret = blob_string(&f->before, rw->stage->repo, &f->entry.id);
	return ret ? ret : recall(rw, f, version);
}

/* The copies, those that a judgement takes, and what the program has beside. */
static void make_room(const struct rewrite *rw)
{
	size_t bytes = MEMORY;

	for (unsigned int i = 0; i < rw->files->len; i++)
		bytes += MEMORY_TIMES * ((const struct rewrite_file *)rw->files->pdata[i])->before->len;
	if (rw->stage->scratch)
		scratch_in_memory(rw->stage->scratch, bytes);
}

int rewrite_begin(struct rewrite *rw, struct stage *stage, const struct op *op, const char *version)
{
	GArray *targets;
	int ret;

	rw->stage = stage;
	rw->op = op;
	rw->files = g_ptr_array_new_with_free_func(file_free);
	if (strlen(op->data) != op->len)
		return error_at(&op->at, "%s: %s holds a NUL byte", op->kind->name, op->source);
	ret = op_targets(&targets, stage, op, 1);
	for (unsigned int i = 0; !ret && i < targets->len; i++)
		ret = add_file(rw, &g_array_index(targets, struct target, i), version);
	g_array_unref(targets);
	if (!ret)
		make_room(rw);
	return ret;
}

int rewrite_place(struct rewrite *rw, struct rewrite_file *f)
{
	g_autofree char *base = g_path_get_basename(f->path);

	f->dir = scratch_dir(rw->stage->scratch, rw->op->kind->name);
	if (!f->dir)
		return E_ENV;
	f->file = g_build_filename(f->dir, base, NULL);
	return file_write(f->file, f->before->str, f->before->len);
}

bool rewrite_changed(const struct rewrite_file *f)
{
	return f->after && !g_string_equal(f->before, f->after);
}

static int take(struct rewrite *rw, struct rewrite_file *f, struct edits *edits)
{
	struct repo *repo = rw->stage->repo;
	GString *content = f->after ? f->after : f->before;
	int ret = repo_blob_write(&f->made, repo, content->str, content->len);

	if (ret)
		return ret;
	if (!f->unjudged)
		rewrite_remember(rw, f);
	if (rewrite_changed(f))
		edits_put(edits, f->path, &f->made, f->entry.mode);
	return 0;
}

void rewrite_remember(const struct rewrite *rw, const struct rewrite_file *f)
{
	if (!f->known && !f->doubtful)
		memo_put(rw->stage->repo, f->key, &f->made);
}

/* False where the rule or script has changed this file before. */
static bool spend(struct rewrite *rw, const struct rewrite_file *f)
{
	const struct op *op = rw->op;

	return g_hash_table_add(rw->stage->spent,
				g_strjoin("\n", op->kind->name, op->argv[0], f->path, NULL));
}

int rewrite_end(struct rewrite *rw)
{
	const struct op *op = rw->op;
	struct edits edits = EDITS_INIT;
	unsigned int changed = 0;
	int ret = 0;

	for (unsigned int i = 0; !ret && i < rw->files->len; i++) {
		struct rewrite_file *f = rw->files->pdata[i];

		changed += rewrite_changed(f);
		if (f->named && !rewrite_changed(f))
			ret = error_at(&op->at, "%s: no effect on %s", op->text, f->path);
		else if (rewrite_changed(f) && !spend(rw, f))
			ret = error_at(&op->at, "%s: a second application to %s: %s has changed it "
				       "before in this series", op->text, f->path, op->argv[0]);
		else
			ret = take(rw, f, &edits);
	}
	if (!ret && rw->files->len && !changed && !op->if_present)
		ret = error_at(&op->at, "%s: no effect on any of %u files", op->text,
			       rw->files->len);
	if (!ret)
		ret = repo_tree_update(&rw->stage->tree, rw->stage->repo, &rw->stage->tree, &edits);
	edits_release(&edits);
	return ret;
}

void rewrite_release(struct rewrite *rw)
{
	if (rw->files)
		g_ptr_array_unref(rw->files);
	rw->files = NULL;
}
