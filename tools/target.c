// SPDX-License-Identifier: GPL-2.0-only
/* an architecture, a configuration and a toolchain to build for */
#include <string.h>
#include "msg.h"
#include "scratch.h"
#include "target.h"

static void symbol_free(void *data)
{
	struct symbol *symbol = data;

	g_free(symbol->name);
	g_free(symbol->value);
	g_free(symbol);
}

static bool is_symbol(const char *text, size_t len)
{
	size_t i;

	if (len <= strlen("CONFIG_") || strncmp(text, "CONFIG_", strlen("CONFIG_")))
		return false;
	for (i = 0; i < len; i++)
		if (!g_ascii_isalnum(text[i]) && text[i] != '_')
			return false;
	return true;
}

bool symbol_parse(char **name, char **value, const char *line)
{
	static const char unset[] = " is not set";
	const char *equals = strchr(line, '=');
	size_t len = strlen(line);

	if (g_str_has_prefix(line, "# CONFIG_") && g_str_has_suffix(line, unset) &&
	    is_symbol(line + 2, len - 2 - strlen(unset))) {
		*name = g_strndup(line + 2, len - 2 - strlen(unset));
		*value = g_strdup("n");
		return true;
	}
	if (!equals || !is_symbol(line, equals - line))
		return false;
	*name = g_strndup(line, equals - line);
	*value = g_strdup(equals + 1);
	return true;
}

static void words_add(GPtrArray *words, const char *text)
{
	char **split = g_strsplit_set(text, " \t", -1);
	unsigned int i;

	for (i = 0; split[i]; i++)
		if (*split[i])
			g_ptr_array_add(words, g_strdup(split[i]));
	g_strfreev(split);
}

static int scope_check(const struct target *target, const struct place *at)
{
	unsigned int i;

	for (i = 0; i < target->scope->len; i++) {
		const char *goal = target->scope->pdata[i];

		if (*goal == '-' || *goal == '/' || strstr(goal, "..") || strchr(goal, '='))
			return error_at(at, "scope: \"%s\" is neither a goal nor a directory "
					"of the kernel", goal);
	}
	return 0;
}

static int torture_check(const struct target *target, const struct place *at)
{
	unsigned int i;

	for (i = 0; i < target->torture->len; i++)
		if (!g_regex_match_simple("^[a-z_]+=[a-z0-9_-]+$", target->torture->pdata[i], 0, 0))
			return error_at(at, "torture: \"%s\" is not a parameter of locktorture "
					"(shutdown_secs=60)", (char *)target->torture->pdata[i]);
	return 0;
}

static int set(struct target *target, const struct place *at, const char *key,
	       const char *value)
{
	char **text = NULL;

	if (!*value && strcmp(key, "cross"))
		return error_at(at, "respin: %s has no value", key);
	if (!strcmp(key, "make")) {
		words_add(target->make, value);
		return 0;
	}
	if (!strcmp(key, "scope")) {
		g_ptr_array_set_size(target->scope, 0);
		words_add(target->scope, value);
		return scope_check(target, at);
	}
	if (!strcmp(key, "checks")) {
		words_add(target->checks, value);
		return 0;
	}
	if (!strcmp(key, "torture")) {
		words_add(target->torture, value);
		return torture_check(target, at);
	}
	if (!strcmp(key, "arch"))
		text = &target->arch;
	else if (!strcmp(key, "cross"))
		text = &target->cross;
	else if (!strcmp(key, "base"))
		text = &target->base;
	else if (!strcmp(key, "compiler"))
		text = &target->compiler;
	if (!text)
		return error_at(at, "no such setting of a target: \"%s\" (arch, cross, compiler, "
				"base, make, scope, checks, torture)", key);
	if (text == &target->compiler && strcmp(value, "gcc") && strcmp(value, "clang"))
		return error_at(at, "compiler: gcc or clang, not \"%s\"", value);
	g_free(*text);
	*text = g_strdup(value);
	return 0;
}

