// SPDX-License-Identifier: GPL-2.0-only
#include "branch.h"
#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

char *branch_ref(const char *branch)
{
	return g_strconcat("refs/heads/", branch, NULL);
}

/* Does this worktree stand on @ref: checked out, or to go back to after a rebase? */
static const char *holds(const char *dir, const char *ref)
{
	static const struct { const char *file, *prefix, *what; } places[] = {
		{ "HEAD", "ref: ", "is checked out" },
		{ "rebase-merge/head-name", "", "is being rebased" },
		{ "rebase-apply/head-name", "", "is being rebased" },
	};

	for (unsigned int i = 0; i < G_N_ELEMENTS(places); i++) {
		g_autofree char *path = g_build_filename(dir, places[i].file, NULL);
		g_autofree char *text = NULL;

		if (!g_file_get_contents(path, &text, NULL, NULL) ||
		    !g_str_has_prefix(text, places[i].prefix))
			continue;
		if (!strcmp(g_strchomp(text) + strlen(places[i].prefix), ref))
			return places[i].what;
	}
	return NULL;
}

/* Where a linked worktree stands, for the message. */
static char *worktree_path(const char *dir)
{
	g_autofree char *file = g_build_filename(dir, "gitdir", NULL);
	char *text = NULL;

	if (!g_file_get_contents(file, &text, NULL, NULL))
		return g_strdup(dir);
	g_strchomp(text);
	if (g_str_has_suffix(text, "/.git"))
		text[strlen(text) - 5] = '\0';
	return text;
}

static int refuse(const char *branch, const char *what, const char *where)
{
	return error("branch %s %s in %s: name another with --branch, or switch there", branch,
		     what, where);
}

/* Of the repository, not of a linked worktree that it may have been opened by. */
static bool is_bare(struct repo *repo)
{
	g_autofree char *bare = repo_config(repo, "core.bare");

	return bare && !strcmp(bare, "true");
}

int branch_usable(struct repo *repo, const char *branch)
{
	g_autofree char *ref = branch_ref(branch), *linked = NULL;
	const char *name, *what;
	int valid = 0, ret = 0;
	GDir *dir;

	if (git_reference_name_is_valid(&valid, ref) || !valid || *branch == '-' ||
	    !strcmp(branch, "HEAD"))
		return error("'%s' is not a name for a branch", branch);
	what = is_bare(repo) ? NULL : holds(repo->git_dir, ref);
	if (what)
		return refuse(branch, what, repo->git_dir);
	linked = g_build_filename(repo->git_dir, "worktrees", NULL);
	dir = g_dir_open(linked, 0, NULL);
	while (dir && !ret && (name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(linked, name, NULL);
		g_autofree char *where = worktree_path(path);

		what = holds(path, ref);
		if (what)
			ret = refuse(branch, what, where);
	}
	if (dir)
		g_dir_close(dir);
	return ret;
}

int branch_tip(git_oid *tip, bool *found, struct repo *repo, const char *branch)
{
	g_autofree char *ref = branch_ref(branch);

	return ref_read(tip, found, repo, ref);
}

int branch_move(struct repo *repo, const char *branch, const git_oid *old,
		const git_oid *new, const char *log)
{
	static const git_oid zero;
	g_autofree char *ref = branch_ref(branch);
	git_reference *moved = NULL;
	int err;

	if (old && git_oid_equal(old, new))
		return 0;
	git_error_clear();
	errno = 0;
	err = git_reference_create_matching(&moved, repo->git, ref, new, 1, old ? old : &zero, log);
	git_reference_free(moved);
	if (err == GIT_EMODIFIED)
		return error("branch %s was moved by somebody else meanwhile; it is left there", branch);
	if (err)
		return error_git("cannot move branch %s", branch);
	return 0;
}

int ref_set(struct repo *repo, const char *ref, const git_oid *id, const char *log)
{
	git_reference *set = NULL;
	int err;

	git_error_clear();
	errno = 0;
	err = git_reference_ensure_log(repo->git, ref);
	if (!err)
		err = git_reference_create(&set, repo->git, ref, id, 1, log);
	git_reference_free(set);
	return err ? error_git("cannot set %s", ref) : 0;
}

int ref_drop(struct repo *repo, const char *ref)
{
	int err = git_reference_remove(repo->git, ref);

	return err ? error_git("cannot remove %s", ref) : 0;
}

int ref_read(git_oid *id, bool *found, struct repo *repo, const char *ref)
{
	int err = git_reference_name_to_id(id, repo->git, ref);

	*found = !err;
	return err && err != GIT_ENOTFOUND ? error_git("cannot read %s", ref) : 0;
}

static char *note_path(struct repo *repo)
{
	return g_build_filename(repo->state_dir, "setting-refs", NULL);
}

/* One line of the note, "<id> <ref>": is there a lock file that came of it? */
static void clear_lock(struct repo *repo, const char *line)
{
	const char *ref = strchr(line, ' ');
	g_autofree char *path = NULL, *held = NULL;
	size_t len;

	if (!ref || !g_str_has_prefix(++ref, "refs/") || strstr(ref, ".."))
		return;
	path = g_strdup_printf("%s/%s.lock", repo->git_dir, ref);
	if (!g_file_get_contents(path, &held, &len, NULL))
		return;
	if (!len || (len <= OID_HEX && !strncmp(held, line, MIN(len, OID_HEX - 1))))
		unlink(path);
}

/* What a process that was killed has left behind. */
static void clear_locks(struct repo *repo)
{
	g_autofree char *path = note_path(repo), *text = NULL;
	g_auto(GStrv) lines = NULL;

	if (!g_file_get_contents(path, &text, NULL, NULL))
		return;
	lines = g_strsplit(text, "\n", -1);
	for (char **line = lines; *line; line++)
		clear_lock(repo, *line);
	unlink(path);
}

int refs_announce(int *lock, struct repo *repo, const char *const *refs,
		  const git_oid *const *ids, unsigned int n)
{
	g_autofree char *path = g_build_filename(repo->state_dir, "setting-refs.lock", NULL);
	g_autofree char *note = note_path(repo);
	GString *text;
	int ret;

	*lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (*lock < 0)
		return error_errno("cannot open %s", path);
	while (flock(*lock, LOCK_EX))
		if (errno != EINTR)
			return error_errno("cannot lock %s", path);
	clear_locks(repo);
	text = g_string_new(NULL);
	for (unsigned int i = 0; i < n; i++)
		g_string_append_printf(text, "%s %s\n", git_oid_tostr_s(ids[i]), refs[i]);
	ret = file_replace(note, text->str, text->len);
	g_string_free(text, TRUE);
	return ret;
}

void refs_settle(int lock, struct repo *repo)
{
	g_autofree char *note = note_path(repo);

	if (lock < 0)
		return;
	unlink(note);
	close(lock);
}
