// SPDX-License-Identifier: GPL-2.0-only
#include "order.h"
#include "claim.h"
#include "recipe.h"
#include "run.h"

#include <stdio.h>
#include <string.h>

/* The steps come to so far, in the best order: those of the head, then the rest. */
struct order {
	struct stage stage;
	GPtrArray *steps;	/* struct step * */
	GArray *trees;		/* git_oid: trees[i] is there before steps[i], and one more */
	unsigned int head;	/* how many can be at the head */
};

/* One try to have a step sooner. */
struct trial {
	GArray *trees;		/* from the place on */
	const struct step *stopped;	/* the step that could not be carried out, or NULL */
	GString *said;
};

/* 0: @stage->tree is what the step makes of it. E_SERIES: it cannot be carried out. */
static int carry_out(struct stage *stage, const struct step *step)
{
	int ret = 0;

	stage->step = step;
	stage->spent = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	for (unsigned int i = 0; !ret && i < step->ops->len; i++) {
		const struct op *op = step->ops->pdata[i];

		ret = run_interrupted() ? E_INTERRUPTED : op->kind->run(stage, op);
	}
	for (unsigned int i = 0; !ret && i < step->claims->len; i++)
		ret = claim_holds(stage, step->claims->pdata[i]);
	g_hash_table_unref(stage->spent);
	return ret;
}

static int try_step(struct trial *trial, struct order *order, const struct step *step)
{
	int ret;

	msg_hold(trial->said);
	ret = carry_out(&order->stage, step);
	msg_hold(NULL);
	if (!ret)
		g_array_append_val(trial->trees, order->stage.tree);
	else if (ret == E_SERIES)
		trial->stopped = step;
	else
		msg_print(trial->said->str);
	return ret;
}

/* @step at @place, then all that stood there: 0, E_SERIES: it cannot be done. */
static int try_at(struct trial *trial, struct order *order, const struct step *step,
		  unsigned int place, const git_oid *wanted)
{
	int ret;

	g_array_set_size(trial->trees, 0);
	g_string_truncate(trial->said, 0);
	trial->stopped = NULL;
	order->stage.tree = g_array_index(order->trees, git_oid, place);
	ret = try_step(trial, order, step);
	for (unsigned int i = place; !ret && i < order->steps->len; i++)
		ret = try_step(trial, order, order->steps->pdata[i]);
	return !ret && !git_oid_equal(&order->stage.tree, wanted) ? E_SERIES : ret;
}

/* Below which place does it not get? Found by halves; it stands at the last one now. */
static int find_limit(unsigned int *out, struct trial *trial, struct order *order,
		      const struct step *step, const git_oid *wanted)
{
	unsigned int bad = order->head, good = order->steps->len;
	int ret = E_SERIES;

	while (good - bad > 1) {
		unsigned int place = bad + (good - bad) / 2;

		ret = try_at(trial, order, step, place, wanted);
		if (ret && ret != E_SERIES)
			return ret;
		if (ret)
			bad = place;
		else
			good = place;
	}
	*out = bad;
	ret = try_at(trial, order, step, bad, wanted);
	return ret == E_SERIES ? 0 : ret;
}

static void say_why(struct order_place *out, const struct trial *trial, const struct step *other)
{
	char *end;

	if (trial->stopped == out->step)
		out->why = g_strdup_printf("needs %s", other->name);
	else if (trial->stopped)
		out->why = g_strdup_printf("%s cannot come after it", trial->stopped->name);
	else
		out->why = g_strdup_printf("not the same before %s as behind it", other->name);
	if (!trial->stopped)
		return;
	out->said = g_strdup(trial->said->str);
	end = strchrnul(out->said, '\n');
	*end = '\0';
}

static void insert(struct order *order, const struct step *step, unsigned int place,
		   const git_oid *trees, unsigned int n)
{
	g_array_set_size(order->trees, place + 1);
	g_array_append_vals(order->trees, trees, n);
	g_ptr_array_insert(order->steps, (int)place, (void *)step);
}

