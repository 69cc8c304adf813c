// SPDX-License-Identifier: GPL-2.0-only
/* respin: keeps a kernel patch series as recipes; see respin(1). */
#include "cmd.h"
#include "msg.h"
#include "run.h"

#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifndef RESPIN_VERSION
#define RESPIN_VERSION "unknown"
#endif

static const struct {
	const char *name;
	int (*run)(int argc, char **argv, const struct globals *globals);
	const char *summary;
} commands[] = {
	{ "apply", cmd_apply, "carry a series out on a kernel tree" },
	{ "check", cmd_check, "prove every commit of a series that was applied" },
	{ "cover", cmd_cover, "begin a cover letter" },
	{ "export", cmd_export, "write a posting that git am takes back to the same commits" },
	{ "import", cmd_import, "make a series of an mbox, commits, or quilt's patches" },
	{ "range-diff", cmd_range_diff, "compare two postings of a series" },
	{ "rebase", cmd_rebase, "carry a series out on another base, and account for each step" },
	{ "recipients", cmd_recipients, "find who is to get a posting, and why" },
	{ "status", cmd_status, "where each step stands, from what is known" },
	{ "survey", cmd_survey, "what becomes of each step on many bases" },
	{ NULL, NULL, NULL }
};

static char *command_list(void)
{
	GString *text = g_string_new("Commands:\n");

	for (unsigned int i = 0; commands[i].name; i++)
		g_string_append_printf(text, "  %-11s%s\n", commands[i].name, commands[i].summary);
	g_string_append(text, "\nrespin COMMAND --help says more of each.\n"
			"Exit status: 0 done; 1 a check failed or a posting was refused; 2 the series\n"
			"does not apply; 128 environment, I/O, git; 129 usage; 130 interrupted.");
	return g_string_free(text, FALSE);
}

static int dispatch(int argc, char **argv, const struct globals *globals)
{
	for (unsigned int i = 0; commands[i].name; i++) {
		int ret;

		if (strcmp(argv[0], commands[i].name))
			continue;
		ret = commands[i].run(argc, argv, globals);
		if (run_interrupted() && ret == 130)
			note("interrupted; nothing is left half done");
		return ret;
	}
	error("'%s' is no command of respin; see respin --help", argv[0]);
	return EXIT_USAGE;
}

/*
 * A standard file that is closed would become the next file that is opened, and what
 * is printed be written there. Of the one for output that can be said at the end.
 */
static void files_open(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
	struct globals globals = { NULL, NULL };
	gboolean version = FALSE;
	const GOptionEntry entries[] = {
		{ "tree", 'C', 0, G_OPTION_ARG_FILENAME, &globals.tree,
		  "the kernel's repository (default: here)", "TREE" },
		{ "root", 0, 0, G_OPTION_ARG_FILENAME, &globals.root,
		  "the folder that holds series/ (default: upward from here)", "DIR" },
		{ "version", 0, 0, G_OPTION_ARG_NONE, &version, "print the version", NULL },
		{ NULL }
	};
	GOptionContext *context = g_option_context_new("COMMAND [argument...]");
	g_autofree char *list = command_list();
	g_autoptr(GError) err = NULL;
	int ret;

	files_open();
	setlocale(LC_CTYPE, "");
	run_catch_signals();
	g_set_prgname("respin");
	g_option_context_set_strict_posix(context, TRUE);
	g_option_context_set_summary(context,
		"Keeps a kernel patch series as recipes: carries them out, checks each commit, and\n"
		"exports a posting that git am takes back to the very same commits.");
	g_option_context_set_description(context, list);
	g_option_context_add_main_entries(context, entries, NULL);
	if (!g_option_context_parse(context, &argc, &argv, &err)) {
		error("%s; see respin --help", err->message);
		ret = EXIT_USAGE;
	} else if (version) {
		printf("respin %s\n", RESPIN_VERSION);
		ret = 0;
	} else if (argc < 2) {
		g_autofree char *help = g_option_context_get_help(context, TRUE, NULL);

		fputs(help, stderr);
		ret = EXIT_USAGE;
	} else {
		ret = dispatch(argc - 1, argv + 1, &globals);
	}
	g_option_context_free(context);
	g_free(globals.tree);
	g_free(globals.root);
	if (fflush(stdout) || ferror(stdout)) {
		error_errno("cannot write the output");
		ret = 128;
	}
	return ret;
}
