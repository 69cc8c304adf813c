/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * elffile - one relocatable object, read by libelf, checked and indexed
 *
 *	file = elffile_read(bytes, len, &why);
 *	if (!file)
 *		... it is no object that can be taken apart; why says so ...
 *	...
 *	elffile_free(file);
 *
 * All of it is read at once and everything in it is checked: whoever has a file
 * can follow every index, and no relocation is without its section. What is not
 * whole (cut off, no ELF, LLVM's bitcode, relocations in a form that is not known
 * here) is refused as a whole, so that nothing is compared by half.
 *
 * Symbols are those that have a place in a section (of code or data, labels of
 * assembler sources too); not sections' and files' own, ".L" labels without a size,
 * and the "$x" by which arm and its kin tell code from data. They are sorted by section and
 * place. Where relocations have no addend (REL), it is taken out of the bytes
 * of the field, on the machines whose fields are known (i386, arm, mips; sh has
 * addends, and others in the field); elsewhere it stays there.
 *
 * The bytes have to live as long as the file.
 */
#ifndef ELFFILE_H
#define ELFFILE_H

#include <stdbool.h>
#include <gelf.h>
#include <glib.h>

struct elffile_symbol {
	size_t section;
	guint64 at, size;
	char *name;		/* without the numbers that a compiler or a macro counts */
	unsigned char info, other;
	bool numbered;		/* it had such numbers, or its like have: the name does not tell it */
};

/* What a relocation refers to, by symbol table. */
struct elffile_target {
	size_t section;		/* SHN_UNDEF, SHN_ABS, SHN_COMMON, or an index */
	guint64 at, size;
	const char *name;	/* "" of a section's symbol */
	unsigned char info, other;
};

struct elffile_reloc {
	guint64 at;
	unsigned int type;
	size_t target;		/* index into targets */
	gint64 addend;
	guint64 field;		/* bits of the field at @at that hold the addend; 0: none */
};

struct elffile_section {
	GElf_Shdr header;
	const char *name, *group;	/* the group's signature; NULL: in none */
	const guchar *bytes;	/* NULL: it has none in the file (.bss) */
	GArray *relocs;		/* struct elffile_reloc, by place; NULL: none */
	unsigned int first, n;	/* its symbols */
	GArray *places;		/* guint64, sorted: of one without symbols, that are referred to */
};

struct elffile {
	Elf *elf;
	int machine;
	bool big_endian;
	GArray *sections;	/* struct elffile_section; [0] is empty */
	GArray *symbols;	/* struct elffile_symbol */
	GArray *targets;	/* struct elffile_target: the symbol table as it is */
	size_t names;		/* section that the symbols' names are in */
};

struct elffile *elffile_read(char *bytes, size_t len, const char **why);
void elffile_free(struct elffile *file);

const struct elffile_section *elffile_section(const struct elffile *file, size_t index);
/* NULL: none of that name. */
const struct elffile_section *elffile_section_named(const struct elffile *file, const char *name);
/* The symbol that covers the place, or begins there; the last one where more do. */
const struct elffile_symbol *elffile_symbol_at(const struct elffile *file, size_t section,
					       guint64 at);

/* The place in this file that a relocation of @section refers to; false: a symbol's name tells. */
bool elffile_place(size_t *index, guint64 *at, const struct elffile *file,
		   const struct elffile_section *section, const struct elffile_reloc *reloc);

/* The name without what was counted: str.isra.0, __UNIQUE_ID_x12; the caller frees it. */
char *elffile_plain_name(const char *name);

#endif
