// SPDX-License-Identifier: GPL-2.0-only
/* import: commits, as git has them; their trees are what the series has to give. */
#include "import.h"

#include <string.h>

/* Faults that are alike are shown by their first few, and counted. */
#define SHOWN 10

static int fault(const struct import *import, const char *fmt, ...) G_GNUC_PRINTF(2, 3);
static int fault(const struct import *import, const char *fmt, ...)
{
	g_autofree char *text = NULL;
	va_list ap;

	va_start(ap, fmt);
	text = g_strdup_vprintf(fmt, ap);
	va_end(ap);
	return error_at(&(struct place){ import->source, 0 }, "%s", text);
}

static int list_commits(GPtrArray *commits, const struct import *import)
{
	git_revwalk *walk = NULL;
	git_commit *commit;
	git_oid id;
	int ret = 0, err = 0;

	if (git_revwalk_new(&walk, import->repo->git) ||
	    git_revwalk_sorting(walk, GIT_SORT_TOPOLOGICAL | GIT_SORT_REVERSE) ||
	    git_revwalk_push_range(walk, import->source))
		ret = error_git("%s: no range of commits (<rev>..<rev>), mbox, or folder of quilt's",
				import->source);
	else if (import->first_parent && git_revwalk_simplify_first_parent(walk))
		ret = error_git("cannot walk %s", import->source);
	while (!ret && !(err = git_revwalk_next(&id, walk))) {
		if (git_commit_lookup(&commit, import->repo->git, &id))
			ret = error_git("cannot read commit %s", git_oid_tostr_s(&id));
		else
			g_ptr_array_add(commits, commit);
	}
	if (!ret && err != GIT_ITEROVER)
		ret = error_git("cannot walk %s", import->source);
	if (!ret && !commits->len)
		ret = fault(import, "there are no commits in this range");
	git_revwalk_free(walk);
	return ret;
}

/* "commit 1234567890ab, 'a: b'" */
static char *shown(const git_commit *commit)
{
	char id[13];

	git_oid_tostr(id, sizeof(id), git_commit_id(commit));
	return g_strdup_printf("commit %s, '%s'", id, git_commit_summary((git_commit *)commit));
}

static int refuse_merges(const struct import *import, GPtrArray *commits)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < commits->len; i++) {
		g_autofree char *name = shown(commits->pdata[i]);

		if (git_commit_parentcount(commits->pdata[i]) < 2)
			continue;
		if (n++ < SHOWN)
			fault(import, "%s is a merge", name);
	}
	if (!n)
		return 0;
	return fault(import, "%u %s in the range; with --first-parent each is one patch against its first parent",
		     n, n == 1 ? "merge is" : "merges are");
}

static int refuse_foreign(const struct import *import, GPtrArray *commits)
{
	struct ident user = { NULL, NULL };
	unsigned int n = 0;
	int ret = repo_ident(&user, import->repo);

	for (unsigned int i = 0; !ret && i < commits->len; i++) {
		const git_signature *by = git_commit_committer(commits->pdata[i]);
		g_autofree char *name = shown(commits->pdata[i]);

		if (!strcmp(by->email, user.email))
			continue;
		if (n++ < SHOWN)
			fault(import, "%s was committed by %s <%s>", name, by->name, by->email);
	}
	ident_release(&user);
	if (ret || !n)
		return ret;
	return fault(import, "%u %s not yours; --any-committer takes them nevertheless", n,
		     n == 1 ? "commit is" : "commits are");
}

/* One after the other, from one base. */
static int require_line(struct import *import, GPtrArray *commits)
{
	for (unsigned int i = 0; i < commits->len; i++) {
		git_commit *commit = commits->pdata[i];
		g_autofree char *name = shown(commit);

		if (!git_commit_parentcount(commit))
			return fault(import, "%s has no parent, so nothing to be applied to", name);
		if (i && !git_oid_equal(git_commit_parent_id(commit, 0),
					git_commit_id(commits->pdata[i - 1])))
			return fault(import, "%s does not follow the one before it: history is no line",
				     name);
	}
	import->base = *git_commit_parent_id(commits->pdata[0], 0);
	import->based = true;
	return 0;
}

