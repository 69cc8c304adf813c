/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * survey - one series on many bases, and what diffs would do there
 *
 *	struct survey *survey;
 *
 *	ret = survey_new(&survey, tree, series, &opts);
 *	for each argument: ret = survey_add(survey, argument);
 *	ret = survey_carry(survey);
 *	ret = survey_against(survey);		// if that is asked for
 *	survey_print(survey, verbose), or survey_json(survey);
 *	survey_free(survey);
 *
 * A base is a revision of the tree, a folder that holds another repository
 * (HEAD of it), or <folder>:<rev>. The user's repositories are only read. Each
 * base gets a bare repository of its own below <state>/survey/, named by the
 * base's id, which borrows the objects of the base's and of the first base; what
 * is made goes there. Losing it costs time.
 *
 * survey_against() takes the commits of the first base as diffs, as people
 * would send them (git format-patch --full-index --binary), and gives each to
 * git am -3 and to quilt push with no fuzz, on what the recipes have made of the
 * steps before it.
 */
#ifndef SURVEY_H
#define SURVEY_H

#include "account.h"
#include "carry.h"
#include "lab.h"
#include "repo.h"
#include "series.h"

/* What became of a diff. */
enum diff_fate {
	DIFF_NONE,		/* there is none: the step has no commit on the first base */
	DIFF_APPLIED,
	DIFF_MERGED,		/* by git am's fall-back to a three-way merge */
	DIFF_UPSTREAM,		/* there already */
	DIFF_OTHER,		/* fits, and does something else than the recipe */
	DIFF_CONFLICT,
};

enum diff_tool { TOOL_AM, TOOL_QUILT, TOOLS };

struct survey_base {
	char *label;		/* of its column */
	git_oid id;
	struct repo *repo;	/* below <state>/survey/ */
	GPtrArray *accounts;	/* struct account *, one a step */
	struct result result;
	/* of survey_against(), one a step; NULL before that */
	enum diff_fate *fates[TOOLS];
};

struct survey {
	struct repo *tree;
	const struct series *series;
	struct carry_opts opts;
	struct scratch *scratch;
	GPtrArray *bases;	/* struct survey_base * */
};

int survey_new(struct survey **out, struct repo *tree, const struct series *series,
	       const struct carry_opts *opts);
int survey_add(struct survey *survey, const char *argument);
int survey_carry(struct survey *survey);
int survey_against(struct survey *survey);
void survey_free(struct survey *survey);

/* The folder before the colon of <folder>:<rev>, or all of it; NULL: a revision. */
char *survey_folder(const char *argument, const char **rev);

const char *diff_fate_name(enum diff_fate fate);
const char *diff_tool_name(enum diff_tool tool);

void survey_print(const struct survey *survey, bool verbose);
int survey_json(const struct survey *survey);

#endif
