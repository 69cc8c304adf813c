// SPDX-License-Identifier: GPL-2.0-only
/*
 * patch FILE: a plain diff, placed by three-way merge; the last resort
 *
 * Where the diff's index lines name blobs that the tree's object store has, the
 * patch is applied to exactly those, and the outcome is merged with what
 * stands in the tree now. Where they are not to be had, each hunk must fit in
 * one place of the file and in no other. Never by fuzz, never by the nearest.
 * A file that it adds must not be there; one that it deletes must be the one
 * that it means; a mode that it changes must be what it was; a binary file must
 * be the one that the diff was made from.
 */
#include "recipe.h"

#include <string.h>
#include <sys/stat.h>

static int fault(const struct op *op, const char *path, const char *why)
{
	return error_at(&op->at, "patch: %s: %s: %s", op->argv[0], path, why);
}

/* What one file of the diff is about. */
struct piece {
	const git_diff_delta *delta;
	git_patch *patch;
	const char *old, *new;		/* paths; NULL where there is none */
	struct entry now;		/* what stands in the tree at .old */
	git_oid base;			/* what the diff was made from */
	bool known;			/* .base is in the object store */
	git_oid out;			/* the content at .new afterwards */
};

static void piece_clear(void *piece)
{
	git_patch_free(((struct piece *)piece)->patch);
}

static bool is_binary(const struct piece *piece)
{
	return piece->delta->flags & GIT_DIFF_FLAG_BINARY;
}

/* A rename, a mode or an empty file: the diff says nothing of the content. */
static bool has_content(const struct piece *piece)
{
	return is_binary(piece) || git_patch_num_hunks(piece->patch);
}

/* The old path is not there any more afterwards. */
static bool takes_away(const struct piece *piece)
{
	return piece->old && piece->delta->status != GIT_DELTA_COPIED &&
	       (!piece->new || strcmp(piece->old, piece->new));
}

/* The new path was not there before. */
static bool brings(const struct piece *piece)
{
	return piece->new && (!piece->old || strcmp(piece->old, piece->new));
}

/*
 * Words of git's that libgit2 1.5 does not take: an index line with nothing
 * below it (an empty file; a signature below it is taken), and blanks in a path
 * that no --- line gives. None of these lines can stand in a hunk or in binary
 * data.
 */
static const struct {
	const char *pattern, *replacement;
} dialect[] = {
	{ "^(index [0-9a-f]+\\.\\.[0-9a-f]+(?: [0-7]+)?\\n)(?=diff --git |\\z)", "\\1-- \\n" },
	{ "^((?:rename|copy) (?:from|to)) ([^\"\\n]* [^\"\\n]*)$", "\\1 \"\\2\"" },
	{ "^diff --git a/([^\"\\n]* [^\"\\n]*) b/\\1$", "diff --git \"a/\\1\" \"b/\\1\"" },
};

static int parse(git_diff **diff, const struct op *op)
{
	g_autofree char *text = g_memdup2(op->data, op->len + 1);
	size_t len = op->len;

	for (unsigned int i = 0; i < G_N_ELEMENTS(dialect) && strlen(text) == len; i++) {
		g_autoptr(GRegex) regex = g_regex_new(dialect[i].pattern, G_REGEX_MULTILINE |
						      G_REGEX_RAW | G_REGEX_NEWLINE_LF, 0, NULL);
		char *next = g_regex_replace(regex, text, (gssize)len, 0,
					     dialect[i].replacement, 0, NULL);

		if (!next)
			continue;
		g_free(text);
		text = next;
		len = strlen(text);
	}
	if (git_diff_from_buffer(diff, text, len))
		return fault(op, op->source, git_reason());
	if (!git_diff_num_deltas(*diff))
		return fault(op, op->source, "holds no diff in git's form");
	return 0;
}

static bool matches_abbrev(const git_diff_file *file, const git_oid *id)
{
	return file->id_abbrev && !git_oid_ncmp(&file->id, id, file->id_abbrev);
}

