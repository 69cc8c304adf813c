// SPDX-License-Identifier: GPL-2.0-only
/* what git writes of a posting's commits: diffstat, summary, patch */
#include "diffs.h"

#include <string.h>

static const char *const stat[] = {
	"-r", "--stat=72", "--summary", "--find-renames", "-l1000", "--no-color", "--no-ext-diff",
	"--no-textconv", NULL
};
static const char *const full[] = {
	"--patch", "--binary", "--full-index", "--src-prefix=a/", "--dst-prefix=b/", NULL
};

static void add_words(GChecksum *sum, const char *const *words)
{
	for (; *words; words++)
		known_key_add(sum, *words, strlen(*words));
}

/* Of the difference between two commits' trees. */
static int make_key(char **out, const struct posting *posting, const git_oid *from,
		    const git_oid *to, bool patch)
{
	git_oid before, after;
	GChecksum *sum;
	int ret = repo_commit_tree(&before, posting->repo, from);

	if (!ret)
		ret = repo_commit_tree(&after, posting->repo, to);
	if (ret)
		return ret;
	sum = known_key_begin(posting->known, "diff 1");
	add_words(sum, stat);
	if (patch)
		add_words(sum, full);
	known_key_add(sum, (const char *)before.id, sizeof(before.id));
	known_key_add(sum, (const char *)after.id, sizeof(after.id));
	*out = known_key_end(sum);
	return 0;
}

static int take_diff(struct patch *patch, const char *text, gsize len)
{
	if (len) {
		patch->diff = g_string_new_len(text, (gssize)len);
		return 0;
	}
	error_at(&(struct place){ patch->step->file, 0 },
		 "step %s changes nothing, and git am takes no empty patch", patch->step->name);
	return REFUSED;
}

/* An id alone on its line. No line of a diff is one; those of a binary one have another length. */
static const char *find_id(const char *text, const char *end, const git_oid *id)
{
	g_autofree char *line = g_strdup_printf("\n%s\n", git_oid_tostr_s(id));
	const char *found;

	if (g_str_has_prefix(text, line + 1))
		return text;
	found = memmem(text, (size_t)(end - text), line, strlen(line));
	return found ? found + 1 : NULL;
}

/* What is known: *keys gets one each, *open the patches that git has to be asked of. */
static int recall(char **keys, GPtrArray *open, struct posting *posting)
{
	git_oid parent;
	int ret = 0;

	for (unsigned int i = 0; !ret && i < posting->patches->len; i++) {
		struct patch *patch = posting->patches->pdata[i];
		const GString *text = NULL;

		if (posting->known) {
			ret = repo_commit_parent(&parent, posting->repo, &patch->id);
			if (!ret)
				ret = make_key(&keys[i], posting, &parent, &patch->id, true);
			text = ret ? NULL : known_get(posting->known, keys[i]);
		}
		if (text)
			ret = take_diff(patch, text->str, text->len);
		else
			g_ptr_array_add(open, patch);
	}
	return ret;
}

/* One diff after the other, each below its commit's id. */
static int take_diffs(const GPtrArray *open, const GString *out)
{
	const char *at = out->str, *end = at + out->len;
	int ret = 0;

	for (unsigned int i = 0; !ret && i < open->len; i++) {
		struct patch *patch = open->pdata[i];
		const struct patch *follower = i + 1 < open->len ? open->pdata[i + 1] : NULL;
		const char *next;

		if (find_id(at, end, &patch->id) != at)
			return error("git diff-tree: no answer on %s", git_oid_tostr_s(&patch->id));
		at += OID_HEX;
		next = follower ? find_id(at, end, &follower->id) : end;
		ret = take_diff(patch, at, (gsize)((next ? next : end) - at));
		at = next ? next : end;
	}
	return ret;
}

static int ask_git(const GPtrArray *open, const struct lab *lab)
{
	struct run run = RUN_INIT;
	int ret;

	lab_git(&run, lab);
	run_arg(&run, "diff-tree", "--stdin", "--always", NULL);
	run_argv(&run, stat);
	run_argv(&run, full);
	run.input = g_string_new(NULL);
	for (unsigned int i = 0; i < open->len; i++)
		g_string_append_printf(run.input, "%s\n",
				       git_oid_tostr_s(&((struct patch *)open->pdata[i])->id));
	ret = run_ok(&run);
	if (!ret)
		ret = take_diffs(open, run.out);
	g_string_free(run.input, TRUE);
	run_release(&run);
	return ret;
}

int diffs_patches(struct posting *posting, const struct lab *lab)
{
	g_autoptr(GPtrArray) open = g_ptr_array_new();
	g_auto(GStrv) keys = g_new0(char *, posting->patches->len + 1);
	int ret;

	progress_begin("export", 1);
	progress(1, "git diff-tree");
	ret = recall(keys, open, posting);
	if (!ret && open->len)
		ret = ask_git(open, lab);
	for (unsigned int i = 0; !ret && keys[i]; i++) {
		const struct patch *patch = posting->patches->pdata[i];

		known_put(posting->known, keys[i], patch->diff->str, patch->diff->len);
	}
	progress_end();
	return ret;
}

static int make_stat(GString **out, const struct posting *posting, const struct lab *lab)
{
	struct run run = RUN_INIT;
	int ret;

	lab_git(&run, lab);
	run_arg(&run, "diff-tree", NULL);
	run_argv(&run, stat);
	run_arg(&run, git_oid_tostr_s(&posting->base), NULL);
	run_arg(&run, git_oid_tostr_s(posting_tip(posting)), NULL);
	ret = run_ok(&run);
	if (!ret)
		*out = g_steal_pointer(&run.out);
	run_release(&run);
	return ret;
}

int diffs_stat(GString *out, const struct posting *posting, const struct lab *lab)
{
	g_autofree char *key = NULL;
	g_autoptr(GString) made = NULL;
	const GString *text = NULL;
	int ret = 0;

	if (posting->known)
		ret = make_key(&key, posting, &posting->base, posting_tip(posting), false);
	if (!ret && key)
		text = known_get(posting->known, key);
	if (!ret && !text)
		ret = make_stat(&made, posting, lab);
	if (ret)
		return ret;
	text = text ? text : made;
	g_string_append_len(out, text->str, (gssize)text->len);
	if (key)
		known_put(posting->known, key, text->str, text->len);
	return 0;
}
