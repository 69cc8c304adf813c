// SPDX-License-Identifier: GPL-2.0-only
#include "rebase.h"
#include "branch.h"
#include "carry.h"
#include "fixup.h"
#include "handwork.h"
#include "ledger.h"
#include "offer.h"
#include "rebase-state.h"
#include "worksite.h"

#include <stdio.h>
#include <string.h>

struct rebase {
	struct repo *repo;
	const struct series *series;
	const struct rebase_opts *opts;
	struct rebase_state state;
	struct result former;		/* .commits NULL: there is none */
	GPtrArray *accounts;
};

static void rebase_release(struct rebase *rebase)
{
	if (rebase->accounts)
		g_ptr_array_unref(rebase->accounts);
	result_release(&rebase->former);
	rebase_state_release(&rebase->state);
}

static int carry_out(struct rebase *rebase)
{
	g_autofree char *onto = g_strdup(git_oid_tostr_s(&rebase->state.onto));
	struct carry_opts opts = {
		.onto = onto,
		.jobs = rebase->opts->jobs,
		.allow_scripts = rebase->state.allow_scripts || rebase->opts->allow_scripts,
		.no_cache = rebase->opts->no_cache,
		.upstream = true,
		.go_on = rebase->opts->dry_run,
		.skip = rebase->state.skip,
		.title = "rebase",
	};
	git_oid base;
	bool found;
	int ret = result_former(&rebase->former, &found, rebase->repo, rebase->series,
				rebase->state.branch);

	if (!found)
		result_release(&rebase->former);
	opts.former = found ? &rebase->former : NULL;
	return ret ? ret : carry_series(&rebase->accounts, &base, rebase->repo, rebase->series, &opts);
}

/* Our own ref: announced, so that a kill leaves no lock file for good. */
static int keep(struct repo *repo, const char *series, const git_oid *commit)
{
	static const git_oid none;
	g_autofree char *ref = g_strconcat("refs/respin/rebase/", series, NULL);
	const char *refs[] = { ref };
	const git_oid *ids[] = { commit ? commit : &none };
	int lock = -1, ret = refs_announce(&lock, repo, refs, ids, 1);

	if (!ret)
		ret = commit ? ref_set(repo, ref, commit, "respin rebase") : ref_drop(repo, ref);
	refs_settle(lock, repo);
	return ret;
}

/* What did apply, as a commit that nothing but our ref leads to. */
static int keep_made(struct rebase *rebase)
{
	g_autofree char *message = g_strdup_printf("What applies of %s\n", rebase->state.step);
	struct ident user = { NULL, NULL };
	struct commit_spec spec = {
		.tree = &rebase->state.made,
		.parent = &rebase->state.parent,
		.author = &user,
		.committer = &user,
		.message = message,
	};
	git_oid commit;
	int ret = repo_ident(&user, rebase->repo);

	if (!ret)
		ret = repo_commit_time(&spec.author_time, rebase->repo, &rebase->state.parent);
	spec.committer_time = spec.author_time;
	if (!ret)
		ret = repo_commit(&commit, rebase->repo, &spec);
	if (!ret)
		ret = keep(rebase->repo, rebase->state.series, &commit);
	ident_release(&user);
	return ret;
}

static char **conflict_lines(const struct account *account)
{
	GPtrArray *lines = g_ptr_array_new();

	for (unsigned int i = 0; i < account->conflicts->len; i++) {
		const struct conflict *conflict = account->conflicts->pdata[i];

		g_ptr_array_add(lines, conflict->op ? fixup_op_line(conflict->op) :
				fixup_claim_line(conflict->claim));
	}
	g_ptr_array_add(lines, NULL);
	return (char **)g_ptr_array_free(lines, FALSE);
}

static char **there_lines(const struct account *account)
{
	GPtrArray *lines = g_ptr_array_new();

	for (unsigned int i = 0; i < account->there->len; i++)
		g_ptr_array_add(lines, fixup_op_line(account->there->pdata[i]));
	g_ptr_array_add(lines, NULL);
	return (char **)g_ptr_array_free(lines, FALSE);
}

