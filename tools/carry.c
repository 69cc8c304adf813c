// SPDX-License-Identifier: GPL-2.0-only
#include "carry.h"
#include "claim.h"
#include "explain.h"
#include "fixup.h"
#include "later.h"
#include "message.h"
#include "recipe.h"
#include "run.h"
#include "twice.h"
#include "upstream.h"

#include <string.h>

/* All that a run needs besides the series. */
struct carry {
	struct stage stage;
	const struct carry_opts *opts;
	struct ident user;
	bool signoff;
	struct upstream *upstream;
	bool find;		/* in this step, operations whose outcome is there already */
	git_oid tip;		/* the last commit; the base at first */
	git_time when;		/* of the last commit */
	bool said;		/* something that is not to be said yet: see run_steps() */
	unsigned int shown;	/* steps that progress has come to */
};

/* Every function here returns 0 for a conflict that it has put down. */
static int settle(int ret, struct carry *carry, struct account *account, const struct op *op, GString *held)
{
	if (ret == E_SERIES) {
		conflict_add(account, op, held->str);
		ret = 0;
	} else if (held->len && !ret && carry->stage.later) {
		carry->said = true;
	} else if (held->len) {
		msg_print(held->str);
	}
	g_string_free(held, TRUE);
	return ret;
}

static GHashTable *copy_set(GHashTable *set)
{
	GHashTable *copy = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	GHashTableIter it;
	void *key;

	g_hash_table_iter_init(&it, set);
	while (g_hash_table_iter_next(&it, &key, NULL))
		g_hash_table_add(copy, g_strdup(key));
	return copy;
}

/* A point to go back to. */
struct mark {
	git_oid tree;
	GHashTable *spent;
};

static struct mark mark_set(const struct carry *carry)
{
	return (struct mark){ carry->stage.tree, copy_set(carry->stage.spent) };
}

/* Go back there, or forget it. */
static void mark_end(struct mark *mark, struct carry *carry, bool back)
{
	GHashTable *other = back ? carry->stage.spent : mark->spent;

	if (back) {
		carry->stage.tree = mark->tree;
		carry->stage.spent = mark->spent;
	}
	g_hash_table_unref(other);
}

/* The stage is as before where it fails. */
static int run_once(struct carry *carry, const struct op *op, GString *held)
{
	struct mark mark = mark_set(carry);
	int ret = E_INTERRUPTED;

	if (!run_interrupted()) {
		msg_hold(held);
		ret = op->kind->run(&carry->stage, op);
		msg_hold(NULL);
	}
	mark_end(&mark, carry, ret != 0);
	return ret;
}

/* Questions whose "no" is no fault of the series. */
static int ask(bool *there, int ret, GString *said)
{
	msg_hold(NULL);
	if (ret && ret != E_SERIES)
		msg_print(said->str);
	g_string_free(said, TRUE);
	*there &= !ret;
	return ret == E_SERIES ? 0 : ret;
}

static int is_there(bool *there, struct carry *carry, const struct op *op)
{
	GString *said = g_string_new(NULL);

	msg_hold(said);
	return ask(there, upstream_op(there, carry->upstream, &carry->stage, op), said);
}

static int is_idle(bool *there, struct carry *carry, const struct op *op)
{
	GString *said = g_string_new(NULL);

	msg_hold(said);
	return ask(there, upstream_idle(there, &carry->stage, op), said);
}

/* As run_once(), but where the outcome is there already nothing is done. */
static int run_or_find(bool *there, struct carry *carry, const struct op *op, GString *held)
{
	git_oid before = carry->stage.tree;
	int ret, err;

	*there = false;
	ret = carry->find ? is_there(there, carry, op) : 0;
	if (ret || *there)
		return ret;
	ret = run_once(carry, op, held);
	if (!carry->find)
		return ret;
	if (!ret) {
		ret = twice_all(there, carry->stage.repo, &before, &carry->stage.tree);
		if (*there)
			carry->stage.tree = before;
	} else if (ret == E_SERIES) {
		err = is_idle(there, carry, op);
		ret = err ? err : *there ? 0 : ret;
	}
	return ret;
}

