// SPDX-License-Identifier: GPL-2.0-only
/* what object files hold, in a form that two builds can be compared in */
#include "objects.h"
#include "elffile.h"
#include "pieces.h"

#include <string.h>

static const char binding_names[][8] = { "local", "global", "weak" };
static const char type_names[][12] = {
	"untyped", "object", "function", "section", "file", "common", "tls",
	[STT_GNU_IFUNC] = "ifunc",
};
static const char visibility_names[][12] = { "", " internal", " hidden", " protected" };

/* "global function hidden" */
static char *kind_of(unsigned char info, unsigned char other)
{
	unsigned int binding = GELF_ST_BIND(info), type = GELF_ST_TYPE(info);

	return g_strdup_printf("%s %s%s",
			       binding < G_N_ELEMENTS(binding_names) ? binding_names[binding] : "unique",
			       type < G_N_ELEMENTS(type_names) && *type_names[type] ?
			       type_names[type] : "special",
			       visibility_names[GELF_ST_VISIBILITY(other)]);
}

static char *section_kind(const struct elffile *file, const struct elffile_section *section)
{
	static const struct { guint64 flag; char letter; } letters[] = {
		{ SHF_WRITE, 'W' }, { SHF_ALLOC, 'A' }, { SHF_EXECINSTR, 'X' }, { SHF_MERGE, 'M' },
		{ SHF_STRINGS, 'S' }, { SHF_GROUP, 'G' }, { SHF_LINK_ORDER, 'L' }, { SHF_TLS, 'T' },
	};
	const GElf_Shdr *header = &section->header;
	GString *text = g_string_new(NULL);
	guint64 rest = header->sh_flags;

	g_string_append_printf(text, "type %u ", header->sh_type);
	for (unsigned int i = 0; i < G_N_ELEMENTS(letters); i++) {
		if (rest & letters[i].flag)
			g_string_append_c(text, letters[i].letter);
		rest &= ~letters[i].flag;
	}
	if (rest)
		g_string_append_printf(text, "+%" G_GINT64_MODIFIER "x", rest);
	g_string_append_printf(text, " align %" G_GUINT64_FORMAT, header->sh_addralign);
	if (header->sh_flags & SHF_MERGE)
		g_string_append_printf(text, " entry %" G_GUINT64_FORMAT, header->sh_entsize);
	if (header->sh_flags & SHF_LINK_ORDER && elffile_section(file, header->sh_link))
		g_string_append_printf(text, " of %s", elffile_section(file, header->sh_link)->name);
	if (section->group)
		g_string_append_printf(text, " group %s", section->group);
	return g_string_free(text, FALSE);
}

/* Sections that nm(1) goes by the names of, and bloat-o-meter passes over. */
static bool is_small(const struct elffile_section *section)
{
	static const char *const names[] = { ".sdata", ".sbss", ".scommon", ".pdata" };
	enum { SHF_GPREL = 0x10000000 };	/* mips, alpha, ia64 */

	for (unsigned int i = 0; i < G_N_ELEMENTS(names); i++) {
		size_t len = strlen(names[i]);

		if (!strncmp(section->name, names[i], len) &&
		    (!section->name[len] || strchr(".$0123456789", section->name[len])))
			return true;
	}
	return section->header.sh_flags & SHF_GPREL;
}

static char letter_of(const struct elffile_section *section, const struct elffile_symbol *symbol)
{
	unsigned int binding = GELF_ST_BIND(symbol->info);

	if (!symbol->size || binding > STB_GLOBAL || is_small(section) ||
	    GELF_ST_TYPE(symbol->info) == STT_GNU_IFUNC)
		return '-';
	if (section->header.sh_flags & SHF_EXECINSTR)
		return 't';
	if (section->header.sh_type == SHT_NOBITS)
		return 'b';
	return section->header.sh_flags & SHF_WRITE ? 'd' : 'r';
}

static void add_line(GString *out, const char *section, const char *symbol, char letter,
		     guint64 size, const char *kind, const char *digest)
{
	g_string_append_printf(out, "\t%s\t%s\t%c\t%" G_GUINT64_FORMAT "\t%s\t%.32s\n", section,
			       symbol, letter, size, kind, digest);
}