static void find_base(struct piece *piece, struct stage *stage)
{
	const git_diff_file *old = &piece->delta->old_file;
	git_object *object = NULL;

	if (matches_abbrev(old, &piece->now.id) || !has_content(piece)) {
		piece->base = piece->now.id;
		piece->known = true;
	} else if (old->id_abbrev >= GIT_OID_MINPREFIXLEN &&
		   !git_object_lookup_prefix(&object, stage->repo->git, &old->id, old->id_abbrev,
					     GIT_OBJECT_BLOB)) {
		piece->base = *git_object_id(object);
		piece->known = true;
		git_object_free(object);
	}
}

static bool same_kind(git_filemode_t a, git_filemode_t b)
{
	return (a & S_IFMT) == (b & S_IFMT);
}

/* May what stands at the old path be what the diff is about? */
static const char *old_fault(const struct piece *piece)
{
	const git_diff_file *old = &piece->delta->old_file, *new = &piece->delta->new_file;
	git_filemode_t now = piece->now.mode;

	if (!now)
		return "is not there";
	if (now == GIT_FILEMODE_TREE)
		return "is a folder";
	if (old->mode && !same_kind(old->mode, now))
		return "is another kind of file (link, file, submodule) than the one that is to change";
	if (old->mode && new->mode && piece->new && old->mode != new->mode && now != old->mode)
		return "has another mode than the one that is to change";
	if (!piece->new && old->id_abbrev && !matches_abbrev(old, &piece->now.id))
		return "is not the file that is to be deleted";
	if (is_binary(piece) && !matches_abbrev(old, &piece->now.id))
		return "is binary, and not the file that the diff was made from";
	return NULL;
}

static int judge_old(struct piece *piece, const struct op *op)
{
	const git_diff_delta *delta = piece->delta;
	const char *why = path_fault(delta->old_file.path);

	if (!why)
		why = path_fault(delta->new_file.path);
	if (!why && (delta->new_file.mode == GIT_FILEMODE_COMMIT ||
		     delta->old_file.mode == GIT_FILEMODE_COMMIT))
		why = "is a submodule";
	if (!why && piece->old)
		why = old_fault(piece);
	return why ? fault(op, piece->old ? piece->old : piece->new, why) : 0;
}

static int read_piece(struct piece *piece, git_diff *diff, size_t i, struct stage *stage,
		      const struct op *op)
{
	int ret = 0;

	if (git_patch_from_diff(&piece->patch, diff, i))
		return error_git("cannot read %s", op->source);
	piece->delta = git_diff_get_delta(diff, i);
	if (piece->delta->status != GIT_DELTA_ADDED)
		piece->old = piece->delta->old_file.path;
	if (piece->delta->status != GIT_DELTA_DELETED)
		piece->new = piece->delta->new_file.path;
	if (piece->old && !path_fault(piece->old))
		ret = repo_entry(&piece->now, stage->repo, &stage->tree, piece->old, &op->at);
	if (!ret)
		ret = judge_old(piece, op);
	if (!ret && piece->old)
		find_base(piece, stage);
	return ret;
}

/* The tree without the files that go, in which those that come must not stand. */
static int take_away(git_oid *rest, GArray *pieces, struct stage *stage, const struct op *op)
{
	g_autoptr(GHashTable) gone = g_hash_table_new(g_str_hash, g_str_equal);
	struct edits edits = EDITS_INIT;
	int ret;

	for (unsigned int i = 0; i < pieces->len; i++) {
		const struct piece *piece = &g_array_index(pieces, struct piece, i);

		if (takes_away(piece) && g_hash_table_add(gone, (char *)piece->old))
			edits_remove(&edits, piece->old);
	}
	ret = repo_tree_update(rest, stage->repo, &stage->tree, &edits);
	edits_release(&edits);
	for (unsigned int i = 0; !ret && i < pieces->len; i++) {
		const struct piece *piece = &g_array_index(pieces, struct piece, i);
		struct entry there;

		if (!brings(piece))
			continue;
		ret = repo_entry(&there, stage->repo, rest, piece->new, &op->at);
		if (!ret && there.mode)
			ret = fault(op, piece->new, "is there already");
	}
	return ret;
}