/* The worksite is for this very conflict, and open. */
static bool is_open(const struct rebase_state *state, const struct account *account)
{
	return state->ready && state->step && !strcmp(state->step, account->step->name) &&
	       git_oid_equal(&state->made, &account->made) &&
	       g_file_test(state->worksite, G_FILE_TEST_IS_DIR);
}

static int put_offers(struct rebase *rebase, const struct account *account)
{
	const struct result *former = rebase->former.commits ? &rebase->former : NULL;
	GPtrArray *offers = NULL;
	int ret = offers_make(&offers, rebase->repo, former, account);

	for (unsigned int i = 0; !ret && i < offers->len; i++) {
		const struct offer *offer = offers->pdata[i];

		ret = worksite_put(rebase->repo, rebase->state.worksite, offer->path, &offer->blob);
		if (ret)
			break;
		if (offer->regions)
			note("%s: what the step did before is merged in, with %u conflict%s from line %u "
			     "on", offer->path, offer->regions, offer->regions == 1 ? "" : "s",
			     offer->line);
		else
			note("%s: what the step did before is merged in; see whether it is right",
			     offer->path);
	}
	g_ptr_array_unref(offers);
	return ret;
}

static unsigned int position(const struct rebase *rebase, const struct account *account)
{
	unsigned int n = 0;

	g_ptr_array_find(rebase->accounts, account, &n);
	return n + 1;
}

static int open_site(struct rebase *rebase, const struct account *account)
{
	struct rebase_state *state = &rebase->state;
	g_autofree char *reason = g_strdup_printf("respin rebase %s", state->series);
	bool whole = state->ready && g_file_test(state->worksite, G_FILE_TEST_IS_DIR);
	int ret;

	g_free(state->step);
	state->step = g_strdup(account->step->name);
	state->parent = account->parent;
	state->made = account->made;
	g_strfreev(state->instead);
	state->instead = conflict_lines(account);
	g_strfreev(state->already);
	state->already = there_lines(account);
	state->ready = false;
	ret = rebase_save(state, rebase->repo);
	if (!ret)
		ret = keep_made(rebase);
	progress_begin("rebase", rebase->series->steps->len);
	progress(position(rebase, account), "%s: opening a worktree", state->step);
	if (!ret && !whole)
		ret = worksite_remove(rebase->repo, state->worksite);
	if (!ret)
		ret = worksite_open(rebase->repo, state->worksite, &state->parent, &state->made, reason);
	progress_end();
	if (!ret)
		ret = put_offers(rebase, account);
	state->ready = true;
	return ret ? ret : rebase_save(state, rebase->repo);
}

static int stop_at(struct rebase *rebase, const struct account *account)
{
	const char *series = rebase->state.series;
	bool open = is_open(&rebase->state, account);
	int ret;

	ledger_print(rebase->accounts);
	fflush(stdout);
	ledger_conflict(account);
	ret = open ? 0 : open_site(rebase, account);
	if (ret)
		return ret;
	if (open)
		note("nothing was changed in %s", rebase->state.worksite);
	note("step %u of %u, %s, needs you: what does apply of it is in\n"
	     "\t%s\n"
	     "Finish it there (nothing has to be committed), or change the recipe; then:\n"
	     "\trespin rebase %s --continue\n"
	     "Or go on without the step (--skip), or back to where it began (--abort).",
	     position(rebase, account), rebase->series->steps->len, account->step->name,
	     rebase->state.worksite, series);
	return E_SERIES;
}

static int close_all(struct repo *repo, const char *series, const char *worksite)
{
	int ret;

	progress_begin("rebase", 1);
	if (g_file_test(worksite, G_FILE_TEST_IS_DIR))
		progress(1, "taking the worktree away");
	ret = worksite_remove(repo, worksite);
	progress_end();
	if (!ret)
		ret = keep(repo, series, NULL);
	return ret ? ret : rebase_forget(repo, series);
}

