// SPDX-License-Identifier: GPL-2.0-only
/* prove every commit of a series */
#include <string.h>
#include "check.h"
#include "diag.h"

const struct check_ops *const check_all[] = {
	&check_checkpatch,
	&check_sparse,
	&check_build,
	&check_objects,
	&check_code,
	&check_torture,
	&check_mail,
	NULL,
};

const struct check_ops *check_find(const char *name)
{
	unsigned int i;

	for (i = 0; check_all[i]; i++)
		if (!strcmp(check_all[i]->name, name))
			return check_all[i];
	return NULL;
}

static bool whole_of(const struct plan *plan, const struct column *column, unsigned int n)
{
	if (!column->target)
		return false;
	return column->ops->reads & CHECK_BISECT ? plan_whole(plan, column->target, n) :
	       !plan->quick;
}

/* --- records */

int check_record(struct record *out, struct plan *plan, const struct column *column,
		 unsigned int n, bool whole)
{
	struct record_key key;
	int ret;

	ret = column->ops->key(&key, plan, column, n, whole);
	return ret ? ret : record_load(out, plan->repo, &key);
}

int check_record_of(struct record *out, struct plan *plan, const struct column *column,
		    unsigned int n)
{
	return check_record(out, plan, column, n, whole_of(plan, column, n));
}

static unsigned int item_of(const struct plan *plan, const struct column *column,
			    unsigned int n)
{
	unsigned int i;

	for (i = 0; i < plan->columns->len; i++)
		if (plan->columns->pdata[i] == column)
			break;
	return (n >= plan->first ? n - plan->first : 0) * plan->columns->len + i + 1;
}

static int observe(struct plan *plan, struct column *column, unsigned int n, bool whole,
		   bool clean)
{
	struct record record = RECORD_INIT;
	struct record_key key;
	int ret;

	progress(item_of(plan, column, n), "%s: %s%s", plan_name(plan, n), column->title,
		 clean ? ", from nothing" : "");
	ret = column->ops->observe(&record, plan, column, n, whole, clean);
	if (!ret)
		ret = column->ops->key(&key, plan, column, n, whole);
	if (ret > 0)
		ret = error("%s: no key after %s was run", plan_name(plan, n), column->title);
	if (!ret)
		ret = record_store(plan->repo, &key, &record);
	if (!ret)
		column->verdicts[n].cached = false;
	record_release(&record);
	return ret;
}

static int observe_missing(struct plan *plan, struct column *column, unsigned int n)
{
	struct record record = RECORD_INIT;
	bool whole = whole_of(plan, column, n);
	int ret;

	column->verdicts[n].cached = true;
	ret = check_record(&record, plan, column, n, whole);
	if (ret > 0)
		ret = observe(plan, column, n, whole,
			      column->target && column->target->distrust);
	record_release(&record);
	return ret;
}

/* --- verdicts */

/*
 * The parent's record of the same scope is the measure. Where only its
 * directories were built, that is good enough to say that nothing is new.
 */
static int recall_parent(struct record *out, bool *exact, struct plan *plan,
			 const struct column *column, unsigned int n)
{
	bool whole = whole_of(plan, column, n);
	int ret;

	*exact = true;
	ret = check_record(out, plan, column, n - 1, whole);
	if (ret > 0 && whole_of(plan, column, n - 1) != whole) {
		*exact = false;
		ret = check_record(out, plan, column, n - 1, !whole);
	}
	return ret;
}

/*
 * The first step of wider scope fails, and so does its parent in that scope:
 * was it the series at all? The base tells.
 */
static bool asks_base(const struct plan *plan, const struct column *column, unsigned int n,
		      const struct record *parent)
{
	return n > 1 && column->verdicts[n].kind == VERDICT_FAIL && parent->status &&
	       whole_of(plan, column, n) && !whole_of(plan, column, n - 1);
}

static int judge_by_base(struct plan *plan, struct column *column, unsigned int n,
			 const struct record *own)
{
	struct record base = RECORD_INIT;
	int ret;

	ret = check_record(&base, plan, column, 0, true);
	if (!ret)
		column->ops->judge(&column->verdicts[n], plan, column, n, own, &base, NULL);
	record_release(&base);
	return ret;
}