/* The lines that a hunk expects to find, or those that it leaves. */
static GString *hunk_side(git_patch *patch, size_t hunk, char side)
{
	int n = git_patch_num_lines_in_hunk(patch, hunk);
	GString *text = g_string_new(NULL);
	bool ours = false;

	for (int i = 0; i < n; i++) {
		const git_diff_line *line;

		if (git_patch_get_line_in_hunk(&line, patch, hunk, (size_t)i))
			continue;
		if (strchr("=<>", line->origin)) {	/* "\\ No newline at end of file" */
			if (ours && text->len && text->str[text->len - 1] == '\n')
				g_string_truncate(text, text->len - 1);
			continue;
		}
		ours = line->origin == GIT_DIFF_LINE_CONTEXT || line->origin == side;
		if (ours)
			g_string_append_len(text, line->content, (gssize)line->content_len);
	}
	return text;
}

/* Whole lines, and the end of the file where the last one has no newline. */
static unsigned int places(const char **at, const char *text, size_t len, const GString *lines)
{
	const char *end = text + len;
	bool at_end = !lines->len || lines->str[lines->len - 1] != '\n';
	unsigned int n = 0;

	*at = text;
	if (!lines->len)
		return !len;
	for (const char *p = text; (p = memmem(p, (size_t)(end - p), lines->str, lines->len)); p++) {
		if ((p != text && p[-1] != '\n') || (at_end && p + lines->len != end))
			continue;
		*at = p;
		n++;
	}
	return n;
}

static int misfit(const struct op *op, const struct piece *piece, size_t hunk, unsigned int n,
		  bool done)
{
	return error_at(&op->at, "patch: %s: hunk %zu fits in %u places of %s, not one%s", op->argv[0],
			hunk + 1, n, piece->old, done ? "; what it does is there already" : "");
}

/* Without the blob that the diff was made from: each hunk where it fits, if that is one place. */
static int splice(struct piece *piece, struct stage *stage, const struct op *op)
{
	GString *out = g_string_new(NULL);
	g_autofree char *text = NULL;
	const char *from, *at;
	size_t len;
	int ret;

	ret = repo_blob(&text, &len, stage->repo, &piece->now.id);
	from = text;
	for (size_t i = 0; !ret && i < git_patch_num_hunks(piece->patch); i++) {
		GString *before = hunk_side(piece->patch, i, GIT_DIFF_LINE_DELETION);
		GString *after = hunk_side(piece->patch, i, GIT_DIFF_LINE_ADDITION);
		unsigned int n = places(&at, text, len, before);

		if (n != 1 || at < from) {
			ret = misfit(op, piece, i, n, !n && places(&at, text, len, after) == 1);
		} else {
			g_string_append_len(out, from, at - from);
			g_string_append_len(out, after->str, (gssize)after->len);
			from = at + before->len;
		}
		g_string_free(before, TRUE);
		g_string_free(after, TRUE);
	}
	if (!ret)
		g_string_append_len(out, from, text + len - from);
	if (!ret && !piece->new && out->len)
		ret = fault(op, piece->old, "is not the file that is to be deleted");
	if (!ret)
		ret = repo_blob_write(&piece->out, stage->repo, out->str, out->len);
	g_string_free(out, TRUE);
	return ret;
}

/* By libgit2, to the very blob that the diff was made from (or to nothing)? */
static bool is_exact(const struct piece *piece)
{
	return has_content(piece) && (!piece->old || piece->known);
}

/* A tree that holds nothing but what the diff was made from. */
static int base_tree(git_oid *out, GArray *pieces, struct stage *stage)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
	struct edits edits = EDITS_INIT;
	git_treebuilder *empty = NULL;
	int ret = 0;

	for (unsigned int i = 0; i < pieces->len; i++) {
		const struct piece *piece = &g_array_index(pieces, struct piece, i);

		if (piece->old && g_hash_table_add(seen, (char *)piece->old))
			edits_put(&edits, piece->old, piece->known ? &piece->base : &piece->now.id,
				  piece->now.mode);
	}
	if (git_treebuilder_new(&empty, stage->repo->git, NULL) || git_treebuilder_write(out, empty))
		ret = error_git("cannot write a tree");
	if (!ret)
		ret = repo_tree_update(out, stage->repo, out, &edits);
	git_treebuilder_free(empty);
	edits_release(&edits);
	return ret;
}

