// SPDX-License-Identifier: GPL-2.0-only
#include "proof.h"

#include <stdlib.h>
#include <string.h>
#include "excerpt.h"
#include "header.h"

/* The thread falls into as many mails as it is made of. */
static int split(const struct posting *posting, const struct lab *lab)
{
	unsigned int expected = posting->patches->len + (posting->cover_subject != NULL);
	g_autofree char *mbox = g_build_filename(lab->home, "thread", NULL);
	g_autofree char *dir = g_build_filename(lab->home, "mails", NULL);
	struct run run = RUN_INIT;
	unsigned int found;
	int ret = file_write(mbox, posting->mbox->str, posting->mbox->len);

	if (ret || (ret = dir_make(dir)))
		return ret;
	lab_git(&run, lab);
	run_arg(&run, "mailsplit", "-d8", NULL);
	run_argf(&run, "-o%s", dir);
	run_arg(&run, mbox, NULL);
	ret = run_ok(&run);
	found = ret ? 0 : (unsigned int)strtoul(run.out->str, NULL, 10);
	run_release(&run);
	if (ret || found == expected)
		return ret;
	error("the posting does not survive: git mailsplit makes %u mails of %u", found, expected);
	return REFUSED;
}

/* git am stopped: say at which patch, and what it said. */
static int report_am(const struct posting *posting, const struct lab *lab, const char *said)
{
	g_autofree char *path = g_build_filename(lab->dir, ".git", "rebase-apply", "next", NULL);
	g_autofree char *next = NULL;
	const struct patch *patch;
	unsigned long n;

	if (!g_file_get_contents(path, &next, NULL, NULL) ||
	    !(n = strtoul(next, NULL, 10)) || n > posting->patches->len) {
		error("the posting does not survive: git am fails:\n%s", said);
		return REFUSED;
	}
	patch = posting->patches->pdata[n - 1];
	error_at(&(struct place){ patch->step->file, 0 },
		 "step %s, patch %lu, does not survive the mail: git am fails:\n%s",
		 patch->step->name, n, said);
	return REFUSED;
}

static int apply(const struct posting *posting, const struct lab *lab)
{
	g_autofree char *mbox = g_build_filename(lab->home, "mbox", NULL);
	struct run run = RUN_INIT;
	int ret = file_write(mbox, posting->mbox->str + posting->cover_len,
			     posting->mbox->len - posting->cover_len);

	if (ret)
		return ret;
	lab_git(&run, lab);
	run_env(&run, "GIT_COMMITTER_NAME=Reader");
	run_env(&run, "GIT_COMMITTER_EMAIL=reader@respin.invalid");
	run_env(&run, "GIT_COMMITTER_DATE=@1000000000 +0000");
	run.progress = true;
	run_arg(&run, "am", "--", mbox, NULL);
	ret = run_command(&run);
	if (!ret && (run.status || run.signal))
		ret = report_am(posting, lab, g_strchomp(run.err->str));
	run_release(&run);
	return ret;
}

static int list_commits(GPtrArray *ids, const struct excerpt *excerpt, const struct lab *lab)
{
	struct run run = RUN_INIT;
	g_auto(GStrv) lines = NULL;
	int ret;

	lab_git(&run, lab);
	run_arg(&run, "rev-list", "--reverse", "HEAD", NULL);
	run_argf(&run, "^%s", git_oid_tostr_s(&excerpt->commit));
	ret = run_ok(&run);
	if (!ret) {
		lines = g_strsplit(run.out->str, "\n", -1);
		for (char **line = lines; *line; line++)
			if (**line)
				g_ptr_array_add(ids, g_strdup(*line));
	}
	run_release(&run);
	return ret;
}

/* "<id> commit <size>\n<bytes>\n" for each id that was asked for, in order. */
static int parse_batch(GPtrArray *objects, const GString *out, unsigned int n)
{
	const char *p = out->str, *end = p + out->len;

	while (objects->len < n) {
		const char *size = strstr(p, " commit "), *line = strchrnul(p, '\n');
		gsize len;

		if (!size || size > line)
			return error("git cat-file: unexpected answer: %.60s", p);
		len = g_ascii_strtoull(size + strlen(" commit "), NULL, 10);
		if (len > (gsize)(end - line) - 2)
			return error("git cat-file: short answer");
		g_ptr_array_add(objects, g_strndup(line + 1, len));
		p = line + len + 2;
	}
	return 0;
}

