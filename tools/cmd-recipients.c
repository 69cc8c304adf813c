// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"
#include "diffs.h"
#include "recipients.h"

#include <stdio.h>
#include <string.h>

static void print_recipients(const GPtrArray *all, enum recipient_kind kind, const char *title)
{
	g_autoptr(GPtrArray) idents = recipients_of(all, kind);

	for (unsigned int i = 0; i < idents->len; i++) {
		const struct ident *ident = idents->pdata[i];
		const char *reason = NULL;

		for (unsigned int k = 0; k < all->len && !reason; k++) {
			const struct recipient *recipient = all->pdata[k];

			if (!g_ascii_strcasecmp(recipient->ident.email, ident->email))
				reason = recipient->reason;
		}
		printf(*ident->name ? "%s: %s%s<%s>" : "%s: %s%s%s", title, ident->name,
		       *ident->name ? " " : "", ident->email);
		printf("\t# %s\n", reason ? reason : "series config");
	}
}

static int update(unsigned int *added, struct repo *repo, const struct series *series, bool force)
{
	struct posting posting = POSTING_INIT;
	struct result result = RESULT_INIT;
	struct scratch *scratch = NULL;
	struct lab lab = LAB_INIT;
	int ret = result_load(&result, repo, series, NULL);

	if (!ret)
		ret = posting_collect(&posting, repo, series, &result, NULL);
	if (!ret)
		ret = scratch_new(&scratch, repo->state_dir);
	if (!ret)
		ret = lab_open(&lab, repo, scratch);
	if (!ret)
		ret = diffs_patches(&posting, &lab);
	if (!ret)
		ret = recipients_update(added, &posting, scratch, force);
	lab_release(&lab);
	scratch_free(scratch);
	posting_release(&posting);
	result_release(&result);
	return ret;
}

int cmd_recipients(int argc, char **argv, const struct globals *globals)
{
	gboolean force = FALSE, quiet = FALSE;
	const GOptionEntry entries[] = {
		{ "force", 'f', 0, G_OPTION_ARG_NONE, &force,
		  "leave out addresses that cannot be written to", NULL },
		{ "quiet", 'q', 0, G_OPTION_ARG_NONE, &quiet, "no progress", NULL },
		{ NULL }
	};
	g_autoptr(GPtrArray) all = NULL;
	struct series *series = NULL;
	struct repo *repo = NULL;
	unsigned int added = 0;
	int ret = cmd_options(&argc, &argv, entries, "SERIES",
			      "Ask the base's get_maintainer.pl about each patch, add whom it names to\n"
			      "series/SERIES/recipients, and say who gets the posting, and why.", 1);

	if (ret)
		return ret;
	if (quiet)
		progress_disable();
	ret = cmd_open(&repo, &series, globals, argv[1]);
	if (!ret)
		ret = update(&added, repo, series, force);
	if (!ret)
		ret = recipients_read(&all, series);
	if (!ret) {
		print_recipients(all, RECIPIENT_TO, "To");
		print_recipients(all, RECIPIENT_CC, "Cc");
		note("%u added to series/%s/recipients", added, series->name);
	}
	repo_free(repo);
	series_free(series);
	return ret == REFUSED ? 1 : msg_exit_status(ret);
}
