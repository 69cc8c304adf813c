// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"
#include "cover.h"
#include "result.h"

#include <stdio.h>

static int make(GString *out, struct repo *repo, const struct series *series, const char *part)
{
	struct posting posting = POSTING_INIT;
	struct result result = RESULT_INIT;
	struct scratch *scratch = NULL;
	struct lab lab = LAB_INIT;
	int ret = result_load(&result, repo, series, NULL);

	if (!ret)
		ret = posting_collect(&posting, repo, series, &result, part);
	if (!ret)
		ret = scratch_new(&scratch, repo->state_dir);
	if (!ret)
		ret = lab_open(&lab, repo, scratch);
	if (!ret)
		ret = cover_template(out, &posting, &lab);
	lab_release(&lab);
	scratch_free(scratch);
	posting_release(&posting);
	result_release(&result);
	return ret;
}

static int write_template(struct repo *repo, const struct series *series, const char *part)
{
	g_autofree char *name = part ? g_strdup_printf("cover-%s", part) : g_strdup("cover");
	g_autofree char *path = g_build_filename(series->dir, name, NULL);
	g_autoptr(GString) text = g_string_new(NULL);
	int ret;

	if (g_file_test(path, G_FILE_TEST_EXISTS))
		return error("%s is there already", path);
	ret = make(text, repo, series, part);
	if (!ret)
		ret = file_replace(path, text->str, text->len);
	if (!ret)
		printf("%s\n", path);
	return ret;
}

int cmd_cover(int argc, char **argv, const struct globals *globals)
{
	g_autofree char *part = NULL;
	const GOptionEntry entries[] = {
		{ "part", 0, 0, G_OPTION_ARG_STRING, &part, "of a part of the series", "PART" },
		{ NULL }
	};
	struct series *series = NULL;
	struct repo *repo = NULL;
	int ret = cmd_options(&argc, &argv, entries, "SERIES",
			      "Begin a cover letter: series/SERIES/cover, with what there is to be told below\n"
			      "a line \"---\", where it is not sent.", 1);

	if (ret)
		return ret;
	ret = cmd_open(&repo, &series, globals, argv[1]);
	if (!ret)
		ret = write_template(repo, series, part);
	repo_free(repo);
	series_free(series);
	return ret == REFUSED ? 1 : msg_exit_status(ret);
}
