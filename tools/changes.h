/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * changes - the paths that differ between two trees
 */
#ifndef CHANGES_H
#define CHANGES_H

#include "repo.h"

/* Added, deleted, modified; in the order of the paths. */
struct change {
	char status;		/* A D M */
	char *path;
	git_filemode_t mode;	/* of the new side; of the old one where deleted */
	git_oid id;		/* likewise */
};
int repo_changes(GArray **out, struct repo *repo, const git_oid *from, const git_oid *to);
void repo_changes_free(GArray *changes);

#endif