static int try_op(struct carry *carry, struct account *account, const struct op *op)
{
	unsigned int n = account->conflicts->len;
	GString *held = g_string_new(NULL);
	bool there;
	int ret = run_or_find(&there, carry, op, held);

	if (there) {
		g_ptr_array_add(account->there, (void *)op);
		g_string_truncate(held, 0);
	}
	ret = settle(ret, carry, account, op, held);
	if (!ret && account->conflicts->len > n && !carry->stage.later)
		ret = explain(account->conflicts->pdata[n], &carry->stage, &carry->tip);
	return ret;
}

/* Can its operands do without each other? */
static bool has_parts(const struct op *op)
{
	unsigned int first = op->kind->source == SOURCE_NONE ? 0 : 1;

	return op->kind->globs && op->argc > first + 1;
}

/* One after the other: what applies does. */
static int try_parts(struct carry *carry, struct account *account, const struct op *op)
{
	unsigned int first = op->kind->source == SOURCE_NONE ? 0 : 1;
	int ret = 0;

	for (unsigned int i = first; !ret && i < op->argc; i++)
		ret = try_op(carry, account, account_part(account, op, i));
	return ret;
}

static int run_op(struct carry *carry, struct account *account, const struct op *op)
{
	unsigned int n = account->conflicts->len;
	int ret = try_op(carry, account, op);

	if (ret || account->conflicts->len == n || !has_parts(op) || !carry->find)
		return ret;
	g_ptr_array_set_size(account->conflicts, (int)n);
	return try_parts(carry, account, op);
}

static int hold_claim(struct carry *carry, struct account *account, const struct claim *claim)
{
	GString *held = g_string_new(NULL);
	unsigned int n = account->conflicts->len;
	int ret;

	msg_hold(held);
	ret = claim_holds(&carry->stage, claim);
	msg_hold(NULL);
	ret = settle(ret, carry, account, NULL, held);
	if (account->conflicts->len > n)
		((struct conflict *)account->conflicts->pdata[n])->claim = claim;
	return ret;
}

/* Those that @fixup does not stand for (NULL: all). */
static int hold_claims(struct carry *carry, struct account *account, const struct fixup *fixup)
{
	const GPtrArray *claims = account->step->claims;
	int ret = 0;

	for (unsigned int i = 0; !ret && i < claims->len; i++)
		if (!fixup || !fixup_covers(fixup, claims->pdata[i]))
			ret = hold_claim(carry, account, claims->pdata[i]);
	return ret;
}

static int refuse_empty(struct carry *carry, struct account *account, const git_oid *before)
{
	GString *held = g_string_new(NULL);
	int ret = 0;

	msg_hold(held);
	if (git_oid_equal(before, &carry->stage.tree))
		ret = error_at(&(struct place){ account->step->file, 0 },
			       "the step changes nothing on this base");
	msg_hold(NULL);
	return settle(ret, carry, account, NULL, held);
}

static int run_ops(struct carry *carry, struct account *account)
{
	const GPtrArray *ops = account->step->ops;
	int ret = 0;

	for (unsigned int i = 0; !ret && i < ops->len; i++) {
		ret = run_op(carry, account, ops->pdata[i]);
		if (!carry->find && account->conflicts->len)
			break;
	}
	return ret;
}

static char *list_there(const struct account *account)
{
	GString *text = g_string_new("there already: ");

	for (unsigned int i = 0; i < account->there->len; i++)
		g_string_append_printf(text, "%s%s", i ? "; " : "",
				       ((const struct op *)account->there->pdata[i])->text);
	return g_string_free(text, FALSE);
}

/* What a recipe without conflict has come to. */
static int name_fate(struct carry *carry, struct account *account, const git_oid *before)
{
	bool changed = !git_oid_equal(before, &carry->stage.tree);

	if (account->there->len)
		account->why = list_there(account);
	if (changed)
		account->fate = account->there->len ? FATE_PARTLY : FATE_APPLIED;
	else if (account->there->len)
		account->fate = FATE_UPSTREAM;
	else if (carry->opts->upstream)
		account->fate = FATE_EMPTY;
	else
		return refuse_empty(carry, account, before);
	return 0;
}

