// SPDX-License-Identifier: GPL-2.0-only
#include "elffile.h"

#include <string.h>

/* --- names */

/* str.12, f.isra.0, f.constprop.0.cold: as bloat-o-meter takes the numbers out */
static void cut_numbers(char *name)
{
	char *to = name;

	for (const char *from = name; *from; ) {
		size_t digits = *from == '.' ? strspn(from + 1, "0123456789") : 0;

		if (digits && from > name)
			from += 1 + digits;
		else
			*to++ = *from++;
	}
	*to = '\0';
}

/* __initcall__kmod_x__12_345_f6: the counter and the line of the macro */
static void cut_initcall(char *name)
{
	char *at = g_str_has_prefix(name, "__initcall__kmod_") ? name : NULL;

	while (at && (at = strstr(at + 2, "__"))) {
		size_t counter = strspn(at + 2, "0123456789"), line;

		if (!counter || at[2 + counter] != '_')
			continue;
		line = strspn(at + 3 + counter, "0123456789");
		if (!line || at[3 + counter + line] != '_')
			continue;
		memmove(at, at + 3 + counter + line, strlen(at + 3 + counter + line) + 1);
		return;
	}
}

char *elffile_plain_name(const char *name)
{
	char *plain = g_strdup(name);

	cut_numbers(plain);
	cut_initcall(plain);
	if (g_str_has_prefix(plain, "__UNIQUE_ID_"))
		for (char *end = plain + strlen(plain); g_ascii_isdigit(end[-1]); )
			*--end = '\0';
	return plain;
}

/* Names stand in lines, and between tabs. */
static bool is_name(const char *name)
{
	return name && !strpbrk(name, "\t\n");
}

/* --- sections */

static void section_clear(void *data)
{
	struct elffile_section *section = data;

	if (section->relocs)
		g_array_unref(section->relocs);
	if (section->places)
		g_array_unref(section->places);
}

static struct elffile_section *section_of(const struct elffile *file, size_t index)
{
	return &g_array_index(file->sections, struct elffile_section, index);
}

const struct elffile_section *elffile_section(const struct elffile *file, size_t index)
{
	return index && index < file->sections->len ? section_of(file, index) : NULL;
}

const struct elffile_section *elffile_section_named(const struct elffile *file, const char *name)
{
	for (unsigned int i = 1; i < file->sections->len; i++)
		if (!strcmp(section_of(file, i)->name, name))
			return section_of(file, i);
	return NULL;
}

static const char *read_section(struct elffile *file, Elf_Scn *scn, size_t names)
{
	struct elffile_section section = { .name = "" };
	Elf_Data *data;

	if (!gelf_getshdr(scn, &section.header))
		return "a section's header cannot be read";
	section.name = elf_strptr(file->elf, names, section.header.sh_name);
	if (!is_name(section.name))
		return "a section has no name";
	if (section.header.sh_type != SHT_NOBITS && section.header.sh_size) {
		data = elf_rawdata(scn, NULL);
		if (!data || !data->d_buf || data->d_size != section.header.sh_size)
			return "a section is not all there";
		section.bytes = data->d_buf;
	}
	g_array_append_val(file->sections, section);
	return NULL;
}

/* libelf takes a table that is cut off for none, or for a shorter one. */
static const char *read_sections(struct elffile *file, const GElf_Ehdr *header)
{
	struct elffile_section none = { .name = "" };
	Elf_Scn *scn = NULL;
	const char *why = NULL;
	size_t names, n;

	if (elf_getshdrnum(file->elf, &n) || !n || (header->e_shnum && n != header->e_shnum) ||
	    elf_getshdrstrndx(file->elf, &names))
		return "its table of sections is not all there";
	g_array_append_val(file->sections, none);
	while (!why && (scn = elf_nextscn(file->elf, scn)))
		why = read_section(file, scn, names);
	return !why && file->sections->len != n ? "sections are missing" : why;
}

/* --- symbols */

/* "$x" and "$d.12" of arm, arm64, riscv and csky */
static bool maps(const struct elffile *file, const char *name)
{
	return *name == '$' && strchr("adtx", name[1]) &&
	       (file->machine == EM_ARM || file->machine == EM_AARCH64 ||
		file->machine == EM_RISCV || file->machine == EM_CSKY);
}