static int judge(struct plan *plan, struct column *column, unsigned int n)
{
	struct record own = RECORD_INIT, parent = RECORD_INIT;
	struct verdict *verdict = &column->verdicts[n];
	bool compared = column->ops->reads & CHECK_PARENT, exact = true;
	int ret;

	ret = check_record(&own, plan, column, n, whole_of(plan, column, n));
	if (!ret && compared)
		ret = recall_parent(&parent, &exact, plan, column, n);
	verdict->kind = VERDICT_NONE;
	if (!ret) {
		column->ops->judge(verdict, plan, column, n, &own, compared ? &parent : NULL,
				   n > 1 ? &column->verdicts[n - 1] : NULL);
		if (compared && exact && asks_base(plan, column, n, &parent))
			ret = judge_by_base(plan, column, n, &own);
	}
	if (ret >= 0 && verdict->kind != VERDICT_NONE) {
		g_free(verdict->command);
		verdict->command = g_strdup(own.command);
		verdict->seconds = own.seconds;
		verdict->unsure = compared && verdict->kind != VERDICT_PASS &&
				  own.status != RECORD_CANNOT &&
				  !(exact && own.clean && parent.clean);
	}
	record_release(&own);
	record_release(&parent);
	return ret < 0 ? ret : 0;
}

static int observe_missing_base(struct plan *plan, struct column *column)
{
	struct record record = RECORD_INIT;
	int ret;

	ret = check_record(&record, plan, column, 0, true);
	if (ret > 0)
		ret = observe(plan, column, 0, true, true);
	record_release(&record);
	return ret;
}

/* Clean builds of the parent and of the commit, in the same scope. */
static int confirm(struct plan *plan, struct column *column, unsigned int n)
{
	bool whole = whole_of(plan, column, n), failed = column->verdicts[n].kind == VERDICT_FAIL;
	struct record record = RECORD_INIT;
	int ret;

	ret = check_record(&record, plan, column, n - 1, whole);
	if (ret > 0 || (!ret && !record.clean))
		ret = observe(plan, column, n - 1, whole, true);
	if (!ret)
		ret = check_record(&record, plan, column, n - 1, whole);
	if (!ret && asks_base(plan, column, n, &record))
		ret = observe_missing_base(plan, column);
	if (!ret)
		ret = check_record(&record, plan, column, n, whole);
	column->target->cold = failed;
	if (!ret && !record.clean)
		ret = observe(plan, column, n, whole, true);
	column->target->cold = false;
	record_release(&record);
	if (!ret)
		ret = judge(plan, column, n);
	if (!ret)
		column->verdicts[n].unsure = false;
	if (!ret && failed && column->verdicts[n].kind != VERDICT_FAIL)
		warning("%s: %s: failed, but not when it was done from nothing",
			plan_name(plan, n), column->title);
	return ret;
}

static int judge_believed(struct plan *plan, struct column *column, unsigned int n)
{
	int err = judge(plan, column, n);

	if (!err && column->verdicts[n].unsure)
		err = confirm(plan, column, n);
	return err;
}

/* --- samples */

/* What a tree and a target draw; the caller frees it. */
static char *lot(const struct plan *plan, const struct column *column, unsigned int n)
{
	char hex[OID_HEX], *text, *sum;

	git_oid_tostr(hex, sizeof(hex), &plan->subjects[n].tree);
	text = g_strconcat(hex, column->target->target->hash, NULL);
	sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
	g_free(text);
	return sum;
}

/*
 * Of the steps before the last, the one that draws the lowest lot: another change
 * of the series mostly leaves it where it is, and built.
 */
static unsigned int lowest(const struct plan *plan, const struct column *column)
{
	unsigned int n, found = plan->n - 1;
	char *low = NULL, *sum;

	for (n = 1; n < plan->n - 1; n++) {
		sum = lot(plan, column, n);
		if (low && strcmp(sum, low) >= 0) {
			g_free(sum);
			continue;
		}
		g_free(low);
		low = sum;
		found = n;
	}
	g_free(low);
	return found;
}

/* The last step, and one chosen by hash. */
static bool is_sample(const struct plan *plan, struct column *column, unsigned int n)
{
	if (!(column->ops->reads & CHECK_BISECT) || !n)
		return false;
	if (!column->sample)
		column->sample = lowest(plan, column);
	return n == plan->n - 1 || n == column->sample;
}

/*
 * Does a clean build confirm what the incremental one said? What was built
 * before any object of the scope (the build's own tools) speaks in a clean build
 * only; the base's has it as well, and it is no news.
 */
static bool confirms(const struct record *clean, const struct record *before,
		     const struct record *base)
{
	struct diags *now = diags_parse(clean->text), *then = diags_parse(before->text);
	struct diags *old = diags_parse(base->text);
	GPtrArray *added = diags_added(now, then);
	bool good = !clean->status == !before->status;
	unsigned int i;

	for (i = 0; i < added->len && good; i++)
		good = g_hash_table_contains(old->by_key,
					     ((struct diag *)added->pdata[i])->key);
	g_ptr_array_free(added, TRUE);
	diags_free(now);
	diags_free(then);
	diags_free(old);
	return good;
}

