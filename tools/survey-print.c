// SPDX-License-Identifier: GPL-2.0-only
/* survey: what it found, for people and for programs. */
#include "survey.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int json_version = 1;

/* A table of text; the first column is wide enough for all of its cells, and so is each other. */
struct table {
	GPtrArray *rows;	/* GPtrArray * of char * */
};

static void row_free(void *row)
{
	g_ptr_array_unref(row);
}

static GPtrArray *row_add(struct table *table, const char *head)
{
	GPtrArray *row = g_ptr_array_new_with_free_func(g_free);

	g_ptr_array_add(table->rows, row);
	g_ptr_array_add(row, g_strdup(head));
	return row;
}

static void cell(GPtrArray *row, const char *text)
{
	g_ptr_array_add(row, g_strdup(text));
}

static int column_width(const struct table *table, unsigned int column)
{
	glong width = 0;

	for (unsigned int i = 0; i < table->rows->len; i++) {
		const GPtrArray *row = table->rows->pdata[i];

		if (column < row->len)
			width = MAX(width, g_utf8_strlen(row->pdata[column], -1));
	}
	return (int)width;
}

static void table_print(struct table *table)
{
	for (unsigned int i = 0; i < table->rows->len; i++) {
		const GPtrArray *row = table->rows->pdata[i];

		for (unsigned int k = 0; k < row->len; k++) {
			const char *text = row->pdata[k];
			int pad = column_width(table, k) - (int)g_utf8_strlen(text, -1);

			printf("%s%*s", text, k + 1 < row->len ? pad + 2 : 0, "");
		}
		printf("\n");
	}
	g_ptr_array_unref(table->rows);
}

static void head(struct table *table, const struct survey *survey, const char *title)
{
	GPtrArray *row;

	table->rows = g_ptr_array_new_with_free_func(row_free);
	row = row_add(table, title);
	for (unsigned int i = 0; i < survey->bases->len; i++)
		cell(row, ((struct survey_base *)survey->bases->pdata[i])->label);
}

static void print_steps(const struct survey *survey)
{
	struct table table;

	head(&table, survey, "step");
	for (unsigned int n = 0; n < survey->series->steps->len; n++) {
		GPtrArray *row = row_add(&table, ((struct step *)survey->series->steps->pdata[n])->name);

		for (unsigned int i = 0; i < survey->bases->len; i++) {
			const struct survey_base *base = survey->bases->pdata[i];

			cell(row, fate_name(((struct account *)base->accounts->pdata[n])->fate));
		}
	}
	table_print(&table);
}

static void print_tool(const struct survey *survey, enum diff_tool tool)
{
	struct table table;

	head(&table, survey, diff_tool_name(tool));
	for (unsigned int n = 0; n < survey->series->steps->len; n++) {
		GPtrArray *row = row_add(&table, ((struct step *)survey->series->steps->pdata[n])->name);

		for (unsigned int i = 0; i < survey->bases->len; i++) {
			const struct survey_base *base = survey->bases->pdata[i];

			cell(row, diff_fate_name(base->fates[tool][n]));
		}
	}
	table_print(&table);
}

/* Steps that are not left to a person, of all. */
static unsigned int count_held(const struct survey_base *base)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < base->accounts->len; i++) {
		enum fate fate = ((struct account *)base->accounts->pdata[i])->fate;

		n += fate != FATE_CONFLICT && fate != FATE_PENDING;
	}
	return n;
}

static void count_diffs(unsigned int *held, unsigned int *all, const struct survey_base *base,
			enum diff_tool tool)
{
	*held = *all = 0;
	for (unsigned int i = 0; i < base->accounts->len; i++) {
		enum diff_fate fate = base->fates[tool][i];

		*all += fate != DIFF_NONE;
		*held += fate != DIFF_NONE && fate != DIFF_OTHER && fate != DIFF_CONFLICT;
	}
}

static void cell_diffs(GPtrArray *row, const struct survey_base *base, enum diff_tool tool)
{
	g_autofree char *text = NULL;
	unsigned int held, all;

	count_diffs(&held, &all, base, tool);
	text = g_strdup_printf("%u of %u", held, all);
	cell(row, text);
}

static void print_totals(const struct survey *survey, bool against)
{
	struct table table = { g_ptr_array_new_with_free_func(row_free) };
	GPtrArray *row = row_add(&table, "base");

	cell(row, "commit");
	cell(row, "recipes");
	for (enum diff_tool tool = 0; against && tool < TOOLS; tool++)
		cell(row, diff_tool_name(tool));
	for (unsigned int i = 0; i < survey->bases->len; i++) {
		const struct survey_base *base = survey->bases->pdata[i];
		g_autofree char *text = g_strdup_printf("%u of %u", count_held(base), base->accounts->len);
		char id[13];

		row = row_add(&table, base->label);
		cell(row, git_oid_tostr(id, sizeof(id), &base->id));
		cell(row, text);
		for (enum diff_tool tool = 0; against && tool < TOOLS; tool++)
			cell_diffs(row, base, tool);
	}
	table_print(&table);
}