static int choose(const git_diff_delta *delta, void *data)
{
	GArray *pieces = data;

	for (unsigned int i = 0; i < pieces->len; i++) {
		const struct piece *piece = &g_array_index(pieces, struct piece, i);

		if (piece->delta->status == delta->status &&
		    !strcmp(piece->delta->old_file.path, delta->old_file.path) &&
		    !strcmp(piece->delta->new_file.path, delta->new_file.path))
			return is_exact(piece) ? 0 : 1;
	}
	return 1;
}

static int apply_exact(git_index **index, git_diff *diff, GArray *pieces, struct stage *stage,
		       const struct op *op)
{
	git_apply_options opts = {
		.version = GIT_APPLY_OPTIONS_VERSION,
		.delta_cb = choose,
		.payload = pieces,
	};
	git_tree *tree = NULL;
	git_oid base;
	int ret;

	ret = base_tree(&base, pieces, stage);
	if (!ret && git_tree_lookup(&tree, stage->repo->git, &base))
		ret = error_git("cannot read a tree");
	if (!ret && git_apply_to_tree(index, stage->repo->git, tree, diff, &opts))
		ret = fault(op, op->source, git_reason());
	git_tree_free(tree);
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

static int merge_blobs(struct piece *piece, struct stage *stage, const struct op *op,
		       const git_oid *theirs)
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
		ret = repo_blob_write(&piece->out, stage->repo, result.ptr, result.len);
	git_merge_file_result_free(&result);
	return ret;
}

static int content(struct piece *piece, git_index *index, struct stage *stage, const struct op *op)
{
	const git_index_entry *entry;

	if (piece->old && !piece->known)
		return splice(piece, stage, op);
	if (!piece->new)
		return 0;
	if (!has_content(piece)) {
		piece->out = piece->now.id;
		return piece->old ? 0 : repo_blob_write(&piece->out, stage->repo, "", 0);
	}
	entry = git_index_get_bypath(index, piece->new, 0);
	if (!entry)
		return fault(op, piece->new, "did not come out of the patch");
	piece->out = entry->id;
	if (piece->old && !git_oid_equal(&piece->base, &piece->now.id))
		return merge_blobs(piece, stage, op, &entry->id);
	return 0;
}

/* An index line names a mode, too, that is none of the diff's business. */
static git_filemode_t mode_after(const struct piece *piece)
{
	git_filemode_t old = piece->delta->old_file.mode, new = piece->delta->new_file.mode;

	if (piece->old && (!old || !new || old == new))
		return piece->now.mode;
	if (new == GIT_FILEMODE_LINK)
		return new;
	return new & S_IXUSR ? GIT_FILEMODE_BLOB_EXECUTABLE : GIT_FILEMODE_BLOB;
}

static int place(struct stage *stage, const struct op *op, git_diff *diff, GArray *pieces)
{
	struct edits edits = EDITS_INIT;
	git_index *index = NULL;
	git_oid before = stage->tree, rest;
	int ret;

	ret = take_away(&rest, pieces, stage, op);
	if (!ret)
		ret = apply_exact(&index, diff, pieces, stage, op);
	for (unsigned int i = 0; !ret && i < pieces->len; i++) {
		struct piece *piece = &g_array_index(pieces, struct piece, i);

		ret = content(piece, index, stage, op);
		if (!ret && piece->new)
			edits_put(&edits, piece->new, &piece->out, mode_after(piece));
	}
	if (!ret)
		ret = repo_tree_update(&stage->tree, stage->repo, &rest, &edits);
	if (!ret && git_oid_equal(&before, &stage->tree))
		ret = error_at(&op->at, "patch: %s: no effect, what it does is there already",
			       op->argv[0]);
	edits_release(&edits);
	git_index_free(index);
	return ret;
}

static int run(struct stage *stage, const struct op *op)
{
	GArray *pieces = g_array_new(FALSE, TRUE, sizeof(struct piece));
	git_diff *diff = NULL;
	int ret;

	g_array_set_clear_func(pieces, piece_clear);
	ret = parse(&diff, op);
	for (size_t i = 0; !ret && i < git_diff_num_deltas(diff); i++) {
		struct piece piece = { 0 };

		ret = read_piece(&piece, diff, i, stage, op);
		g_array_append_val(pieces, piece);
	}
	if (!ret)
		ret = place(stage, op, diff, pieces);
	g_array_unref(pieces);
	git_diff_free(diff);
	return ret;
}