static int place_step(struct order_place *out, struct order *order, const git_oid *after)
{
	struct trial trial = { g_array_new(FALSE, FALSE, sizeof(git_oid)), NULL,
			       g_string_new(NULL) };
	unsigned int limit = 0, last = order->steps->len;
	int ret = E_SERIES;

	if (step_unchanged(out->step, NULL))
		ret = try_at(&trial, order, out->step, order->head, after);
	else
		out->why = g_strdup("does not claim \"unchanged objects\"");
	if (!ret) {
		out->head = true;
		insert(order, out->step, order->head++, (git_oid *)trial.trees->data,
		       trial.trees->len);
	} else if (ret == E_SERIES) {
		ret = out->why ? 0 : find_limit(&limit, &trial, order, out->step, after);
		if (!ret && !out->why)
			say_why(out, &trial, order->steps->pdata[limit]);
		insert(order, out->step, last, after, 1);
	}
	g_array_unref(trial.trees);
	g_string_free(trial.said, TRUE);
	return ret;
}

static int place_all(GArray *places, struct order *order, const struct result *result)
{
	int ret = 0;

	progress_begin("order", places->len);
	for (unsigned int i = 0; !ret && i < places->len; i++) {
		struct order_place *place = &g_array_index(places, struct order_place, i);
		const git_oid *commit = &g_array_index(result->commits, git_oid, i);
		git_oid after;

		progress(i + 1, "%s", place->step->name);
		ret = repo_commit_tree(&after, order->stage.repo, commit);
		if (!ret)
			ret = place_step(place, order, &after);
	}
	progress_end();
	return ret;
}

int order_find(GArray **out, struct repo *repo, const struct series *series,
	       const struct result *result, unsigned int jobs)
{
	struct order order = {
		.stage = { .repo = repo, .series = series, .jobs = jobs },
		.steps = g_ptr_array_new(),
		.trees = g_array_new(FALSE, FALSE, sizeof(git_oid)),
	};
	git_oid base;
	int ret = scratch_new(&order.stage.scratch, repo->state_dir);

	*out = g_array_new(FALSE, TRUE, sizeof(struct order_place));
	for (unsigned int i = 0; i < result->commits->len; i++) {
		struct order_place place = { .step = result_step(result, series, i) };

		g_array_append_val(*out, place);
	}
	if (!ret)
		ret = repo_commit_tree(&base, repo, &result->base);
	if (!ret) {
		g_array_append_val(order.trees, base);
		ret = place_all(*out, &order, result);
	}
	scratch_free(order.stage.scratch);
	g_ptr_array_unref(order.steps);
	g_array_unref(order.trees);
	return ret;
}

void order_free(GArray *places)
{
	for (unsigned int i = 0; places && i < places->len; i++) {
		g_free(g_array_index(places, struct order_place, i).why);
		g_free(g_array_index(places, struct order_place, i).said);
	}
	if (places)
		g_array_unref(places);
}

static const char *describe(const struct order_place *place, bool in_front)
{
	if (!place->head)
		return place->why;
	return in_front ? "is at the head" : "can be moved to the head";
}

static void print_names(const GArray *places, bool head)
{
	for (unsigned int i = 0; i < places->len; i++) {
		const struct order_place *place = &g_array_index(places, struct order_place, i);

		if (place->head == head)
			printf("%s\n", place->step->name);
	}
}

void order_print(const GArray *places)
{
	bool in_front = true, moves = false;
	int width = 0;

	for (unsigned int i = 0; i < places->len; i++)
		width = MAX(width, (int)strlen(g_array_index(places, struct order_place,
							     i).step->name));
	for (unsigned int i = 0; i < places->len; i++) {
		const struct order_place *place = &g_array_index(places, struct order_place, i);

		in_front = in_front && place->head;
		moves = moves || (place->head && !in_front);
		printf("%4u %-*s  %s\n", i + 1, width, place->step->name,
		       describe(place, in_front));
		if (place->said)
			printf("%*s%s\n", width + 7, "", place->said);
	}
	if (!moves)
		return;
	printf("\nthe order with them at the head:\n");
	print_names(places, true);
	print_names(places, false);
}
