// SPDX-License-Identifier: GPL-2.0-only
#include "proof.h"

#include <stdlib.h>
#include <string.h>
#include "proven.h"
#include "trial.h"

#define TRIAL_MIN	8	/* mails: git am's start is worth some */
#define TRIAL_MAX	50	/* it reads its whole index for each */
#define MEMORY_MAIL	(128u << 10)	/* bytes in the lab, by rule of thumb */
#define MEMORY_TIMES	8		/* and as often all that the mbox has */

struct proof {
	const struct posting *posting;
	const struct lab *lab;
	struct scratch *scratch;
	struct known *known;
	unsigned int n;			/* patches */
	struct touched *touched;	/* one each */
	char **keys;			/* likewise */
	GArray *trials;			/* of those that are not known */
	const char **mails;		/* the thread's, the cover letter first */
	size_t *lens;
	unsigned int n_mails;
	char *thread;			/* its key */
	char *dir;			/* where git mailsplit puts them */
	struct run split;		/* no arguments: known */
};

static void trial_clear(void *trial)
{
	trial_release(trial);
}

static void proof_init(struct proof *proof, const struct posting *posting, const struct lab *lab,
		       struct scratch *scratch)
{
	unsigned int cover = posting->cover_subject != NULL;

	proof->posting = posting;
	proof->lab = lab;
	proof->scratch = scratch;
	proof->known = posting->known;
	proof->n = posting->patches->len;
	proof->touched = g_new0(struct touched, proof->n);
	proof->keys = g_new0(char *, proof->n + 1);
	proof->trials = g_array_new(FALSE, TRUE, sizeof(struct trial));
	g_array_set_clear_func(proof->trials, trial_clear);
	proof->n_mails = proof->n + cover;
	proof->mails = g_new0(const char *, proof->n_mails);
	proof->lens = g_new0(size_t, proof->n_mails);
	proof->mails[0] = posting->mbox->str;
	proof->lens[0] = posting->cover_len;
	for (unsigned int i = 0; i < proof->n; i++) {
		const struct patch *patch = posting->patches->pdata[i];

		proof->mails[i + cover] = posting->mbox->str + patch->mail;
		proof->lens[i + cover] = patch->mail_len;
	}
}

static void proof_release(struct proof *proof)
{
	for (unsigned int i = 0; i < proof->n; i++)
		excerpt_release(&proof->touched[i]);
	g_free(proof->touched);
	g_strfreev(proof->keys);
	g_array_unref(proof->trials);
	g_free(proof->mails);
	g_free(proof->lens);
	g_free(proof->thread);
	g_free(proof->dir);
	run_release(&proof->split);
}

/* Each mail is proved from where the one before it ends. */
static int check_line(const struct proof *proof, unsigned int i)
{
	const struct posting *posting = proof->posting;
	const struct patch *before = i ? posting->patches->pdata[i - 1] : NULL;
	git_oid tree;
	int ret = repo_commit_tree(&tree, posting->repo, before ? &before->id : &posting->base);

	if (!ret && !git_oid_equal(&tree, &proof->touched[i].parent))
		ret = error("patch %u does not follow the one before it", i + 1);
	return ret;
}

static int make_key(struct proof *proof, unsigned int i)
{
	const struct patch *patch = proof->posting->patches->pdata[i];
	struct repo *repo = proof->posting->repo;
	g_autoptr(GString) description = g_string_new(NULL);
	g_autofree char *commit = NULL;
	int ret = excerpt_touched(&proof->touched[i], repo, &patch->id);

	if (!ret)
		ret = check_line(proof, i);
	if (!ret)
		ret = excerpt_describe(description, repo, &proof->touched[i]);
	if (!ret)
		ret = repo_commit_bytes(&commit, repo, &patch->id);
	if (!ret)
		proof->keys[i] = proven_key(proof->known,
					    proof->posting->mbox->str + patch->mail,
					    patch->mail_len, description, commit);
	return ret;
}

static bool is_known(const struct proof *proof, unsigned int i)
{
	return known_get(proof->known, proof->keys[i]);
}

/* Mails that are not known, and those known that stand between a few of them. */
static unsigned int trial_end(const struct proof *proof, unsigned int first, unsigned int max)
{
	unsigned int end = first + 1;

	for (unsigned int i = end; i < proof->n && i < first + max && i < end + TRIAL_MIN; i++)
		if (!is_known(proof, i))
			end = i + 1;
	return end;
}

