/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * recipients - who gets a posting, and why
 *
 * There are series.to and series.cc of the config, and the file
 * series/<series>/recipients, which recipients_update() adds to and people edit:
 *
 *	To: A Maintainer <a@example.org>	# maintainer:LOCKING PRIMITIVES
 *	Cc: linux-kernel@vger.kernel.org	# open list
 *	Drop: gone@example.org			# bounces
 *
 * All mails of a posting go to all of them, so that nobody sees patch 2 without
 * patch 1. Nothing is ever taken out of the file but by hand; an address that is
 * dropped is not added again, and not written to, whatever else names it.
 */
#ifndef RECIPIENTS_H
#define RECIPIENTS_H

#include "lab.h"
#include "posting.h"
#include "series.h"

enum recipient_kind { RECIPIENT_TO, RECIPIENT_CC, RECIPIENT_DROP };

struct recipient {
	enum recipient_kind kind;
	struct ident ident;
	char *reason;		/* NULL: none is known */
};

/* Everybody, config and file, in order; struct recipient *. E_SERIES: bad addresses. */
int recipients_read(GPtrArray **out, const struct series *series);
/* Those of one kind, without the dropped and without repetitions; struct ident *. */
GPtrArray *recipients_of(const GPtrArray *all, enum recipient_kind kind);

/*
 * Ask the base's scripts/get_maintainer.pl about each patch, and add to the file
 * whoever is not in it yet: @added is how many. Addresses that cannot be used
 * are named; REFUSED then, without @force.
 */
int recipients_update(unsigned int *added, struct posting *posting, struct scratch *scratch,
		      bool force);

/* One line of get_maintainer.pl --rolestats. NULL, or what is wrong with it. */
const char *recipient_parse(struct recipient **out, const char *line);
void recipient_free(void *recipient);

#endif