/* The commits as git made them and as they are: ours, theirs, ours, theirs... */
static int read_commits(GPtrArray *objects, const struct posting *posting, const struct lab *lab,
			const GPtrArray *ids)
{
	struct run run = RUN_INIT;
	int ret;

	run.input = g_string_new(NULL);
	for (unsigned int i = 0; i < ids->len; i++) {
		const struct patch *patch = posting->patches->pdata[i];

		g_string_append_printf(run.input, "%s\n%s\n", git_oid_tostr_s(&patch->id),
				       (char *)ids->pdata[i]);
	}
	lab_git(&run, lab);
	run_arg(&run, "cat-file", "--batch", NULL);
	ret = run_ok(&run);
	if (!ret)
		ret = parse_batch(objects, run.out, 2 * ids->len);
	g_string_free(run.input, TRUE);
	run_release(&run);
	return ret;
}

char *proof_field(const char *commit, const char *name)
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

const char *proof_difference(const char *ours, const char *theirs)
{
	static const char *const fields[] = { "tree", "author", "message", "encoding" };
	g_autofree char *a = header_names(ours), *b = header_names(theirs);

	for (unsigned int i = 0; i < G_N_ELEMENTS(fields); i++) {
		g_autofree char *x = proof_field(ours, fields[i]);
		g_autofree char *y = proof_field(theirs, fields[i]);

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
static int compare(const struct patch *patch, unsigned int n, const char *differ,
		   const char *ours, char *theirs)
{
	const char *field;
	g_autofree char *a = NULL, *b = NULL, *x = NULL, *y = NULL;

	if (!differ)
		lend_tree(theirs, ours);
	field = proof_difference(ours, theirs);
	if (!field)
		return 0;
	a = proof_field(ours, field);
	if (differ) {
		error_at(&(struct place){ patch->step->file, 0 },
			 "step %s, patch %u, does not survive the mail: its tree '%s' comes back "
			 "with differences in %s", patch->step->name, n, a, differ);
		return REFUSED;
	}
	b = proof_field(theirs, field);
	x = show_value(field, a, b);
	y = show_value(field, b, a);
	error_at(&(struct place){ patch->step->file, 0 },
		 "step %s, patch %u, does not survive the mail: its %s '%s' comes back as '%s'",
		 patch->step->name, n, field, x, y);
	return REFUSED;
}

static int compare_all(const struct posting *posting, const struct excerpt *excerpt,
		       const struct lab *lab)
{
	g_autoptr(GPtrArray) differ = NULL;
	g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) objects = g_ptr_array_new_with_free_func(g_free);
	int ret = list_commits(ids, excerpt, lab);
	unsigned int made = ids->len;

	if (made > posting->patches->len)
		g_ptr_array_set_size(ids, (int)posting->patches->len);
	if (!ret)
		ret = excerpt_compare(&differ, excerpt, lab, ids);
	if (!ret)
		ret = read_commits(objects, posting, lab, ids);
	for (unsigned int i = 0; !ret && i < ids->len; i++)
		if (compare(posting->patches->pdata[i], i + 1, differ->pdata[i],
			    objects->pdata[2 * i], objects->pdata[2 * i + 1]))
			ret = REFUSED;
	if (!ret && made != posting->patches->len) {
		error("the posting does not survive: git am makes %u commits of %u patches",
		      made, posting->patches->len);
		ret = REFUSED;
	}
	return ret;
}

static int stand(struct excerpt *excerpt, const struct posting *posting, const struct lab *lab)
{
	g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(git_oid));

	for (unsigned int i = 0; i < posting->patches->len; i++)
		g_array_append_val(ids, ((const struct patch *)posting->patches->pdata[i])->id);
	return excerpt_stand(excerpt, posting->repo, &posting->base, ids, lab);
}

int proof_run(const struct posting *posting, struct lab *lab)
{
	struct excerpt excerpt = EXCERPT_INIT;
	int ret;

	progress_begin("proof", 3);
	progress(1, "git mailsplit");
	ret = split(posting, lab);
	if (!ret)
		ret = stand(&excerpt, posting, lab);
	if (!ret) {
		progress(2, "git am");
		ret = apply(posting, lab);
	}
	if (!ret) {
		progress(3, "trees, authors, dates, messages");
		ret = compare_all(posting, &excerpt, lab);
	}
	excerpt_release(&excerpt);
	progress_end();
	return ret;
}
