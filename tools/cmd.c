// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const GOptionEntry *entry_of(const GOptionEntry *entries, char letter)
{
	for (; entries->long_name; entries++)
		if (entries->short_name == letter)
			return entries;
	return NULL;
}

/* Where the value in -j4 or -qj4 begins; 0: there is none. */
static size_t value_at(const GOptionEntry *entries, const char *word)
{
	const GOptionEntry *entry;
	size_t i;

	for (i = 1; *word == '-' && word[i]; i++) {
		entry = entry_of(entries, word[i]);
		if (!entry)
			return 0;
		if (entry->arg != G_OPTION_ARG_NONE)
			return word[i + 1] ? i + 1 : 0;
	}
	return 0;
}

/* As git and make take it; GLib knows "-j 4" alone. The words live as long as we do. */
static char **part_values(int *argc, char **argv, const GOptionEntry *entries)
{
	static GPtrArray *words;
	static GStringChunk *texts;
	int i;

	words = g_ptr_array_new();
	texts = g_string_chunk_new(64);
	for (i = 0; i < *argc && strcmp(argv[i], "--"); i++) {
		size_t at = value_at(entries, argv[i]);

		if (at) {
			g_ptr_array_add(words, g_string_chunk_insert_len(texts, argv[i], at));
			g_ptr_array_add(words, g_string_chunk_insert(texts, argv[i] + at));
		} else {
			g_ptr_array_add(words, argv[i]);
		}
	}
	for (; i < *argc; i++)
		g_ptr_array_add(words, argv[i]);
	*argc = words->len;
	g_ptr_array_add(words, NULL);
	return (char **)words->pdata;
}

static int read_options(int *argc, char ***argv, const GOptionEntry *entries, const char *operands,
			const char *summary, int n, bool more)
{
	g_autofree char *usage = g_strdup_printf("%s", operands);
	g_autofree char *program = g_strdup_printf("respin %s", (*argv)[0]);
	GOptionContext *context = g_option_context_new(usage);
	g_autoptr(GError) err = NULL;
	int ret = 0;

	*argv = part_values(argc, *argv, entries);
	g_set_prgname(program);
	g_option_context_set_summary(context, summary);
	g_option_context_add_main_entries(context, entries, NULL);
	if (!g_option_context_parse(context, argc, argv, &err)) {
		error("%s; see %s --help", err->message, program);
		ret = EXIT_USAGE;
	} else if (more ? *argc - 1 < n : *argc - 1 != n) {
		error("usage: %s [option...] %s; see %s --help", program, operands, program);
		ret = EXIT_USAGE;
	}
	g_option_context_free(context);
	return ret;
}

int cmd_options(int *argc, char ***argv, const GOptionEntry *entries, const char *operands,
		const char *summary, int n)
{
	return read_options(argc, argv, entries, operands, summary, n, false);
}

int cmd_options_many(int *argc, char ***argv, const GOptionEntry *entries, const char *operands,
		     const char *summary, int n)
{
	return read_options(argc, argv, entries, operands, summary, n, true);
}

int cmd_list(char ***out, const char *option, const char *text)
{
	char **words = text ? g_strsplit(*text ? text : ",", ",", -1) : NULL;

	*out = NULL;
	for (char **word = words; word && *word; word++) {
		if (!*g_strstrip(*word)) {
			error("%s: an empty name in \"%s\"", option, text);
			g_strfreev(words);
			return EXIT_USAGE;
		}
	}
	*out = words;
	return 0;
}

int cmd_open(struct repo **repo, struct series **series, const struct globals *globals,
	     const char *name)
{
	g_autofree char *root = g_strdup(globals->root);
	int ret = 0;

	*repo = NULL;
	*series = NULL;
	if (!root)
		ret = series_find_root(&root, ".");
	if (!ret)
		ret = series_read(series, root, name);
	if (!ret)
		ret = repo_open(repo, globals->tree ? globals->tree : ".");
	return ret;
}
