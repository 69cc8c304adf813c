// SPDX-License-Identifier: GPL-2.0-only
#include "export.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "basis.h"
#include "cover.h"
#include "diffs.h"
#include "evidence.h"
#include "kept.h"
#include "proof.h"

#define MEMORY		(1u << 20)	/* bytes of the lab, with a patch or two */
#define PATCHES_MAX	15	/* what lists like to see at most: NIPA's rule */

/* Which version is this to be? */
static int choose_version(struct posting *posting, const struct export_opts *opts)
{
	const char *name = posting->name;
	struct kept kept = KEPT_INIT;
	unsigned int last;
	bool found = false;

	if (kept_last(&last, posting->repo, name))
		return E_ENV;
	posting->version = opts->version ? opts->version : last;
	if (posting->version && kept_find(&kept, &found, posting->repo, name, posting->version))
		return E_ENV;
	found = found && git_oid_equal(&kept.tip, posting_tip(posting));
	kept_release(&kept);
	if (opts->resend && !found) {
		error("%s: nothing to send again: no version %u of these commits is kept", name,
		      posting->version);
		return REFUSED;
	}
	if (!opts->version && !found)
		posting->version = last + 1;
	return 0;
}

/* A version that may be in somebody's mailbox is not written anew by accident. */
static int check_kept(const struct posting *posting, bool force)
{
	const char *name = posting->name;
	g_autofree char *path = kept_path(posting->repo, name, posting->version, posting->resend);
	GString *kept;
	bool same;

	if (kept_read(&kept, posting->repo, name, posting->version, posting->resend))
		return E_ENV;
	same = !kept || g_string_equal(kept, posting->mbox);
	if (kept)
		g_string_free(kept, TRUE);
	if (same || force)
		return 0;
	error("v%u of %s is kept already, and differs (%s): -v %u makes a new version, "
	      "--force replaces the old one", posting->version, name, path,
	      posting->version + 1);
	return REFUSED;
}

static void warn_of_habits(const struct posting *posting)
{
	unsigned int n = posting->patches->len;

	if (n > PATCHES_MAX)
		warning("%u patches: many lists ask for at most %d at a time", n, PATCHES_MAX);
	for (unsigned int i = 0; i < n; i++) {
		const struct patch *patch = posting->patches->pdata[i];

		for (unsigned int k = 0; k < patch->step->claims->len; k++) {
			const struct claim *claim = patch->step->claims->pdata[k];

			if (claim->kind == CLAIM_CHANGE && claim->count > posting->version)
				warning_at(&claim->at, "a change of v%u is left out of v%u",
					   claim->count, posting->version);
		}
	}
}

/* "<id@host>", or without < >: what a link can hold. */
static int read_former(char **out, const char *text)
{
	g_autofree char *id = NULL;
	size_t len = text ? strlen(text) : 0;

	*out = NULL;
	if (!text)
		return 0;
	id = text[0] == '<' && text[len - 1] == '>' ? g_strndup(text + 1, len - 2) :
						      g_strdup(text);
	for (const char *p = id; *p; p++)
		if (*p <= ' ' || *p > '~' || strchr("<>\"\\", *p))
			return error("--former %s: not a Message-ID", text);
	if (!strchr(id, '@'))
		return error("--former %s: not a Message-ID", text);
	*out = g_steal_pointer(&id);
	return 0;
}

static int make_basis(struct posting *posting, struct lab *lab, const char *base, bool force)
{
	git_oid public = posting->series_base;

	if (base && repo_resolve(&public, posting->repo, base))
		return E_ENV;
	if (lab_add_root(lab, &public))
		return E_ENV;
	posting->basis = g_string_new(NULL);
	return basis_append(posting->basis, posting, &public, lab, force);
}

static int make(struct posting *posting, struct lab *lab, const struct export_opts *opts,
		const GString *checks)
{
	struct cover_extras extras = { NULL, NULL, checks->str };
	struct kept kept = KEPT_INIT;
	g_autofree char *id = NULL;
	bool found = false;
	int ret = read_former(&id, opts->former);

	if (!ret)
		ret = kept_before(&kept, &found, posting->repo, posting->name,
				  posting->version);
	if (!ret)
		ret = make_basis(posting, lab, opts->base, opts->force);
	if (!ret)
		ret = diffs_patches(posting, lab);
	extras.former = found ? &kept : NULL;
	extras.former_id = id;
	if (!ret)
		ret = cover_complete(posting, lab, &extras);
	if (!ret)
		posting_mails(posting);
	kept_release(&kept);
	return ret;
}

static char *file_path(const struct posting *posting, const struct export_opts *opts,
		       const char *ending)
{
	g_autofree char *name = g_strdup_printf("%s-v%u%s.%s", posting->name, posting->version,
						posting->resend ? "-resend" : "", ending);
	g_autofree char *dir = opts->dir ? g_strdup(opts->dir) :
			       g_build_filename(posting->series->root, "outgoing", NULL);

	return g_build_filename(dir, name, NULL);
}

