// SPDX-License-Identifier: GPL-2.0-only
#include "lab.h"

#include <string.h>

#define BRANCH	"refs/heads/reader"

/* No gc, no fsync: the lab lives for a second. */
static const char config[] =
	"[core]\n"
	"\trepositoryformatversion = 0\n"
	"\tbare = false\n"
	"\tattributesFile = /dev/null\n"
	"\texcludesFile = /dev/null\n"
	"\thooksPath = /dev/null\n"
	"\tfsync = none\n"
	"[gc]\n"
	"\tauto = 0\n"
	"[maintenance]\n"
	"\tauto = false\n"
	"[advice]\n"
	"\tmergeConflict = false\n";

static int write_in(const struct lab *lab, const char *name, const char *text)
{
	g_autofree char *path = g_build_filename(lab->dir, ".git", name, NULL);

	return file_write(path, text, strlen(text));
}

/* git reads a C string where the line begins with a quote; paths are absolute. */
static char *alternates(const char *objects)
{
	g_autofree char *escaped = g_strescape(objects, NULL);

	return strcmp(escaped, objects) ? g_strdup_printf("\"%s\"\n", escaped) :
					  g_strdup_printf("%s\n", objects);
}

int lab_open(struct lab *lab, struct repo *repo, struct scratch *scratch)
{
	g_autofree char *refs = NULL, *borrowed = NULL;

	lab->dir = scratch_dir(scratch, "lab");
	lab->home = scratch_dir(scratch, "home");
	if (!lab->dir || !lab->home)
		return E_ENV;
	lab->roots = g_string_new(NULL);
	lab->objects = g_build_filename(repo->git_dir, "objects", NULL);
	borrowed = alternates(lab->objects);
	refs = g_build_filename(lab->dir, ".git", "refs", NULL);
	if (dir_make(refs) || write_in(lab, "HEAD", "ref: " BRANCH "\n") ||
	    write_in(lab, "config", config) ||
	    write_in(lab, "objects/info/alternates", borrowed))
		return E_ENV;
	return 0;
}

int lab_add_root(struct lab *lab, const git_oid *commit)
{
	g_string_append_printf(lab->roots, "%s\n", git_oid_tostr_s(commit));
	return write_in(lab, "shallow", lab->roots->str);
}

int lab_add_history(struct lab *lab, struct repo *repo)
{
	g_autofree char *path = g_build_filename(repo->git_dir, "shallow", NULL);
	g_autofree char *text = NULL;
	g_auto(GStrv) lines = NULL;
	git_oid id;
	int ret = 0;

	if (!g_file_get_contents(path, &text, NULL, NULL))
		return 0;
	lines = g_strsplit(text, "\n", -1);
	for (char **line = lines; !ret && *line; line++)
		if (!git_oid_fromstr(&id, *line))
			ret = lab_add_root(lab, &id);
	return ret;
}

void lab_release(struct lab *lab)
{
	g_free(lab->dir);
	g_free(lab->home);
	g_free(lab->objects);
	if (lab->roots)
		g_string_free(lab->roots, TRUE);
	*lab = (struct lab)LAB_INIT;
}

int lab_repo(struct repo **out, const struct lab *lab)
{
	int ret = repo_open(out, lab->dir);

	/* libgit2 does not read a quoted line of alternates */
	return ret ? ret : repo_borrow(*out, lab->objects);
}

int lab_set_head(const struct lab *lab, const git_oid *commit)
{
	g_autofree char *line = g_strdup_printf("%s\n", git_oid_tostr_s(commit));

	return write_in(lab, BRANCH, line);
}

void lab_scrub(struct run *run, const char *home)
{
	run_env(run, "HOME=%s", home);
	run_env(run, "XDG_CONFIG_HOME=%s", home);
	run_env(run, "GIT_CONFIG_NOSYSTEM=1");
	run_env(run, "GIT_CONFIG_GLOBAL=/dev/null");
	run_env(run, "GIT_ATTR_NOSYSTEM=1");
	run_env(run, "GIT_NO_REPLACE_OBJECTS=1");
	run_env(run, "GIT_TERMINAL_PROMPT=0");
}

void lab_git(struct run *run, const struct lab *lab)
{
	run->cwd = lab->dir;
	lab_scrub(run, lab->home);
	run_env(run, "GIT_DIR=%s/.git", lab->dir);
	run_env(run, "GIT_WORK_TREE=%s", lab->dir);
	run_arg(run, "git", NULL);
}

static int lab_do(const struct lab *lab, const char *a, const char *b, const char *c, const char *d)
{
	struct run run = RUN_INIT;
	int ret;

	lab_git(&run, lab);
	run_arg(&run, a, b, c, d, NULL);
	ret = run_ok(&run);
	run_release(&run);
	return ret;
}

int lab_stand_at(struct lab *lab, const git_oid *base)
{
	g_autofree char *id = g_strdup(git_oid_tostr_s(base));
	int ret = lab_do(lab, "update-ref", "HEAD", id, NULL);

	return ret ? ret : lab_do(lab, "read-tree", id, NULL, NULL);
}
