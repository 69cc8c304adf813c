// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"
#include "kept.h"
#include "rangediff.h"
#include "result.h"

#include <stdio.h>
#include <string.h>

/* What apply made last, or a part of it. */
static int read_result(struct range *out, struct repo *repo, const struct series *series,
		       const char *part)
{
	struct result result = RESULT_INIT;
	unsigned int first, n;
	int ret = result_load(&result, repo, series, NULL);

	if (!ret)
		ret = result_part(&first, &n, &result, series, part);
	if (!ret)
		result_range(out, &result, first, n);
	result_release(&result);
	return ret;
}

static int read_kept(struct range *out, struct repo *repo, const char *name, unsigned int version)
{
	struct kept kept = KEPT_INIT;
	bool found;
	int ret = kept_find(&kept, &found, repo, name, version);

	if (!ret && !found)
		ret = error("no v%u of %s is kept", version, name);
	if (!ret)
		ret = kept_range(out, repo, &kept);
	kept_release(&kept);
	return ret;
}

/* One side of "v1..v2"; nothing stands for what apply made last. */
static int read_side(struct range *out, struct repo *repo, const struct series *series,
		     const char *part, const char *text)
{
	g_autofree char *name = part ? g_strdup_printf("%s-part%s", series->name, part) :
				       g_strdup(series->name);
	unsigned int version;
	char more;

	if (!*text)
		return read_result(out, repo, series, part);
	if (sscanf(text, "v%u%c", &version, &more) != 1)
		return error("%s: not a version such as v1", text);
	return read_kept(out, repo, name, version);
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
	struct range old = RANGE_INIT, new = RANGE_INIT;
	g_autoptr(GString) text = g_string_new(NULL);
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
		ret = read_side(&old, repo, series, part, sides[0]);
	if (!ret)
		ret = read_side(&new, repo, series, part, sides[1]);
	if (!ret)
		ret = rangediff_print(text, repo, &old, &new);
	if (!ret)
		fwrite(text->str, 1, text->len, stdout);
	range_release(&old);
	range_release(&new);
	repo_free(repo);
	series_free(series);
	return msg_exit_status(ret);
}
