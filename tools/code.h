/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * code - what a compiler made of a function, and how it differs from before
 *
 * code_parse() reads what "objdump -t -d -r --no-show-raw-insn" prints. Addresses
 * are taken off: a branch within the function shows how far from its beginning
 * it goes ("jne +0x40"), a call the name that the linker will put there, or of the
 * function of this object. So the text of a function changes when its code does,
 * and not when it has moved.
 *
 * Functions are kept as text, code_format() and back: a line "name size
 * instructions", then each instruction behind a tab.
 */
#ifndef CODE_H
#define CODE_H

#include <glib.h>

struct code {
	char *name;
	unsigned long size;	/* bytes */
	GPtrArray *lines;	/* instructions, char * */
};

/* Those of the functions that are in the listing, in the order of @names. */
GPtrArray *code_parse(const char *listing, char **names);
void code_format(GString *out, const GPtrArray *functions);
GPtrArray *code_read(const char *text);
const struct code *code_find(const GPtrArray *functions, const char *name);

/* A line a function: bytes and instructions, before and after. */
void code_table(GString *out, const GPtrArray *before, const GPtrArray *after);
/* Both in columns of @width; either may be NULL. */
void code_beside(GString *out, const struct code *before, const struct code *after,
		 unsigned int width);

#endif
