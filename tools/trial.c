// SPDX-License-Identifier: GPL-2.0-only
/* plain git am of some mails of a posting, one after the other */
#include "trial.h"

#include <stdlib.h>
#include <string.h>
#include "header.h"

static struct patch *patch_of(const struct trial *trial, const struct posting *posting,
			      unsigned int i)
{
	return posting->patches->pdata[trial->first + i];
}

static int stand(struct trial *trial, const struct posting *posting, const struct touched *touched)
{
	g_autoptr(GHashTable) paths = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (unsigned int i = 0; i < trial->n; i++)
		excerpt_paths(paths, &touched[trial->first + i]);
	return excerpt_stand(&trial->base, posting->repo, &touched[trial->first].parent, paths,
			     &trial->lab);
}

/* The mails as they stand in the mbox, one behind the other. */
static int write_mbox(const struct trial *trial, const struct posting *posting, const char *path)
{
	const struct patch *first = patch_of(trial, posting, 0);
	const struct patch *last = patch_of(trial, posting, trial->n - 1);

	return file_write(path, posting->mbox->str + first->mail,
			  last->mail + last->mail_len - first->mail);
}

int trial_prepare(struct trial *trial, const struct posting *posting,
		  const struct touched *touched, struct scratch *scratch)
{
	g_autofree char *mbox = NULL;
	struct run *run = &trial->run;
	int ret = lab_open(&trial->lab, posting->repo, scratch);

	if (!ret)
		ret = stand(trial, posting, touched);
	if (ret)
		return ret;
	mbox = g_build_filename(trial->lab.home, "mbox", NULL);
	ret = write_mbox(trial, posting, mbox);
	lab_git(run, &trial->lab);
	run_env(run, "GIT_COMMITTER_NAME=Reader");
	run_env(run, "GIT_COMMITTER_EMAIL=reader@respin.invalid");
	run_env(run, "GIT_COMMITTER_DATE=@1000000000 +0000");
	run->progress = true;
	run_arg(run, "am", "--", mbox, NULL);
	return ret;
}

/* git am stopped: say at which patch, and what it said. */
static int report_am(const struct trial *trial, const struct posting *posting)
{
	g_autofree char *path = g_build_filename(trial->lab.dir, ".git", "rebase-apply", "next",
						 NULL);
	g_autofree char *said = g_strchomp(g_strdup(trial->run.err->str)), *next = NULL;
	const struct patch *patch;
	unsigned long n;

	if (!g_file_get_contents(path, &next, NULL, NULL) ||
	    !(n = strtoul(next, NULL, 10)) || n > trial->n) {
		error("the posting does not survive: git am fails:\n%s", said);
		return REFUSED;
	}
	patch = patch_of(trial, posting, (unsigned int)n - 1);
	error_at(&(struct place){ patch->step->file, 0 },
		 "step %s, patch %lu, does not survive the mail: git am fails:\n%s",
		 patch->step->name, trial->first + n, said);
	return REFUSED;
}

/* The commits that it made, in order; one more than there are mails is enough to know. */
static int list_commits(GArray *ids, const struct trial *trial, struct repo *there)
{
	git_oid id;
	int ret = repo_resolve(&id, there, "HEAD");

	while (!ret && !git_oid_equal(&id, &trial->base) && ids->len <= trial->n) {
		g_array_prepend_val(ids, id);
		ret = repo_commit_parent(&id, there, &id);
	}
	return ret;
}

char *trial_field(const char *commit, const char *name)
{
	const char *body = strstr(commit, "\n\n");
	size_t len = strlen(name);

	if (!body)
		return NULL;
	if (!strcmp(name, "message"))
		return g_strdup(body + 2);
	for (const char *line = commit; line <= body; line = strchr(line, '\n') + 1)
		if (!strncmp(line, name, len) && line[len] == ' ')
			return g_strndup(line + len + 1, strcspn(line + len + 1, "\n"));
	return NULL;
}

/* Names of headers, without those that are the reader's: "tree author". */
static char *header_names(const char *commit)
{
	const char *body = strstr(commit, "\n\n");
	GString *names = g_string_new(NULL);

	for (const char *line = commit; body && line <= body; line = strchr(line, '\n') + 1) {
		g_autofree char *name = g_strndup(line, strcspn(line, " \n"));

		if (*name && strcmp(name, "parent") && strcmp(name, "committer"))
			g_string_append_printf(names, "%s ", name);
	}
	return g_string_free(names, FALSE);
}

