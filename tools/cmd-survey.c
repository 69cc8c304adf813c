// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"
#include "run.h"
#include "survey.h"

#include <stdio.h>

static int make(struct repo *repo, const struct series *series, const struct carry_opts *opts,
		char **arguments, bool against, bool json, bool verbose)
{
	struct survey *survey = NULL;
	int ret = survey_new(&survey, repo, series, opts);

	for (; !ret && *arguments; arguments++)
		ret = survey_add(survey, *arguments);
	if (!ret)
		ret = survey_carry(survey);
	if (!ret && against)
		ret = survey_against(survey);
	if (!ret && json)
		ret = survey_json(survey);
	else if (!ret)
		survey_print(survey, verbose);
	survey_free(survey);
	return ret;
}

/* The tree is -C, or the folder that the first base is in. */
static char *tree_of(const struct globals *globals, const char *first)
{
	const char *rev;
	char *folder = globals->tree ? g_strdup(globals->tree) : survey_folder(first, &rev);

	return folder ? folder : g_strdup(".");
}

int cmd_survey(int argc, char **argv, const struct globals *globals)
{
	gboolean against = FALSE, json = FALSE, verbose = FALSE, quiet = FALSE, allow_scripts = FALSE;
	int jobs = (int)run_jobs();
	const GOptionEntry entries[] = {
		{ "against", 0, 0, G_OPTION_ARG_NONE, &against,
		  "try the first base's commits as diffs, too: git am -3, quilt push", NULL },
		{ "verbose", 'v', 0, G_OPTION_ARG_NONE, &verbose, "say all of the reasons", NULL },
		{ "json", 0, 0, G_OPTION_ARG_NONE, &json, "print it for programs", NULL },
		{ "jobs", 'j', 0, G_OPTION_ARG_INT, &jobs, "processes at a time", "N" },
		{ "allow-scripts", 0, 0, G_OPTION_ARG_NONE, &allow_scripts,
		  "let semantic patches run code of their own", NULL },
		{ "quiet", 'q', 0, G_OPTION_ARG_NONE, &quiet, "no progress", NULL },
		{ NULL }
	};
	g_autofree char *root = g_strdup(globals->root), *tree = NULL;
	struct carry_opts opts = { 0 };
	struct series *series = NULL;
	struct repo *repo = NULL;
	int ret = cmd_options_many(&argc, &argv, entries, "SERIES BASE...",
				   "What becomes of each step on each base. A base is a revision, a folder that\n"
				   "holds another repository, or FOLDER:REVISION.", 2);

	if (ret)
		return ret;
	if (jobs < 1) {
		error("--jobs takes a number from 1 on");
		return EXIT_USAGE;
	}
	if (quiet)
		progress_disable();
	opts.jobs = (unsigned int)jobs;
	opts.allow_scripts = allow_scripts;
	tree = tree_of(globals, argv[2]);
	if (!root)
		ret = series_find_root(&root, ".");
	if (!ret)
		ret = series_read(&series, root, argv[1]);
	if (!ret)
		ret = repo_open(&repo, tree);
	if (!ret)
		ret = make(repo, series, &opts, argv + 2, against, json, verbose);
	repo_free(repo);
	series_free(series);
	return msg_exit_status(ret);
}