static bool has_place(const struct elffile *file, const struct elffile_target *target)
{
	int type = GELF_ST_TYPE(target->info);

	return target->section && target->section < file->sections->len && *target->name &&
	       type != STT_SECTION && type != STT_FILE &&
	       !(g_str_has_prefix(target->name, ".L") && !target->size) &&
	       !(maps(file, target->name) && !target->size);
}

static void add_symbol(struct elffile *file, const struct elffile_target *target)
{
	struct elffile_symbol symbol = {
		target->section, target->at, target->size, elffile_plain_name(target->name),
		target->info, target->other, false,
	};

	symbol.numbered = GELF_ST_BIND(target->info) == STB_LOCAL &&
			  (strcmp(symbol.name, target->name) || g_str_has_prefix(symbol.name, ".L"));
	g_array_append_val(file->symbols, symbol);
}

static void symbol_clear(void *data)
{
	g_free(((struct elffile_symbol *)data)->name);
}

static int by_place(const void *a, const void *b)
{
	const struct elffile_symbol *one = a, *two = b;

	if (one->section != two->section)
		return one->section < two->section ? -1 : 1;
	if (one->at != two->at)
		return one->at < two->at ? -1 : 1;
	return strcmp(one->name, two->name);
}

static const char *add_target(struct elffile *file, Elf_Data *data, Elf_Data *extended, int i)
{
	struct elffile_target target;
	GElf_Sym sym;
	Elf32_Word index = 0;

	if (!gelf_getsymshndx(data, extended, i, &sym, &index))
		return "a symbol cannot be read";
	target.section = sym.st_shndx == SHN_XINDEX ? index : sym.st_shndx;
	target.at = sym.st_value;
	target.size = sym.st_size;
	target.info = sym.st_info;
	target.other = sym.st_other;
	target.name = elf_strptr(file->elf, file->names, sym.st_name);
	if (!is_name(target.name))
		return "a symbol has no name";
	if (target.section >= file->sections->len &&
	    (sym.st_shndx == SHN_XINDEX || sym.st_shndx < SHN_LORESERVE))
		return "a symbol is in no section";
	g_array_append_val(file->targets, target);
	if (has_place(file, &target))
		add_symbol(file, &target);
	return NULL;
}

/* The first of a row has no number (x, x.1), and is no less of it. */
static void number_namesakes(struct elffile *file)
{
	g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
	struct elffile_symbol *all = (struct elffile_symbol *)file->symbols->data;

	for (unsigned int i = 0; i < file->symbols->len; i++)
		if (all[i].numbered)
			g_hash_table_add(names, all[i].name);
	for (unsigned int i = 0; i < file->symbols->len; i++)
		if (GELF_ST_BIND(all[i].info) == STB_LOCAL)
			all[i].numbered |= g_hash_table_contains(names, all[i].name);
}

static void index_symbols(struct elffile *file)
{
	number_namesakes(file);
	g_array_sort(file->symbols, by_place);
	for (unsigned int i = 0; i < file->symbols->len; i++) {
		size_t index = g_array_index(file->symbols, struct elffile_symbol, i).section;
		struct elffile_section *section = section_of(file, index);

		if (!section->n++)
			section->first = i;
	}
}

static const char *read_symbols(struct elffile *file)
{
	Elf_Data *data = NULL, *extended = NULL;
	const char *why = NULL;
	size_t n = 0;

	for (size_t i = 1; i < file->sections->len; i++) {
		const struct elffile_section *section = section_of(file, i);

		if (section->header.sh_type == SHT_SYMTAB && section->bytes) {
			data = elf_getdata(elf_getscn(file->elf, i), NULL);
			file->names = section->header.sh_link;
			n = section->header.sh_entsize ?
			    section->header.sh_size / section->header.sh_entsize : 0;
			if (!data || !n || n > G_MAXINT)
				return "the table of symbols cannot be read";
		} else if (section->header.sh_type == SHT_SYMTAB_SHNDX) {
			extended = elf_getdata(elf_getscn(file->elf, i), NULL);
		}
	}
	for (size_t i = 0; !why && i < n; i++)
		why = add_target(file, data, extended, (int)i);
	index_symbols(file);
	return why;
}

