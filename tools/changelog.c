// SPDX-License-Identifier: GPL-2.0-only
#include "changelog.h"

#include <string.h>

#define WIDTH 72

void text_wrap(GString *out, const char *first, const char *rest, const char *text,
	       unsigned int width)
{
	g_auto(GStrv) words = g_strsplit_set(text, " \t\r\n", -1);
	size_t column = strlen(first);
	bool begun = false;

	g_string_append(out, first);
	for (char **word = words; *word; word++) {
		size_t len = (size_t)g_utf8_strlen(*word, -1);

		if (!len)
			continue;
		if (begun && column + 1 + len > width) {
			g_string_append_printf(out, "\n%s", rest);
			column = strlen(rest);
			begun = false;
		}
		g_string_append_printf(out, "%s%s", begun ? " " : "", *word);
		column += len + begun;
		begun = true;
	}
	g_string_append_c(out, '\n');
}

/* The step's entries of one version; @number 0: without the patch's number. */
static void append_step(GString *out, const struct step *step, unsigned int version,
			unsigned int number)
{
	g_autofree char *first = number ? g_strdup_printf("- patch %u: ", number) : g_strdup("- ");

	for (unsigned int i = 0; i < step->claims->len; i++) {
		const struct claim *claim = step->claims->pdata[i];

		if (claim->kind != CLAIM_CHANGE || claim->count != version)
			continue;
		text_wrap(out, first, "  ", claim->argv[1], WIDTH);
	}
}

static void append_block(GString *out, unsigned int version, const GString *entries)
{
	if (entries->len)
		g_string_append_printf(out, "%sChanges in v%u:\n%s", out->len ? "\n" : "", version,
				       entries->str);
}

void changelog_of_step(GString *out, const struct step *step, unsigned int version)
{
	for (; version; version--) {
		g_autoptr(GString) entries = g_string_new(NULL);

		append_step(entries, step, version, 0);
		append_block(out, version, entries);
	}
}

void changelog_of_steps(GString *out, const GPtrArray *steps, unsigned int version)
{
	for (; version; version--) {
		g_autoptr(GString) entries = g_string_new(NULL);

		for (unsigned int i = 0; i < steps->len; i++)
			append_step(entries, steps->pdata[i], version, i + 1);
		append_block(out, version, entries);
	}
}