/* --- digests */

static void add_bytes(GChecksum *sum, const void *bytes, size_t len)
{
	g_checksum_update(sum, bytes, (gssize)len);
}

static void add_text(GChecksum *sum, const char *text)
{
	add_bytes(sum, text, strlen(text) + 1);
}

static void add_number(GChecksum *sum, guint64 number)
{
	add_bytes(sum, &number, sizeof(number));
}

/* Those bits of the bytes from @from on that hold a relocation's addend. */
static void clear_field(guchar *bytes, guint64 from, guint64 to, const struct elffile *file,
			const struct elffile_reloc *reloc)
{
	for (unsigned int k = 0; reloc->field && k < 4; k++) {
		guint64 at = reloc->at + k;
		unsigned int shift = 8 * (file->big_endian ? 3 - k : k);

		if (at >= from && at < to)
			bytes[at - from] &= (guchar)~(reloc->field >> shift);
	}
}

/* The bytes of a part of a section, without those that a relocation will write. */
static void add_content(GChecksum *sum, const struct elffile *file,
			const struct elffile_section *section, guint64 from, guint64 to)
{
	g_autofree guchar *bytes = NULL;
	guint64 size = section->header.sh_size;

	if (!section->bytes || from >= size || to <= from)
		return;
	to = MIN(to, size);
	bytes = g_memdup2(section->bytes + from, to - from);
	for (unsigned int i = pieces_reloc_from(section, from < 3 ? 0 : from - 3);
	     section->relocs && i < section->relocs->len; i++) {
		const struct elffile_reloc *reloc =
			&g_array_index(section->relocs, struct elffile_reloc, i);

		if (reloc->at >= to)
			break;
		clear_field(bytes, from, to, file, reloc);
	}
	add_bytes(sum, bytes, to - from);
}

/* The string, or the constant, that is at a place of a section whose like are merged. */
static bool add_merged(GChecksum *sum, const struct elffile_section *section, guint64 at)
{
	const GElf_Shdr *header = &section->header;
	guint64 width = MAX(header->sh_entsize, 1), end;

	if (!(header->sh_flags & SHF_MERGE) || !section->bytes || at >= header->sh_size)
		return false;
	if (header->sh_flags & SHF_STRINGS) {
		end = pieces_string_end(section, at);
	} else {
		add_number(sum, at % width);
		at -= at % width;
		end = MIN(at + width, header->sh_size);
	}
	add_bytes(sum, section->bytes + at, end - at);
	return true;
}

static void add_relocs(GChecksum *sum, const struct elffile *file,
		       const struct elffile_section *section, guint64 from, guint64 to, bool deep);

/* What has no name, or one that does not tell it: what it holds, not followed any further. */
static void add_held(GChecksum *sum, const struct elffile *file,
		     const struct elffile_section *section, guint64 from, guint64 to, bool deep)
{
	add_number(sum, to - from);
	if (!deep)
		return;
	add_content(sum, file, section, from, to);
	add_relocs(sum, file, section, from, to, false);
}

/* What is at this place of the file itself? */
static void add_place(GChecksum *sum, const struct elffile *file, size_t index, guint64 at,
		      bool deep)
{
	const struct elffile_section *section = elffile_section(file, index);
	const struct elffile_symbol *symbol = elffile_symbol_at(file, index, at);
	guint64 from, to;

	add_text(sum, section->name);
	if (symbol) {
		add_text(sum, symbol->name);
		add_number(sum, at - symbol->at);
		if (symbol->numbered)
			add_held(sum, file, section, symbol->at, symbol->at + symbol->size, deep);
	} else if (add_merged(sum, section, at)) {
		return;
	} else if (pieces_part(&from, &to, section, at)) {
		add_number(sum, at - from);
		add_held(sum, file, section, from, to, deep);
	} else {
		add_number(sum, at);
	}
}

static void add_reloc(GChecksum *sum, const struct elffile *file,
		      const struct elffile_section *section, const struct elffile_reloc *reloc,
		      guint64 from, bool deep)
{
	const struct elffile_target *target = reloc->target ?
		&g_array_index(file->targets, struct elffile_target, reloc->target) : NULL;
	size_t index;
	guint64 at;

	add_number(sum, reloc->at - from);
	add_number(sum, reloc->type);
	if (elffile_place(&index, &at, file, section, reloc)) {
		add_place(sum, file, index, at, deep);
		return;
	}
	add_text(sum, target ? target->name : "");
	add_number(sum, (guint64)reloc->addend);
}

