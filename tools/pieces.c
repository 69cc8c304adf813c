// SPDX-License-Identifier: GPL-2.0-only
#include "pieces.h"

#include <string.h>

static void piece_clear(void *data)
{
	g_free(((struct piece *)data)->name);
}

static struct piece *add(GArray *pieces, const char *name, guint64 from, guint64 to)
{
	struct piece piece = { .name = g_strdup(name), .from = from, .to = to };

	g_array_append_val(pieces, piece);
	return &g_array_index(pieces, struct piece, pieces->len - 1);
}

static const struct elffile_reloc *reloc_at(const struct elffile_section *section, unsigned int i)
{
	return &g_array_index(section->relocs, struct elffile_reloc, i);
}

static unsigned int relocs_of(const struct elffile_section *section)
{
	return section->relocs ? section->relocs->len : 0;
}

unsigned int pieces_reloc_from(const struct elffile_section *section, guint64 at)
{
	unsigned int low = 0, high = relocs_of(section);

	while (low < high) {
		unsigned int middle = low + (high - low) / 2;

		if (reloc_at(section, middle)->at < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* --- strings */

static bool is_zero(const guchar *bytes, guint64 n)
{
	for (; n; n--)
		if (*bytes++)
			return false;
	return true;
}

guint64 pieces_string_end(const struct elffile_section *section, guint64 at)
{
	guint64 width = MAX(section->header.sh_entsize, 1), size = section->header.sh_size;

	for (; at < size && size - at >= width; at += width)
		if (is_zero(section->bytes + at, width))
			return at + width;
	return size;
}

static const struct elffile_symbol *symbol_of(const struct elffile *file, unsigned int i)
{
	return &g_array_index(file->symbols, struct elffile_symbol, i);
}

/* Strings that are aligned have zeros between them. */
static guint64 next_string(const struct elffile_section *section, guint64 at)
{
	guint64 align = MAX(section->header.sh_addralign, 1), size = section->header.sh_size;
	guint64 next = at % align ? at + (align - at % align) : at;

	if (next > size || next < at)
		next = size;
	return is_zero(section->bytes + at, next - at) ? next : at;
}

static void cut_strings(GArray *pieces, const struct elffile *file,
			const struct elffile_section *section)
{
	unsigned int i = section->first, end = section->first + section->n;
	guint64 at = 0;

	while (section->bytes && at < section->header.sh_size) {
		struct piece *piece = add(pieces, "(string)", at, pieces_string_end(section, at));

		while (i < end && symbol_of(file, i)->at < at)
			i++;
		if (i < end && symbol_of(file, i)->at == at)
			piece->symbol = symbol_of(file, i);
		at = next_string(section, piece->to);
	}
}

/* --- tables */

/* Do the relocations from the @k-th on repeat the first @k, @period bytes later? */
static bool repeats(const struct elffile_section *section, unsigned int k, guint64 period)
{
	if (reloc_at(section, k - 1)->at >= period)
		return false;
	for (unsigned int i = k; i < relocs_of(section); i++) {
		const struct elffile_reloc *now = reloc_at(section, i);
		const struct elffile_reloc *then = reloc_at(section, i - k);

		if (now->at - then->at != period || now->type != then->type)
			return false;
	}
	return true;
}

/* How many of a row of like cells make an entry? 0: it is not known. */
static unsigned int cells_of(const struct elffile *file, const char *name)
{
	static const char *const single[] = {
		"__bug_table", ".smp_locks", ".retpoline_sites", ".return_sites", ".call_sites",
		".ibt_endbr_seal", ".cfi_sites", "__mcount_loc", "__patchable_function_entries",
		".orc_unwind_ip", ".altinstructions", "__jump_table",
	};

	for (unsigned int i = 0; i < G_N_ELEMENTS(single); i++)
		if (!strcmp(name, single[i]))
			return 1;
	if (g_str_has_prefix(name, ".discard."))
		return 1;
	if (!strcmp(name, ".static_call_sites"))
		return 2;
	if (!strcmp(name, "__ex_table"))
		return file->machine == EM_X86_64 || file->machine == EM_386 ? 3 : 2;
	return 0;
}

/* The size of a table's entries; that of the section where it cannot be told. */
static guint64 entry_size(const struct elffile *file, const struct elffile_section *section)
{
	guint64 size = section->header.sh_size, period = size;
	unsigned int n = relocs_of(section), k, cells;

	if (!n && section->header.sh_flags & SHF_MERGE && section->header.sh_entsize)
		return section->header.sh_entsize;
	for (k = 1; k < n; k++) {
		period = reloc_at(section, k)->at - reloc_at(section, 0)->at;
		if (n % k == 0 && period && repeats(section, k, period))
			break;
	}
	if (k >= n)
		return size;
	if (period > 8 || reloc_at(section, 0)->at != reloc_at(section, k - 1)->at)
		return period;
	cells = cells_of(file, section->name);
	return cells && size % (cells * period) == 0 ? cells * period : size;
}

/* What is patched twice is patched in that order. */
static bool same_place(const struct elffile_section *section, guint64 one, guint64 two)
{
	unsigned int i = pieces_reloc_from(section, one), k = pieces_reloc_from(section, two);

	return i < k && k < relocs_of(section) &&
	       reloc_at(section, i)->target == reloc_at(section, k)->target &&
	       reloc_at(section, i)->addend == reloc_at(section, k)->addend;
}

static char *entry_name(const struct elffile *file, const struct elffile_section *section, guint64 at)
{
	unsigned int i = pieces_reloc_from(section, at);
	const struct elffile_symbol *symbol = NULL;
	const struct elffile_target *target;

	if (i >= relocs_of(section) || !reloc_at(section, i)->target)
		return g_strdup("(part)");
	target = &g_array_index(file->targets, struct elffile_target, reloc_at(section, i)->target);
	symbol = elffile_symbol_at(file, target->section,
				   target->at + (guint64)reloc_at(section, i)->addend);
	if (!symbol && !*target->name)
		return g_strdup("(part)");
	return g_strdup_printf("(entry of %s)", symbol ? symbol->name : target->name);
}

const struct elffile_section *pieces_orc(const struct elffile *file)
{
	const struct elffile_section *orc = elffile_section_named(file, ".orc_unwind");
	const struct elffile_section *ip = elffile_section_named(file, ".orc_unwind_ip");

	if (!orc || !ip || relocs_of(orc) || !orc->bytes || !relocs_of(ip) ||
	    ip->header.sh_size != 4 * (guint64)relocs_of(ip) ||
	    orc->header.sh_size % relocs_of(ip))
		return NULL;
	return orc;
}

static void cut_entries(GArray *pieces, const struct elffile *file,
			const struct elffile_section *section)
{
	guint64 entry = entry_size(file, section), size = section->header.sh_size, at, to;
	const struct elffile_section *orc =
		!strcmp(section->name, ".orc_unwind_ip") ? pieces_orc(file) : NULL;
	guint64 part = orc ? orc->header.sh_size / relocs_of(section) : 0;

	if (orc)
		entry = 4;
	for (at = 0; at < size; at = to) {
		g_autofree char *name = entry_name(file, section, at);
		struct piece *piece;

		to = at + MIN(entry, size - at);
		while (!orc && to < size && same_place(section, at, to))
			to += MIN(entry, size - to);
		piece = add(pieces, name, at, to);
		piece->with = orc;
		piece->with_from = at / 4 * part;
		piece->with_to = piece->with_from + part;
	}
}

/* --- parts that others refer to */

bool pieces_part(guint64 *from, guint64 *to, const struct elffile_section *section, guint64 at)
{
	if (!section->places || at >= section->header.sh_size)
		return false;
	*from = 0;
	*to = section->header.sh_size;
	for (unsigned int i = 0; i < section->places->len; i++) {
		guint64 place = g_array_index(section->places, guint64, i);

		if (place > at) {
			*to = place;
			break;
		}
		*from = place;
	}
	return true;
}

static void cut_parts(GArray *pieces, const struct elffile_section *section)
{
	guint64 from = 0;

	for (unsigned int i = 0; i < section->places->len; i++) {
		guint64 at = g_array_index(section->places, guint64, i);

		if (at > from)
			add(pieces, "(part)", from, at);
		from = at;
	}
	add(pieces, "(part)", from, section->header.sh_size);
}

/* --- code and data with symbols */

static bool is_padding(const struct elffile_section *section, guint64 from, guint64 to)
{
	unsigned int i = pieces_reloc_from(section, from);

	if (i < relocs_of(section) && reloc_at(section, i)->at < to)
		return false;
	if (!section->bytes)
		return true;
	if (section->header.sh_flags & SHF_EXECINSTR)
		return to - from < MAX(section->header.sh_addralign, 16);
	return is_zero(section->bytes + from, to - from);
}

static void cut_rest(GArray *pieces, const struct elffile_section *section, guint64 from, guint64 to)
{
	if (to > from && !is_padding(section, from, to))
		add(pieces, "(rest)", from, to);
}

/* A label of an assembler source has no size: up to the next one. */
static guint64 symbol_end(const struct elffile *file, const struct elffile_section *section,
			  unsigned int i)
{
	const struct elffile_symbol *symbol = symbol_of(file, i);
	guint64 size = section->header.sh_size;

	if (symbol->at >= size)
		return size;
	/* the size of what a descriptor describes is not its own */
	if (symbol->size && strcmp(section->name, ".opd"))
		return symbol->at + MIN(symbol->size, size - symbol->at);
	for (; i < section->first + section->n; i++)
		if (symbol_of(file, i)->at > symbol->at)
			return MIN(symbol_of(file, i)->at, size);
	return size;
}

static void cut_symbols(GArray *pieces, const struct elffile *file,
			const struct elffile_section *section)
{
	guint64 size = section->header.sh_size, done = 0;

	for (unsigned int i = section->first; i < section->first + section->n; i++) {
		guint64 from = MIN(symbol_of(file, i)->at, size);
		struct piece *piece;

		cut_rest(pieces, section, done, from);
		piece = add(pieces, NULL, from, symbol_end(file, section, i));
		piece->symbol = symbol_of(file, i);
		done = MAX(done, piece->to);
	}
	cut_rest(pieces, section, done, size);
}

GArray *pieces_of(const struct elffile *file, const struct elffile_section *section)
{
	const guint64 strings = SHF_MERGE | SHF_STRINGS;
	GArray *pieces = g_array_new(FALSE, FALSE, sizeof(struct piece));

	g_array_set_clear_func(pieces, piece_clear);
	if ((section->header.sh_flags & strings) == strings && !relocs_of(section) && section->bytes)
		cut_strings(pieces, file, section);
	else if (section->n)
		cut_symbols(pieces, file, section);
	else if (section->places && !(section->header.sh_flags & SHF_MERGE))
		cut_parts(pieces, section);
	else
		cut_entries(pieces, file, section);
	return pieces;
}
