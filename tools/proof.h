/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * proof - does a posting come back as the commits that it was made from?
 *
 * A reader's part is played: git mailsplit takes the thread apart, plain git am
 * (no options, no configuration) applies the patches to the base in the lab (to an
 * excerpt of it: excerpt.h), and then each commit is laid beside the one it came
 * from. Tree, author (name, mail, date, time zone), message and any other header
 * have to be the same bytes. Parent and committer are the reader's own: with those of the original
 * in their place the commit objects, and so their ids, are the same.
 *
 * Mails that the same git was seen to turn back before, on the same files, are not
 * given to it again (proven.h), and the others go in trials of some dozens, one a
 * CPU at a time (trial.h). That git mailsplit finds exactly these mails in the thread
 * is what makes one mbox of them.
 *
 * Returns 0, REFUSED after naming step, field and both values, or E_*.
 */
#ifndef PROOF_H
#define PROOF_H

#include "lab.h"
#include "posting.h"

int proof_run(const struct posting *posting, struct lab *lab, struct scratch *scratch);

#endif
