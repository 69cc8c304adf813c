// SPDX-License-Identifier: GPL-2.0-only
#include "basis.h"

#include <string.h>

#define PREREQUISITES_MAX 1000

char *basis_change_id(const struct posting *posting)
{
	g_autofree char *id = series_config(posting->series, "change-id");
	g_autoptr(GChecksum) sum = NULL;

	if (id && !posting->part)
		return g_steal_pointer(&id);
	if (id)
		return g_strdup_printf("%s-part%s", id, posting->part);
	sum = g_checksum_new(G_CHECKSUM_SHA256);
	g_checksum_update(sum, (const guchar *)posting->name, -1);
	g_checksum_update(sum, (const guchar *)"\n", 1);
	g_checksum_update(sum, (const guchar *)posting->sender.email, -1);
	return g_strdup_printf("%s-%.12s", posting->name, g_checksum_get_string(sum));
}

/* Commits after @public up to @base, oldest first; too far away is no list. */
static int list_between(GString *ids, const git_oid *base, const git_oid *public,
			const struct lab *lab)
{
	struct run run = RUN_INIT;
	unsigned int n = 0;
	int ret;

	lab_git(&run, lab);
	run_arg(&run, "rev-list", "--first-parent", "--reverse", "--parents", NULL);
	run_argf(&run, "--max-count=%d", PREREQUISITES_MAX + 1);
	run_arg(&run, git_oid_tostr_s(base), NULL);
	run_argf(&run, "^%s", git_oid_tostr_s(public));
	ret = run_ok(&run);
	if (!ret && strlen(run.out->str) > 2 * GIT_OID_HEXSZ &&
	    !strncmp(run.out->str + OID_HEX, git_oid_tostr_s(public), GIT_OID_HEXSZ)) {
		g_auto(GStrv) lines = g_strsplit(run.out->str, "\n", -1);

		for (char **line = lines; *line && **line; line++, n++)
			g_string_append_printf(ids, "%.40s\n", *line);
	}
	run_release(&run);
	if (!ret && (!n || n > PREREQUISITES_MAX)) {
		error("--base %s is no ancestor of the base, or more than %d commits before it",
		      git_oid_tostr_s(public), PREREQUISITES_MAX);
		ret = REFUSED;
	}
	return ret;
}

static int filter(GString **out, const struct lab *lab, GString *input, const char *const *argv)
{
	struct run run = RUN_INIT;
	int ret;

	lab_git(&run, lab);
	run_argv(&run, argv);
	run.input = input;
	ret = run_ok(&run);
	if (!ret)
		*out = g_steal_pointer(&run.out);
	run_release(&run);
	return ret;
}

static int append_prerequisites(GString *out, const git_oid *base, const git_oid *public,
				const struct lab *lab)
{
	static const char *const diff[] = { "diff-tree", "-r", "-p", "--stdin", NULL };
	static const char *const patch_id[] = { "patch-id", "--stable", NULL };
	GString *ids = g_string_new(NULL), *diffs = NULL, *found = NULL;
	int ret = list_between(ids, base, public, lab);

	if (!ret)
		ret = filter(&diffs, lab, ids, diff);
	if (!ret)
		ret = filter(&found, lab, diffs, patch_id);
	if (!ret) {
		g_auto(GStrv) lines = g_strsplit(found->str, "\n", -1);

		for (char **line = lines; *line && **line; line++)
			g_string_append_printf(out, "prerequisite-patch-id: %.40s\n", *line);
	}
	g_string_free(ids, TRUE);
	if (diffs)
		g_string_free(diffs, TRUE);
	if (found)
		g_string_free(found, TRUE);
	return ret;
}

int basis_append(GString *out, const struct posting *posting, const git_oid *public,
		 const struct lab *lab, bool force)
{
	const git_oid *base = &posting->base;
	g_autofree char *id = basis_change_id(posting);
	int ret = 0;

	g_string_append_printf(out, "base-commit: %s\n", git_oid_tostr_s(public));
	if (!git_oid_equal(base, public))
		ret = append_prerequisites(out, base, public, lab);
	if (ret == REFUSED && force)
		ret = 0;
	g_string_append_printf(out, "change-id: %s\n", id);
	return ret;
}
