/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * repo - the user's kernel tree; nothing else talks to libgit2 but what must
 * walk trees or read git-config
 *
 * respin adds objects and refs of its own to the tree. It never touches the
 * index, the work tree, or a ref that it was not asked to move.
 *
 * Trees are edited in memory: collect the changes of one operation in a
 * struct edits, then repo_tree_update() gives the new tree's id.
 *
 *	struct edits edits = EDITS_INIT;
 *	edits_remove(&edits, path);
 *	edits_put(&edits, path, &blob, mode);
 *	err = repo_tree_update(&tree, repo, &tree, &edits);
 *	edits_release(&edits);
 */
#ifndef REPO_H
#define REPO_H

#include <stdbool.h>
#include <git2.h>
#include <glib.h>
#include "msg.h"

struct repo {
	git_repository *git;
	char *git_dir;		/* the common one, shared by worktrees */
	char *state_dir;	/* <git_dir>/respin */
};

/*
 * Open the repository that holds @path: a work tree, a linked worktree, a bare
 * repository, a shallow or a partial clone.
 */
int repo_open(struct repo **out, const char *path);
void repo_free(struct repo *repo);
/* Let it see the objects of another one, too. */
int repo_borrow(struct repo *repo, const char *objects);

int repo_resolve(git_oid *commit, struct repo *repo, const char *rev);
int repo_commit_tree(git_oid *tree, struct repo *repo, const git_oid *commit);
int repo_commit_parent(git_oid *parent, struct repo *repo, const git_oid *commit);
/*
 * Is this a kernel (a Makefile, a Kconfig and a kernel/ at the top), and is all
 * of it here? A partial clone that lacks some of its files is told what to
 * fetch: libgit2 does not fetch, and a build would stop in the middle.
 */
int repo_require_kernel(struct repo *repo, const git_oid *tree, const char *rev);

struct entry {
	git_oid id;
	git_filemode_t mode;	/* 0: there is no such path */
};

/*
 * Look @path up. No entry is not an error (mode 0). A path that goes through a
 * symbolic link is: E_SERIES, reported at @at.
 */
int repo_entry(struct entry *out, struct repo *repo, const git_oid *tree,
	       const char *path, const struct place *at);
/* All files that match @pattern (fnmatch with FNM_PATHNAME), in git's order. */
int repo_glob(GPtrArray *paths, struct repo *repo, const git_oid *tree,
	      const char *pattern);
bool repo_is_glob(const char *path);

int repo_blob(char **data, size_t *len, struct repo *repo, const git_oid *id);
int repo_blob_write(git_oid *id, struct repo *repo, const char *data, size_t len);
bool repo_has(struct repo *repo, const git_oid *id);

struct edits { GArray *list; };
#define EDITS_INIT { NULL }
void edits_remove(struct edits *edits, const char *path);
void edits_put(struct edits *edits, const char *path, const git_oid *id,
	       git_filemode_t mode);
void edits_release(struct edits *edits);
int repo_tree_update(git_oid *out, struct repo *repo, const git_oid *tree,
		     const struct edits *edits);

struct ident { char *name, *email; };
/* The user's identity, from git's configuration or GIT_AUTHOR_*; an error says how to set it. */
int repo_ident(struct ident *out, struct repo *repo);
void ident_release(struct ident *ident);

struct commit_spec {
	const git_oid *tree, *parent;
	const struct ident *author, *committer;
	git_time author_time, committer_time;
	const char *message;
};
int repo_commit(git_oid *out, struct repo *repo, const struct commit_spec *spec);
int repo_commit_time(git_time *out, struct repo *repo, const git_oid *commit);
int repo_commit_message(char **out, struct repo *repo, const git_oid *commit);
/* All of the object, to the letter; the caller frees it. */
int repo_commit_bytes(char **out, struct repo *repo, const git_oid *commit);
int repo_commit_author(struct ident *out, git_time *when, struct repo *repo, const git_oid *commit);

/* Why libgit2's last call failed, in its words. */
const char *git_reason(void);
/* The same, after ours. */
int error_git(const char *fmt, ...) G_GNUC_PRINTF(1, 2);

/* A key of the tree's git configuration; NULL where unset; the caller frees it. */
char *repo_config(struct repo *repo, const char *key);

#define OID_HEX (GIT_OID_HEXSZ + 1)

#endif
