/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * room - is there room on the disk for what a run is about to write?
 *
 *	err = room_check(plan);		// before the first build of a run
 *	...
 *	room_note(kbuild->out);		// after the last in a build folder
 *
 * What is not there yet is estimated: the kernel's files from the sizes of their
 * blobs; a build folder from what it took the last time, which stands beside it
 * in <folder>.size, else from the size of the kernel. Nothing is held against
 * what is there already. A disk that is full in spite of it ends the run
 * (kbuild.h), and is no verdict either.
 */
#ifndef ROOM_H
#define ROOM_H

#include "plan.h"

/* E_ENV, after a message that says what is missing, where there is too little. */
int room_check(struct plan *plan);
/* Remember what a build folder takes. A failure is no harm. */
void room_note(const char *dir);

#endif
