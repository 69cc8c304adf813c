// SPDX-License-Identifier: GPL-2.0-only
/* the folders in which a tree's commits are checked, one after the other */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include "lab.h"
#include "lane.h"
#include "scratch.h"

static char *lane_dir(struct repo *repo)
{
	const char *cache = g_getenv("XDG_CACHE_HOME");
	char *git_dir = g_canonicalize_filename(repo->git_dir, NULL);
	char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, git_dir, -1);
	char *home = NULL, *tree, *name, *dir;

	if (!cache || !g_path_is_absolute(cache))
		cache = home = g_build_filename(g_get_home_dir(), ".cache", NULL);
	tree = g_path_get_basename(git_dir);
	if (!strcmp(tree, ".git")) {
		g_free(tree);
		name = g_path_get_dirname(git_dir);
		tree = g_path_get_basename(name);
		g_free(name);
	}
	/* make cannot do with blanks and colons in the names of folders */
	g_strcanon(tree, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "._-", '_');
	name = g_strdup_printf("%s-%.32s", tree, sum);
	dir = g_build_filename(cache, "respin", name, NULL);
	g_free(name);
	g_free(tree);
	g_free(home);
	g_free(sum);
	g_free(git_dir);
	return dir;
}

static void lock_sign(int fd)
{
	char *text = g_strdup_printf("%ld", (long)getpid());

	if (ftruncate(fd, 0) || pwrite(fd, text, strlen(text), 0) < 0)
		warning("cannot sign the lock: %s", g_strerror(errno));
	g_free(text);
}

static int lock_wait(struct lane *lane)
{
	char holder[80] = "";
	long pid;

	if (pread(lane->lock, holder, sizeof(holder) - 1, 0) < 0)
		holder[0] = '\0';
	pid = strtol(holder, NULL, 10);
	if (pid > 0 && kill(pid, 0) && errno == ESRCH)
		note("waiting for %s: what process %ld started and left behind still works there",
		     lane->dir, pid);
	else
		note("waiting for %s, which is held by process %s", lane->dir, holder);
	while (flock(lane->lock, LOCK_EX | LOCK_NB)) {
		if (errno != EWOULDBLOCK && errno != EINTR)
			return error_errno("cannot lock %s", lane->dir);
		if (run_interrupted())
			return E_INTERRUPTED;
		g_usleep(100 * 1000);
	}
	return 0;
}

/*
 * Children inherit the lock: a make that has outlived a respin that was killed
 * must not have its folder pulled away from under it.
 */
static int lane_lock(struct lane *lane)
{
	char *path = g_build_filename(lane->dir, "lock", NULL);
	int err = 0;

	lane->lock = open(path, O_RDWR | O_CREAT, 0666);
	if (lane->lock < 0)
		err = error_errno("cannot open %s", path);
	else if (flock(lane->lock, LOCK_EX | LOCK_NB))
		err = lock_wait(lane);
	if (!err)
		lock_sign(lane->lock);
	g_free(path);
	return err;
}

static int write_in(const char *dir, const char *name, const char *text)
{
	char *path = g_build_filename(dir, name, NULL);
	int err = file_write(path, text, strlen(text));

	g_free(path);
	return err;
}

/*
 * git refuses to run outside a repository, and reads the configuration of the
 * one it runs in. This one has none that could change what it prints.
 */
static int git_setup(struct lane *lane)
{
	char *refs = g_build_filename(lane->git, "refs", NULL);
	char *objects = g_build_filename(lane->git, "objects", NULL);
	int err;

	err = dir_make(refs);
	if (!err)
		err = dir_make(objects);
	if (!err)
		err = write_in(lane->git, "config", "[core]\n\trepositoryformatversion = 0\n"
			       "\thooksPath = /dev/null\n\tautocrlf = false\n"
			       "\tattributesFile = /dev/null\n\texcludesFile = /dev/null\n");
	if (!err)
		err = write_in(lane->git, "HEAD", "ref: refs/heads/none\n");
	g_free(refs);
	g_free(objects);
	return err;
}