/* In UTF-8, or as it is where the commit says nothing. */
static char *recode(bool *bad, const struct import *import, const git_commit *commit, const char *text)
{
	const char *encoding = git_commit_message_encoding(commit);
	char *out;

	if (!encoding || !g_ascii_strcasecmp(encoding, "UTF-8"))
		return g_strdup(text);
	out = import->cleanup ? g_convert(text, -1, "UTF-8", encoding, NULL, NULL, NULL) : NULL;
	*bad |= !out;
	return out ? out : g_strdup(text);
}

/* git shows a message up to a NUL; libgit2 too. */
static bool holds_nul(struct repo *repo, const git_oid *id)
{
	git_odb_object *object = NULL;
	git_odb *odb = NULL;
	bool found = false;

	if (!git_repository_odb(&odb, repo->git) && !git_odb_read(&object, odb, id))
		found = memchr(git_odb_object_data(object), '\0', git_odb_object_size(object));
	git_odb_object_free(object);
	git_odb_free(odb);
	return found;
}

static int read_commit(struct import *import, git_commit *commit)
{
	const git_signature *author = git_commit_author(commit);
	g_autofree char *name = shown(commit);
	struct draft *draft = draft_add(import, "%s", name);
	bool bad = false;

	draft->author.name = recode(&bad, import, commit, author->name);
	draft->author.email = g_strdup(author->email);
	draft->date = author->when;
	draft->dated = true;
	draft->message = recode(&bad, import, commit, git_commit_message_raw(commit));
	draft->tree = *git_commit_tree_id(commit);
	if (bad)
		return draft_fault(import, draft, "is in %s%s", git_commit_message_encoding(commit),
				   import->cleanup ? ", and does not fit that" : "; --cleanup turns it into UTF-8");
	if (git_commit_message_encoding(commit) && import->cleanup)
		warning("%s: was in %s, and is in UTF-8 now", name, git_commit_message_encoding(commit));
	if (holds_nul(import->repo, git_commit_id(commit)))
		return draft_fault(import, draft, "the message holds a NUL byte");
	return 0;
}

int draft_diff(struct draft *draft, const struct import *import, const git_oid *from)
{
	char old[OID_HEX], new[OID_HEX];
	struct run run = RUN_INIT;
	int ret;

	git_oid_tostr(old, sizeof(old), from);
	git_oid_tostr(new, sizeof(new), &draft->tree);
	lab_git(&run, &import->lab);
	run_arg(&run, "diff-tree", "-r", "-M", "--patch", "--binary", "--full-index", "--no-color",
		"--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/", old, new, NULL);
	ret = run_ok(&run);
	if (!ret) {
		g_string_truncate(draft->diff, 0);
		g_string_append_len(draft->diff, run.out->str, (gssize)run.out->len);
	}
	run_release(&run);
	if (!ret && !draft->diff->len)
		ret = draft_fault(import, draft, "changes nothing, and a step has to have an effect");
	return ret;
}

static int read_commits(struct import *import, GPtrArray *commits)
{
	git_oid parent;
	int ret = 0, err = repo_commit_tree(&parent, import->repo, &import->base);

	progress_begin("import", commits->len);
	for (unsigned int i = 0; !err && i < commits->len; i++) {
		struct draft *draft;

		progress(i + 1, "%s", git_commit_summary(commits->pdata[i]));
		err = read_commit(import, commits->pdata[i]);
		draft = import->drafts->pdata[i];
		if (!err)
			err = draft_diff(draft, import, &parent);
		parent = draft->tree;
		if (err == E_SERIES) {
			ret = err;
			err = 0;
		}
	}
	progress_end();
	return err ? err : ret;
}

int import_range(struct import *import)
{
	GPtrArray *commits = g_ptr_array_new_with_free_func((GDestroyNotify)git_commit_free);
	int ret;

	if (strstr(import->source, "...") || !strstr(import->source, ".."))
		ret = fault(import, "no range of commits (<rev>..<rev>), mbox, or folder of quilt's");
	else if (import->based)
		ret = error("--base is for mails and quilt's patches; the base of a range is its first parent");
	else
		ret = list_commits(commits, import);
	if (!ret && !import->first_parent)
		ret = refuse_merges(import, commits);
	if (!import->any_committer && (!ret || ret == E_SERIES)) {
		int err = refuse_foreign(import, commits);

		ret = err ? err : ret;
	}
	if (!ret)
		ret = require_line(import, commits);
	if (!ret)
		ret = read_commits(import, commits);
	g_ptr_array_unref(commits);
	return ret;
}