/* The record of the former result, for --abort. */
static int save_record(struct rebase *rebase)
{
	g_autofree char *from = result_record(rebase->repo, rebase->state.series);
	g_autofree char *to = rebase_path(rebase->repo, rebase->state.series, "record");
	g_autofree char *text = NULL;
	size_t len;

	if (!g_file_test(from, G_FILE_TEST_EXISTS))
		return 0;
	return file_read(&text, &len, from) ? E_ENV : file_replace(to, text, len);
}

static int restore_record(struct repo *repo, const char *series)
{
	g_autofree char *to = result_record(repo, series);
	g_autofree char *from = rebase_path(repo, series, "record"), *text = NULL;
	size_t len;

	if (!g_file_test(from, G_FILE_TEST_EXISTS))
		return 0;
	return file_read(&text, &len, from) ? E_ENV : file_replace(to, text, len);
}

/* Where the branch has to stand for us to move it; it may be there already. */
static int expected_old(struct result_old *old, const struct rebase *rebase)
{
	const struct rebase_state *state = &rebase->state;
	int ret = branch_tip(&old->tip, &old->found, rebase->repo, state->branch);

	if (!ret && !(old->found && git_oid_equal(&old->tip, &state->tip))) {
		old->found = state->refs[0].found;
		old->tip = state->refs[0].id;
	}
	return ret;
}

static int publish(struct rebase *rebase, struct result *result)
{
	struct rebase_state *state = &rebase->state;
	struct result_old old;
	int ret = 0;

	if (!state->publishing)
		ret = save_record(rebase);
	state->publishing = true;
	state->tip = *result_tip(result);
	if (!ret)
		ret = rebase_save(state, rebase->repo);
	if (!ret)
		ret = branch_usable(rebase->repo, state->branch);
	if (!ret)
		ret = expected_old(&old, rebase);
	if (!ret)
		ret = result_publish(result, rebase->repo, rebase->series, state->branch, &old, "rebase");
	return ret;
}

static int print_range_diff(const struct rebase *rebase, const struct result *result)
{
	struct range old = RANGE_INIT, new = RANGE_INIT;
	GString *text = g_string_new(NULL);
	int ret;

	result_range(&old, &rebase->former, 0, rebase->former.commits->len);
	result_range(&new, result, 0, result->commits->len);
	ret = rangediff_print(text, rebase->repo, &old, &new);
	if (!ret && text->len)
		printf("\n%s", text->str);
	range_release(&old);
	range_release(&new);
	g_string_free(text, TRUE);
	return ret;
}

static void print_end(const struct rebase *rebase, const struct result *result)
{
	const struct rebase_state *state = &rebase->state;
	g_autofree char *ref = result_ref("former", state->branch);
	char base[13], tip[13], former[13];
	bool moved = !state->refs[0].found || !git_oid_equal(&state->refs[0].id, &state->tip);

	git_oid_tostr(base, sizeof(base), &result->base);
	git_oid_tostr(tip, sizeof(tip), &state->tip);
	git_oid_tostr(former, sizeof(former), &state->refs[0].id);
	printf("\n%s: %u of %u steps on %s, branch %s %s %s\n", state->series, result->commits->len,
	       rebase->series->steps->len, base, state->branch, moved ? "now at" : "already at", tip);
	if (moved && state->refs[0].found)
		printf("before: %s, kept as %s\n", former, ref);
}

static int finish(struct rebase *rebase)
{
	struct result result = RESULT_INIT;
	bool compare = rebase->former.commits && rebase->former.commits->len &&
		       !rebase->state.no_range_diff;
	int ret = carry_result(&result, rebase->accounts, &rebase->state.onto, rebase->series);

	if (!ret)
		ret = publish(rebase, &result);
	if (!ret)
		ledger_print(rebase->accounts);
	if (!ret && compare && result.commits->len)
		ret = print_range_diff(rebase, &result);
	if (!ret)
		print_end(rebase, &result);
	if (!ret)
		ret = close_all(rebase->repo, rebase->state.series, rebase->state.worksite);
	result_release(&result);
	return ret;
}