static int parse_line(struct target *target, const struct place *at, const char *line)
{
	static const char sign[] = "# respin:";
	struct symbol *symbol;
	char *key, *value, *equals;
	int err;

	if (!g_str_has_prefix(line, sign)) {
		symbol = g_new0(struct symbol, 1);
		if (symbol_parse(&symbol->name, &symbol->value, line)) {
			g_ptr_array_add(target->symbols, symbol);
			return 0;
		}
		symbol_free(symbol);
		if (!*line || *line == '#')
			return 0;
		return error_at(at, "neither a comment nor a setting: \"%s\"", line);
	}
	key = g_strstrip(g_strdup(line + strlen(sign)));
	equals = strchr(key, '=');
	if (!equals) {
		g_free(key);
		return error_at(at, "expected \"# respin: <key> = <value>\"");
	}
	*equals = '\0';
	value = g_strstrip(equals + 1);
	err = set(target, at, g_strchomp(key), value);
	g_free(key);
	return err;
}

/* The name is not part of it: two targets that say the same are the same. */
static char *target_hash(const struct target *target)
{
	GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
	char *hash;

	g_checksum_update(sum, (const guchar *)target->fragment, -1);
	hash = g_strdup(g_checksum_get_string(sum));
	g_checksum_free(sum);
	return hash;
}

int target_parse(struct target **out, const char *name, const char *file, const char *text)
{
	struct target *target = g_new0(struct target, 1);
	char **lines = g_strsplit(text, "\n", -1);
	struct place at = { 0 };
	int err = 0, ret;
	unsigned int i;

	target->name = g_strdup(name);
	target->file = g_strdup(file);
	target->arch = g_strdup("x86_64");
	target->cross = g_strdup("");
	target->compiler = g_strdup("gcc");
	target->base = g_strdup("tinyconfig");
	target->fragment = g_strdup(text);
	target->make = g_ptr_array_new_with_free_func(g_free);
	target->scope = g_ptr_array_new_with_free_func(g_free);
	target->checks = g_ptr_array_new_with_free_func(g_free);
	target->torture = g_ptr_array_new_with_free_func(g_free);
	target->symbols = g_ptr_array_new_with_free_func(symbol_free);
	g_ptr_array_add(target->scope, g_strdup("vmlinux"));
	at.file = target->file;
	for (i = 0; lines[i]; i++) {
		at.line = i + 1;
		ret = parse_line(target, &at, g_strchomp(lines[i]));
		if (ret)
			err = ret;
	}
	g_strfreev(lines);
	target->hash = target_hash(target);
	if (err)
		target_free(target);
	else
		*out = target;
	return err;
}

int target_read(struct target **out, const char *root, const char *name)
{
	char *shown = g_strdup_printf("series/targets/%s.config", name), *text = NULL;
	char *path = g_build_filename(root, shown, NULL);
	struct place at = { shown, 0 };
	size_t len;
	int err;

	if (strchr(name, '/') || *name == '.') {
		err = error_at(&at, "\"%s\" is not the name of a target", name);
		goto out;
	}
	if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
		err = error_at(&at, "there is no target \"%s\"", name);
		goto out;
	}
	err = file_read(&text, &len, path);
	if (!err)
		err = target_parse(out, name, shown, text);
out:
	g_free(text);
	g_free(path);
	g_free(shown);
	return err;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

GPtrArray *target_names(const char *root)
{
	static const char suffix[] = ".config";
	char *path = g_build_filename(root, "series/targets", NULL);
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	GDir *dir = g_dir_open(path, 0, NULL);
	const char *file;

	while (dir && (file = g_dir_read_name(dir)))
		if (*file != '.' && g_str_has_suffix(file, suffix))
			g_ptr_array_add(names, g_strndup(file, strlen(file) - strlen(suffix)));
	g_ptr_array_sort(names, by_name);
	if (dir)
		g_dir_close(dir);
	g_free(path);
	return names;
}

void target_free(struct target *target)
{
	if (!target)
		return;
	g_free(target->name);
	g_free(target->file);
	g_free(target->arch);
	g_free(target->cross);
	g_free(target->compiler);
	g_free(target->base);
	g_free(target->fragment);
	g_free(target->hash);
	g_ptr_array_unref(target->make);
	g_ptr_array_unref(target->scope);
	g_ptr_array_unref(target->checks);
	g_ptr_array_unref(target->torture);
	g_ptr_array_unref(target->symbols);
	g_free(target);
}

