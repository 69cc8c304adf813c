// SPDX-License-Identifier: GPL-2.0-only
/* which directories of a kernel a series concerns, for one target */
#include <string.h>
#include "scope.h"

static bool is_built(const char *path)
{
	static const char *const suffixes[] = { ".c", ".S", ".h", ".rs", "/Makefile", "/Kbuild" };
	unsigned int i;

	for (i = 0; i < G_N_ELEMENTS(suffixes); i++)
		if (g_str_has_suffix(path, suffixes[i]))
			return true;
	return false;
}

static bool has_part(const char *dir, const char *part)
{
	char *middle = g_strdup_printf("/%s/", part);
	bool found = strstr(dir, middle) || g_str_has_prefix(dir, middle + 1);

	g_free(middle);
	return found;
}

char *scope_dir(const struct target *target, const char *path)
{
	static const char *const never[] = {
		"include", "Documentation", "scripts", "tools", "samples", "LICENSES",
	};
	const char *srcarch = target_srcarch(target), *slash = strrchr(path, '/');
	char *dir, *arch;
	bool mine = true;
	unsigned int i;

	if (!slash || !is_built(path))
		return NULL;
	dir = g_strndup(path, slash + 1 - path);
	for (i = 0; i < G_N_ELEMENTS(never); i++)
		mine = mine && !has_part(dir, never[i]);
	if (g_str_has_prefix(dir, "arch/")) {
		arch = g_strdup_printf("arch/%s/", srcarch);
		/* arch/x86/Makefile is for all of it, and builds nothing by itself */
		mine = mine && g_str_has_prefix(dir, arch) && strcmp(dir, arch);
		mine = mine && (!has_part(dir, "um") || !strcmp(srcarch, "um"));
		g_free(arch);
	}
	if (!mine)
		g_clear_pointer(&dir, g_free);
	return dir;
}

static int can_build(bool *can, struct repo *repo, const git_oid *tree, const char *dir)
{
	static const char *const names[] = { "Makefile", "Kbuild" };
	struct entry entry;
	unsigned int i;
	int err = 0;

	*can = false;
	for (i = 0; i < G_N_ELEMENTS(names) && !*can && !err; i++) {
		char *path = g_strconcat(dir, names[i], NULL);
		struct place at = { path, 0 };

		err = repo_entry(&entry, repo, tree, path, &at);
		*can = !err && entry.mode;
		g_free(path);
	}
	return err;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool holds(const GPtrArray *dirs, const char *dir)
{
	unsigned int i;

	for (i = 0; i < dirs->len; i++)
		if (!strcmp(dirs->pdata[i], dir))
			return true;
	return false;
}

int scope_add(GPtrArray *dirs, struct repo *repo, const struct target *target,
	      char *const *paths, const git_oid *from, const git_oid *to)
{
	bool before, after;
	unsigned int i;
	int err = 0;

	for (i = 0; paths[i] && !err; i++) {
		char *dir = scope_dir(target, paths[i]);

		if (!dir || holds(dirs, dir)) {
			g_free(dir);
			continue;
		}
		err = can_build(&before, repo, from, dir);
		if (!err)
			err = can_build(&after, repo, to, dir);
		if (!err && (before || after))
			g_ptr_array_add(dirs, dir);
		else
			g_free(dir);
	}
	g_ptr_array_sort(dirs, by_name);
	return err;
}

int scope_in_tree(GPtrArray **out, struct repo *repo, const git_oid *tree,
		  const GPtrArray *dirs)
{
	unsigned int i;
	bool can;
	int err = 0;

	*out = g_ptr_array_new_with_free_func(g_free);
	for (i = 0; i < dirs->len && !err; i++) {
		err = can_build(&can, repo, tree, dirs->pdata[i]);
		if (!err && can)
			g_ptr_array_add(*out, g_strdup(dirs->pdata[i]));
	}
	if (err)
		g_clear_pointer(out, g_ptr_array_unref);
	return err;
}
