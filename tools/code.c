// SPDX-License-Identifier: GPL-2.0-only
#include "code.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void code_free(void *data)
{
	struct code *code = data;

	g_free(code->name);
	g_ptr_array_unref(code->lines);
	g_free(code);
}

static GPtrArray *functions_new(void)
{
	return g_ptr_array_new_with_free_func(code_free);
}

static struct code *code_new(const char *name, unsigned long size)
{
	struct code *code = g_new0(struct code, 1);

	code->name = g_strdup(name);
	code->size = size;
	code->lines = g_ptr_array_new_with_free_func(g_free);
	return code;
}

const struct code *code_find(const GPtrArray *functions, const char *name)
{
	for (unsigned int i = 0; functions && i < functions->len; i++) {
		const struct code *code = functions->pdata[i];

		if (!strcmp(code->name, name))
			return code;
	}
	return NULL;
}

/* "0000000000000010 g     F .text	0000000000000045 down_read" */
static bool symbol_size(unsigned long *size, char **lines, const char *name)
{
	for (; *lines; lines++) {
		const char *tab = strchr(*lines, '\t'), *last = strrchr(*lines, ' ');
		const char *function = strstr(*lines, " F ");

		if (!tab || !last || !function || function > tab || strcmp(last + 1, name))
			continue;
		*size = strtoul(tab + 1, NULL, 16);
		return true;
	}
	return false;
}

/* The first line below "0000000000000010 <down_read>:" */
static char **listing_of(char **lines, const char *name)
{
	g_autofree char *head = g_strdup_printf(" <%s>:", name);

	for (; *lines; lines++)
		if (g_str_has_suffix(*lines, head))
			return lines + 1;
	return NULL;
}

/* "stp\tx29, x30" of some architectures in columns, as others have it. */
static char *in_columns(const char *text)
{
	size_t len = strcspn(text, "\t");

	return text[len] ? g_strdup_printf("%-6.*s %s", (int)len, text, text + len + 1) :
			   g_strdup(text);
}

/* Without what objdump explains. */
static void cut_notes(char *text)
{
	static const char *const notes[] = { " // ", " # " };

	g_strdelimit(text, "\t", ' ');
	for (unsigned int i = 0; i < G_N_ELEMENTS(notes); i++) {
		char *note = strstr(text, notes[i]);

		if (note)
			*note = '\0';
	}
	g_strchomp(text);
}

/*
 * "jne    34 <down_read+0x24>" becomes "jne    +0x24" in down_read(), and "bl 20
 * <wake>" becomes "bl     wake": where it lies says nothing.
 */
static char *tidy(const char *text, const char *name)
{
	g_autofree char *line = in_columns(text), *to = NULL;
	size_t own = strlen(name);
	char *open, *at;

	cut_notes(line);
	open = strrchr(line, '<');
	if (!open || open - line < 2 || !g_str_has_suffix(open, ">"))
		return g_steal_pointer(&line);
	to = g_strndup(open + 1, strlen(open) - 2);
	for (at = open - 1; at > line && g_ascii_isxdigit(at[-1]); at--)
		;
	*at = '\0';
	if (!strncmp(to, name, own) && (!to[own] || to[own] == '+'))
		return g_strconcat(line, to[own] ? to + own : "+0x0", NULL);
	return g_strconcat(line, to, NULL);
}

/* The function of @section that begins at @at, "down_read"; NULL: none does. */
static char *symbol_at(char **lines, const char *section, long at)
{
	g_autofree char *middle = g_strdup_printf(" F %s\t", section);

	for (; *lines; lines++)
		if (strstr(*lines, middle) && strtol(*lines, NULL, 16) == at)
			return g_strdup(strrchr(*lines, ' ') + 1);
	return NULL;
}

/*
 * What "rwsem_wake-0x4" or ".text+0x20" names; x86 counts from the end of the four
 * bytes that it is for.
 */
static char *relocated(const char *type, const char *value, char **lines)
{
	size_t len = strcspn(value, "-+");
	long addend = strtol(value + len, NULL, 16);
	char *name = g_strndup(value, len), *function;

	if (*name != '.')
		return name;
	if (g_str_has_suffix(type, "_PC32") || g_str_has_suffix(type, "_PLT32"))
		addend += 4;
	function = symbol_at(lines, name, addend);
	if (function)
		g_free(name);
	return function ? function : name;
}

