// SPDX-License-Identifier: GPL-2.0-only
#include "handwork.h"
#include "claim.h"
#include "fixup.h"
#include "offer.h"
#include "worksite.h"

#include <string.h>

/* Claims that do not hold by hand either: the fixup stands for them, too. */
static int add_claims(GPtrArray *instead, struct repo *repo, const struct step *step,
		      const git_oid *tree)
{
	struct stage stage = { .repo = repo, .step = step, .tree = *tree };
	int ret = 0;

	for (unsigned int i = 0; !ret && i < step->claims->len; i++) {
		GString *held = g_string_new(NULL);
		char *line = fixup_claim_line(step->claims->pdata[i]);

		msg_hold(held);
		ret = claim_holds(&stage, step->claims->pdata[i]);
		msg_hold(NULL);
		if (ret == E_SERIES) {
			note("does not hold, and the fixup stands for it: %s", line);
			if (!g_ptr_array_find_with_equal_func(instead, line, g_str_equal, NULL))
				g_ptr_array_add(instead, g_strdup(line));
			ret = 0;
		}
		g_free(line);
		g_string_free(held, TRUE);
	}
	return ret;
}

static int write_fixup(struct repo *repo, const struct series *series,
		       const struct rebase_state *state, const git_oid *wanted)
{
	const struct step *step = series_step(series, state->step);
	GPtrArray *instead = g_ptr_array_new_with_free_func(g_free);
	struct fixup_draft draft = {
		.step = state->step, .base = state->onto, .made = state->made, .wanted = *wanted,
		.already = state->already,
	};
	g_autofree char *file = NULL;
	struct scratch *scratch = NULL;
	int ret = step ? 0 : error("%s has no step '%s' any more", series->name, state->step);

	for (char **line = state->instead; *line; line++)
		g_ptr_array_add(instead, g_strdup(*line));
	if (!ret)
		ret = add_claims(instead, repo, step, wanted);
	g_ptr_array_add(instead, NULL);
	draft.instead = (char **)instead->pdata;
	if (!ret)
		ret = scratch_new(&scratch, repo->state_dir);
	if (!ret)
		ret = fixup_write(&file, repo, scratch, series, &draft);
	if (!ret)
		note("kept as %s", file);
	scratch_free(scratch);
	g_ptr_array_unref(instead);
	return ret;
}

int handwork_take(struct repo *repo, const struct series *series, const struct rebase_state *state)
{
	g_autofree char *marker = NULL;
	git_oid wanted;
	int ret;

	if (state->publishing || !state->step || !state->ready || !g_file_test(state->worksite, G_FILE_TEST_IS_DIR))
		return 0;
	ret = worksite_tree(&wanted, repo, state->worksite);
	if (!ret)
		ret = offer_marker(&marker, repo, &state->made, &wanted);
	if (!ret && marker)
		ret = error_at(&(struct place){ state->worksite, 0 },
			       "a conflict marker is left in %s", marker);
	if (ret || git_oid_equal(&wanted, &state->made))
		return ret;
	return write_fixup(repo, series, state, &wanted);
}
