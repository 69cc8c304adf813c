// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"
#include "import.h"

#include <stdio.h>

static int read_source(struct import *import)
{
	if (import_is_quilt(import->source))
		return import_quilt(import);
	if (g_file_test(import->source, G_FILE_TEST_IS_REGULAR))
		return import_mbox(import);
	if (g_file_test(import->source, G_FILE_TEST_IS_DIR))
		return error("%s: a folder without quilt's series file", import->source);
	return import_range(import);
}

static void print_import(const struct import *import, const char *name)
{
	char base[13];

	git_oid_tostr(base, sizeof(base), &import->base);
	printf("%s: %u %s imported%s", name, import->drafts->len,
	       import->drafts->len == 1 ? "patch" : "patches", import->cover ? " with a cover letter" : "");
	if (import->based)
		printf("; applied to %s they give the same trees, authors, dates and messages\n", base);
	else
		printf("; not proved, for no base is known: --base names one\n");
}

int cmd_import(int argc, char **argv, const struct globals *globals)
{
	gboolean force = FALSE, quiet = FALSE, first_parent = FALSE, any_committer = FALSE;
	gboolean cleanup = FALSE, keep_cr = FALSE;
	g_autofree char *base = NULL, *root = g_strdup(globals->root);
	const GOptionEntry entries[] = {
		{ "base", 0, 0, G_OPTION_ARG_STRING, &base,
		  "what mails or quilt's patches apply to (default: the base-commit line; HEAD)", "REV" },
		{ "first-parent", 0, 0, G_OPTION_ARG_NONE, &first_parent,
		  "take a merge as one patch against its first parent", NULL },
		{ "any-committer", 0, 0, G_OPTION_ARG_NONE, &any_committer,
		  "take commits that somebody else committed", NULL },
		{ "cleanup", 0, 0, G_OPTION_ARG_NONE, &cleanup,
		  "clean up messages that a step cannot hold, as git commit does", NULL },
		{ "keep-cr", 0, 0, G_OPTION_ARG_NONE, &keep_cr,
		  "leave carriage returns at the ends of a mail's lines", NULL },
		{ "force", 'f', 0, G_OPTION_ARG_NONE, &force, "replace a series of that name", NULL },
		{ "quiet", 'q', 0, G_OPTION_ARG_NONE, &quiet, "no progress", NULL },
		{ NULL }
	};
	struct import import = IMPORT_INIT;
	struct repo *repo = NULL;
	int ret = cmd_options(&argc, &argv, entries, "SOURCE SERIES",
			      "Make a series of patch operations from an mbox, a range of commits\n"
			      "(<rev>..<rev>), or a folder with quilt's patches.", 2);

	if (ret)
		return ret;
	if (quiet)
		progress_disable();
	import.first_parent = first_parent;
	import.any_committer = any_committer;
	import.cleanup = cleanup;
	import.keep_cr = keep_cr;
	if (!root)
		ret = series_find_root(&root, ".");
	if (!ret)
		ret = import_may(root, argv[2], force);
	if (!ret)
		ret = repo_open(&repo, globals->tree ? globals->tree : ".");
	if (!ret)
		ret = import_open(&import, repo, argv[1], base);
	if (!ret)
		ret = read_source(&import);
	if (!ret)
		ret = import_place(&import);
	if (!ret)
		ret = import_finish(&import, root, argv[2]);
	if (!ret)
		print_import(&import, argv[2]);
	import_release(&import);
	repo_free(repo);
	return msg_exit_status(ret);
}
