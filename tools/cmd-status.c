// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include "check.h"
#include "cmd.h"
#include "logs.h"
#include "order.h"
#include "rebase.h"
#include "report.h"
#include "run.h"

static void print_commits(const struct plan *plan)
{
	char hex[13];
	unsigned int n;

	git_oid_tostr(hex, sizeof(hex), &plan->subjects[0].commit);
	printf("base %s\n", hex);
	for (n = plan->first; n <= plan->last; n++) {
		char *subject = step_subject(plan->subjects[n].step);

		git_oid_tostr(hex, sizeof(hex), &plan->subjects[n].commit);
		printf("%4u %s %s\n", n, hex, subject);
		g_free(subject);
	}
	printf("\n");
}

/* Steps that a person has finished by hand. */
static void print_fixups(const struct result *result)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < result->names->len; i++) {
		const char *step = result->names->pdata[i], *base = result->fixups->pdata[i];

		if (!*base)
			continue;
		printf("%s: with fixups/%s/%s.patch\n", step, base, step);
		n++;
	}
	if (n)
		printf("\n");
}

static int print_rebase(struct repo *repo, const char *series, bool json)
{
	g_autofree char *line = NULL;
	int ret = rebase_status(&line, repo, series);

	if (!ret && line && json)
		note("%s", line);
	else if (!ret && line)
		printf("%s\n\n", line);
	return ret;
}

static int print_order(struct repo *repo, const struct series *series, const char *branch)
{
	struct result result = RESULT_INIT;
	GArray *places = NULL;
	int ret = result_load(&result, repo, series, branch);

	if (!ret)
		ret = order_find(&places, repo, series, &result, run_jobs());
	if (!ret)
		order_print(places);
	order_free(places);
	result_release(&result);
	return ret;
}

static int print_status(struct repo *repo, const struct series *series,
			const struct check_opts *opts, bool json)
{
	struct plan *plan = NULL;
	int ret = print_rebase(repo, series->name, json);

	if (!ret)
		ret = plan_make(&plan, repo, series, opts);
	if (!ret)
		ret = check_recall(plan);
	if (!ret)
		logs_find(plan);
	if (!ret && json) {
		report_json(plan);
	} else if (!ret) {
		print_commits(plan);
		print_fixups(&plan->result);
		report_table(plan);
	}
	plan_free(plan);
	return ret;
}

int cmd_status(int argc, char **argv, const struct globals *globals)
{
	g_autofree char *targets = NULL, *branch = NULL;
	gboolean json = FALSE, quick = FALSE, order = FALSE;
	const GOptionEntry entries[] = {
		{ "target", 0, 0, G_OPTION_ARG_STRING, &targets,
		  "builds for these (default: series.target, or x86_64-tiny)", "TARGET,..." },
		{ "branch", 'b', 0, G_OPTION_ARG_STRING, &branch,
		  "the result on this branch (default: what was applied last)", "NAME" },
		{ "quick", 0, 0, G_OPTION_ARG_NONE, &quick,
		  "what check --quick has found", NULL },
		{ "json", 0, 0, G_OPTION_ARG_NONE, &json, "for programs", NULL },
		{ "order", 0, 0, G_OPTION_ARG_NONE, &order,
		  "say which steps could go first instead: they are carried out in another order",
		  NULL },
		{ NULL }
	};
	struct check_opts opts = { 0 };
	struct series *series = NULL;
	struct repo *repo = NULL;
	int ret = cmd_options(&argc, &argv, entries, "SERIES",
			      "Where each step stands, from what is known: nothing is run.", 1);

	if (ret)
		return ret;
	if (order && (json || quick || targets)) {
		error("--order goes with --branch only");
		return EXIT_USAGE;
	}
	ret = cmd_list(&opts.targets, "--target", targets);
	if (ret)
		return ret;
	opts.quick = quick;
	opts.known = true;
	opts.branch = branch;
	ret = cmd_open(&repo, &series, globals, argv[1]);
	if (!ret)
		ret = order ? print_order(repo, series, branch) :
			      print_status(repo, series, &opts, json);
	g_strfreev(opts.targets);
	repo_free(repo);
	series_free(series);
	return msg_exit_status(ret);
}
