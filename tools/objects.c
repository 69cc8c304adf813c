// SPDX-License-Identifier: GPL-2.0-only
/* what object files hold, in a form that two builds can be compared in */
#include <fcntl.h>
#include <fts.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>
#include "msg.h"
#include "objects.h"

struct symbol {
	size_t section;
	guint64 at, size;
	char *name;
};

struct object {
	Elf *elf;
	const char *path, *name;
	size_t strings;		/* section of section names */
	GArray *symbols;	/* struct symbol, by section and place */
	GString *out;
};

/* A part of a section. */
struct piece {
	const char *symbol;
	guint64 from, to;
};

static int bad(const struct object *object)
{
	return error("%s: %s", object->path, elf_errmsg(-1));
}

/* __func__.12, str.isra.0 and so on: the number is the compiler's own. */
static char *plain_name(const char *name)
{
	size_t len = strlen(name);
	const char *end = name + len;

	while (end > name + 1 && g_ascii_isdigit(end[-1]))
		end--;
	if (*end && end[-1] == '.')
		len = end - 1 - name;
	return g_strndup(name, len);
}

static int by_place(const void *a, const void *b)
{
	const struct symbol *one = a, *two = b;

	if (one->section != two->section)
		return one->section < two->section ? -1 : 1;
	if (one->at != two->at)
		return one->at < two->at ? -1 : 1;
	return strcmp(one->name, two->name);
}

static void symbol_clear(void *data)
{
	g_free(((struct symbol *)data)->name);
}

static bool names_place(const GElf_Sym *sym)
{
	int type = GELF_ST_TYPE(sym->st_info);

	if (sym->st_shndx == SHN_UNDEF || sym->st_shndx >= SHN_LORESERVE)
		return false;
	return type == STT_FUNC || type == STT_OBJECT || type == STT_NOTYPE ||
	       type == STT_GNU_IFUNC;
}

static Elf_Scn *symbol_table(Elf *elf, GElf_Shdr *header)
{
	Elf_Scn *section = NULL;

	while ((section = elf_nextscn(elf, section)))
		if (gelf_getshdr(section, header) && header->sh_type == SHT_SYMTAB)
			return section;
	return NULL;
}

static void symbols_read(struct object *object)
{
	GElf_Shdr header;
	Elf_Scn *table = symbol_table(object->elf, &header);
	Elf_Data *data = table ? elf_getdata(table, NULL) : NULL;
	GElf_Sym sym;
	int i;

	for (i = 0; data && gelf_getsym(data, i, &sym); i++) {
		const char *name = elf_strptr(object->elf, header.sh_link, sym.st_name);
		struct symbol symbol = { sym.st_shndx, sym.st_value, sym.st_size, NULL };

		/* local labels of the assembler cut nothing */
		if (!names_place(&sym) || !name || !*name || g_str_has_prefix(name, ".L"))
			continue;
		symbol.name = plain_name(name);
		g_array_append_val(object->symbols, symbol);
	}
	g_array_sort(object->symbols, by_place);
}

static const struct symbol *symbol_at(const struct object *object, size_t section, guint64 at)
{
	const struct symbol *found = NULL;
	unsigned int i;

	for (i = 0; i < object->symbols->len; i++) {
		const struct symbol *symbol = &g_array_index(object->symbols, struct symbol, i);

		if (symbol->section > section || (symbol->section == section && symbol->at > at))
			break;
		if (symbol->section == section &&
		    (at < symbol->at + symbol->size || symbol->at == at))
			found = symbol;
	}
	return found;
}

static const char *section_name(const struct object *object, const GElf_Shdr *header)
{
	const char *name = elf_strptr(object->elf, object->strings, header->sh_name);

	return name ? name : "";
}

/* What is at this place of a section that has no symbol for it? */
static void add_place(GChecksum *sum, const struct object *object, size_t index, guint64 at)
{
	Elf_Scn *section = elf_getscn(object->elf, index);
	const struct symbol *symbol = symbol_at(object, index, at);
	GElf_Shdr header;
	Elf_Data *data;
	char *text;

	if (!section || !gelf_getshdr(section, &header))
		return;
	data = elf_getdata(section, NULL);
	if (symbol)
		text = g_strdup_printf("%s+%" G_GUINT64_FORMAT, symbol->name, at - symbol->at);
	else if (header.sh_flags & SHF_STRINGS && data && data->d_buf && at < data->d_size)
		text = g_strndup((char *)data->d_buf + at, data->d_size - at);
	else
		text = g_strdup_printf("%s+%" G_GUINT64_FORMAT, section_name(object, &header), at);
	g_checksum_update(sum, (const guchar *)text, strlen(text) + 1);
	g_free(text);
}

struct relocations {
	Elf_Data *data;
	bool with_addend;
	size_t n;
	GElf_Shdr symtab_header;
	Elf_Data *symtab;
};