/* The cover letter, then the patches. One of before, without which this is, goes. */
static int write_files(struct export_result *out, const struct posting *posting,
		       const struct export_opts *opts)
{
	g_autofree char *cover = file_path(posting, opts, "cover");
	const GString *all = posting->mbox;
	int ret;

	out->path = file_path(posting, opts, "mbox");
	if (!posting->cover_subject && unlink(cover) && errno != ENOENT)
		return error_errno("cannot remove %s", cover);
	if (posting->cover_subject)
		out->cover = g_steal_pointer(&cover);
	ret = out->cover ? file_replace(out->cover, all->str, posting->cover_len) : 0;
	return ret ? ret : file_replace(out->path, all->str + posting->cover_len,
					all->len - posting->cover_len);
}

/* Everything has been proved: keep it, and hand it out. */
static int deliver(struct export_result *out, const struct posting *posting,
		   const struct export_opts *opts)
{
	struct kept kept = { posting->version, posting->base, *posting_tip(posting),
			     posting_steps(posting) };
	int ret = kept_store(posting->repo, posting->name, &kept, posting->resend,
			     posting->mbox);

	kept_release(&kept);
	out->base = posting->base;
	out->version = posting->version;
	out->patches = posting->patches->len;
	return ret ? ret : write_files(out, posting, opts);
}

/* Words of --evidence, between blanks or commas. */
static int read_evidence(bool *checks, bool *code, const char *text)
{
	g_auto(GStrv) words = g_strsplit_set(text, " ,", -1);

	*checks = *code = false;
	for (char **word = words; *word; word++) {
		if (!strcmp(*word, "checks"))
			*checks = true;
		else if (!strcmp(*word, "code"))
			*code = true;
		else if (**word && strcmp(*word, "none"))
			return error("evidence '%s': it is checks, code, both, or none", text);
	}
	return 0;
}

/* "one..three" */
static char *step_range(const struct posting *posting)
{
	const struct patch *first = posting->patches->pdata[0];
	const struct patch *last = posting->patches->pdata[posting->patches->len - 1];

	return g_strdup_printf("%s..%s", first->step->name, last->step->name);
}

/* What is known of the commits, and whether they may go out. */
static int look_at_checks(GString *out, const struct posting *posting,
			  const struct export_opts *opts)
{
	g_autofree char *config = series_config(posting->series, "evidence");
	const char *wanted = opts->evidence ? opts->evidence : config ? config : "none";
	g_autofree char *steps = step_range(posting);
	const struct check_opts which = { .branch = opts->branch, .targets = opts->targets,
					  .steps = steps, .quick = opts->quick };
	struct evidence evidence = EVIDENCE_INIT;
	bool checks, code;
	int ret = read_evidence(&checks, &code, wanted);

	if (ret || (opts->force && !checks && !code))
		return ret;
	ret = evidence_recall(&evidence, posting->repo, posting->series, &which);
	if (!ret && !opts->force)
		ret = evidence_preflight(&evidence, posting->series);
	if (!ret && (checks || code))
		ret = evidence_recall_others(&evidence, &which);
	if (!ret && checks)
		ret = evidence_append(out, &evidence);
	if (!ret && code)
		ret = evidence_append_code(out, &evidence);
	evidence_release(&evidence);
	return ret;
}

static int export_posting(struct export_result *out, struct posting *posting,
			  const struct export_opts *opts)
{
	g_autoptr(GString) checks = g_string_new(NULL);
	struct scratch *scratch = NULL;
	struct lab lab = LAB_INIT;
	int ret;

	posting->rfc = opts->rfc;
	posting->resend = opts->resend;
	ret = posting_lint(posting);
	if (!ret)
		ret = cover_read(posting, opts->force);
	if (!ret)
		ret = choose_version(posting, opts);
	if (!ret)
		ret = look_at_checks(checks, posting, opts);
	if (ret)
		return ret;
	warn_of_habits(posting);
	posting->known = known_open(posting->repo, posting->name);
	ret = scratch_new(&scratch, posting->repo->state_dir);
	if (!ret) {
		scratch_in_memory(scratch, MEMORY);
		ret = lab_open(&lab, posting->repo, scratch);
	}
	if (!ret)
		ret = make(posting, &lab, opts, checks);
	if (!ret)
		ret = check_kept(posting, opts->force);
	if (!ret)
		ret = proof_run(posting, &lab, scratch);
	if (!ret)
		ret = deliver(out, posting, opts);
	lab_release(&lab);
	scratch_free(scratch);
	known_close(posting->known);
	return ret;
}

int export_series(struct export_result *out, struct repo *repo, const struct series *series,
		  const struct export_opts *opts)
{
	struct posting posting = POSTING_INIT;
	struct result result = RESULT_INIT;
	int ret;

	ret = run_require("git");
	if (!ret)
		ret = result_load_as(&result, repo, series, opts->branch, opts->force);
	if (!ret)
		ret = posting_collect(&posting, repo, series, &result, opts->part);
	if (!ret)
		ret = export_posting(out, &posting, opts);
	posting_release(&posting);
	result_release(&result);
	return ret;
}

void export_result_release(struct export_result *result)
{
	g_free(result->path);
	g_free(result->cover);
	memset(result, 0, sizeof(*result));
}