static int show_all(const struct rebase *rebase)
{
	int ret = 0;

	for (unsigned int i = 0; i < rebase->accounts->len; i++) {
		const struct account *account = rebase->accounts->pdata[i];

		if (account->fate != FATE_CONFLICT)
			continue;
		ledger_conflict(account);
		ret = E_SERIES;
	}
	ledger_print(rebase->accounts);
	return ret;
}

static int go(struct rebase *rebase)
{
	const struct account *conflict;
	int ret = carry_out(rebase);

	if (ret)
		return ret;
	if (rebase->opts->dry_run)
		return show_all(rebase);
	conflict = carry_conflict(rebase->accounts);
	return conflict ? stop_at(rebase, conflict) : finish(rebase);
}

static int note_refs(struct rebase *rebase)
{
	struct rebase_state *state = &rebase->state;
	int ret = 0;

	state->refs[0].name = branch_ref(state->branch);
	state->refs[1].name = result_ref("result", state->branch);
	state->refs[2].name = result_ref("former", state->branch);
	for (unsigned int i = 0; !ret && i < G_N_ELEMENTS(state->refs); i++)
		ret = ref_read(&state->refs[i].id, &state->refs[i].found, rebase->repo,
			       state->refs[i].name);
	return ret;
}

static char *worksite_path(const struct rebase *rebase)
{
	g_autofree char *name = g_strconcat("respin-", rebase->series->name, NULL);
	g_autofree char *path = rebase_path(rebase->repo, rebase->series->name, name);

	return g_canonicalize_filename(rebase->opts->worktree ? rebase->opts->worktree : path, NULL);
}

static int begin(struct rebase *rebase)
{
	struct rebase_state *state = &rebase->state;
	struct result_old old;
	int ret;

	state->series = g_strdup(rebase->series->name);
	state->branch = result_branch(rebase->series, rebase->opts->branch);
	state->worksite = worksite_path(rebase);
	state->allow_scripts = rebase->opts->allow_scripts;
	state->no_range_diff = rebase->opts->no_range_diff;
	ret = repo_resolve(&state->onto, rebase->repo, rebase->opts->onto);
	if (!ret && !rebase->opts->dry_run)
		ret = result_old(&old, rebase->repo, rebase->series, state->branch,
				 rebase->opts->force);
	return ret ? ret : note_refs(rebase);
}

int rebase_start(struct repo *repo, const struct series *series, const struct rebase_opts *opts)
{
	struct rebase rebase = { .repo = repo, .series = series, .opts = opts };
	int lock = -1, ret = rebase_lock(&lock, repo, series->name);
	bool found = false;

	if (!ret)
		ret = rebase_load(&rebase.state, &found, repo, series->name);
	if (!ret && found && !opts->dry_run)
		ret = rebase_refuse(repo, series->name);
	if (found) {
		rebase_state_release(&rebase.state);
		rebase.state.skip = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	}
	if (!ret)
		ret = begin(&rebase);
	if (!ret)
		ret = go(&rebase);
	rebase_release(&rebase);
	rebase_unlock(lock);
	return ret;
}

static int load(struct rebase_state *state, struct repo *repo, const char *series)
{
	bool found;
	int ret = rebase_load(state, &found, repo, series);

	if (!ret && !found)
		ret = error("no rebase of %s is under way", series);
	return ret;
}

int rebase_resume(struct repo *repo, const struct series *series, const struct rebase_opts *opts,
		  bool skip)
{
	struct rebase rebase = { .repo = repo, .series = series, .opts = opts };
	int lock = -1, ret = rebase_lock(&lock, repo, series->name);

	if (!ret)
		ret = load(&rebase.state, repo, series->name);
	if (!ret && skip && !rebase.state.step)
		ret = error("no step conflicts: respin rebase %s --continue", series->name);
	if (!ret && skip) {
		g_hash_table_add(rebase.state.skip, g_steal_pointer(&rebase.state.step));
		ret = rebase_save(&rebase.state, repo);
	}
	if (!ret)
		ret = go(&rebase);
	rebase_release(&rebase);
	rebase_unlock(lock);
	return ret;
}