static GElf_Rela relocation(const struct relocations *relocations, size_t i)
{
	GElf_Rela rela = { 0 };
	GElf_Rel rel;

	if (relocations->with_addend) {
		gelf_getrela(relocations->data, (int)i, &rela);
	} else if (gelf_getrel(relocations->data, (int)i, &rel)) {
		rela.r_offset = rel.r_offset;
		rela.r_info = rel.r_info;
	}
	return rela;
}

static void relocations_of(struct relocations *out, const struct object *object, size_t index)
{
	Elf_Scn *section = NULL, *table;
	GElf_Shdr header;

	memset(out, 0, sizeof(*out));
	table = symbol_table(object->elf, &out->symtab_header);
	out->symtab = table ? elf_getdata(table, NULL) : NULL;
	while (out->symtab && (section = elf_nextscn(object->elf, section))) {
		if (!gelf_getshdr(section, &header) || header.sh_info != index ||
		    (header.sh_type != SHT_RELA && header.sh_type != SHT_REL))
			continue;
		out->data = elf_getdata(section, NULL);
		out->with_addend = header.sh_type == SHT_RELA;
		out->n = header.sh_entsize ? header.sh_size / header.sh_entsize : 0;
		return;
	}
}

/*
 * x86 counts from the end of a four-byte field: what a PC-relative reference
 * means is four bytes further on.
 */
static guint64 target_place(const GElf_Rela *rela, const GElf_Sym *sym, int machine)
{
	unsigned int type = GELF_R_TYPE(rela->r_info);
	bool relative = machine == EM_X86_64 &&
			(type == R_X86_64_PC32 || type == R_X86_64_PLT32);

	return sym->st_value + rela->r_addend + (relative ? 4 : 0);
}

static void add_relocation(GChecksum *sum, const struct object *object,
			   const struct relocations *relocations, size_t i, guint64 from)
{
	GElf_Rela rela = relocation(relocations, i);
	guint64 where[2] = { rela.r_offset - from, GELF_R_TYPE(rela.r_info) };
	GElf_Ehdr elf;
	GElf_Sym sym;
	const char *name;
	char *plain;

	g_checksum_update(sum, (const guchar *)where, sizeof(where));
	if (!gelf_getehdr(object->elf, &elf) ||
	    !gelf_getsym(relocations->symtab, (int)GELF_R_SYM(rela.r_info), &sym))
		return;
	if (GELF_ST_TYPE(sym.st_info) == STT_SECTION && relocations->with_addend) {
		add_place(sum, object, sym.st_shndx, target_place(&rela, &sym, elf.e_machine));
		return;
	}
	name = elf_strptr(object->elf, relocations->symtab_header.sh_link, sym.st_name);
	plain = plain_name(name ? name : "");
	g_checksum_update(sum, (const guchar *)plain, strlen(plain) + 1);
	g_checksum_update(sum, (const guchar *)&rela.r_addend, sizeof(rela.r_addend));
	g_free(plain);
}

static void add_piece(const struct object *object, const GElf_Shdr *header,
		      const Elf_Data *data, const struct relocations *relocations,
		      const struct piece *piece)
{
	GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
	size_t i;

	if (header->sh_type != SHT_NOBITS && data && data->d_buf && piece->to <= data->d_size)
		g_checksum_update(sum, (const guchar *)data->d_buf + piece->from,
				  (gssize)(piece->to - piece->from));
	for (i = 0; i < relocations->n; i++) {
		guint64 at = relocation(relocations, i).r_offset;

		if (at >= piece->from && at < piece->to)
			add_relocation(sum, object, relocations, i, piece->from);
	}
	g_string_append_printf(object->out, "%s\t%s\t%s\t%" G_GUINT64_FORMAT "\t%.32s\n",
			       object->name, section_name(object, header), piece->symbol,
			       piece->to - piece->from, g_checksum_get_string(sum));
	g_checksum_free(sum);
}

/* --- how a section is cut */

static void cut_strings(GArray *pieces, const Elf_Data *data)
{
	guint64 at = 0;

	while (data && data->d_buf && at < data->d_size) {
		size_t len = strnlen((char *)data->d_buf + at, data->d_size - at);
		struct piece piece = { "(string)", at, MIN(at + len + 1, data->d_size) };

		g_array_append_val(pieces, piece);
		at = piece.to;
	}
}

static void cut_entries(GArray *pieces, const GElf_Shdr *header,
			const struct relocations *relocations)
{
	struct piece piece = { "(entry)", 0, 0 };
	size_t i;

	if (!relocations->n && header->sh_entsize > 1) {
		for (; piece.from < header->sh_size; piece.from = piece.to) {
			piece.to = MIN(piece.from + header->sh_entsize, header->sh_size);
			g_array_append_val(pieces, piece);
		}
		return;
	}
	for (i = 0; i < relocations->n; i++) {
		piece.to = relocation(relocations, i).r_offset;
		if (piece.to <= piece.from)
			continue;
		g_array_append_val(pieces, piece);
		piece.from = piece.to;
	}
	piece.to = header->sh_size;
	if (piece.to > piece.from)
		g_array_append_val(pieces, piece);
}

