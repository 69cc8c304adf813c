// SPDX-License-Identifier: GPL-2.0-only
#include "carry.h"
#include "claim.h"
#include "message.h"
#include "recipe.h"
#include "run.h"

#include <string.h>

/* All that a run needs besides the series. */
struct carry {
	struct stage stage;
	const struct carry_opts *opts;
	struct ident user;
	bool signoff;
	git_oid tip;		/* the last commit; the base at first */
	git_time when;		/* of the last commit */
};

static const struct {
	const char *name;
	bool commits;
} fates[] = {
	[FATE_PENDING] = { "pending", false },
	[FATE_APPLIED] = { "applied", true },
	[FATE_FIXUP] = { "applied with fixup", true },
	[FATE_PARTLY] = { "partly upstream", true },
	[FATE_UPSTREAM] = { "upstream", false },
	[FATE_EMPTY] = { "became empty", false },
	[FATE_SKIPPED] = { "skipped", false },
	[FATE_CONFLICT] = { "conflict", false },
};

const char *fate_name(enum fate fate)
{
	return fates[fate].name;
}

bool fate_commits(enum fate fate)
{
	return fates[fate].commits;
}

static void conflict_free(void *data)
{
	struct conflict *conflict = data;

	g_free(conflict->text);
	g_free(conflict->path);
	g_free(conflict->function);
	g_free(conflict->expected);
	g_free(conflict->found);
	g_ptr_array_unref(conflict->near);
	g_free(conflict);
}

static void account_free(void *data)
{
	struct account *account = data;

	g_free(account->why);
	g_ptr_array_unref(account->conflicts);
	g_free(account);
}

static struct account *account_new(const struct step *step)
{
	struct account *account = g_new0(struct account, 1);

	account->step = step;
	account->conflicts = g_ptr_array_new_with_free_func(conflict_free);
	return account;
}

static struct conflict *conflict_add(struct account *account, const struct op *op, GString *text)
{
	struct conflict *conflict = g_new0(struct conflict, 1);

	conflict->op = op;
	conflict->text = g_strdup(text->str);
	conflict->near = g_ptr_array_new_with_free_func(g_free);
	g_ptr_array_add(account->conflicts, conflict);
	return conflict;
}

const struct account *carry_conflict(const GPtrArray *accounts)
{
	for (unsigned int i = 0; i < accounts->len; i++) {
		const struct account *account = accounts->pdata[i];

		if (account->fate == FATE_CONFLICT)
			return account;
	}
	return NULL;
}

/* Every function here returns 0 for a conflict that it has put down. */
static int settle(int ret, struct account *account, const struct op *op, GString *held)
{
	if (ret == E_SERIES) {
		conflict_add(account, op, held);
		ret = 0;
	} else if (held->len) {
		msg_print(held->str);
	}
	g_string_free(held, TRUE);
	return ret;
}

static int run_op(struct carry *carry, struct account *account, const struct op *op)
{
	git_oid before = carry->stage.tree;
	GString *held = g_string_new(NULL);
	int ret;

	if (run_interrupted())
		ret = E_INTERRUPTED;
	else {
		msg_hold(held);
		ret = op->kind->run(&carry->stage, op);
		msg_hold(NULL);
	}
	if (ret)
		carry->stage.tree = before;
	return settle(ret, account, op, held);
}

static int hold_claims(struct carry *carry, struct account *account)
{
	GString *held = g_string_new(NULL);
	int ret;

	msg_hold(held);
	ret = claims_hold(&carry->stage);
	msg_hold(NULL);
	return settle(ret, account, NULL, held);
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
	return settle(ret, account, NULL, held);
}

static int run_recipe(struct carry *carry, struct account *account)
{
	const struct step *step = account->step;
	git_oid before = carry->stage.tree;
	int ret = 0;

	for (unsigned int i = 0; !ret && !account->conflicts->len && i < step->ops->len; i++)
		ret = run_op(carry, account, step->ops->pdata[i]);
	if (!ret && !account->conflicts->len)
		ret = hold_claims(carry, account);
	if (!ret && !account->conflicts->len)
		ret = refuse_empty(carry, account, &before);
	account->tree = carry->stage.tree;
	account->fate = account->conflicts->len ? FATE_CONFLICT : FATE_APPLIED;
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
	spec.author_time = spec.committer_time = carry->when;
	ret = repo_commit(&account->commit, carry->stage.repo, &spec);
	if (!ret)
		carry->tip = account->commit;
	return ret;
}

static bool skips(const struct carry *carry, const struct step *step)
{
	return carry->opts->skip && g_hash_table_contains(carry->opts->skip, step->name);
}

static int run_step(struct carry *carry, struct account *account)
{
	git_oid before = carry->stage.tree;
	int ret = 0;

	account->parent = carry->tip;
	account->tree = before;
	carry->stage.step = account->step;
	if (skips(carry, account->step))
		account->fate = FATE_SKIPPED;
	else
		ret = run_recipe(carry, account);
	if (!ret && fate_commits(account->fate))
		ret = make_commit(carry, account);
	if (!fate_commits(account->fate))
		carry->stage.tree = before;
	return ret;
}

static int run_steps(struct carry *carry, GPtrArray *accounts)
{
	const char *title = carry->opts->title ? carry->opts->title : "apply";
	int ret = 0;

	progress_begin(title, accounts->len);
	for (unsigned int i = 0; !ret && i < accounts->len; i++) {
		struct account *account = accounts->pdata[i];

		progress(i + 1, "%s", account->step->name);
		ret = run_step(carry, account);
		if (account->fate == FATE_CONFLICT && !carry->opts->go_on)
			break;
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
	GPtrArray *accounts = g_ptr_array_new_with_free_func(account_free);
	int ret;

	*out = accounts;
	for (unsigned int i = 0; i < series->steps->len; i++)
		g_ptr_array_add(accounts, account_new(series->steps->pdata[i]));
	carry.stage.spent = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	ret = find_base(base, &carry);
	if (!ret)
		ret = repo_ident(&carry.user, repo);
	if (!ret)
		ret = scratch_new(&carry.stage.scratch, repo->state_dir);
	if (!ret)
		ret = run_steps(&carry, accounts);
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
			result_add(out, account->step->name, &account->commit);
	}
	if (n == series->steps->len)
		return 0;
	return error("%s has %u steps, and %u are accounted for: please report this as a fault of "
		     "respin", series->name, series->steps->len, n);
}
