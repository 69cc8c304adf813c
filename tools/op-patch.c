// SPDX-License-Identifier: GPL-2.0-only
/*
 * patch FILE: a plain diff, placed by three-way merge; the last resort
 *
 * Where the diff's index lines name blobs that the tree's object store has, the
 * patch is applied to exactly those, and the outcome is merged with what
 * stands in the tree now. Where they are not to be had, each hunk must fit in
 * one place of the file and in no other. Never by fuzz, never by the nearest.
 * A file that it adds must not be there; one that it deletes must be the one
 * that it means; a mode that it changes must be what it was.
 */
#include "recipe.h"

#include <string.h>

static int fault(const struct op *op, const char *path, const char *why)
{
	return error_at(&op->at, "patch: %s: %s: %s", op->argv[0], path, why);
}

/* What one file of the diff is about. */
struct piece {
	const git_diff_delta *delta;
	const char *old, *new;		/* paths; NULL where there is none */
	struct entry now;		/* what stands in the tree at .old (or .new) */
	git_oid base;			/* what the diff was made from */
	bool known;			/* .base is in the object store */
};

static bool matches_abbrev(const git_diff_file *file, const git_oid *id)
{
	return file->id_abbrev && !git_oid_ncmp(&file->id, id, file->id_abbrev);
}

static int find_base(struct piece *piece, struct stage *stage)
{
	const git_diff_file *old = &piece->delta->old_file;
	git_object *object = NULL;

	if (matches_abbrev(old, &piece->now.id)) {
		piece->base = piece->now.id;
		piece->known = true;
	} else if (old->id_abbrev >= GIT_OID_MINPREFIXLEN &&
		   !git_object_lookup_prefix(&object, stage->repo->git, &old->id, old->id_abbrev,
					     GIT_OBJECT_BLOB)) {
		piece->base = *git_object_id(object);
		piece->known = true;
		git_object_free(object);
	}
	return 0;
}

static int judge_piece(struct piece *piece, const struct op *op)
{
	const git_diff_delta *delta = piece->delta;
	bool adds = delta->status == GIT_DELTA_ADDED;
	const char *path = piece->old ? piece->old : piece->new, *why;

	why = path_fault(delta->old_file.path);
	if (!why)
		why = path_fault(delta->new_file.path);
	if (why)
		return fault(op, path, why);
	if (adds)
		return piece->now.mode ? fault(op, path, "is there already") : 0;
	if (!piece->now.mode)
		return fault(op, path, "is not there");
	if (piece->now.mode == GIT_FILEMODE_TREE)
		return fault(op, path, "is a folder");
	if (delta->old_file.mode && delta->new_file.mode &&
	    delta->old_file.mode != delta->new_file.mode &&
	    piece->now.mode != (git_filemode_t)delta->old_file.mode)
		return fault(op, path, "has another mode than the one that is to change");
	if (delta->status == GIT_DELTA_DELETED && delta->old_file.id_abbrev &&
	    !matches_abbrev(&delta->old_file, &piece->now.id))
		return fault(op, path, "is not the file that is to be deleted");
	return 0;
}

static int read_pieces(GArray *pieces, git_diff *diff, struct stage *stage, const struct op *op)
{
	for (size_t i = 0; i < git_diff_num_deltas(diff); i++) {
		struct piece piece = { .delta = git_diff_get_delta(diff, i) };
		struct entry there;
		int ret;

		if (piece.delta->status != GIT_DELTA_ADDED)
			piece.old = piece.delta->old_file.path;
		if (piece.delta->status != GIT_DELTA_DELETED)
			piece.new = piece.delta->new_file.path;
		ret = repo_entry(&piece.now, stage->repo, &stage->tree,
				 piece.old ? piece.old : piece.new, &op->at);
		if (!ret)
			ret = judge_piece(&piece, op);
		if (!ret && piece.old && piece.new && strcmp(piece.old, piece.new)) {
			ret = repo_entry(&there, stage->repo, &stage->tree, piece.new, &op->at);
			if (!ret && there.mode)
				ret = fault(op, piece.new, "is there already");
		}
		if (!ret && piece.old)
			ret = find_base(&piece, stage);
		if (ret)
			return ret;
		g_array_append_val(pieces, piece);
	}
	return 0;
}

/* The lines that a hunk expects to find. */
static char *preimage(git_patch *patch, size_t hunk)
{
	int n = git_patch_num_lines_in_hunk(patch, hunk);
	GString *text = g_string_new(NULL);

	for (int i = 0; i < n; i++) {
		const git_diff_line *line;

		if (!git_patch_get_line_in_hunk(&line, patch, hunk, (size_t)i) &&
		    (line->origin == GIT_DIFF_LINE_CONTEXT || line->origin == GIT_DIFF_LINE_DELETION))
			g_string_append_len(text, line->content, (gssize)line->content_len);
	}
	return g_string_free(text, FALSE);
}

static unsigned int places(const char *text, const char *lines)
{
	unsigned int n = 0;

	for (const char *p = text; *lines && (p = strstr(p, lines)); p++)
		n += p == text || p[-1] == '\n';
	return n;
}

/* Without the blob that the diff was made from: does each hunk fit once only? */
static int require_unique(git_diff *diff, size_t i, const struct piece *piece,
			  struct stage *stage, const struct op *op)
{
	g_autofree char *text = NULL;
	git_patch *patch = NULL;
	size_t len;
	int ret;