const struct elffile_symbol *elffile_symbol_at(const struct elffile *file, size_t index, guint64 at)
{
	const struct elffile_section *section = elffile_section(file, index);
	const struct elffile_symbol *all = (const struct elffile_symbol *)file->symbols->data;
	unsigned int low, high;

	if (!section || !section->n)
		return NULL;
	low = section->first;
	high = section->first + section->n;
	while (low < high) {
		unsigned int middle = low + (high - low) / 2;

		if (all[middle].at <= at)
			low = middle + 1;
		else
			high = middle;
	}
	while (low-- > section->first)
		if (all[low].at == at || at - all[low].at < all[low].size)
			return &all[low];
	return NULL;
}

/* --- relocations */

/* Which bits of the field hold the addend, where the relocation has none itself? */
static guint64 addend_bits(int machine, unsigned int type)
{
	if (machine == EM_386 && (type == R_386_32 || type == R_386_PC32 || type == R_386_PLT32 ||
				  type == R_386_GOTOFF || type == R_386_GOTPC))
		return 0xffffffff;
	if (machine == EM_ARM) {
		if (type == R_ARM_ABS32 || type == R_ARM_REL32 || type == R_ARM_TARGET1)
			return 0xffffffff;
		if (type == R_ARM_PREL31)
			return 0x7fffffff;
		if (type == R_ARM_CALL || type == R_ARM_JUMP24 || type == R_ARM_PC24)
			return 0x00ffffff;
	}
	if (machine == EM_SH)	/* has addends, and leaves them in the field all the same */
		return type == R_SH_DIR32 || type == R_SH_REL32 ? 0xffffffff : 0;
	return machine == EM_MIPS && type == R_MIPS_32 ? 0xffffffff : 0;
}

static guint32 field_value(const struct elffile *file, const guchar *bytes)
{
	guint32 value;

	memcpy(&value, bytes, sizeof(value));
	return file->big_endian ? GUINT32_FROM_BE(value) : GUINT32_FROM_LE(value);
}

/* Sign-extended from the field's width; a branch of arm counts words. */
static void take_addend(struct elffile_reloc *reloc, const struct elffile *file,
			const struct elffile_section *section)
{
	guint64 bits = addend_bits(file->machine, reloc->type), value;

	if (!bits || !section->bytes || section->header.sh_size < 4 ||
	    reloc->at > section->header.sh_size - 4)
		return;
	value = field_value(file, section->bytes + reloc->at) & bits;
	if (value & (bits + 1) >> 1)
		value |= ~bits;
	reloc->addend += (gint64)(bits == 0x00ffffff ? value << 2 : value);
	reloc->field = bits;
}

/* The little-endian form of 64-bit mips has the parts of r_info in an order of its own. */
static void split_info(struct elffile_reloc *reloc, const struct elffile *file, guint64 info)
{
	if (file->machine == EM_MIPS && gelf_getclass(file->elf) == ELFCLASS64 &&
	    !file->big_endian)
		info = info << 32 | GUINT32_SWAP_LE_BE(info >> 32);
	reloc->type = (unsigned int)(gelf_getclass(file->elf) == ELFCLASS64 ?
				     info & 0xffffffff : GELF_R_TYPE(info));
	reloc->target = GELF_R_SYM(info);
}

static bool get_reloc(struct elffile_reloc *out, const struct elffile *file,
		      const struct elffile_section *section, Elf_Data *data, int i, bool with_addend)
{
	GElf_Rela rela;
	GElf_Rel rel;

	if (with_addend) {
		if (!gelf_getrela(data, i, &rela))
			return false;
		out->at = rela.r_offset;
		out->addend = rela.r_addend;
		split_info(out, file, rela.r_info);
		if (file->machine == EM_SH)
			take_addend(out, file, section);
		return true;
	}
	if (!gelf_getrel(data, i, &rel))
		return false;
	out->at = rel.r_offset;
	split_info(out, file, rel.r_info);
	take_addend(out, file, section);
	return true;
}

