// SPDX-License-Identifier: GPL-2.0-only
#include "check.h"
#include "cmd.h"
#include "logs.h"
#include "report.h"
#include "run.h"

static int check(struct repo *repo, const struct series *series, const struct check_opts *opts,
		 bool json, bool strict, bool forget)
{
	struct plan *plan = NULL;
	int ret;

	ret = plan_make(&plan, repo, series, opts);
	if (!ret && forget)
		ret = record_forget(repo);
	if (!ret && forget)
		ret = logs_forget(repo);
	if (!ret)
		ret = check_run(plan);
	if (!ret)
		ret = logs_write(plan);
	if (!ret && json)
		report_json(plan);
	else if (!ret)
		report_table(plan);
	ret = msg_exit_status(ret);
	if (!ret && (report_count(plan, VERDICT_FAIL) ||
		     (strict && report_count(plan, VERDICT_WARN))))
		ret = 1;
	plan_free(plan);
	return ret;
}

/* What can be told to be wrong without the series. */
static int judge(struct check_opts *opts, const char *only, const char *targets, int jobs)
{
	int ret = cmd_list(&opts->only, "--only", only);

	if (!ret)
		ret = cmd_list(&opts->targets, "--target", targets);
	if (!ret && opts->steps && !*opts->steps) {
		error("--step: no step is named");
		ret = EXIT_USAGE;
	}
	if (!ret && jobs < 1) {
		error("--jobs takes a number from 1 on");
		ret = EXIT_USAGE;
	}
	return ret;
}

int cmd_check(int argc, char **argv, const struct globals *globals)
{
	g_autofree char *only = NULL, *targets = NULL, *steps = NULL, *branch = NULL, *runner = NULL;
	gboolean json = FALSE, quick = FALSE, strict = FALSE, forget = FALSE, quiet = FALSE;
	int jobs = (int)run_jobs();
	const GOptionEntry entries[] = {
		{ "only", 0, 0, G_OPTION_ARG_STRING, &only,
		  "these checks: checkpatch, sparse, build, objects, code, torture, mail",
		  "CHECK,..." },
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
	opts.steps = steps;
	opts.branch = branch;
	opts.runner = runner;
	opts.jobs = (unsigned int)jobs;
	opts.quick = quick;
	ret = judge(&opts, only, targets, jobs);
	if (!ret)
		ret = msg_exit_status(cmd_open(&repo, &series, globals, argv[1]));
	if (!ret)
		ret = check(repo, series, &opts, json, strict, forget);
	g_strfreev(opts.only);
	g_strfreev(opts.targets);
	repo_free(repo);
	series_free(series);
	return ret;
}