int lane_open(struct lane **out, struct repo *repo)
{
	struct lane *lane = g_new0(struct lane, 1);
	int err;

	lane->repo = repo;
	lane->lock = -1;
	lane->dir = lane_dir(repo);
	lane->source = g_build_filename(lane->dir, "source", NULL);
	lane->git = g_build_filename(lane->dir, "git", NULL);
	if (strpbrk(lane->dir, " \t\n:#$"))
		err = error("make cannot work in %s; set XDG_CACHE_HOME to another folder",
			    lane->dir);
	else
		err = dir_make(lane->source);
	if (!err)
		err = lane_lock(lane);
	if (!err)
		err = git_setup(lane);
	if (err)
		lane_free(lane);
	else
		*out = lane;
	return err;
}

void lane_free(struct lane *lane)
{
	if (!lane)
		return;
	if (lane->lock >= 0)
		close(lane->lock);
	g_free(lane->dir);
	g_free(lane->source);
	g_free(lane->git);
	g_free(lane);
}

void lane_git(struct run *run, const struct lane *lane)
{
	run_arg(run, "git", NULL);
	lab_scrub(run, lane->git);
	run_env(run, "GIT_DIR=%s", lane->git);
	run_env(run, "GIT_OBJECT_DIRECTORY=%s/objects", lane->repo->git_dir);
	run_env(run, "GIT_OPTIONAL_LOCKS=0");
}

/* A git command on the source and its index. */
static void source_git(struct run *run, const struct lane *lane)
{
	lane_git(run, lane);
	run_env(run, "GIT_INDEX_FILE=%s/index", lane->dir);
	run_env(run, "GIT_WORK_TREE=%s", lane->source);
	run->cwd = lane->source;
	run->progress = true;
}

static void switch_run(struct run *run, const struct lane *lane, const git_oid *tree)
{
	char hex[OID_HEX];

	source_git(run, lane);
	run_arg(run, "read-tree", "--reset", "-u", NULL);
	run_arg(run, git_oid_tostr(hex, sizeof(hex), tree), NULL);
}

/*
 * What the index does not know of goes: a run that was killed while it wrote the
 * files of a commit leaves some that no other commit has. An index that cannot be
 * read goes as well, and all files with it.
 */
static int source_clean(const struct lane *lane)
{
	g_autofree char *index = g_build_filename(lane->dir, "index", NULL);
	struct run run = RUN_INIT;
	int err;

	source_git(&run, lane);
	run_arg(&run, "clean", "-ffdxq", NULL);
	err = run_command(&run);
	if (!err && run.status && (unlink(index) && errno != ENOENT))
		err = error_errno("cannot remove %s", index);
	if (!err && run.status)
		err = run_ok(&run);
	run_release(&run);
	return err;
}

char *lane_switch_line(const struct lane *lane)
{
	struct run run = RUN_INIT;
	char *line;

	switch_run(&run, lane, &lane->tree);
	line = run_shell_line(&run);
	run_release(&run);
	return line;
}

/*
 * git's own index says what source holds, so that only what differs is written;
 * --reset looks at every file, so that a former run that was killed, and
 * anybody's edit, do no harm.
 */
int lane_switch(struct lane *lane, const git_oid *tree)
{
	struct run run = RUN_INIT;
	char *lock = g_build_filename(lane->dir, "index.lock", NULL);
	bool known = !git_oid_is_zero(&lane->tree);
	int err = 0;

	if (known && git_oid_equal(&lane->tree, tree))
		goto out;
	memset(&lane->tree, 0, sizeof(lane->tree));
	if (unlink(lock) && errno != ENOENT) {
		err = error_errno("cannot remove %s", lock);
		goto out;
	}
	if (!known)
		err = source_clean(lane);
	switch_run(&run, lane, tree);
	if (!err)
		err = run_ok(&run);
	if (!err)
		lane->tree = *tree;
out:
	run_release(&run);
	g_free(lock);
	return err;
}
