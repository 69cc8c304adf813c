// SPDX-License-Identifier: GPL-2.0-only
#include "apply.h"
#include "cmd.h"
#include "rebase.h"
#include "run.h"

#include <stdio.h>

static void print_result(const struct series *series, const struct result *result, bool moved)
{
	char base[13], tip[13];

	git_oid_tostr(base, sizeof(base), &result->base);
	git_oid_tostr(tip, sizeof(tip), result_tip(result));
	printf("%s: %u steps on %s, branch %s %s %s\n", series->name, result->commits->len, base,
	       result->branch, moved ? "now at" : "already at", tip);
}

static int apply(struct repo *repo, const struct series *series, const struct apply_opts *opts,
		 const char *branch, bool force)
{
	struct result result = RESULT_INIT;
	struct result_old old;
	int ret;

	ret = rebase_refuse(repo, series->name);
	if (!ret)
		ret = result_old(&old, repo, series, branch, force);
	if (!ret)
		ret = apply_series(&result, repo, series, opts);
	if (!ret)
		ret = result_publish(&result, repo, series, branch, &old, "apply");
	if (!ret)
		print_result(series, &result,
			     !old.found || !git_oid_equal(&old.tip, result_tip(&result)));
	result_release(&result);
	return ret;
}

int cmd_apply(int argc, char **argv, const struct globals *globals)
{
	g_autofree char *onto = NULL, *option = NULL, *branch = NULL;
	gboolean allow_scripts = FALSE, no_cache = FALSE, quiet = FALSE, force = FALSE;
	int jobs = (int)run_jobs();
	const GOptionEntry entries[] = {
		{ "onto", 0, 0, G_OPTION_ARG_STRING, &onto, "the base (default: HEAD)", "REV" },
		{ "branch", 'b', 0, G_OPTION_ARG_STRING, &option,
		  "the branch to move (default: series.branch, or respin/SERIES)", "NAME" },
		{ "jobs", 'j', 0, G_OPTION_ARG_INT, &jobs, "processes at a time", "N" },
		{ "allow-scripts", 0, 0, G_OPTION_ARG_NONE, &allow_scripts,
		  "let semantic patches run code of their own", NULL },
		{ "no-cache", 0, 0, G_OPTION_ARG_NONE, &no_cache,
		  "carry out every operation anew", NULL },
		{ "force", 'f', 0, G_OPTION_ARG_NONE, &force,
		  "move the branch even where it holds somebody else's commits", NULL },
		{ "quiet", 'q', 0, G_OPTION_ARG_NONE, &quiet, "no progress", NULL },
		{ NULL }
	};
	struct apply_opts opts;
	struct series *series = NULL;
	struct repo *repo = NULL;
	int ret = cmd_options(&argc, &argv, entries, "SERIES",
			      "Carry a series out on a kernel tree, a commit a step, and move one branch there.", 1);

	if (ret)
		return ret;
	if (jobs < 1) {
		error("--jobs takes a number from 1 on");
		return EXIT_USAGE;
	}
	if (quiet)
		progress_disable();
	opts = (struct apply_opts){
		.onto = onto,
		.jobs = (unsigned int)jobs,
		.allow_scripts = allow_scripts,
		.no_cache = no_cache,
	};
	ret = cmd_open(&repo, &series, globals, argv[1]);
	if (!ret) {
		branch = result_branch(series, option);
		ret = apply(repo, series, &opts, branch, force);
	}
	repo_free(repo);
	series_free(series);
	return msg_exit_status(ret);
}