bool target_for(const struct target *target, const char *check, bool otherwise)
{
	unsigned int i;

	for (i = 0; i < target->checks->len; i++)
		if (!strcmp(target->checks->pdata[i], check))
			return true;
	return otherwise && !target->checks->len;
}

const char *target_srcarch(const struct target *target)
{
	static const char *const folders[][2] = {
		{ "x86_64", "x86" }, { "i386", "x86" }, { "sparc32", "sparc" },
		{ "sparc64", "sparc" }, { "parisc64", "parisc" }, { "sh64", "sh" },
	};
	unsigned int i;

	for (i = 0; i < G_N_ELEMENTS(folders); i++)
		if (!strcmp(target->arch, folders[i][0]))
			return folders[i][1];
	return target->arch;
}

char *target_cc(const struct target *target)
{
	if (!strcmp(target->compiler, "clang"))
		return g_strdup("clang");
	return g_strconcat(target->cross, "gcc", NULL);
}

static GHashTable *config_symbols(const char *config)
{
	GHashTable *table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	char **lines = g_strsplit(config, "\n", -1), *name, *value;
	unsigned int i;

	for (i = 0; lines[i]; i++)
		if (symbol_parse(&name, &value, lines[i]))
			g_hash_table_replace(table, name, value);
	g_strfreev(lines);
	return table;
}

GPtrArray *target_lost(const struct target *target, const char *config)
{
	GPtrArray *lost = g_ptr_array_new_with_free_func(g_free);
	GHashTable *have = config_symbols(config);
	unsigned int i;

	for (i = 0; i < target->symbols->len; i++) {
		const struct symbol *symbol = target->symbols->pdata[i];
		const char *value = g_hash_table_lookup(have, symbol->name);

		/* A symbol that is not there at all is as good as one that is off. */
		if (strcmp(value ? value : "n", symbol->value))
			g_ptr_array_add(lost, g_strdup_printf("%s=%s", symbol->name,
							      symbol->value));
	}
	g_hash_table_destroy(have);
	return lost;
}

static void put(GString *out, const char *name, const char *value)
{
	if (!strcmp(value, "n"))
		g_string_append_printf(out, "# %s is not set\n", name);
	else
		g_string_append_printf(out, "%s=%s\n", name, value);
}

char *target_merge(const struct target *target, const char *base)
{
	static const char *const tame[][2] = {
		{ "CONFIG_WERROR", "n" }, { "CONFIG_OBJTOOL_WERROR", "n" },
		{ "CONFIG_PPC_WERROR", "n" }, { "CONFIG_PPC_DISABLE_WERROR", "y" },
	};
	GHashTable *ours = g_hash_table_new(g_str_hash, g_str_equal);
	char **lines = g_strsplit(base, "\n", -1), *name, *value;
	GString *out = g_string_new(NULL);
	unsigned int i;

	for (i = 0; i < target->symbols->len; i++) {
		const struct symbol *symbol = target->symbols->pdata[i];

		g_hash_table_replace(ours, symbol->name, symbol->value);
	}
	for (i = 0; i < G_N_ELEMENTS(tame); i++)
		g_hash_table_replace(ours, (void *)tame[i][0], (void *)tame[i][1]);
	for (i = 0; lines[i]; i++) {
		if (!symbol_parse(&name, &value, lines[i]))
			continue;
		if (!g_hash_table_contains(ours, name))
			put(out, name, value);
		g_free(name);
		g_free(value);
	}
	for (i = 0; i < target->symbols->len; i++) {
		const struct symbol *symbol = target->symbols->pdata[i];

		if (g_hash_table_lookup(ours, symbol->name) == symbol->value)
			put(out, symbol->name, symbol->value);
	}
	for (i = 0; i < G_N_ELEMENTS(tame); i++)
		put(out, tame[i][0], tame[i][1]);
	g_strfreev(lines);
	g_hash_table_destroy(ours);
	return g_string_free(out, FALSE);
}