/* Does each hunk stand there with its new lines, in one place, and not with its old ones? */
static int hunks_there(bool *there, const struct piece *piece, struct stage *stage)
{
	size_t len, n = git_patch_num_hunks(piece->patch);
	g_autofree char *text = NULL;
	const char *at;
	int ret = repo_blob(&text, &len, stage->repo, &piece->now.id);

	*there = !ret && n;
	for (size_t i = 0; *there && i < n; i++) {
		GString *old = hunk_side(piece->patch, i, GIT_DIFF_LINE_DELETION);
		GString *new = hunk_side(piece->patch, i, GIT_DIFF_LINE_ADDITION);

		*there = places(&at, text, len, new) == 1 &&
			 (strstr(new->str, old->str) || !places(&at, text, len, old));
		g_string_free(old, TRUE);
		g_string_free(new, TRUE);
	}
	return ret;
}

static int piece_there(bool *there, struct piece *piece, git_diff *diff, size_t i,
		       struct stage *stage, const struct op *op)
{
	const git_diff_delta *delta = git_diff_get_delta(diff, i);
	const git_diff_file *new = &delta->new_file;
	struct entry old;
	int ret;

	*there = false;
	piece->delta = delta;
	if (git_patch_from_diff(&piece->patch, diff, i))
		return error_git("cannot read %s", op->source);
	ret = repo_entry(&old, stage->repo, &stage->tree, delta->old_file.path, &op->at);
	if (!ret)
		ret = repo_entry(&piece->now, stage->repo, &stage->tree, new->path, &op->at);
	if (ret)
		return ret;
	if (delta->status == GIT_DELTA_DELETED)
		*there = !old.mode;
	else if (!piece->now.mode || piece->now.mode == GIT_FILEMODE_TREE ||
		 (new->mode && new->mode != piece->now.mode) ||
		 (delta->status == GIT_DELTA_RENAMED && old.mode))
		*there = false;
	else if (matches_abbrev(new, &piece->now.id))
		*there = true;
	else if (delta->status == GIT_DELTA_ADDED)
		*there = false;		/* another file of that name */
	else if (!has_content(piece))
		*there = true;		/* a mode, or a rename alone */
	else if (!is_binary(piece))
		ret = hunks_there(there, piece, stage);
	return ret;
}

static int there(bool *there, struct stage *stage, const struct op *op)
{
	git_diff *diff = NULL;
	int ret = parse(&diff, op);

	*there = !ret;
	for (size_t i = 0; !ret && *there && i < git_diff_num_deltas(diff); i++) {
		struct piece piece = { 0 };

		ret = piece_there(there, &piece, diff, i, stage, op);
		piece_clear(&piece);
	}
	git_diff_free(diff);
	return ret;
}

static void piece_wants(GPtrArray *found, git_diff *diff, size_t i)
{
	const git_diff_delta *delta = git_diff_get_delta(diff, i);
	git_patch *patch = NULL;

	if (git_patch_from_diff(&patch, diff, i))
		return;
	for (size_t hunk = 0; hunk < git_patch_num_hunks(patch); hunk++) {
		GString *old = hunk_side(patch, hunk, GIT_DIFF_LINE_DELETION);
		g_auto(GStrv) lines = g_strsplit(old->str, "\n", -1);

		for (char **line = lines; *line; line++)
			if (**line)
				wants_add(found, WANT_LINE, *line, delta->old_file.path, 0);
		g_string_free(old, TRUE);
	}
	git_patch_free(patch);
}

static GPtrArray *wants(const struct op *op)
{
	GPtrArray *found = wants_new();
	git_diff *diff = NULL;

	if (!parse(&diff, op))
		for (size_t i = 0; i < git_diff_num_deltas(diff); i++)
			piece_wants(found, diff, i);
	git_diff_free(diff);
	return found;
}

const struct op_kind op_patch = {
	.name = "patch",
	.usage = "FILE",
	.min = 1,
	.max = 1,
	.source = SOURCE_EDIT,
	.run = run,
	.there = there,
	.wants = wants,
};