const char *trial_difference(const char *ours, const char *theirs)
{
	static const char *const fields[] = { "tree", "author", "message", "encoding" };
	g_autofree char *a = header_names(ours), *b = header_names(theirs);

	for (unsigned int i = 0; i < G_N_ELEMENTS(fields); i++) {
		g_autofree char *x = trial_field(ours, fields[i]);
		g_autofree char *y = trial_field(theirs, fields[i]);

		if (g_strcmp0(x, y))
			return fields[i];
	}
	return strcmp(a, b) ? "headers" : NULL;
}

/* Of a message, the first line that differs; of other fields, all of it. */
static char *show_value(const char *field, const char *value, const char *other)
{
	g_autofree char *none = g_strdup("");
	const char *a = value ? value : none, *b = other ? other : none, *line = a;

	if (strcmp(field, "message"))
		return text_show(a, strlen(a), 300);
	for (; *a && *a == *b; a++, b++)
		if (*a == '\n')
			line = a + 1;
	return text_show(line, strcspn(line, "\n"), 120);
}

/*
 * The reader's tree is of an excerpt. Where it changes what ours changes it stands
 * for ours, to be compared with the rest.
 */
static void lend_tree(char *theirs, const char *ours)
{
	size_t len = strlen("tree ") + GIT_OID_HEXSZ;

	if (strlen(theirs) > len && strlen(ours) > len)
		memcpy(theirs, ours, len);
}

/* @differ: the paths that it changes in another way; NULL: none. */
static int compare_bytes(const struct patch *patch, unsigned int n, const char *differ,
			 const char *ours, char *theirs)
{
	const char *field;
	g_autofree char *a = NULL, *b = NULL, *x = NULL, *y = NULL;

	if (!differ)
		lend_tree(theirs, ours);
	field = trial_difference(ours, theirs);
	if (!field)
		return 0;
	a = trial_field(ours, field);
	if (differ) {
		error_at(&(struct place){ patch->step->file, 0 },
			 "step %s, patch %u, does not survive the mail: its tree '%s' comes back "
			 "with differences in %s", patch->step->name, n, a, differ);
		return REFUSED;
	}
	b = trial_field(theirs, field);
	x = show_value(field, a, b);
	y = show_value(field, b, a);
	error_at(&(struct place){ patch->step->file, 0 },
		 "step %s, patch %u, does not survive the mail: its %s '%s' comes back as '%s'",
		 patch->step->name, n, field, x, y);
	return REFUSED;
}

static int compare(const struct trial *trial, unsigned int i, const struct posting *posting,
		   const struct touched *touched, struct repo *there, const git_oid *id)
{
	const struct patch *patch = patch_of(trial, posting, i);
	g_autofree char *ours = NULL, *theirs = NULL, *differ = NULL;
	struct touched did = { 0 };
	int ret = excerpt_touched(&did, there, id);

	if (!ret)
		ret = repo_commit_bytes(&ours, posting->repo, &patch->id);
	if (!ret)
		ret = repo_commit_bytes(&theirs, there, id);
	if (!ret) {
		differ = excerpt_difference(&touched[trial->first + i], &did);
		ret = compare_bytes(patch, trial->first + i + 1, differ, ours, theirs);
	}
	excerpt_release(&did);
	return ret;
}

static int compare_all(const struct trial *trial, const struct posting *posting,
		       const struct touched *touched, struct repo *there)
{
	g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(git_oid));
	int ret = list_commits(ids, trial, there);
	bool differ = false;

	for (unsigned int i = 0; !ret && i < ids->len && i < trial->n; i++) {
		ret = compare(trial, i, posting, touched, there, &g_array_index(ids, git_oid, i));
		differ |= ret == REFUSED;
		ret = ret == REFUSED ? 0 : ret;
	}
	if (!ret && !differ && ids->len != trial->n) {
		error("the posting does not survive: git am makes %u commits of %u patches",
		      ids->len, trial->n);
		differ = true;
	}
	return !ret && differ ? REFUSED : ret;
}

int trial_judge(struct trial *trial, const struct posting *posting, const struct touched *touched)
{
	struct repo *there = NULL;
	int ret;

	if (trial->run.status || trial->run.signal)
		return report_am(trial, posting);
	ret = lab_repo(&there, &trial->lab);
	if (!ret)
		ret = compare_all(trial, posting, touched, there);
	repo_free(there);
	return ret;
}

void trial_release(struct trial *trial)
{
	run_release(&trial->run);
	lab_release(&trial->lab);
}
