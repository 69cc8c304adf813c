// SPDX-License-Identifier: GPL-2.0-only
/* the compiler's cache, as far as it is to be believed */
#include <string.h>
#include "ccache.h"
#include "stale.h"

/* Does it compile nothing at all with this compiler? */
static int try_out(bool *works, const char *compiler)
{
	struct run run = RUN_INIT;
	int err;

	run_arg(&run, "env", NULL);
	ccache_environment(&run, "", false);
	run_arg(&run, "ccache", compiler, "-fsyntax-only", "-x", "c", "/dev/null", NULL);
	run.timeout = 60;
	err = run_command(&run);
	*works = !err && !run.status;
	if (!err && !*works)
		warning("builds go without ccache, which does not work: %s",
			g_strchomp(run.err->str));
	run_release(&run);
	return err;
}

int ccache_find(bool *works, const char *compiler)
{
	g_autofree char *path = g_find_program_in_path("ccache");

	*works = false;
	return path ? try_out(works, compiler) : 0;
}

/* --- the headers of a tree */

static int add_tree(GChecksum *sum, struct repo *repo, const git_oid *id, const char *name);

static void add_name(GChecksum *sum, const char *name)
{
	g_checksum_update(sum, (const guchar *)name, strlen(name) + 1);
}

/* Names of headers; Makefiles as they are, since they make headers as well. */
static int add_entry(GChecksum *sum, struct repo *repo, const git_tree_entry *entry)
{
	const char *name = git_tree_entry_name(entry);
	const git_oid *id = git_tree_entry_id(entry);

	if (git_tree_entry_type(entry) == GIT_OBJECT_TREE)
		return add_tree(sum, repo, id, name);
	if (g_str_has_suffix(name, ".h")) {
		add_name(sum, name);
	} else if (stale_is_makefile(name)) {
		add_name(sum, name);
		g_checksum_update(sum, id->id, GIT_OID_RAWSZ);
	}
	return 0;
}

static int add_tree(GChecksum *sum, struct repo *repo, const git_oid *id, const char *name)
{
	git_tree *tree = NULL;
	size_t i, n;
	int err = 0;

	if (git_tree_lookup(&tree, repo->git, id))
		return error_git("cannot read the tree %s", git_oid_tostr_s(id));
	add_name(sum, name);
	n = git_tree_entrycount(tree);
	for (i = 0; i < n && !err; i++)
		err = add_entry(sum, repo, git_tree_entry_byindex(tree, i));
	add_name(sum, "/");
	git_tree_free(tree);
	return err;
}

int ccache_key(char **out, struct repo *repo, const git_oid *tree)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	int err = add_tree(sum, repo, tree, "");

	if (!err)
		*out = g_strdup(g_checksum_get_string(sum));
	return err;
}

/* --- its environment */

const char ccache_for_tools[] = "env -u CCACHE_DEPEND CCACHE_NODEPEND=1 ccache";

void ccache_environment(struct run *run, const char *key, bool cold)
{
	/* An empty value resets what a configuration file says. */
	static const char *const settled[] = {
		"CCACHE_SLOPPINESS=", "CCACHE_NOINODECACHE=1", "CCACHE_DEPEND=1",
		"CCACHE_CPP2=1", "CCACHE_COMMENTS=1", "CCACHE_HASHDIR=1", "CCACHE_BASEDIR=",
		"CCACHE_NOABSSTDERR=1", "CCACHE_NOHARDLINK=1", "CCACHE_COMPILERCHECK=mtime",
		"CCACHE_IGNOREHEADERS=", "CCACHE_IGNOREOPTIONS=", "CCACHE_COMPILER=",
		"CCACHE_PATH=", "CCACHE_PREFIX=", "CCACHE_PREFIX_CPP=",
	};
	static const char *const kept[] = { "CCACHE_DIR", "CCACHE_CONFIGPATH", "CCACHE_DISABLE" };
	unsigned int i;

	for (i = 0; i < G_N_ELEMENTS(kept); i++)
		if (g_getenv(kept[i]))
			run_argf(run, "%s=%s", kept[i], g_getenv(kept[i]));
	for (i = 0; i < G_N_ELEMENTS(settled); i++)
		run_arg(run, settled[i], NULL);
	/* In the hash of the direct mode, and of no meaning to a compiler of C */
	run_argf(run, "OBJC_INCLUDE_PATH=/headers/%s", key);
	if (cold)
		run_arg(run, "CCACHE_RECACHE=1", NULL);
}