/* Why, in a line; with @verbose in all that was said. */
static void print_conflict(const struct survey_base *base, const struct account *account, bool verbose)
{
	const struct conflict *conflict = account->conflicts->len ? account->conflicts->pdata[0] : NULL;
	const char *text = conflict ? conflict->text : account->why ? account->why : "";
	const char *end = text + strcspn(text, "\n"), *said = strstr(text, ": error: ");

	if (verbose && conflict) {
		printf("%s: %s: conflict:\n", base->label, account->step->name);
		for (unsigned int i = 0; i < account->conflicts->len; i++)
			printf("%s", ((struct conflict *)account->conflicts->pdata[i])->text);
		return;
	}
	if (said && said < end)
		text = said + strlen(": error: ");
	printf("%s: %s: %.*s%s\n", base->label, account->step->name, (int)(end - text), text,
	       account->conflicts->len > 1 ? " ..." : "");
}

static void print_reasons(const struct survey *survey, bool verbose)
{
	bool any = false;

	for (unsigned int i = 0; i < survey->bases->len; i++) {
		const struct survey_base *base = survey->bases->pdata[i];

		for (unsigned int n = 0; n < base->accounts->len; n++) {
			const struct account *account = base->accounts->pdata[n];
			bool conflict = account->fate == FATE_CONFLICT;

			if (!conflict && (!verbose || !account->why))
				continue;
			if (!any)
				printf("\n");
			any = true;
			if (conflict)
				print_conflict(base, account, verbose);
			else
				printf("%s: %s: %s: %s\n", base->label, account->step->name,
				       fate_name(account->fate), account->why);
		}
	}
}

void survey_print(const struct survey *survey, bool verbose)
{
	const struct survey_base *first = survey->bases->pdata[0];
	bool against = first->fates[0];

	print_steps(survey);
	for (enum diff_tool tool = 0; against && tool < TOOLS; tool++) {
		printf("\n");
		print_tool(survey, tool);
	}
	printf("\n");
	print_totals(survey, against);
	print_reasons(survey, verbose);
}

/* --- for programs */

static json_t *text_or_null(const char *text)
{
	g_autofree char *valid = text ? g_utf8_make_valid(text, -1) : NULL;

	return valid ? json_string(valid) : json_null();
}

static json_t *step_object(const struct survey_base *base, unsigned int n)
{
	const struct account *account = base->accounts->pdata[n];
	json_t *object = json_object(), *conflicts = json_array();

	json_object_set_new(object, "step", json_string(account->step->name));
	json_object_set_new(object, "fate", json_string(fate_name(account->fate)));
	json_object_set_new(object, "why", text_or_null(account->why));
	for (unsigned int i = 0; i < account->conflicts->len; i++)
		json_array_append_new(conflicts, text_or_null(
			((struct conflict *)account->conflicts->pdata[i])->text));
	json_object_set_new(object, "conflicts", conflicts);
	for (enum diff_tool tool = 0; tool < TOOLS; tool++)
		json_object_set_new(object, tool == TOOL_AM ? "am" : "quilt", base->fates[tool] ?
				    json_string(diff_fate_name(base->fates[tool][n])) : json_null());
	return object;
}

static json_t *base_object(const struct survey_base *base)
{
	json_t *object = json_object(), *steps = json_array();

	json_object_set_new(object, "base", text_or_null(base->label));
	json_object_set_new(object, "commit", json_string(git_oid_tostr_s(&base->id)));
	for (unsigned int n = 0; n < base->accounts->len; n++)
		json_array_append_new(steps, step_object(base, n));
	json_object_set_new(object, "steps", steps);
	return object;
}

int survey_json(const struct survey *survey)
{
	json_t *object = json_object(), *bases = json_array();
	char *text;

	json_object_set_new(object, "version", json_integer(json_version));
	json_object_set_new(object, "series", json_string(survey->series->name));
	for (unsigned int i = 0; i < survey->bases->len; i++)
		json_array_append_new(bases, base_object(survey->bases->pdata[i]));
	json_object_set_new(object, "bases", bases);
	text = json_dumps(object, JSON_INDENT(2));
	puts(text);	/* main() says what cannot be written */
	free(text);
	json_decref(object);
	return 0;
}
