/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * smpl - what the text of a semantic patch says, before spatch sees it
 *
 * Not a parser of SmPL: spatch is. This knows where rules begin, which names
 * are metavariables, and which lines carry - and +; enough to say which words
 * a file must hold for a rule to match, and which must be gone afterwards.
 *
 * Words that count ("anchors") are those that name something: what is called,
 * CONSTANTS, and struct, union and enum tags; keywords and the commonest
 * macros do not.
 */
#ifndef SMPL_H
#define SMPL_H

#include <stdbool.h>
#include <glib.h>
#include "series.h"

struct smpl_rule {
	char *name;		/* NULL where it has none */
	unsigned int line;
	GHashTable *metas;	/* its metavariables, as a set */
	GHashTable *minus;	/* anchors of its - lines */
	GHashTable *context;	/* anchors of its unmarked lines */
	GHashTable *plus;	/* all words of its + lines */
	GHashTable *required;	/* anchors without which it cannot match: not in a
				 * disjunction, a <... ...>, or behind a when */
	bool scoped;		/* has unmarked lines: it need not match everywhere */
};

struct smpl {
	GPtrArray *rules;
	GHashTable *anchors;	/* of - lines; where a rule has none, its context's */
	bool not_idempotent;	/* the header says "// Idempotent: no" */
	bool isomorphisms;	/* the header says "// Isomorphisms: yes" */
	unsigned int script;	/* line of the first script code or option; 0: none */
};

struct smpl *smpl_read(const char *text, size_t len);
void smpl_free(struct smpl *smpl);

/*
 * Words that the rules take away wherever they stand: anchors of the - lines
 * of rules without context that no + line has. A set.
 */
GHashTable *smpl_gone(const struct smpl *smpl);

/* Does any rule write this word? */
bool smpl_adds(const struct smpl *smpl, const char *word);

#endif
