// SPDX-License-Identifier: GPL-2.0-only
#include "worksite.h"
#include "run.h"
#include "scratch.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What is in the files has to be what is in the objects; nothing of the user's runs. */
static void begin(struct run *run, const char *dir)
{
	run->cwd = dir;
	run_env(run, "GIT_TERMINAL_PROMPT=0");
	run_arg(run, "git", "-c", "core.hooksPath=/dev/null", "-c", "core.autocrlf=false",
		"-c", "core.eol=lf", "-c", "core.safecrlf=false", "-c", "core.fsmonitor=false",
		"-c", "core.sparseCheckout=false", "-c", "submodule.recurse=false", NULL);
}

static int git(const char *dir, const char *a, const char *b, const char *c, const char *d)
{
	struct run run = RUN_INIT;
	int ret;

	begin(&run, dir);
	run.progress = true;
	run_arg(&run, a, b, c, d, NULL);
	ret = run_ok(&run);
	run_release(&run);
	return ret;
}

/* A folder that git has named for @base, and not come to write its gitdir. */
static bool half_made(const char *name, const char *base)
{
	size_t len = strlen(base);

	return !strncmp(name, base, len) && !name[len + strspn(name + len, "0123456789")];
}

/* <git_dir>/worktrees/<name> of the worktree at @path; NULL: there is none. */
static char *admin_dir(struct repo *repo, const char *path)
{
	g_autofree char *top = g_build_filename(repo->git_dir, "worktrees", NULL);
	g_autofree char *want = g_build_filename(path, ".git", NULL);
	g_autofree char *base = g_path_get_basename(path);
	GDir *dir = g_dir_open(top, 0, NULL);
	char *found = NULL;
	const char *name;

	while (dir && !found && (name = g_dir_read_name(dir))) {
		g_autofree char *admin = g_build_filename(top, name, NULL);
		g_autofree char *file = g_build_filename(admin, "gitdir", NULL);
		g_autofree char *text = NULL;

		if (!g_file_get_contents(file, &text, NULL, NULL) ? half_made(name, base) :
		    !strcmp(g_strchomp(text), want))
			found = g_steal_pointer(&admin);
	}
	if (dir)
		g_dir_close(dir);
	return found;
}

static int add(struct repo *repo, const char *path, const git_oid *parent, const char *reason)
{
	struct run run = RUN_INIT;
	int ret;

	begin(&run, repo->git_dir);
	run_arg(&run, "worktree", "add", "--detach", "--no-checkout", "--lock", "--reason", reason,
		path, git_oid_tostr_s(parent), NULL);
	ret = run_ok(&run);
	run_release(&run);
	return ret;
}

/* An empty folder, or none: somebody's files are not written over. */
static int require_empty(const char *path)
{
	GDir *dir = g_dir_open(path, 0, NULL);
	bool holds = dir && g_dir_read_name(dir);

	if (dir)
		g_dir_close(dir);
	return holds ? error("%s is there already, and is not empty", path) : 0;
}

int worksite_open(struct repo *repo, const char *path, const git_oid *parent,
		  const git_oid *tree, const char *reason)
{
	g_autofree char *admin = admin_dir(repo, path), *id = g_strdup(git_oid_tostr_s(parent));
	int ret = 0;

	if (!admin) {
		ret = require_empty(path);
		if (!ret)
			ret = add(repo, path, parent, reason);
	} else {
		ret = git(path, "add", "-A", NULL, NULL);	/* new files go, too */
	}
	if (!ret)
		ret = git(path, "update-ref", "--no-deref", "HEAD", id);
	if (!ret)
		ret = git(path, "read-tree", "--reset", "-u", git_oid_tostr_s(tree));
	return ret;
}

/* A copy of its index, for git to write to: the person's own stays as it is. */
static int copy_index(char **copy, struct repo *repo, const char *path)
{
	g_autofree char *admin = admin_dir(repo, path), *index = NULL, *data = NULL;
	size_t len;

	if (!admin)
		return error("%s is no worktree of %s", path, repo->git_dir);
	index = g_build_filename(admin, "index", NULL);
	*copy = g_build_filename(admin, "respin-index", NULL);
	return file_read(&data, &len, index) ? E_ENV : file_write(*copy, data, len);
}

static int with_index(GString **out, const char *path, const char *index, const char *a,
		      const char *b)
{
	struct run run = RUN_INIT;
	int ret;

	begin(&run, path);
	run_env(&run, "GIT_INDEX_FILE=%s", index);
	run_arg(&run, a, b, NULL);
	ret = run_ok(&run);
	if (out)
		*out = g_steal_pointer(&run.out);
	run_release(&run);
	return ret;
}

int worksite_tree(git_oid *tree, struct repo *repo, const char *path)
{
	g_autofree char *index = NULL;
	GString *out = NULL;
	int ret = copy_index(&index, repo, path);

	if (!ret)
		ret = with_index(NULL, path, index, "add", "-A");
	if (!ret)
		ret = with_index(&out, path, index, "write-tree", NULL);
	if (!ret && git_oid_fromstrn(tree, out->str, MIN(out->len, GIT_OID_HEXSZ)))
		ret = error("git write-tree says no tree in %s", path);
	if (index)
		unlink(index);
	if (out)
		g_string_free(out, TRUE);
	return ret;
}

int worksite_put(struct repo *repo, const char *path, const char *file, const git_oid *blob)
{
	g_autofree char *full = g_build_filename(path, file, NULL), *data = NULL;
	size_t len;
	int ret = repo_blob(&data, &len, repo, blob);

	return ret ? ret : file_write(full, data, len);
}

int worksite_remove(struct repo *repo, const char *path)
{
	g_autofree char *admin = admin_dir(repo, path);
	g_autofree char *top = g_build_filename(repo->git_dir, "worktrees", NULL);
	int ret = 0;

	if (admin && g_file_test(path, G_FILE_TEST_EXISTS))
		ret = dir_remove(path);
	if (admin && !ret)
		ret = dir_remove(admin);
	rmdir(top);	/* where it was the only one */
	return ret;
}
