// SPDX-License-Identifier: GPL-2.0-only
/*
 * import: carry the diffs of mails and files out on the base
 *
 * git apply does it, in an index of its own, as git am would. It has no fuzz, but
 * it puts a hunk at the nearest place that fits where the line number does not.
 * Where it did, the outcome counts only if the patch operation, which goes by
 * the whole file, comes to the same.
 */
#include "import.h"
#include "recipe.h"
#include "run.h"

#include <string.h>

/* Objects go to the tree's store, for they are what the steps will be made of. */
static void begin(struct run *run, const struct import *import)
{
	lab_git(run, &import->lab);
	run_env(run, "GIT_OBJECT_DIRECTORY=%s/objects", import->repo->git_dir);
}

static int read_base(git_oid *tree, const struct import *import)
{
	struct run run = RUN_INIT;
	int ret = repo_commit_tree(tree, import->repo, &import->base);

	begin(&run, import);
	run_arg(&run, "read-tree", git_oid_tostr_s(tree), NULL);
	ret = ret ? ret : run_ok(&run);
	run_release(&run);
	return ret;
}

static int write_tree(git_oid *tree, const struct import *import)
{
	struct run run = RUN_INIT;
	int ret;

	begin(&run, import);
	run_arg(&run, "write-tree", "--missing-ok", NULL);
	ret = run_ok(&run);
	if (!ret && git_oid_fromstr(tree, g_strchomp(run.out->str)))
		ret = error("git write-tree says '%s'", run.out->str);
	run_release(&run);
	return ret;
}

/* Lines of git's that say what is wrong, without its own prefix. */
static char *complaints(const char *err)
{
	g_auto(GStrv) lines = g_strsplit(err, "\n", -1);
	GString *out = g_string_new(NULL);

	for (char **line = lines; *line; line++)
		if (g_str_has_prefix(*line, "error: ") && !g_str_has_suffix(*line, "while searching for:"))
			g_string_append_printf(out, "\n\t%s", *line + strlen("error: "));
	if (!out->len)
		g_string_append_printf(out, "\n\t%s", err);
	return g_string_free(out, FALSE);
}

/* @moved: a hunk went to another line than the one that it names. */
static int apply_draft(bool *moved, const struct import *import, const struct draft *draft)
{
	g_autofree char *why = NULL;
	struct run run = RUN_INIT;
	char base[13];
	int ret;

	git_oid_tostr(base, sizeof(base), &import->base);
	begin(&run, import);
	run_arg(&run, "apply", "--cached", "--verbose", "--whitespace=nowarn", NULL);
	run_argf(&run, "-p%u", draft->strip);
	if (draft->reverse)
		run_arg(&run, "-R", NULL);
	run.input = g_string_new_len(draft->diff->str, (gssize)draft->diff->len);
	ret = run_command(&run);
	if (!ret && (run.status || run.signal)) {
		why = complaints(g_strchomp(run.err->str));
		ret = draft_fault(import, draft, "does not apply to %s%s:%s%s", base,
				  import->drafts->pdata[0] == draft ? "" : " with the patches before it", why,
				  import->cut_cr ? "\n\t(the mail has carriage returns: --keep-cr leaves them there)" : "");
	}
	*moved = !ret && (strstr(run.err->str, "(offset ") || strstr(run.err->str, " context reduced "));
	run_release(&run);
	return ret;
}

/* A diff of which nothing but the text says where it belongs. */
static char *without_ids(size_t *len, const GString *diff)
{
	static const char pattern[] = "^index (?!0{40})[0-9a-f]{40}\\.\\.(?!0{40})[0-9a-f]{40}";
	g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_MULTILINE | G_REGEX_RAW |
					      G_REGEX_NEWLINE_LF, 0, NULL);
	g_autofree char *none = g_strnfill(GIT_OID_HEXSZ, '1');
	g_autofree char *line = g_strdup_printf("index %s..%s", none, none);
	char *text = g_regex_replace_literal(regex, diff->str, (gssize)diff->len, 0, line, 0, NULL);

	*len = text ? strlen(text) : 0;
	return text;
}

static int require_one_place(struct import *import, const struct draft *draft, const git_oid *before)
{
	size_t len;
	g_autofree char *text = without_ids(&len, draft->diff);
	struct stage stage = { .repo = import->repo, .tree = *before, .scratch = import->scratch };
	char *argv[] = { draft->origin, NULL };
	struct op op = {
		.kind = &op_patch,
		.at = { import->source, 0 },
		.argv = argv,
		.argc = 1,
		.source = draft->origin,
		.data = text,
		.len = len,
	};
	int ret = text ? op_patch.run(&stage, &op) : 0;

	if (!ret && !git_oid_equal(&stage.tree, &draft->tree))
		ret = draft_fault(import, draft, "fits, but not where it says");
	return ret;
}

static int place(struct import *import, struct draft *draft, git_oid *tree)
{
	git_oid before = *tree;
	bool moved;
	int ret = apply_draft(&moved, import, draft);

	if (!ret)
		ret = write_tree(&draft->tree, import);
	if (!ret)
		ret = draft_diff(draft, import, &before);
	if (!ret && moved)
		ret = require_one_place(import, draft, &before);
	if (!ret && moved)
		note("%s: not at the lines that it names, but in the only place that fits", draft->origin);
	*tree = draft->tree;
	return ret;
}

int import_place(struct import *import)
{
	git_oid tree;
	int ret;

	/* commits come with their trees */
	if (!import->based || !import->drafts->len ||
	    !git_oid_is_zero(&((struct draft *)import->drafts->pdata[0])->tree))
		return 0;
	ret = read_base(&tree, import);
	progress_begin("place", import->drafts->len);
	for (unsigned int i = 0; !ret && i < import->drafts->len; i++) {
		struct draft *draft = import->drafts->pdata[i];

		progress(i + 1, "%s", draft->origin);
		ret = run_interrupted() ? E_INTERRUPTED : place(import, draft, &tree);
	}
	progress_end();
	return ret;
}