/* Everything that was said by incremental builds so far, from nothing again. */
static int redo(struct plan *plan, struct column *column, unsigned int upto)
{
	struct record record = RECORD_INIT;
	unsigned int n;
	int ret = 0;

	column->target->distrust = true;
	for (n = plan->first - 1; n <= upto && !ret; n++) {
		ret = check_record(&record, plan, column, n, whole_of(plan, column, n));
		if (ret > 0 || (!ret && !record.clean))
			ret = observe(plan, column, n, whole_of(plan, column, n), true);
		if (!ret && n >= plan->first)
			ret = judge_believed(plan, column, n);
	}
	record_release(&record);
	return ret;
}

static int recall_base(struct record *out, struct plan *plan, const struct column *column,
		       bool whole)
{
	int ret = check_record(out, plan, column, 0, whole);

	return ret > 0 ? check_record(out, plan, column, 0, !whole) : ret;
}

static int sample(struct plan *plan, struct column *column, unsigned int n)
{
	struct record before = RECORD_INIT, after = RECORD_INIT, base = RECORD_INIT;
	bool whole = whole_of(plan, column, n);
	int ret;

	ret = check_record(&before, plan, column, n, whole);
	if (ret || before.clean)
		goto out;
	ret = observe(plan, column, n, whole, true);
	if (!ret)
		ret = check_record(&after, plan, column, n, whole);
	if (!ret && recall_base(&base, plan, column, whole) < 0)
		ret = E_ENV;
	if (!ret && !confirms(&after, &before, &base)) {
		warning("%s: %s: a clean build says otherwise than the incremental one; "
			"all are done again from nothing", plan_name(plan, n), column->title);
		ret = redo(plan, column, n);
	} else if (!ret) {
		ret = judge_believed(plan, column, n);
	}
out:
	record_release(&before);
	record_release(&after);
	record_release(&base);
	return ret;
}

/* --- the round */

static bool in_group(const struct column *column, const struct plan_target *target, bool first)
{
	return column->target == target || (first && !column->target);
}

static int check_subject(struct plan *plan, struct plan_target *target, bool first,
			 unsigned int n)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < plan->columns->len && !ret; i++) {
		struct column *column = plan->columns->pdata[i];

		if (!in_group(column, target, first))
			continue;
		if (n < plan->first && !(column->ops->reads & CHECK_PARENT))
			continue;
		ret = observe_missing(plan, column, n);
		if (!ret && n >= plan->first)
			ret = judge_believed(plan, column, n);
		if (!ret && n >= plan->first && is_sample(plan, column, n))
			ret = sample(plan, column, n);
	}
	return ret;
}

static int check_group(struct plan *plan, struct plan_target *target, bool first)
{
	unsigned int n;
	int ret = 0;

	for (n = plan->first - 1; n <= plan->last && !ret; n++)
		ret = check_subject(plan, target, first, n);
	return ret;
}

/* From records alone. Bad news that nobody has confirmed yet is none. */
static int judge_known(struct plan *plan, struct column *column, unsigned int n)
{
	int err = judge(plan, column, n);

	if (!err && column->verdicts[n].unsure)
		column->verdicts[n].kind = VERDICT_NONE;
	return err;
}

/*
 * Of steps that were not asked for: whether a series can be bisected is a matter of
 * all of them, and whose fault a failure is one of those before it.
 */
static int judge_others(struct plan *plan)
{
	unsigned int i, n;
	int ret = 0;

	for (i = 0; i < plan->columns->len; i++) {
		struct column *column = plan->columns->pdata[i];

		for (n = 1; n < plan->n && !ret; n++)
			if ((column->ops->reads & CHECK_BISECT) &&
			    (n < plan->first || n > plan->last))
				ret = judge_known(plan, column, n);
	}
	return ret;
}

int check_run(struct plan *plan)
{
	unsigned int i;
	int ret = judge_others(plan);

	progress_begin("check", (plan->last - plan->first + 1) * plan->columns->len);
	if (!ret && !plan->targets->len)
		ret = check_group(plan, NULL, true);
	for (i = 0; i < plan->targets->len && !ret; i++)
		ret = check_group(plan, plan->targets->pdata[i], i == 0);
	if (!ret)
		ret = judge_others(plan);
	progress_end();
	return ret;
}

static bool is_known(const struct plan *plan, const struct column *column)
{
	unsigned int n;

	for (n = plan->first; n <= plan->last; n++)
		if (column->verdicts[n].kind != VERDICT_NONE)
			return true;
	return false;
}

int check_recall(struct plan *plan)
{
	unsigned int i = 0, n;
	int ret = 0;

	while (i < plan->columns->len && !ret) {
		struct column *column = plan->columns->pdata[i];

		for (n = plan->first; n <= plan->last && !ret; n++)
			ret = judge_known(plan, column, n);
		if (column->offered && !is_known(plan, column))
			g_ptr_array_remove_index(plan->columns, i);
		else
			i++;
	}
	return ret;
}