/* The stage's tree is what did apply: does a person's work for it make it whole? */
static int try_fixup(struct carry *carry, struct account *account, const git_oid *before)
{
	unsigned int n = account->conflicts->len;
	const struct fixup *fixup;
	int ret = fixup_find(&fixup, &account->why, &carry->stage, account);

	if (ret || !fixup)
		return ret;
	ret = fixup_apply(&carry->stage, fixup);
	if (!ret)
		ret = hold_claims(carry, account, fixup);
	if (ret || account->conflicts->len > n)
		return ret;
	account->fixup = fixup;
	account->fate = git_oid_equal(before, &carry->stage.tree) ? FATE_EMPTY : FATE_FIXUP;
	account->why = g_strdup(fixup->file);
	return 0;
}

static int run_recipe(struct carry *carry, struct account *account)
{
	git_oid before = carry->stage.tree;
	int ret = run_ops(carry, account);

	if (!ret && !account->conflicts->len)
		ret = hold_claims(carry, account, NULL);
	account->made = carry->stage.tree;
	if (!ret && !account->conflicts->len)
		ret = name_fate(carry, account, &before);
	if (account->conflicts->len)
		account->fate = FATE_CONFLICT;
	if (!ret && account->conflicts->len && carry->find)
		ret = try_fixup(carry, account, &before);
	account->tree = carry->stage.tree;
	return ret;
}

/*
 * A fixup is bound to what is left of a recipe without the operations that are
 * there already. Where they are no excuse the recipe is carried out once more.
 */
static int run_with_fixups(struct carry *carry, struct account *account)
{
	struct mark mark = mark_set(carry);
	g_autofree char *misfit = NULL;
	int ret;

	carry->find = true;
	ret = run_recipe(carry, account);
	mark_end(&mark, carry, !ret && account->fate != FATE_FIXUP);
	if (ret || account->fate == FATE_FIXUP)
		return ret;
	misfit = account->fate == FATE_CONFLICT ? g_steal_pointer(&account->why) : NULL;
	account_clear(account);
	carry->find = false;
	ret = run_recipe(carry, account);
	if (account->fate == FATE_CONFLICT && !account->why)
		account->why = g_steal_pointer(&misfit);
	return ret;
}

static int make_commit(struct carry *carry, struct account *account)
{
	const struct step *step = account->step;
	g_autofree char *message = message_of(step, carry->signoff ? &carry->user : NULL);
	struct commit_spec spec = {
		.tree = &account->tree,
		.parent = &carry->tip,
		.author = step->author.name ? &step->author : &carry->user,
		.committer = &carry->user,
		.message = message,
	};
	int ret;

	carry->when.time++;
	spec.committer_time = carry->when;
	spec.author_time = step->dated ? step->date : carry->when;
	ret = repo_commit(&account->commit, carry->stage.repo, &spec);
	if (!ret)
		carry->tip = account->commit;
	return ret;
}

static bool skips(const struct carry *carry, const struct step *step)
{
	return carry->opts->skip && g_hash_table_contains(carry->opts->skip, step->name);
}

/* apply wants every step to do something, and says why one may not. */
static int hint_upstream(struct carry *carry, struct account *account)
{
	g_autofree char *why = NULL;
	int ret = 0;

	if (account->fate == FATE_CONFLICT && !account->why)
		ret = upstream_step(&why, carry->upstream, account->step);
	if (why)
		account->why = g_strdup_printf("the base may have the step already: %s; respin rebase "
					       "leaves such steps out", why);
	return ret;
}

static int try_step(struct carry *carry, struct account *account)
{
	int ret = 0;

	if (skips(carry, account->step)) {
		account->fate = FATE_SKIPPED;
		return 0;
	}
	if (carry->opts->upstream)
		ret = upstream_step(&account->why, carry->upstream, account->step);
	if (ret || account->why) {
		account->fate = FATE_UPSTREAM;
		return ret;
	}
	carry->find = carry->opts->upstream;
	if (!carry->find && account->step->fixups->len)
		ret = run_with_fixups(carry, account);
	else
		ret = run_recipe(carry, account);
	return ret || carry->opts->upstream || carry->stage.later ? ret :
	       hint_upstream(carry, account);
}

static int run_step(struct carry *carry, struct account *account)
{
	struct mark mark = mark_set(carry);
	int ret;

	account->parent = carry->tip;
	account->tree = carry->stage.tree;
	carry->stage.step = account->step;
	ret = try_step(carry, account);
	if (!ret && fate_commits(account->fate))
		ret = make_commit(carry, account);
	mark_end(&mark, carry, !fate_commits(account->fate));
	account->tree = carry->stage.tree;
	return ret;
}

