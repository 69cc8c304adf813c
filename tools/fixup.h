/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fixup - what a person did by hand to make a step fit a base, kept with the
 * series and used again
 *
 * series/<series>/fixups/<base>/<step>.patch is a diff, from what the recipe
 * made to what the person made of it, below lines that say what it is bound to:
 *
 *	SPDX-License-Identifier: GPL-2.0-only
 *	Base: 5.2.1 <commit>
 *	Instead-of: ed drop-rwsem.ed lib/Makefile	(an operation or a claim)
 *	Already: delete lib/rwsem.S			(an operation: was upstream)
 *	Before: <blob> lib/Makefile			(or 0000000... no such file)
 *
 * It is used where the same operations and claims fail, and each of its files,
 * as the recipe leaves it, is the blob that it was made for; on whatever base
 * that is. Anywhere else it does not fit, and is not used.
 */
#ifndef FIXUP_H
#define FIXUP_H

#include "account.h"
#include "recipe.h"

struct fixup {
	char *file;		/* as the user would type it */
	char *base;		/* the folder's name */
	GPtrArray *instead;	/* char * */
	GPtrArray *already;	/* char * */
	GArray *before;		/* struct target; mode 0: no such file */
	char *data;		/* the whole file */
	size_t len;
};

/* Read those of a series into its steps. Faults are reported, E_SERIES. */
int fixups_read(struct series *series);
void fixup_free(void *fixup);

/*
 * The step's fixup for a conflict, the stage's tree being what did apply: *out
 * NULL where none fits; *misfit then says why not (NULL: there is none at all).
 */
int fixup_find(const struct fixup **out, char **misfit, struct stage *stage,
	       const struct account *account);
/* Carry it out on the stage's tree. */
int fixup_apply(struct stage *stage, const struct fixup *fixup);
/* Does it stand for this claim, too? */
bool fixup_covers(const struct fixup *fixup, const struct claim *claim);

/* What an operation or claim is called in these files; the caller frees it. */
char *fixup_op_line(const struct op *op);
char *fixup_claim_line(const struct claim *claim);

/* What a fixup is made of. */
struct fixup_draft {
	const char *step;
	git_oid base;		/* the commit */
	git_oid made, wanted;	/* trees: what the recipe made, what the person did */
	char **instead, **already;
};

/* Write it to the series' folder; *file is its name, the caller's to free. */
int fixup_write(char **file, struct repo *repo, struct scratch *scratch,
		const struct series *series, const struct fixup_draft *draft);

#endif