static int plan_trials(struct proof *proof)
{
	unsigned int unknown = 0, jobs = MAX(run_jobs(), 1), max;
	int ret = 0;

	for (unsigned int i = 0; i < proof->n; i++)
		unknown += !is_known(proof, i);
	max = CLAMP((unknown + jobs - 1) / jobs, TRIAL_MIN, TRIAL_MAX);
	for (unsigned int i = 0; !ret && i < proof->n; i++) {
		struct trial trial = TRIAL_INIT;

		if (is_known(proof, i))
			continue;
		trial.first = i;
		trial.n = trial_end(proof, i, max) - i;
		ret = trial_prepare(&trial, proof->posting, proof->touched, proof->scratch);
		g_array_append_val(proof->trials, trial);
		i += trial.n - 1;
	}
	return ret;
}

static int plan_split(struct proof *proof)
{
	const struct posting *posting = proof->posting;
	g_autofree char *mbox = g_build_filename(proof->lab->home, "thread", NULL);
	int ret;

	proof->thread = proven_thread_key(proof->known, proof->mails, proof->lens, proof->n_mails);
	if (known_get(proof->known, proof->thread))
		return 0;
	proof->dir = scratch_dir(proof->scratch, "mails");
	if (!proof->dir)
		return E_ENV;
	ret = file_write(mbox, posting->mbox->str, posting->mbox->len);
	lab_git(&proof->split, proof->lab);
	run_arg(&proof->split, "mailsplit", "-d8", NULL);
	run_argf(&proof->split, "-o%s", proof->dir);
	run_arg(&proof->split, mbox, NULL);
	return ret;
}

/* The thread falls into the mails that it is made of: as many, and byte for byte. */
static int judge_split(struct proof *proof)
{
	unsigned int found = (unsigned int)strtoul(proof->split.out->str, NULL, 10);

	if (proof->split.status || proof->split.signal) {
		error("git mailsplit: %s", g_strchomp(proof->split.err->str));
		return E_ENV;
	}
	if (found != proof->n_mails) {
		error("the posting does not survive: git mailsplit makes %u mails of %u", found,
		      proof->n_mails);
		return REFUSED;
	}
	for (unsigned int i = 0; i < proof->n_mails; i++) {
		g_autofree char *path = g_strdup_printf("%s/%08u", proof->dir, i + 1);
		g_autofree char *data = NULL;
		size_t len;

		if (file_read(&data, &len, path))
			return E_ENV;
		if (len != proof->lens[i] || memcmp(data, proof->mails[i], len)) {
			error("the posting does not survive: git mailsplit makes another mail of "
			      "mail %u of %u", i + 1, proof->n_mails);
			return REFUSED;
		}
	}
	return 0;
}

/* The split first, whose failure makes the others' meaningless. */
static int run_all(struct proof *proof)
{
	g_autoptr(GPtrArray) runs = g_ptr_array_new();

	if (proof->split.argv)
		g_ptr_array_add(runs, &proof->split);
	for (unsigned int i = 0; i < proof->trials->len; i++)
		g_ptr_array_add(runs, &g_array_index(proof->trials, struct trial, i).run);
	return run_many((struct run **)runs->pdata, runs->len, run_jobs());
}

/* In order; those that hold are remembered, whatever becomes of the others. */
static int judge_all(struct proof *proof)
{
	g_autofree bool *fails = g_new0(bool, proof->n);
	int ret = proof->split.argv ? judge_split(proof) : 0;

	if (ret)
		return ret;
	known_put(proof->known, proof->thread, "", 0);
	for (unsigned int i = 0; i < proof->trials->len; i++) {
		struct trial *trial = &g_array_index(proof->trials, struct trial, i);
		int err = trial_judge(trial, proof->posting, proof->touched);

		for (unsigned int k = 0; err && k < trial->n; k++)
			fails[trial->first + k] = true;
		ret = ret ? ret : err;
	}
	for (unsigned int i = 0; i < proof->n; i++)
		if (!fails[i])
			known_put(proof->known, proof->keys[i], "", 0);
	return ret;
}

/* What the mails take there: the mbox, git's copies, and what comes of them. */
static void make_room(const struct proof *proof)
{
	scratch_in_memory(proof->scratch, (size_t)MEMORY_MAIL * proof->n_mails +
			  MEMORY_TIMES * proof->posting->mbox->len);
}

int proof_run(const struct posting *posting, struct lab *lab, struct scratch *scratch)
{
	struct proof proof = { 0 };
	int ret = 0;

	progress_begin("proof", 3);
	progress(1, "what is known");
	proof_init(&proof, posting, lab, scratch);
	make_room(&proof);
	for (unsigned int i = 0; !ret && i < proof.n; i++)
		ret = make_key(&proof, i);
	if (!ret)
		ret = plan_split(&proof);
	if (!ret)
		ret = plan_trials(&proof);
	if (!ret) {
		progress(2, "git mailsplit, git am");
		ret = run_all(&proof);
	}
	if (!ret) {
		progress(3, "trees, authors, dates, messages");
		ret = judge_all(&proof);
	}
	proof_release(&proof);
	progress_end();
	return ret;
}