/* "15: R_X86_64_PLT32	rwsem_wake-0x4": the name belongs to the line before. */
static void add_relocation(struct code *code, const char *line, char **lines)
{
	g_autofree char *copy = g_strstrip(g_strdup(line));
	g_auto(GStrv) words = g_strsplit_set(copy, " \t", 2);
	g_autofree char *name = NULL;
	char **last, *before;

	if (!words[0] || !words[1])
		return;
	name = relocated(words[0], g_strstrip(words[1]), lines);
	if (!code->lines->len)
		return;
	last = (char **)&code->lines->pdata[code->lines->len - 1];
	before = *last;
	if (strchr("cjb", *before) && !strpbrk(before, "(,$")) {	/* a call, a branch */
		before[strcspn(before, " ")] = '\0';
		*last = g_strdup_printf("%-6s %s", before, name);
	} else {
		*last = g_strdup_printf("%s <%s>", g_strchomp(before), name);
	}
	g_free(before);
}

static void add_line(struct code *code, const char *line, char **lines)
{
	const char *colon = strchr(line, ':');

	if (!colon)
		return;
	if (strstr(line, ": R_"))
		add_relocation(code, colon + 1, lines);
	else
		g_ptr_array_add(code->lines, tidy(colon + 1 + strspn(colon + 1, " \t"),
						  code->name));
}

/* What stands behind the function's end is for the next one's alignment. */
static bool is_behind(const char *line, unsigned long end)
{
	char *colon;
	unsigned long at = strtoul(line, &colon, 16);

	return *colon == ':' && at >= end;
}

GPtrArray *code_parse(const char *listing, char **names)
{
	g_auto(GStrv) lines = g_strsplit(listing, "\n", -1);
	GPtrArray *functions = functions_new();

	for (; *names; names++) {
		char **line = listing_of(lines, *names);
		struct code *code;
		unsigned long size, end;

		if (!line || !symbol_size(&size, lines, *names))
			continue;
		code = code_new(*names, size);
		end = strtoul(line[-1], NULL, 16) + size;
		for (; *line && **line && !is_behind(*line, end); line++)
			add_line(code, *line, lines);
		g_ptr_array_add(functions, code);
	}
	return functions;
}

void code_format(GString *out, const GPtrArray *functions)
{
	for (unsigned int i = 0; i < functions->len; i++) {
		const struct code *code = functions->pdata[i];

		g_string_append_printf(out, "%s %lu %u\n", code->name, code->size,
				       code->lines->len);
		for (unsigned int k = 0; k < code->lines->len; k++)
			g_string_append_printf(out, "\t%s\n", (char *)code->lines->pdata[k]);
	}
}

GPtrArray *code_read(const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	GPtrArray *functions = functions_new();
	struct code *code = NULL;

	for (char **line = lines; *line && **line; line++) {
		if (**line == '\t' && code) {
			g_ptr_array_add(code->lines, g_strdup(*line + 1));
		} else if (**line != '\t') {
			g_autofree char *name = g_strndup(*line, strcspn(*line, " "));

			code = code_new(name, strtoul(*line + strcspn(*line, " "), NULL, 10));
			g_ptr_array_add(functions, code);
		}
	}
	return functions;
}

static void table_cell(GString *out, const struct code *code)
{
	if (code)
		g_string_append_printf(out, "  %6lu %5u", code->size, code->lines->len);
	else
		g_string_append_printf(out, "  %6s %5s", "-", "-");
}

static void table_row(GString *out, const char *name, const struct code *before,
		      const struct code *after)
{
	g_string_append_printf(out, "  %-28s", name);
	table_cell(out, before);
	table_cell(out, after);
	g_string_append_c(out, '\n');
}

void code_table(GString *out, const GPtrArray *before, const GPtrArray *after)
{
	g_string_append_printf(out, "  %-28s  %12s  %12s\n", "bytes, instructions", "before",
			       "after");
	for (unsigned int i = 0; i < before->len; i++) {
		const struct code *code = before->pdata[i];

		table_row(out, code->name, code, code_find(after, code->name));
	}
	for (unsigned int i = 0; i < after->len; i++) {
		const struct code *code = after->pdata[i];

		if (!code_find(before, code->name))
			table_row(out, code->name, NULL, code);
	}
}

static const char *line_of(const struct code *code, unsigned int n)
{
	return code && n < code->lines->len ? code->lines->pdata[n] : "";
}

void code_beside(GString *out, const struct code *before, const struct code *after,
		 unsigned int width)
{
	unsigned int n = MAX(before ? before->lines->len : 0, after ? after->lines->len : 0);

	for (unsigned int i = 0; i < n; i++) {
		g_string_append_printf(out, "  %-*.*s  %.*s", (int)width, (int)width,
				       line_of(before, i), (int)width, line_of(after, i));
		while (g_ascii_isspace(out->str[out->len - 1]))
			g_string_truncate(out, out->len - 1);
		g_string_append_c(out, '\n');
	}
}