int rebase_take(struct repo *repo, const struct series *series)
{
	struct rebase_state state = REBASE_STATE_INIT;
	int lock = -1, ret = rebase_lock(&lock, repo, series->name);

	if (!ret)
		ret = load(&state, repo, series->name);
	if (!ret)
		ret = handwork_take(repo, series, &state);
	rebase_state_release(&state);
	rebase_unlock(lock);
	return ret;
}

/* Back where it was; what somebody else has moved since then is left. */
static int restore_ref(struct repo *repo, const struct rebase_ref *ref, const git_oid *ours,
		       bool any)
{
	git_oid now;
	bool found;
	int ret = ref_read(&now, &found, repo, ref->name);

	if (ret || (!found && !ref->found) ||
	    (found && ref->found && git_oid_equal(&now, &ref->id)))
		return ret;
	if (!any && (!found || !git_oid_equal(&now, ours))) {
		warning("%s was moved by somebody else meanwhile; it is left there", ref->name);
		return 0;
	}
	return ref->found ? ref_set(repo, ref->name, &ref->id, "respin rebase --abort") :
			    ref_drop(repo, ref->name);
}

static int restore_refs(struct repo *repo, const struct rebase_state *state)
{
	const char *names[G_N_ELEMENTS(state->refs)];
	const git_oid *ids[G_N_ELEMENTS(state->refs)];
	int lock = -1, ret;

	for (unsigned int i = 0; i < G_N_ELEMENTS(state->refs); i++) {
		names[i] = state->refs[i].name;
		ids[i] = &state->refs[i].id;
	}
	ret = refs_announce(&lock, repo, names, ids, G_N_ELEMENTS(state->refs));
	for (unsigned int i = 0; !ret && i < G_N_ELEMENTS(state->refs); i++)
		ret = restore_ref(repo, &state->refs[i], &state->tip, i > 0);
	refs_settle(lock, repo);
	return ret;
}

int rebase_abort(struct repo *repo, const char *series)
{
	struct rebase_state state = REBASE_STATE_INIT;
	int lock = -1, ret = rebase_lock(&lock, repo, series);

	if (!ret)
		ret = load(&state, repo, series);
	/* killed on the way, and then told to go on: it would begin with half a worktree */
	state.ready = false;
	if (!ret)
		ret = rebase_save(&state, repo);
	if (!ret && state.publishing)
		ret = restore_refs(repo, &state);
	if (!ret && state.publishing)
		ret = restore_record(repo, series);
	if (!ret)
		ret = close_all(repo, series, state.worksite);
	if (!ret)
		note("the rebase of %s is given up, and all is where it was", series);
	rebase_state_release(&state);
	rebase_unlock(lock);
	return ret;
}

int rebase_status(char **line, struct repo *repo, const char *series)
{
	struct rebase_state state = REBASE_STATE_INIT;
	bool found;
	int ret = rebase_load(&state, &found, repo, series);

	*line = NULL;
	if (!ret && found && state.step)
		*line = g_strdup_printf("a rebase of %s onto %.12s is under way, at %s, in %s", series,
					git_oid_tostr_s(&state.onto), state.step, state.worksite);
	else if (!ret && found)
		*line = g_strdup_printf("a rebase of %s onto %.12s is under way", series,
					git_oid_tostr_s(&state.onto));
	rebase_state_release(&state);
	return ret;
}

int rebase_refuse(struct repo *repo, const char *series)
{
	g_autofree char *line = NULL;
	int ret = rebase_status(&line, repo, series);

	if (!ret && line)
		ret = error("%s\n\tgo on with it:  respin rebase %s --continue (or --skip)\n"
			    "\tor give it up:  respin rebase %s --abort", line, series, series);
	return ret;
}
