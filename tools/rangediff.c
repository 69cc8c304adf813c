// SPDX-License-Identifier: GPL-2.0-only
#include "rangediff.h"

static int compare(GString *out, const struct lab *lab, const struct kept *old,
		   const struct kept *new, const char *option)
{
	struct run run = RUN_INIT;
	int ret;

	lab_git(&run, lab);
	run_arg(&run, "-c", "core.abbrev=12", "range-diff", "--no-color", "--creation-factor=60",
		option, NULL);
	run_argf(&run, "--diff-algorithm=myers");
	for (int i = 0; i < 2; i++) {
		const struct kept *side = i ? new : old;
		g_autofree char *base = g_strdup(git_oid_tostr_s(&side->base));

		run_argf(&run, "%s..%s", base, git_oid_tostr_s(&side->tip));
	}
	ret = run_ok(&run);
	if (!ret)
		g_string_append_len(out, run.out->str, (gssize)run.out->len);
	run_release(&run);
	return ret;
}

int rangediff_append(GString *out, struct lab *lab, const struct kept *old,
		     const struct kept *new, unsigned int max)
{
	g_autoptr(GString) full = g_string_new(NULL);
	unsigned int lines = 0;
	int ret = lab_add_root(lab, &old->base);

	if (!ret)
		ret = compare(full, lab, old, new, "--no-notes");
	for (const char *p = full->str; *p; p++)
		lines += *p == '\n';
	if (!ret && max && lines > max)
		return compare(out, lab, old, new, "--no-patch");
	g_string_append_len(out, full->str, (gssize)full->len);
	return ret;
}