static void add_relocs(GChecksum *sum, const struct elffile *file,
		       const struct elffile_section *section, guint64 from, guint64 to, bool deep)
{
	for (unsigned int i = pieces_reloc_from(section, from);
	     section->relocs && i < section->relocs->len; i++) {
		const struct elffile_reloc *reloc =
			&g_array_index(section->relocs, struct elffile_reloc, i);

		if (reloc->at >= to)
			break;
		add_reloc(sum, file, section, reloc, from, deep);
	}
}

static void add_piece(GString *out, const struct elffile *file,
		      const struct elffile_section *section, const struct piece *piece)
{
	const struct elffile_symbol *symbol = piece->symbol;
	GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
	g_autofree char *kind = symbol ? kind_of(symbol->info, symbol->other) : g_strdup("-");

	add_content(sum, file, section, piece->from, piece->to);
	if (piece->with)
		add_content(sum, file, piece->with, piece->with_from, piece->with_to);
	add_relocs(sum, file, section, piece->from, piece->to, true);
	add_line(out, section->name, symbol ? symbol->name : piece->name,
		 symbol ? letter_of(section, symbol) : '-',
		 symbol && symbol->size ? symbol->size : piece->to - piece->from, kind,
		 g_checksum_get_string(sum));
	g_checksum_free(sum);
}

/* --- the whole */

static void add_section(GString *out, const struct elffile *file,
			const struct elffile_section *section)
{
	g_autofree char *kind = section_kind(file, section);
	g_autoptr(GArray) pieces = pieces_of(file, section);

	if (section->header.sh_size)
		add_line(out, section->name, "(section)", '-', 0, kind, "-");
	for (unsigned int i = 0; i < pieces->len; i++)
		add_piece(out, file, section, &g_array_index(pieces, struct piece, i));
}

/* Undefined, common and absolute symbols, which are in no section. */
static void add_others(GString *out, const struct elffile *file)
{
	for (unsigned int i = 1; i < file->targets->len; i++) {
		const struct elffile_target *target =
			&g_array_index(file->targets, struct elffile_target, i);
		int type = GELF_ST_TYPE(target->info);
		g_autofree char *kind = NULL, *section = NULL, *value = NULL;

		if (type == STT_FILE || type == STT_SECTION || !*target->name ||
		    (target->section && target->section < SHN_LORESERVE))
			continue;
		kind = kind_of(target->info, target->other);
		section = !target->section ? g_strdup("*UND*") :
			  target->section == SHN_ABS ? g_strdup("*ABS*") :
			  target->section == SHN_COMMON ? g_strdup("*COM*") :
			  g_strdup_printf("*%zx*", target->section);
		value = g_strdup_printf("%" G_GINT64_MODIFIER "x", target->at);
		add_line(out, section, target->name, '-', target->size, kind, value);
	}
}

static bool is_compared(const struct elffile *file, const struct elffile_section *section)
{
	return section->header.sh_flags & SHF_ALLOC && (section->header.sh_size || section->n) &&
	       strcmp(section->name, ".eh_frame") &&
	       !(!strcmp(section->name, ".orc_unwind") && pieces_orc(file));
}

static void add_file(GString *out, const char *bytes, size_t len, const char *why)
{
	g_autofree char *sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes,
							   len);

	add_line(out, "-", "(file)", '-', len, why, sum);
}

void objects_digest_bytes(GString *out, const char *name, char *bytes, size_t len)
{
	const char *why;
	struct elffile *file = elffile_read(bytes, len, &why);

	g_string_append_printf(out, "%s\n", name);
	if (!file) {
		add_file(out, bytes, len, why);
		return;
	}
	for (unsigned int i = 1; i < file->sections->len; i++)
		if (is_compared(file, elffile_section(file, i)))
			add_section(out, file, elffile_section(file, i));
	add_others(out, file);
	elffile_free(file);
}