static void cut_rest(GArray *pieces, const GElf_Shdr *header, guint64 from, guint64 to)
{
	guint64 padding = header->sh_flags & SHF_EXECINSTR ? MAX(header->sh_addralign, 16) :
			  header->sh_addralign;
	struct piece piece = { "(rest)", from, to };

	if (to > from && to - from >= padding)
		g_array_append_val(pieces, piece);
}

static void cut_symbols(GArray *pieces, const struct object *object, const GElf_Shdr *header,
			size_t index)
{
	guint64 done = 0;
	unsigned int i;

	for (i = 0; i < object->symbols->len; i++) {
		const struct symbol *symbol = &g_array_index(object->symbols, struct symbol, i);
		const struct symbol *next = symbol + 1;
		struct piece piece = { symbol->name, symbol->at, symbol->at + symbol->size };

		if (symbol->section != index)
			continue;
		if (!symbol->size) {	/* assembler: up to the next one */
			piece.to = i + 1 < object->symbols->len && next->section == index ?
				   next->at : header->sh_size;
		}
		cut_rest(pieces, header, done, piece.from);
		if (piece.to > piece.from)
			g_array_append_val(pieces, piece);
		done = MAX(done, piece.to);
	}
	cut_rest(pieces, header, done, header->sh_size);
}

static bool has_symbols(const struct object *object, size_t index)
{
	unsigned int i;

	for (i = 0; i < object->symbols->len; i++)
		if (g_array_index(object->symbols, struct symbol, i).section == index)
			return true;
	return false;
}

static void add_section(const struct object *object, Elf_Scn *section, const GElf_Shdr *header)
{
	GArray *pieces = g_array_new(FALSE, FALSE, sizeof(struct piece));
	Elf_Data *data = elf_getdata(section, NULL);
	size_t index = elf_ndxscn(section);
	struct relocations relocations;
	unsigned int i;

	relocations_of(&relocations, object, index);
	if (header->sh_flags & SHF_STRINGS && header->sh_entsize <= 1)
		cut_strings(pieces, data);
	else if (has_symbols(object, index))
		cut_symbols(pieces, object, header, index);
	else
		cut_entries(pieces, header, &relocations);
	for (i = 0; i < pieces->len; i++)
		add_piece(object, header, data, &relocations,
			  &g_array_index(pieces, struct piece, i));
	g_array_unref(pieces);
}

static int digest_elf(struct object *object)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	if (elf_kind(object->elf) != ELF_K_ELF)
		return 0;	/* an archive, or nothing at all */
	if (elf_getshdrstrndx(object->elf, &object->strings))
		return bad(object);
	symbols_read(object);
	while ((section = elf_nextscn(object->elf, section))) {
		if (!gelf_getshdr(section, &header))
			return bad(object);
		if (header.sh_flags & SHF_ALLOC && header.sh_size &&
		    strcmp(section_name(object, &header), ".eh_frame"))
			add_section(object, section, &header);
	}
	return 0;
}

int objects_digest_file(GString *out, const char *path, const char *name)
{
	struct object object = { .path = path, .name = name, .out = out };
	int fd = open(path, O_RDONLY | O_CLOEXEC), err;

	if (fd < 0)
		return error_errno("cannot read %s", path);
	elf_version(EV_CURRENT);
	object.symbols = g_array_new(FALSE, FALSE, sizeof(struct symbol));
	g_array_set_clear_func(object.symbols, symbol_clear);
	object.elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	err = object.elf ? digest_elf(&object) : bad(&object);
	elf_end(object.elf);
	g_array_unref(object.symbols);
	close(fd);
	return err;
}

static bool is_wanted(const char *name, const GPtrArray *goals)
{
	unsigned int i;

	if (!g_str_has_suffix(name, ".o") || strstr(name, "/.") || *name == '.' ||
	    g_str_has_prefix(name, "scripts/") || g_str_has_prefix(name, "tools/") ||
	    g_str_has_suffix(name, "built-in.o") || g_str_has_prefix(name, "vmlinux"))
		return false;
	for (i = 0; i < goals->len; i++) {
		const char *goal = goals->pdata[i];

		if (!g_str_has_suffix(goal, "/") || g_str_has_prefix(name, goal))
			return true;
	}
	return false;
}

static int by_fts_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

int objects_digest(char **out, const char *dir, const GPtrArray *goals)
{
	char *roots[] = { (char *)dir, NULL };
	FTS *fts = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_fts_name);
	GString *text = g_string_new(NULL);
	FTSENT *entry;
	int err = 0;

	if (!fts)
		err = error_errno("cannot read %s", dir);
	while (!err && (entry = fts_read(fts))) {
		const char *name = entry->fts_path + strlen(dir) + 1;

		if (entry->fts_info == FTS_F && is_wanted(name, goals))
			err = objects_digest_file(text, entry->fts_path, name);
	}
	if (fts)
		fts_close(fts);
	*out = g_string_free(text, err != 0);
	return err;
}
