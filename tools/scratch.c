// SPDX-License-Identifier: GPL-2.0-only
#include "scratch.h"
#include "msg.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <linux/magic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define MEMORY	"/dev/shm"
#define OURS	MEMORY "/respin-"
#define LINK	"memory"	/* in a process's folder, to the one in MEMORY */
#define PART	8		/* of what is free there, what one of ours may want */

struct scratch {
	char *dir;		/* <state>/tmp/XXXXXX */
	char *memory;		/* OURS, XXXXXX; NULL: none */
	bool in_memory;		/* the next folders are to be made there */
	int lock;
	unsigned int next;
};

int dir_make(const char *path)
{
	if (g_mkdir_with_parents(path, 0777))
		return error_errno("cannot make the folder %s", path);
	return 0;
}

int dir_remove(const char *path)
{
	char *roots[] = { (char *)path, NULL };
	FTS *fts = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	FTSENT *e;
	int ret = 0;

	while (fts && (e = fts_read(fts))) {
		if (e->fts_info == FTS_D || e->fts_info == FTS_NS)
			continue;
		if (remove(e->fts_accpath) && errno != ENOENT)
			ret = error_errno("cannot remove %s", e->fts_path);
	}
	if (fts)
		fts_close(fts);
	return ret;
}

int file_read(char **data, size_t *len, const char *path)
{
	g_autoptr(GError) err = NULL;

	if (!g_file_get_contents(path, data, len, &err))
		return error("%s", err->message);
	return 0;
}

/* And closes it. */
static bool write_all(int fd, const char *data, size_t len)
{
	while (len) {
		ssize_t n = write(fd, data, len);

		if (n < 0 && errno != EINTR) {
			int err = errno;

			close(fd);
			errno = err;
			return false;
		}
		if (n > 0) {
			data += n;
			len -= (size_t)n;
		}
	}
	return !close(fd);
}

/* GLib's way without a temporary file would leave the tail of a longer one. */
int file_write(const char *path, const char *data, size_t len)
{
	g_autofree char *dir = g_path_get_dirname(path);
	int fd;

	if (dir_make(dir))
		return E_ENV;
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0 || !write_all(fd, data, len))
		return error_errno("cannot write %s", path);
	return 0;
}

bool file_keep(const char *path, const char *data, size_t len)
{
	g_autofree char *dir = g_path_get_dirname(path);
	g_autofree char *aside = g_strconcat(path, ".XXXXXX", NULL);
	int fd;

	if (g_mkdir_with_parents(dir, 0777))
		return false;
	fd = g_mkstemp_full(aside, O_WRONLY | O_CLOEXEC, 0666);
	if (fd < 0)
		return false;
	if (write_all(fd, data, len) && !rename(aside, path))
		return true;
	unlink(aside);
	return false;
}

int file_replace(const char *path, const char *data, size_t len)
{
	g_autofree char *dir = g_path_get_dirname(path);
	g_autoptr(GError) err = NULL;

	if (dir_make(dir))
		return E_ENV;
	if (!g_file_set_contents_full(path, data, (gssize)len,
				      G_FILE_SET_CONTENTS_CONSISTENT |
				      G_FILE_SET_CONTENTS_DURABLE, 0666, &err))
		return error("%s", err->message);
	return 0;
}

/* A folder of ours that is really one: in MEMORY anybody may put things. */
static bool is_own_dir(const char *path)
{
	struct stat st;

	return !lstat(path, &st) && S_ISDIR(st.st_mode) && st.st_uid == geteuid();
}

/* A process's folder, and before it what it has in memory. */
static void remove_all(const char *dir)
{
	g_autofree char *link = g_build_filename(dir, LINK, NULL);
	g_autofree char *memory = g_file_read_link(link, NULL);

	if (memory && g_str_has_prefix(memory, OURS) && !strchr(memory + strlen(OURS), '/') &&
	    is_own_dir(memory))
		dir_remove(memory);
	dir_remove(dir);
}

/* Folders whose process is gone: their lock can be had. */
static void reap(const char *tmp)
{
	GDir *dir = g_dir_open(tmp, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(tmp, name, NULL);
		int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

		if (fd < 0)
			continue;
		if (!flock(fd, LOCK_EX | LOCK_NB))
			remove_all(path);
		close(fd);
	}
	if (dir)
		g_dir_close(dir);
}

/*
 * Between mkdtemp() and flock() another process may reap the new folder: then
 * it is gone from its name, and another one is made.
 */
static int make_locked(struct scratch *scratch, const char *tmp)
{
	struct stat here, there;

	for (int tries = 0; tries < 10; tries++) {
		g_autofree char *dir = g_build_filename(tmp, "XXXXXX", NULL);

		if (!g_mkdtemp(dir))
			return error_errno("cannot make a temporary folder in %s", tmp);
		scratch->lock = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (scratch->lock < 0)
			continue;
		if (!flock(scratch->lock, LOCK_EX) && !fstat(scratch->lock, &here) &&
		    !stat(dir, &there) && here.st_ino == there.st_ino) {
			scratch->dir = g_steal_pointer(&dir);
			return 0;
		}
		close(scratch->lock);
	}
	return error("cannot lock a temporary folder in %s", tmp);
}

int scratch_new(struct scratch **out, const char *state_dir)
{
	g_autofree char *tmp = g_build_filename(state_dir, "tmp", NULL);
	struct scratch *scratch;

	*out = NULL;
	if (dir_make(tmp))
		return E_ENV;
	reap(tmp);
	scratch = g_new0(struct scratch, 1);
	if (make_locked(scratch, tmp)) {
		g_free(scratch);
		return E_ENV;
	}
	*out = scratch;
	return 0;
}

void scratch_free(struct scratch *scratch)
{
	if (!scratch)
		return;
	remove_all(scratch->dir);
	close(scratch->lock);
	g_free(scratch->memory);
	g_free(scratch->dir);
	g_free(scratch);
}

static bool has_room(size_t bytes)
{
	struct statfs fs;

	return !statfs(MEMORY, &fs) && fs.f_type == TMPFS_MAGIC &&
	       (guint64)fs.f_bavail * (guint64)fs.f_bsize / PART >= bytes;
}

/* The link first: a kill in between leaves nothing that nobody knows of. */
static bool make_memory(struct scratch *scratch)
{
	g_autofree char *suffix = g_path_get_basename(scratch->dir);
	g_autofree char *path = g_strconcat(OURS, suffix, NULL);
	g_autofree char *link = g_build_filename(scratch->dir, LINK, NULL);

	if (scratch->memory)
		return true;
	if (symlink(path, link))
		return false;
	if (mkdir(path, 0700)) {
		unlink(link);
		return false;
	}
	scratch->memory = g_steal_pointer(&path);
	return true;
}

void scratch_in_memory(struct scratch *scratch, size_t bytes)
{
	scratch->in_memory = has_room(bytes) && make_memory(scratch);
}

char *scratch_dir(struct scratch *scratch, const char *hint)
{
	const char *dir = scratch->in_memory ? scratch->memory : scratch->dir;
	g_autofree char *name = g_strdup_printf("%u-%s", scratch->next++, hint);
	char *path = g_build_filename(dir, name, NULL);

	if (dir_make(path))
		g_clear_pointer(&path, g_free);
	return path;
}
