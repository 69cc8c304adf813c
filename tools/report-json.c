// SPDX-License-Identifier: GPL-2.0-only
/* the verdicts of a plan, for programs */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include "check.h"
#include "report.h"
#include "unbuilt.h"

static const int json_version = 1;

static json_t *text_or_null(const char *text)
{
	json_t *value = text ? json_string(text) : NULL;

	/* what a tool prints need not be UTF-8 */
	if (text && !value) {
		char *valid = g_utf8_make_valid(text, -1);

		value = json_string(valid);
		g_free(valid);
	}
	return value ? value : json_null();
}

static json_t *oid(const git_oid *id)
{
	char hex[OID_HEX];

	return json_string(git_oid_tostr(hex, sizeof(hex), id));
}

static json_t *verdict_object(const struct column *column, unsigned int n)
{
	const struct verdict *verdict = &column->verdicts[n];
	json_t *object = json_object();
	const char *kind = verdict->kind == VERDICT_NONE ? NULL : verdict_name(verdict->kind);

	json_object_set_new(object, "check", json_string(column->ops->name));
	json_object_set_new(object, "target", text_or_null(
		column->target ? column->target->target->name : NULL));
	json_object_set_new(object, "verdict", text_or_null(kind));
	json_object_set_new(object, "line", text_or_null(verdict->line));
	json_object_set_new(object, "table", text_or_null(verdict->table));
	json_object_set_new(object, "log", text_or_null(verdict->log));
	json_object_set_new(object, "command", text_or_null(verdict->command));
	json_object_set_new(object, "seconds", json_real(verdict->seconds));
	json_object_set_new(object, "cached", json_boolean(verdict->cached));
	return object;
}

static json_t *config_object(const struct plan *plan, unsigned int n)
{
	json_t *object = json_object();
	unsigned int t, i;

	for (t = 0; t < plan->targets->len; t++) {
		const struct plan_target *target = plan->targets->pdata[t];
		GPtrArray *lines = report_config(plan, target, n);
		json_t *list = json_array();

		for (i = 0; i < lines->len; i++)
			json_array_append_new(list, json_string(lines->pdata[i]));
		json_object_set_new(object, target->target->name, list);
		g_ptr_array_unref(lines);
	}
	return object;
}

static json_t *step_object(const struct plan *plan, unsigned int n)
{
	json_t *object = json_object(), *checks = json_array();
	unsigned int i;

	for (i = 0; i < plan->columns->len; i++)
		json_array_append_new(checks, verdict_object(plan->columns->pdata[i], n));
	json_object_set_new(object, "step", json_string(plan_name(plan, n)));
	json_object_set_new(object, "commit", oid(&plan->subjects[n].commit));
	json_object_set_new(object, "tree", oid(&plan->subjects[n].tree));
	json_object_set_new(object, "checks", checks);
	json_object_set_new(object, "config", config_object(plan, n));
	return object;
}

static json_t *bisectable_value(char **line, const struct plan *plan)
{
	struct bisectable bisectable;

	report_bisectable(&bisectable, plan);
	*line = bisectable.line;
	if (!bisectable.line || bisectable.kind == VERDICT_NONE)
		return json_null();
	return json_boolean(bisectable.kind == VERDICT_PASS);
}

/* Names, and an object that says more of each. */
static void add_unbuilt(json_t *object, struct plan *plan)
{
	json_t *names = json_array(), *why = json_object();
	GPtrArray *archs = NULL;
	unsigned int i;

	if (!unbuilt_find(&archs, &plan, 1)) {
		for (i = 0; i < archs->len; i++) {
			const struct unbuilt *unbuilt = archs->pdata[i];
			json_t *one = json_object();

			json_object_set_new(one, "why", json_string(unbuilt_word(unbuilt->why)));
			json_object_set_new(one, "target", text_or_null(unbuilt->target));
			json_object_set_new(one, "missing", text_or_null(unbuilt->missing));
			json_object_set_new(why, unbuilt->arch, one);
			json_array_append_new(names, json_string(unbuilt->arch));
		}
		g_ptr_array_unref(archs);
	}
	json_object_set_new(object, "not_built", names);
	json_object_set_new(object, "not_built_why", why);
}

static json_t *absent_array(const struct plan *plan)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < plan->absent->len; i++)
		json_array_append_new(list, json_string(plan->absent->pdata[i]));
	return list;
}

void report_json(struct plan *plan)
{
	json_t *object = json_object(), *steps = json_array();
	unsigned int n;
	char *line = NULL, *text;

	for (n = plan->first; n <= plan->last; n++)
		json_array_append_new(steps, step_object(plan, n));
	json_object_set_new(object, "version", json_integer(json_version));
	json_object_set_new(object, "series", json_string(plan->series->name));
	json_object_set_new(object, "base", oid(&plan->subjects[0].commit));
	json_object_set_new(object, "base_config", config_object(plan, plan->first - 1));
	json_object_set_new(object, "steps", steps);
	add_unbuilt(object, plan);
	json_object_set_new(object, "absent_targets", absent_array(plan));
	json_object_set_new(object, "quick", json_boolean(plan->quick));
	json_object_set_new(object, "bisectable", bisectable_value(&line, plan));
	json_object_set_new(object, "bisectable_line", text_or_null(line));
	text = json_dumps(object, JSON_INDENT(2));
	puts(text);	/* main() says what cannot be written */
	free(text);
	json_decref(object);
	g_free(line);
}