	ret = repo_blob(&text, &len, stage->repo, &piece->now.id);
	if (!ret && git_patch_from_diff(&patch, diff, i))
		ret = error_git("cannot read %s", op->source);
	for (size_t hunk = 0; !ret && hunk < git_patch_num_hunks(patch); hunk++) {
		g_autofree char *lines = preimage(patch, hunk);
		unsigned int n = places(text, lines);

		if (n != 1)
			ret = error_at(&op->at, "patch: %s: hunk %zu fits in %u places of %s, not one",
				       op->argv[0], hunk + 1, n, piece->old);
	}
	git_patch_free(patch);
	return ret;
}

/* A tree that holds nothing but what the diff was made from. */
static int base_tree(git_oid *out, GArray *pieces, git_diff *diff, struct stage *stage,
		     const struct op *op)
{
	struct edits edits = EDITS_INIT;
	git_treebuilder *empty = NULL;
	int ret = 0;

	for (unsigned int i = 0; !ret && i < pieces->len; i++) {
		const struct piece *piece = &g_array_index(pieces, struct piece, i);

		if (!piece->old)
			continue;
		if (!piece->known)
			ret = require_unique(diff, i, piece, stage, op);
		edits_put(&edits, piece->old, piece->known ? &piece->base : &piece->now.id,
			  piece->now.mode);
	}
	if (!ret && (git_treebuilder_new(&empty, stage->repo->git, NULL) ||
		     git_treebuilder_write(out, empty)))
		ret = error_git("cannot write a tree");
	if (!ret)
		ret = repo_tree_update(out, stage->repo, out, &edits);
	git_treebuilder_free(empty);
	edits_release(&edits);
	return ret;
}

static int merge_input(git_merge_file_input *input, char **data, struct stage *stage,
		       const git_oid *id)
{
	int ret = repo_blob(data, &input->size, stage->repo, id);

	input->version = GIT_MERGE_FILE_INPUT_VERSION;
	input->ptr = *data;
	return ret;
}

static int merge_blobs(git_oid *out, struct stage *stage, const struct op *op,
		       const struct piece *piece, const git_oid *theirs)
{
	git_merge_file_input base = { 0 }, ours = { 0 }, their = { 0 };
	g_autofree char *base_data = NULL, *our_data = NULL, *their_data = NULL;
	git_merge_file_result result = { 0 };
	int ret;

	ret = merge_input(&base, &base_data, stage, &piece->base);
	if (!ret)
		ret = merge_input(&ours, &our_data, stage, &piece->now.id);
	if (!ret)
		ret = merge_input(&their, &their_data, stage, theirs);
	if (ret)
		return ret;
	if (git_merge_file(&result, &base, &ours, &their, NULL))
		ret = error_git("cannot merge %s", piece->old);
	else if (!result.automergeable)
		ret = fault(op, piece->old, "conflicts with what stands there now");
	else
		ret = repo_blob_write(out, stage->repo, result.ptr, result.len);
	git_merge_file_result_free(&result);
	return ret;
}

static int take_piece(struct edits *edits, git_index *index, struct stage *stage,
		      const struct op *op, const struct piece *piece)
{
	const git_index_entry *entry = NULL;
	git_oid id;
	int ret = 0;

	if (piece->old && (!piece->new || strcmp(piece->old, piece->new)))
		edits_remove(edits, piece->old);
	if (!piece->new)
		return 0;
	entry = git_index_get_bypath(index, piece->new, 0);
	if (!entry)
		return fault(op, piece->new, "did not come out of the patch");
	id = entry->id;
	if (piece->known && !git_oid_equal(&piece->base, &piece->now.id))
		ret = merge_blobs(&id, stage, op, piece, &entry->id);
	if (!ret)
		edits_put(edits, piece->new, &id, (git_filemode_t)entry->mode);
	return ret;
}

static int place(struct stage *stage, const struct op *op, git_diff *diff, GArray *pieces)
{
	struct edits edits = EDITS_INIT;
	git_index *index = NULL;
	git_tree *tree = NULL;
	git_oid base, before = stage->tree;
	int ret;

	ret = base_tree(&base, pieces, diff, stage, op);
	if (ret)
		goto out;
	if (git_tree_lookup(&tree, stage->repo->git, &base))
		ret = error_git("cannot read a tree");
	else if (git_apply_to_tree(&index, stage->repo->git, tree, diff, NULL))
		ret = fault(op, op->source, git_reason());
	for (unsigned int i = 0; !ret && i < pieces->len; i++)
		ret = take_piece(&edits, index, stage, op,
				 &g_array_index(pieces, struct piece, i));
	if (!ret)
		ret = repo_tree_update(&stage->tree, stage->repo, &stage->tree, &edits);
	if (!ret && git_oid_equal(&before, &stage->tree))
		ret = error_at(&op->at, "patch: %s: no effect, what it does is there already",
			       op->argv[0]);
out:
	edits_release(&edits);
	git_index_free(index);
	git_tree_free(tree);
	return ret;
}

static int run(struct stage *stage, const struct op *op)
{
	GArray *pieces = g_array_new(FALSE, TRUE, sizeof(struct piece));
	git_diff *diff = NULL;
	int ret;

	if (git_diff_from_buffer(&diff, op->data, op->len))
		ret = fault(op, op->source, git_reason());
	else if (!git_diff_num_deltas(diff))
		ret = fault(op, op->source, "holds no diff in git's form");
	else
		ret = read_pieces(pieces, diff, stage, op);
	if (!ret)
		ret = place(stage, op, diff, pieces);
	git_diff_free(diff);
	g_array_unref(pieces);
	return ret;
}

const struct op_kind op_patch = {
	.name = "patch",
	.usage = "FILE",
	.min = 1,
	.max = 1,
	.source = SOURCE_EDIT,
	.run = run,
};
