// SPDX-License-Identifier: GPL-2.0-only
#include "survey.h"
#include "fixup.h"
#include "run.h"

#include <stdio.h>
#include <string.h>

static void base_free(void *data)
{
	struct survey_base *base = data;

	g_free(base->label);
	if (base->accounts)
		g_ptr_array_unref(base->accounts);
	result_release(&base->result);
	for (unsigned int i = 0; i < TOOLS; i++)
		g_free(base->fates[i]);
	repo_free(base->repo);
	g_free(base);
}

int survey_new(struct survey **out, struct repo *tree, const struct series *series,
	       const struct carry_opts *opts)
{
	struct survey *survey = g_new0(struct survey, 1);

	*out = survey;
	survey->tree = tree;
	survey->series = series;
	survey->opts = *opts;
	survey->bases = g_ptr_array_new_with_free_func(base_free);
	return scratch_new(&survey->scratch, tree->state_dir);
}

void survey_free(struct survey *survey)
{
	if (!survey)
		return;
	g_ptr_array_unref(survey->bases);
	scratch_free(survey->scratch);
	g_free(survey);
}

char *survey_folder(const char *argument, const char **rev)
{
	const char *colon = strrchr(argument, ':');
	g_autofree char *before = colon ? g_strndup(argument, (gsize)(colon - argument)) : NULL;

	*rev = "HEAD";
	if (g_file_test(argument, G_FILE_TEST_IS_DIR))
		return g_strdup(argument);
	if (before && g_file_test(before, G_FILE_TEST_IS_DIR)) {
		*rev = colon + 1;
		return g_steal_pointer(&before);
	}
	*rev = argument;
	return NULL;
}

/* --- a repository for what is made on a base */

static char *store_path(const struct survey *survey, const git_oid *base)
{
	g_autofree char *name = g_strconcat(git_oid_tostr_s(base), ".git", NULL);

	return g_build_filename(survey->tree->state_dir, "survey", name, NULL);
}

/* git reads a C string where the line begins with a quote. */
static void add_alternate(GString *list, const char *git_dir)
{
	g_autofree char *objects = g_build_filename(git_dir, "objects", NULL);
	g_autofree char *escaped = g_strescape(objects, NULL);

	if (strcmp(escaped, objects))
		g_string_append_printf(list, "\"%s\"\n", escaped);
	else
		g_string_append_printf(list, "%s\n", objects);
}

static int write_store(const struct survey *survey, const char *path, const char *git_dir)
{
	g_autofree char *refs = g_build_filename(path, "refs", NULL);
	g_autofree char *config = g_build_filename(path, "config", NULL);
	g_autofree char *head = g_build_filename(path, "HEAD", NULL);
	g_autofree char *alternates = g_build_filename(path, "objects/info/alternates", NULL);
	struct ident user = { NULL, NULL };
	GString *list = g_string_new(NULL), *text = g_string_new(NULL);
	int ret = repo_ident(&user, survey->tree);

	add_alternate(list, git_dir);
	if (survey->bases->len > 1) {
		const struct survey_base *first = survey->bases->pdata[0];

		add_alternate(list, survey->tree->git_dir);
		add_alternate(list, first->repo->git_dir);
	}
	if (!ret) {
		g_string_printf(text, "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"
				"[gc]\n\tauto = 0\n[user]\n\tname = \"%s\"\n\temail = \"%s\"\n",
				user.name, user.email);
		ret = dir_make(refs);
	}
	if (!ret)
		ret = file_replace(config, text->str, text->len);
	if (!ret)
		ret = file_replace(alternates, list->str, list->len);
	if (!ret)
		ret = file_replace(head, "ref: refs/heads/none\n", strlen("ref: refs/heads/none\n"));
	g_string_free(list, TRUE);
	g_string_free(text, TRUE);
	ident_release(&user);
	return ret;
}

int survey_add(struct survey *survey, const char *argument)
{
	struct survey_base *base = g_new0(struct survey_base, 1);
	g_autofree char *store = NULL, *folder = NULL;
	struct repo *other = NULL, *from;
	const char *rev;
	int ret = 0;

	g_ptr_array_add(survey->bases, base);
	folder = survey_folder(argument, &rev);
	if (folder) {
		g_autofree char *whole = g_canonicalize_filename(folder, NULL);
		g_autofree char *name = g_path_get_basename(whole);

		base->label = !strcmp(rev, "HEAD") ? g_strdup(name) : g_strdup_printf("%s:%s", name, rev);
		ret = repo_open(&other, folder);
	} else {
		base->label = g_strdup(argument);
	}
	from = other ? other : survey->tree;
	if (!ret)
		ret = repo_resolve(&base->id, from, rev);
	if (!ret) {
		store = store_path(survey, &base->id);
		ret = write_store(survey, store, from->git_dir);
	}
	if (!ret)
		ret = repo_open(&base->repo, store);
	repo_free(other);
	return ret;
}

/* --- the series on each */

static int carry_on(struct survey *survey, struct survey_base *base)
{
	const struct survey_base *first = survey->bases->pdata[0];
	struct carry_opts opts = survey->opts;
	char onto[OID_HEX];
	git_oid id;
	int ret;

	opts.onto = git_oid_tostr(onto, sizeof(onto), &base->id);
	opts.upstream = true;
	opts.go_on = true;
	opts.title = base->label;
	opts.former = base == first ? NULL : &first->result;
	ret = carry_series(&base->accounts, &id, base->repo, survey->series, &opts);
	base->result.base = base->id;
	for (unsigned int i = 0; !ret && i < base->accounts->len; i++) {
		const struct account *account = base->accounts->pdata[i];

		if (fate_commits(account->fate))
			result_add(&base->result, account->step->name, &account->commit,
				   account->fixup ? account->fixup->base : NULL);
	}
	return ret;
}

int survey_carry(struct survey *survey)
{
	int ret = 0;

	for (unsigned int i = 0; !ret && i < survey->bases->len; i++)
		ret = carry_on(survey, survey->bases->pdata[i]);
	return ret;
}
