// SPDX-License-Identifier: GPL-2.0-only
/* the objects of a build folder */
#include <errno.h>
#include <fts.h>
#include <string.h>
#include "msg.h"
#include "objects.h"
#include "scratch.h"

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

/* Has the linker put it together, of objects that are here as well? Kbuild's note tells. */
static bool is_composed(const char *path, const char *name)
{
	g_autofree char *dir = g_path_get_dirname(path), *base = g_path_get_basename(path);
	g_autofree char *file = g_strdup_printf("%s/.%s.cmd", dir, base), *text = NULL;
	g_autofree char *link = g_strdup_printf(" -r -o %s ", name);
	char *end;

	if (!g_file_get_contents(file, &text, NULL, NULL))
		return false;
	end = strchr(text, '\n');
	if (end)
		*end = '\0';
	return strstr(text, link);
}

static int by_fts_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static int digest_one(GString *out, const char *path, const char *name)
{
	g_autofree char *bytes = NULL;
	size_t len;
	int err = file_read(&bytes, &len, path);

	if (!err)
		objects_digest_bytes(out, name, bytes, len);
	return err;
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

		if (entry->fts_info == FTS_F && is_wanted(name, goals) &&
		    !is_composed(entry->fts_path, name))
			err = digest_one(text, entry->fts_path, name);
	}
	if (fts)
		fts_close(fts);
	*out = g_string_free(text, err != 0);
	return err;
}
