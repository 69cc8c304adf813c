/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cmd - the commands: options, one call, an exit status
 *
 * A command is a file cmd-<name>.c and a row in main.c. It gets its own
 * arguments (argv[0] is its name) and what stood before it on the command line.
 */
#ifndef CMD_H
#define CMD_H

#include <glib.h>
#include "repo.h"
#include "series.h"

struct globals {
	char *tree;	/* -C: where the kernel's repository is; NULL: here */
	char *root;	/* --root; NULL: found upward from here */
};

#define EXIT_USAGE 129

int cmd_apply(int argc, char **argv, const struct globals *globals);
int cmd_check(int argc, char **argv, const struct globals *globals);
int cmd_cover(int argc, char **argv, const struct globals *globals);
int cmd_export(int argc, char **argv, const struct globals *globals);
int cmd_import(int argc, char **argv, const struct globals *globals);
int cmd_range_diff(int argc, char **argv, const struct globals *globals);
int cmd_rebase(int argc, char **argv, const struct globals *globals);
int cmd_recipients(int argc, char **argv, const struct globals *globals);
int cmd_status(int argc, char **argv, const struct globals *globals);
int cmd_survey(int argc, char **argv, const struct globals *globals);

/*
 * Parse a command's options. @operands says what follows them in the usage
 * line, and @n how many there must be. Returns 0, or EXIT_USAGE after a
 * message. --help prints and ends the program.
 */
int cmd_options(int *argc, char ***argv, const GOptionEntry *entries, const char *operands,
		const char *summary, int n);
/* The same for @n operands or more. */
int cmd_options_many(int *argc, char ***argv, const GOptionEntry *entries, const char *operands,
		     const char *summary, int n);
/*
 * The words of @text, the value of @option, between commas; NULL where @text is.
 * Returns 0, or EXIT_USAGE after a message where one of them is empty.
 */
int cmd_list(char ***out, const char *option, const char *text);
/* Open the tree and read the series that a command is about. */
int cmd_open(struct repo **repo, struct series **series, const struct globals *globals,
	     const char *name);

#endif
