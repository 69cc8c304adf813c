// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"
#include "rebase.h"
#include "run.h"

struct modes {
	gboolean go_on, skip, abort;
};

static int usage(const char *why)
{
	error("%s; see respin rebase --help", why);
	return EXIT_USAGE;
}

static int judge(const struct modes *modes, const struct rebase_opts *opts, int jobs)
{
	int n = modes->go_on + modes->skip + modes->abort + (opts->onto != NULL);

	if (n != 1)
		return usage("one of --onto, --continue, --skip and --abort is needed");
	if (!opts->onto && (opts->branch || opts->worktree || opts->dry_run || opts->force))
		return usage("--branch, --worktree, --dry-run and --force go with --onto");
	if (jobs < 1)
		return usage("--jobs takes a number from 1 on");
	return 0;
}

/* The series by its name alone: --abort works whatever has become of its files. */
static int give_up(const struct globals *globals, const char *name)
{
	struct repo *repo = NULL;
	int ret = repo_open(&repo, globals->tree ? globals->tree : ".");

	if (!ret)
		ret = rebase_abort(repo, name);
	repo_free(repo);
	return ret;
}

static int go(const struct globals *globals, const char *name, const struct modes *modes,
	      const struct rebase_opts *opts)
{
	struct series *series = NULL;
	struct repo *repo = NULL;
	int ret = cmd_open(&repo, &series, globals, name);

	if (!ret && modes->go_on) {
		ret = rebase_take(repo, series);
		series_free(series);
		series = NULL;
		repo_free(repo);
		repo = NULL;
		if (!ret)
			ret = cmd_open(&repo, &series, globals, name);
	}
	if (!ret && opts->onto)
		ret = rebase_start(repo, series, opts);
	else if (!ret)
		ret = rebase_resume(repo, series, opts, modes->skip);
	repo_free(repo);
	series_free(series);
	return ret;
}

int cmd_rebase(int argc, char **argv, const struct globals *globals)
{
	g_autofree char *onto = NULL, *branch = NULL, *worktree = NULL;
	gboolean allow_scripts = FALSE, no_cache = FALSE, quiet = FALSE, force = FALSE;
	gboolean dry_run = FALSE, no_range_diff = FALSE;
	struct modes modes = { FALSE, FALSE, FALSE };
	int jobs = (int)run_jobs();
	const GOptionEntry entries[] = {
		{ "onto", 0, 0, G_OPTION_ARG_STRING, &onto, "the new base", "REV" },
		{ "continue", 0, 0, G_OPTION_ARG_NONE, &modes.go_on,
		  "go on after a conflict: what was done in the worktree becomes a fixup", NULL },
		{ "skip", 0, 0, G_OPTION_ARG_NONE, &modes.skip,
		  "go on without the step that conflicts", NULL },
		{ "abort", 0, 0, G_OPTION_ARG_NONE, &modes.abort,
		  "back to where it began", NULL },
		{ "dry-run", 'n', 0, G_OPTION_ARG_NONE, &dry_run,
		  "account for every step, and leave all as it is", NULL },
		{ "branch", 'b', 0, G_OPTION_ARG_STRING, &branch,
		  "the branch to move (default: series.branch, or respin/SERIES)", "NAME" },
		{ "worktree", 0, 0, G_OPTION_ARG_FILENAME, &worktree,
		  "where to open a worktree for a conflict (default: below the git folder)", "DIR" },
		{ "no-range-diff", 0, 0, G_OPTION_ARG_NONE, &no_range_diff,
		  "do not compare with the former result", NULL },
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
	struct rebase_opts opts;
	int ret = cmd_options(&argc, &argv, entries, "SERIES",
			      "Carry a series out on another base, and account for each step.", 1);

	opts = (struct rebase_opts){
		.onto = onto, .branch = branch, .worktree = worktree,
		.jobs = (unsigned int)jobs,
		.allow_scripts = allow_scripts, .no_cache = no_cache, .force = force,
		.no_range_diff = no_range_diff, .dry_run = dry_run,
	};
	if (!ret)
		ret = judge(&modes, &opts, jobs);
	if (ret)
		return ret;
	if (quiet)
		progress_disable();
	ret = modes.abort ? give_up(globals, argv[1]) : go(globals, argv[1], &modes, &opts);
	return msg_exit_status(ret);
}