static int run_in_order(struct carry *carry, GPtrArray *accounts)
{
	int ret = 0;

	for (unsigned int i = 0; !ret && !carry->said && i < accounts->len; i++) {
		struct account *account = accounts->pdata[i];

		if (i >= carry->shown)
			progress(i + 1, "%s", account->step->name);
		carry->shown = MAX(carry->shown, i + 1);
		ret = run_step(carry, account);
		if (account->fate == FATE_CONFLICT && !carry->opts->go_on)
			break;
	}
	return ret;
}

/* As if each judgement were good; 1: not all are, or there is something to say. */
static int run_ahead(struct carry *carry, GPtrArray *accounts)
{
	struct later *later = later_new();
	int ret, err;

	carry->stage.later = later;
	ret = run_in_order(carry, accounts);
	carry->stage.later = NULL;
	err = later_settle(later);
	later_free(later);
	if (ret || err == E_INTERRUPTED)
		return ret ? ret : err;
	return err || carry->said || carry_conflict(accounts);
}

/*
 * Few series fail, so no step waits for the judgement of one before it. Where one
 * was not good after all, it is done again, from the first step on: what is known by
 * then costs nothing, and all is said in its place.
 */
static int run_steps(struct carry *carry, GPtrArray **accounts)
{
	struct carry start = *carry;
	int ret = 1;

	progress_begin(carry->opts->title ? carry->opts->title : "apply", (*accounts)->len);
	if (carry->stage.jobs > 1 && !carry->opts->upstream && !carry->opts->go_on)
		ret = run_ahead(carry, *accounts);
	if (ret > 0) {
		carry->tip = start.tip;
		carry->when = start.when;
		carry->stage.tree = start.stage.tree;
		carry->said = false;
		g_hash_table_remove_all(carry->stage.spent);
		g_ptr_array_unref(*accounts);
		*accounts = accounts_new(carry->stage.series);
		ret = run_in_order(carry, *accounts);
	}
	progress_end();
	return ret;
}

static int find_base(git_oid *base, struct carry *carry)
{
	const char *onto = carry->opts->onto ? carry->opts->onto : "HEAD";
	struct repo *repo = carry->stage.repo;
	int ret = repo_resolve(base, repo, onto);

	if (!ret)
		ret = repo_commit_tree(&carry->stage.tree, repo, base);
	if (!ret)
		ret = repo_require_kernel(repo, &carry->stage.tree, onto);
	if (!ret)
		ret = repo_commit_time(&carry->when, repo, base);
	carry->tip = *base;
	return ret;
}

int carry_series(GPtrArray **out, git_oid *base, struct repo *repo, const struct series *series,
		 const struct carry_opts *opts)
{
	struct carry carry = {
		.stage = {
			.repo = repo,
			.series = series,
			.jobs = opts->jobs,
			.allow_scripts = opts->allow_scripts,
			.no_cache = opts->no_cache,
		},
		.opts = opts,
		.signoff = series_config_bool(series, "signoff", false),
	};
	int ret;

	*out = accounts_new(series);
	carry.stage.spent = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	ret = find_base(base, &carry);
	if (!ret)
		ret = repo_ident(&carry.user, repo);
	if (!ret)
		ret = scratch_new(&carry.stage.scratch, repo->state_dir);
	if (!ret)
		ret = upstream_new(&carry.upstream, &carry.stage, base,
				   opts->upstream ? opts->former : NULL);
	if (!ret)
		ret = run_steps(&carry, out);
	upstream_free(carry.upstream);
	scratch_free(carry.stage.scratch);
	ident_release(&carry.user);
	g_hash_table_unref(carry.stage.spent);
	return ret;
}

int carry_result(struct result *out, const GPtrArray *accounts, const git_oid *base,
		 const struct series *series)
{
	unsigned int n = 0;

	out->base = *base;
	for (unsigned int i = 0; i < accounts->len; i++) {
		const struct account *account = accounts->pdata[i];

		n += account->fate != FATE_PENDING && account->fate != FATE_CONFLICT;
		if (fate_commits(account->fate))
			result_add(out, account->step->name, &account->commit,
				   account->fixup ? account->fixup->base : NULL);
	}
	if (n == series->steps->len)
		return 0;
	return error("%s has %u steps, and %u are accounted for: please report this as a fault of "
		     "respin", series->name, series->steps->len, n);
}
