// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"
#include "export.h"

#include <stdio.h>
#include <string.h>

/* A word for the shell, quoted where it has to be. */
static char *shell_word(const char *text)
{
	if (*text && strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				  "0123456789/._+,:@%-") == strlen(text))
		return g_strdup(text);
	return g_shell_quote(text);
}

/* One file behind the other is an mbox of the thread. */
static void print_result(const struct series *series, const char *part,
			 const struct export_result *result)
{
	g_autofree char *path = shell_word(result->path);
	g_autofree char *cover = result->cover ? shell_word(result->cover) : NULL;
	g_autofree char *both = cover ? g_strjoin(" ", cover, path, NULL) : g_strdup(path);

	printf("%s\n", result->path);
	printf("%s%s%s v%u: %u patch%s%s; git am gives the same trees, authors, dates and messages\n",
	       series->name, part ? "-part" : "", part ? part : "", result->version, result->patches, result->patches == 1 ? "" : "es",
	       result->cover ? " and a cover letter" : "");
	printf("to read it:  cat %s | b4 am -o . -m -\n", both);
	printf("to send it:  d=$(mktemp -d) && git mailsplit -o\"$d\" %s && "
	       "git send-email --no-thread \"$d\"/*\n", both);
	printf("to apply it, on %s:  git am %s\n", git_oid_tostr_s(&result->base), path);
}

static int run(struct repo *repo, const struct series *series, const struct export_opts *opts)
{
	struct export_result result = EXPORT_RESULT_INIT;
	int ret = export_series(&result, repo, series, opts);

	if (!ret)
		print_result(series, opts->part, &result);
	export_result_release(&result);
	return ret;
}

int cmd_export(int argc, char **argv, const struct globals *globals)
{
	g_autofree char *dir = NULL, *branch = NULL, *base = NULL, *former = NULL, *evidence = NULL,
			*part = NULL, *targets = NULL;
	g_auto(GStrv) target_list = NULL;
	gboolean rfc = FALSE, resend = FALSE, force = FALSE, quick = FALSE, quiet = FALSE;
	int version = -1, ret;
	const GOptionEntry entries[] = {
		{ "version", 'v', 0, G_OPTION_ARG_INT, &version,
		  "the posting's version (default: the last one if its commits are these, else the next)",
		  "N" },
		{ "output", 'o', 0, G_OPTION_ARG_FILENAME, &dir,
		  "where the mbox goes (default: outgoing/ beside series/)", "DIR" },
		{ "branch", 'b', 0, G_OPTION_ARG_STRING, &branch,
		  "the branch that apply made (default: the last one)", "NAME" },
		{ "part", 0, 0, G_OPTION_ARG_STRING, &part,
		  "a part of the series alone: the steps from its mark to the next", "PART" },
		{ "base", 0, 0, G_OPTION_ARG_STRING, &base,
		  "the commit that readers have, where the series' base has more", "REV" },
		{ "former", 0, 0, G_OPTION_ARG_STRING, &former,
		  "the former version's first Message-ID, to be linked to", "ID" },
		{ "evidence", 0, 0, G_OPTION_ARG_STRING, &evidence,
		  "what the cover letter tells: checks, code, none (default: series.evidence)",
		  "WHAT" },
		{ "target", 0, 0, G_OPTION_ARG_STRING, &targets,
		  "go by what was checked for these targets (default: series.target)", "TARGET,..." },
		{ "quick", 0, 0, G_OPTION_ARG_NONE, &quick, "go by what check --quick has found", NULL },
		{ "rfc", 0, 0, G_OPTION_ARG_NONE, &rfc, "mark it as a request for comments", NULL },
		{ "resend", 0, 0, G_OPTION_ARG_NONE, &resend,
		  "the same version once more, marked RESEND", NULL },
		{ "force", 'f', 0, G_OPTION_ARG_NONE, &force,
		  "replace a version that is kept with other content; failing checks go out", NULL },
		{ "quiet", 'q', 0, G_OPTION_ARG_NONE, &quiet, "no progress", NULL },
		{ NULL }
	};
	struct export_opts opts;
	struct series *series = NULL;
	struct repo *repo = NULL;

	ret = cmd_options(&argc, &argv, entries, "SERIES",
			  "Write what apply made as a posting, an mbox, and prove that git am gives the very\n"
			  "same commits back. A posting that would not survive the mail is refused (status 1).", 1);
	if (ret)
		return ret;
	if (version == 0 || version < -1) {
		error("versions are numbered from 1");
		return EXIT_USAGE;
	}
	if (quiet)
		progress_disable();
	ret = cmd_list(&target_list, "--target", targets);
	if (ret)
		return ret;
	opts = (struct export_opts){
		.version = version > 0 ? (unsigned int)version : 0,
		.dir = dir, .branch = branch, .base = base, .former = former,
		.evidence = evidence, .part = part, .targets = target_list, .quick = quick,
		.rfc = rfc, .resend = resend, .force = force,
	};
	ret = cmd_open(&repo, &series, globals, argv[1]);
	if (!ret)
		ret = run(repo, series, &opts);
	repo_free(repo);
	series_free(series);
	return ret == REFUSED ? 1 : msg_exit_status(ret);
}
