// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"
#include "kept.h"
#include "rangediff.h"
#include "result.h"

#include <stdio.h>
#include <string.h>

/* One side of "v1..v2"; nothing stands for what apply made last. */
static int find_side(struct kept *out, struct repo *repo, const struct series *series,
		     const char *part, const char *text)
{
	g_autofree char *name = part ? g_strdup_printf("%s-part%s", series->name, part) :
				       g_strdup(series->name);
	struct result result = RESULT_INIT;
	unsigned int version, first, n;
	char more;
	bool found;
	int ret;

	if (*text) {
		if (sscanf(text, "v%u%c", &version, &more) != 1)
			return error("%s: not a version such as v1", text);
		ret = kept_find(out, &found, repo, name, version);
		if (!ret && !found)
			ret = error("no v%u of %s is kept", version, name);
		return ret;
	}
	ret = series_part(&first, &n, series, part);
	if (!ret)
		ret = result_load(&result, repo, series, NULL);
	if (!ret)
		*out = (struct kept){
			.base = first ? g_array_index(result.commits, git_oid, first - 1) :
					result.base,
			.tip = g_array_index(result.commits, git_oid, first + n - 1),
		};
	result_release(&result);
	return ret;
}

static int compare(struct repo *repo, const struct kept *old, const struct kept *new)
{
	g_autoptr(GString) text = g_string_new(NULL);
	struct scratch *scratch = NULL;
	struct lab lab = LAB_INIT;
	int ret = scratch_new(&scratch, repo->state_dir);

	if (!ret)
		ret = lab_open(&lab, repo, scratch);
	if (!ret)
		ret = lab_add_root(&lab, &new->base);
	if (!ret)
		ret = rangediff_append(text, &lab, old, new, 0);
	if (!ret)
		fwrite(text->str, 1, text->len, stdout);
	lab_release(&lab);
	scratch_free(scratch);
	return ret;
}

int cmd_range_diff(int argc, char **argv, const struct globals *globals)
{
	g_autofree char *part = NULL;
	const GOptionEntry entries[] = {
		{ "part", 0, 0, G_OPTION_ARG_STRING, &part, "postings of a part", "PART" },
		{ NULL }
	};
	struct series *series = NULL;
	struct repo *repo = NULL;
	struct kept old, new;
	g_auto(GStrv) sides = NULL;
	int ret = cmd_options(&argc, &argv, entries, "SERIES vM..[vN]",
			      "Compare two postings of a series, or one with what apply made last.", 2);

	if (ret)
		return ret;
	sides = g_strsplit(argv[2], "..", 2);
	if (!sides[0] || !*sides[0] || !sides[1]) {
		error("%s: not a range such as v1..v2, or v1..", argv[2]);
		return EXIT_USAGE;
	}
	ret = cmd_open(&repo, &series, globals, argv[1]);
	if (!ret)
		ret = find_side(&old, repo, series, part, sides[0]);
	if (!ret)
		ret = find_side(&new, repo, series, part, sides[1]);
	if (!ret)
		ret = compare(repo, &old, &new);
	repo_free(repo);
	series_free(series);
	return msg_exit_status(ret);
}
