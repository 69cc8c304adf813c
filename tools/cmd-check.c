// SPDX-License-Identifier: GPL-2.0-only
#include "check.h"
#include "cmd.h"
#include "logs.h"
#include "report.h"
#include "run.h"

static int check(struct repo *repo, const struct series *series, const struct check_opts *opts,
		 bool json, bool strict)
{
	struct plan *plan = NULL;
	int ret;

	ret = plan_make(&plan, repo, series, opts);
	if (!ret)
		ret = check_run(plan);
	if (!ret)
		ret = logs_write(plan);
	if (!ret && json)
		ret = report_json(plan);
	else if (!ret)
		report_table(plan);
	ret = msg_exit_status(ret);
	if (!ret && (report_count(plan, VERDICT_FAIL) ||
		     (strict && report_count(plan, VERDICT_WARN))))
		ret = 1;
	plan_free(plan);
	return ret;
}

static char **list(const char *text)
{
	return text ? g_strsplit(text, ",", -1) : NULL;
}

int cmd_check(int argc, char **argv, const struct globals *globals)
{
	g_autofree char *only = NULL, *targets = NULL, *steps = NULL, *branch = NULL, *runner = NULL;
	gboolean json = FALSE, quick = FALSE, strict = FALSE, forget = FALSE, quiet = FALSE;
	int jobs = (int)run_jobs();
	const GOptionEntry entries[] = {
		{ "only", 0, 0, G_OPTION_ARG_STRING, &only,
		  "these checks: checkpatch, sparse, build, objects, code, torture", "CHECK,..." },
		{ "target", 0, 0, G_OPTION_ARG_STRING, &targets,
		  "build for these (default: series.target, or x86_64-tiny)", "TARGET,..." },
		{ "step", 0, 0, G_OPTION_ARG_STRING, &steps,
		  "these steps: a, a..b, a.., ..b", "RANGE" },
		{ "branch", 'b', 0, G_OPTION_ARG_STRING, &branch,
		  "the result on this branch (default: what was applied last)", "NAME" },
		{ "jobs", 'j', 0, G_OPTION_ARG_INT, &jobs, "processes at a time", "N" },
		{ "runner", 0, 0, G_OPTION_ARG_STRING, &runner,
		  "words before each make (default: git's respin.runner), such as 'srun -c8'",
		  "WORDS" },
		{ "quick", 0, 0, G_OPTION_ARG_NONE, &quick,
		  "build only the directories that the series touches, and all of the last step",
		  NULL },
		{ "strict", 0, 0, G_OPTION_ARG_NONE, &strict, "a warning is a failure", NULL },
		{ "json", 0, 0, G_OPTION_ARG_NONE, &json, "the report for programs", NULL },
		{ "forget", 0, 0, G_OPTION_ARG_NONE, &forget,
		  "drop everything that is known of this tree's commits first", NULL },
		{ "quiet", 'q', 0, G_OPTION_ARG_NONE, &quiet, "no progress", NULL },
		{ NULL }
	};
	struct check_opts opts = { 0 };
	struct series *series = NULL;
	struct repo *repo = NULL;
	int ret = cmd_options(&argc, &argv, entries, "SERIES",
			      "Prove every commit of a series that was applied.", 1);

	if (ret)
		return ret;
	if (quiet)
		progress_disable();
	opts.only = list(only);
	opts.targets = list(targets);
	opts.steps = steps;
	opts.branch = branch;
	opts.runner = runner;
	opts.jobs = jobs > 0 ? (unsigned int)jobs : 1;
	opts.quick = quick;
	ret = cmd_open(&repo, &series, globals, argv[1]);
	if (!ret && forget)
		ret = record_forget(repo);
	if (!ret)
		ret = check(repo, series, &opts, json, strict);
	else
		ret = msg_exit_status(ret);
	g_strfreev(opts.only);
	g_strfreev(opts.targets);
	repo_free(repo);
	series_free(series);
	return ret;
}
