/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * scratch - private temporary folders
 *
 * A folder of this process below <state>/tmp. It is removed by scratch_free(),
 * and one left by a process that was killed is removed by the next
 * scratch_new(): each folder holds a lock for as long as its process lives.
 *
 * Many small files that live for a second cost ten times as much on a disk, whose
 * journal has them all, as in memory. scratch_in_memory() puts the folders that are
 * made from then on below /dev/shm, where that is a tmpfs with room enough; a link
 * in the process's own folder says where, so that they go with it.
 */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

struct scratch;

int scratch_new(struct scratch **out, const char *state_dir);
void scratch_free(struct scratch *scratch);
/*
 * @bytes: what will lie there at most. Where that is not a small part of what is
 * free, folders are made on the disk from now on.
 */
void scratch_in_memory(struct scratch *scratch, size_t bytes);

/* A new empty folder; the caller frees the string, scratch the folder. */
char *scratch_dir(struct scratch *scratch, const char *hint);

/* Write a whole file, making its folders; E_ENV with the reason. */
int file_write(const char *path, const char *data, size_t len);
/* The same, written aside, synced and renamed: the old file or the new one. */
int file_replace(const char *path, const char *data, size_t len);
/*
 * The same for what is only remembered: nobody waits for the disk, so a machine that
 * breaks down may leave an empty file. Nothing is reported; false: it is not there.
 */
bool file_keep(const char *path, const char *data, size_t len);
/* Read a whole file; the data is NUL-terminated and the caller's. */
int file_read(char **data, size_t *len, const char *path);
int dir_make(const char *path);		/* with its parents */
int dir_remove(const char *path);	/* with all it holds */

#endif
