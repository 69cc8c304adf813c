/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pieces - how a section of an object is cut, so that its parts can be compared
 *
 * At its symbols, where it has any, else at the places that others refer to; strings
 * one by one; tables, which nothing refers to, entry by entry. An entry's size is not
 * written anywhere: it is the period in which relocations come again. A table of
 * like cells has no such period; how many make an entry is known for some by their
 * names, and others are one piece.
 *
 * What lies between symbols is a piece of its own, "(rest)", but for padding:
 * zeros in data, and in code less than the alignment.
 */
#ifndef PIECES_H
#define PIECES_H

#include "elffile.h"

struct piece {
	const struct elffile_symbol *symbol;	/* or NULL, and */
	char *name;				/* "(string)" */
	guint64 from, to;
	/* what belongs to it in another section; or NULL */
	const struct elffile_section *with;
	guint64 with_from, with_to;
};

/* An array of struct piece; frees itself and its parts. */
GArray *pieces_of(const struct elffile *file, const struct elffile_section *section);

/* The first relocation that is not before @at. */
unsigned int pieces_reloc_from(const struct elffile_section *section, guint64 at);
/* Behind the string at @at, and the zero at its end. */
guint64 pieces_string_end(const struct elffile_section *section, guint64 at);
/* The part of a section without symbols that a place is in; false: it is not cut like that. */
bool pieces_part(guint64 *from, guint64 *to, const struct elffile_section *section, guint64 at);
/* objtool's data for unwinding, cut with the addresses in .orc_unwind_ip; NULL: none. */
const struct elffile_section *pieces_orc(const struct elffile *file);

#endif