static int by_at(const void *a, const void *b)
{
	const struct elffile_reloc *one = a, *two = b;

	return one->at < two->at ? -1 : one->at > two->at;
}

static const char *read_relocs(struct elffile *file, size_t table)
{
	GElf_Shdr *header = &section_of(file, table)->header;
	Elf_Data *data = elf_getdata(elf_getscn(file->elf, table), NULL);
	struct elffile_section *section;
	size_t n = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;

	if (!header->sh_info || header->sh_info >= file->sections->len || n > G_MAXINT ||
	    (header->sh_size && (!data || !n)))
		return "a table of relocations belongs to no section";
	section = section_of(file, header->sh_info);
	if (!section->relocs)
		section->relocs = g_array_new(FALSE, FALSE, sizeof(struct elffile_reloc));
	for (size_t i = 0; i < n; i++) {
		struct elffile_reloc reloc = { 0 };

		if (!get_reloc(&reloc, file, section, data, (int)i, header->sh_type == SHT_RELA))
			return "a relocation cannot be read";
		if (reloc.target && reloc.target >= file->targets->len)
			return "a relocation has no symbol";
		if (reloc.type && reloc.at >= section->header.sh_size)
			return "a relocation is outside of its section";
		if (reloc.at < section->header.sh_size)
			g_array_append_val(section->relocs, reloc);
	}
	g_array_sort(section->relocs, by_at);
	return NULL;
}

static const char *read_all_relocs(struct elffile *file)
{
	enum { SHT_CREL = 0x40000014, SHT_ANDROID_REL = 0x60000001, SHT_ANDROID_RELA };
	const char *why = NULL;

	for (size_t i = 1; i < file->sections->len && !why; i++) {
		switch (section_of(file, i)->header.sh_type) {
		case SHT_REL:
		case SHT_RELA:
			why = read_relocs(file, i);
			break;
		case SHT_CREL:
		case SHT_ANDROID_REL:
		case SHT_ANDROID_RELA:
			why = "its relocations are in a form that is not known";
		}
	}
	return why;
}

/* --- places that relocations refer to */

/*
 * Some machines count from elsewhere than the field: x86 from the end of its four
 * bytes, s390 from the instruction that is two bytes before it, arm from two
 * instructions on. In tables they do not.
 */
static gint64 distance(const struct elffile *file, const struct elffile_section *section,
		       unsigned int type)
{
	if (!(section->header.sh_flags & SHF_EXECINSTR))
		return 0;
	switch (file->machine) {
	case EM_X86_64:
		return type == R_X86_64_PC32 || type == R_X86_64_PLT32 ? 4 : 0;
	case EM_386:
		return type == R_386_PC32 || type == R_386_PLT32 ? 4 : 0;
	case EM_S390:
		return type == R_390_PC32DBL || type == R_390_PLT32DBL || type == R_390_PC16DBL ||
		       type == R_390_PLT16DBL ? -2 : 0;
	case EM_ARM:
		return type == R_ARM_CALL || type == R_ARM_JUMP24 || type == R_ARM_PC24 ? 8 : 0;
	default:
		return 0;
	}
}

bool elffile_place(size_t *index, guint64 *at, const struct elffile *file,
		   const struct elffile_section *section, const struct elffile_reloc *reloc)
{
	const struct elffile_target *target =
		&g_array_index(file->targets, struct elffile_target, reloc->target);

	if (!reloc->target || GELF_ST_BIND(target->info) != STB_LOCAL ||
	    !elffile_section(file, target->section))
		return false;
	*index = target->section;
	*at = target->at + (guint64)reloc->addend + (guint64)distance(file, section, reloc->type);
	return true;
}

static int by_number(const void *a, const void *b)
{
	guint64 one = *(const guint64 *)a, two = *(const guint64 *)b;

	return one < two ? -1 : one > two;
}

