/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * later - judgements that the next operation need not wait for
 *
 * What an operation makes of a file is needed at once; whether that can be trusted
 * only has to be known before anybody is told. So where the stage has a struct later,
 * an operation may start what its judgement takes beside (run_beside()), go on as if
 * all were well, and hand in the rest:
 *
 *	later_add(stage->later, judge, release, data);
 *
 * and whoever made it asks in the end:
 *
 *	ok = !later_settle(later);	// all have ended; judged, in order
 *	later_free(later);
 *
 * A judge prints nothing, and returns 0 where there is nothing to be said. Where one
 * does not, everything is carried out once more, in order and without a struct later,
 * so that what is said, and when, is as if there had been none.
 */
#ifndef LATER_H
#define LATER_H

struct later;

struct later *later_new(void);
void later_add(struct later *later, int (*judge)(void *), void (*release)(void *), void *data);
/* E_*, or the first judge's value that is not 0; those after it are asked, too. */
int later_settle(struct later *later);
void later_free(struct later *later);

#endif
