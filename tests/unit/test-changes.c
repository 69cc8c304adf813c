// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"
#include "changes.h"
#include "scratch.h"

#include <stdlib.h>
#include <string.h>

/* A tree of "mode path" words, each file holding its mode and @salt. */
static git_oid tree_of(struct repo *repo, const char *words, const char *salt)
{
	g_auto(GStrv) list = g_strsplit(words, " ", -1);
	struct edits edits = EDITS_INIT;
	git_treebuilder *empty = NULL;
	git_oid tree, blob;

	assert_int_equal(git_treebuilder_new(&empty, repo->git, NULL), 0);
	assert_int_equal(git_treebuilder_write(&tree, empty), 0);
	git_treebuilder_free(empty);
	for (unsigned int i = 0; list[i] && list[i + 1]; i += 2) {
		const char *text = *list[i + 1] == '=' ? "same" : salt;
		const char *path = list[i + 1] + (*list[i + 1] == '=');

		assert_int_equal(repo_blob_write(&blob, repo, text, strlen(text)), 0);
		edits_put(&edits, path, &blob, (git_filemode_t)strtoul(list[i], NULL, 8));
	}
	assert_int_equal(repo_tree_update(&tree, repo, &tree, &edits), 0);
	edits_release(&edits);
	return tree;
}

static char *shown(struct repo *repo, const char *old, const char *new)
{
	git_oid from = tree_of(repo, old, "old"), to = tree_of(repo, new, "new");
	GString *out = g_string_new(NULL);
	GArray *changes = NULL;

	assert_int_equal(repo_changes(&changes, repo, &from, &to), 0);
	for (unsigned int i = 0; i < changes->len; i++) {
		const struct change *change = &g_array_index(changes, struct change, i);

		g_string_append_printf(out, "%c %o %s\n", change->status, change->mode, change->path);
	}
	repo_changes_free(changes);
	return g_string_free(out, FALSE);
}

static void check(void **state, const char *old, const char *new, const char *want)
{
	g_autofree char *got = shown(*state, old, new);

	assert_string_equal(got, want);
}

static void one_file(void **state)
{
	check(state, "100644 a", "100644 a", "M 100644 a\n");
	check(state, "100644 =a", "100644 =a", "");
	check(state, "100644 =a", "100755 =a", "M 100755 a\n");
	check(state, "100644 a", "", "D 100644 a\n");
	check(state, "", "100755 d/e/a", "A 100755 d/e/a\n");
}

static void another_kind(void **state)
{
	check(state, "100644 a", "120000 a", "D 100644 a\nA 120000 a\n");
	check(state, "100644 a", "100644 a/b", "D 100644 a\nA 100644 a/b\n");
	check(state, "100644 a/b 100644 a/c", "100644 a", "A 100644 a\nD 100644 a/b\nD 100644 a/c\n");
}

static void in_the_order_of_paths(void **state)
{
	check(state, "100644 =a/z 100644 a.c 100644 =b/x/y 100644 c/d",
	      "100644 =a/z 100644 a/0 100644 a.c 100644 =b/x/y 100644 c/e 100644 0",
	      "A 100644 0\nM 100644 a.c\nA 100644 a/0\nD 100644 c/d\nA 100644 c/e\n");
}

static char *dir;

static int setup(void **state)
{
	git_repository *git = NULL;
	int err;

	dir = g_dir_make_tmp("respin-changes.XXXXXX", NULL);
	git_libgit2_init();
	err = git_repository_init(&git, dir, 1);
	git_repository_free(git);
	return err || repo_open((struct repo **)state, dir);
}

static int teardown(void **state)
{
	int ret;

	repo_free(*state);
	git_libgit2_shutdown();
	ret = dir_remove(dir);
	g_free(dir);
	return ret;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_file),
		cmocka_unit_test(another_kind),
		cmocka_unit_test(in_the_order_of_paths),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