static void add_places(struct elffile *file, const struct elffile_section *section)
{
	for (unsigned int i = 0; section->relocs && i < section->relocs->len; i++) {
		struct elffile_section *to;
		size_t index;
		guint64 at;

		if (!elffile_place(&index, &at, file, section,
				   &g_array_index(section->relocs, struct elffile_reloc, i)))
			continue;
		to = section_of(file, index);
		if (to->n || at >= to->header.sh_size)
			continue;
		if (!to->places)
			to->places = g_array_new(FALSE, FALSE, sizeof(at));
		g_array_append_val(to->places, at);
	}
}

static void read_places(struct elffile *file)
{
	for (size_t i = 1; i < file->sections->len; i++)
		add_places(file, section_of(file, i));
	for (size_t i = 1; i < file->sections->len; i++)
		if (section_of(file, i)->places)
			g_array_sort(section_of(file, i)->places, by_number);
}

/* --- groups */

static const char *read_group(struct elffile *file, size_t index)
{
	const struct elffile_section *group = section_of(file, index);
	size_t signature = group->header.sh_info, n = group->header.sh_size / 4;
	const char *name;

	if (!group->bytes || signature >= file->targets->len)
		return "a group of sections has no name";
	name = g_array_index(file->targets, struct elffile_target, signature).name;
	for (size_t i = 1; i < n; i++) {
		size_t member = field_value(file, group->bytes + 4 * i);

		if (!member || member >= file->sections->len)
			return "a group has a section that is not there";
		section_of(file, member)->group = name;
	}
	return NULL;
}

static const char *read_groups(struct elffile *file)
{
	const char *why = NULL;

	for (size_t i = 1; i < file->sections->len && !why; i++)
		if (section_of(file, i)->header.sh_type == SHT_GROUP)
			why = read_group(file, i);
	return why;
}

/* --- the whole */

/* gcc -flto leaves the code for the linker's plugin to make, in sections of its own. */
static bool is_bytecode(const struct elffile *file)
{
	for (unsigned int i = 1; i < file->targets->len; i++)
		if (!strcmp(g_array_index(file->targets, struct elffile_target, i).name,
			    "__gnu_lto_slim"))
			return true;
	return false;
}

static const char *what_else(const char *bytes, size_t len)
{
	if (!len)
		return "it is empty";
	if (len >= 4 && (!memcmp(bytes, "BC\xc0\xde", 4) || !memcmp(bytes, "\xde\xc0\x17\x0b", 4)))
		return "it is bitcode of LLVM";
	return "it is no ELF file";
}

static const char *read_elf(struct elffile *file, const char *bytes, size_t len)
{
	const char *why;
	GElf_Ehdr header;

	if (!file->elf || elf_kind(file->elf) != ELF_K_ELF)
		return what_else(bytes, len);
	if (!gelf_getehdr(file->elf, &header))
		return "its header cannot be read";
	if (header.e_type != ET_REL)
		return "it is no relocatable object";
	file->machine = header.e_machine;
	file->big_endian = header.e_ident[EI_DATA] == ELFDATA2MSB;
	why = read_sections(file, &header);
	if (!why)
		why = read_symbols(file);
	if (!why)
		why = read_all_relocs(file);
	if (!why)
		why = read_groups(file);
	if (!why)
		read_places(file);
	return !why && is_bytecode(file) ? "it is bytecode of gcc's" : why;
}

struct elffile *elffile_read(char *bytes, size_t len, const char **why)
{
	struct elffile *file = g_new0(struct elffile, 1);

	elf_version(EV_CURRENT);
	file->sections = g_array_new(FALSE, FALSE, sizeof(struct elffile_section));
	g_array_set_clear_func(file->sections, section_clear);
	file->symbols = g_array_new(FALSE, FALSE, sizeof(struct elffile_symbol));
	g_array_set_clear_func(file->symbols, symbol_clear);
	file->targets = g_array_new(FALSE, FALSE, sizeof(struct elffile_target));
	file->elf = len ? elf_memory(bytes, len) : NULL;
	*why = read_elf(file, bytes, len);
	if (!*why)
		return file;
	elffile_free(file);
	return NULL;
}

void elffile_free(struct elffile *file)
{
	if (!file)
		return;
	g_array_unref(file->sections);
	g_array_unref(file->symbols);
	g_array_unref(file->targets);
	elf_end(file->elf);
	g_free(file);
}
