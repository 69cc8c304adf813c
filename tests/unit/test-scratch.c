// SPDX-License-Identifier: GPL-2.0-only
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "msg.h"
#include "recipe.h"
#include "scratch.h"

static char *top;

static int make_top(void **state)
{
	top = g_dir_make_tmp("respin-unit-XXXXXX", NULL);
	return !top;
}

static int remove_top(void **state)
{
	int ret = dir_remove(top);

	g_free(top);
	return ret;
}

static char *below(const char *name)
{
	return g_build_filename(top, name, NULL);
}

static bool is_there(const char *path)
{
	return g_file_test(path, G_FILE_TEST_EXISTS);
}

static void files_are_written_and_read(void **state)
{
	g_autofree char *path = below("a/b/file");
	char *data;
	size_t len;

	assert_int_equal(file_write(path, "x\0y", 3), 0);
	assert_int_equal(file_read(&data, &len, path), 0);
	assert_int_equal(len, 3);
	assert_memory_equal(data, "x\0y", 4);
	g_free(data);
	assert_int_equal(file_replace(path, "new", 3), 0);
	assert_int_equal(file_read(&data, &len, path), 0);
	assert_string_equal(data, "new");
	g_free(data);
}

static void a_replaced_file_leaves_no_other_behind(void **state)
{
	g_autofree char *dir = below("one"), *path = below("one/file");
	GDir *list;
	unsigned int n = 0;

	assert_int_equal(file_replace(path, "1", 1), 0);
	assert_int_equal(file_replace(path, "2", 1), 0);
	list = g_dir_open(dir, 0, NULL);
	while (g_dir_read_name(list))
		n++;
	g_dir_close(list);
	assert_int_equal(n, 1);
}

static void what_cannot_be_is_an_error(void **state)
{
	g_autofree char *file = below("plain"), *under = below("plain/under");
	char *data;
	size_t len;

	assert_int_equal(file_write(file, "", 0), 0);
	assert_int_equal(file_write(under, "", 0), E_ENV);
	assert_int_equal(file_replace(under, "", 0), E_ENV);
	assert_int_equal(file_read(&data, &len, under), E_ENV);
	assert_int_equal(dir_make(under), E_ENV);
}

static void removing_does_not_follow_links(void **state)
{
	g_autofree char *dir = below("links"), *link = below("links/out"), *kept = below("kept/file");
	g_autofree char *target = below("kept");

	assert_int_equal(file_write(kept, "x", 1), 0);
	assert_int_equal(dir_make(dir), 0);
	assert_int_equal(symlink(target, link), 0);
	assert_int_equal(dir_remove(dir), 0);
	assert_false(is_there(dir));
	assert_true(is_there(kept));
}

static void folders_go_with_their_owner(void **state)
{
	g_autofree char *state_dir = below("state"), *a = NULL, *b = NULL;
	struct scratch *scratch;

	assert_int_equal(scratch_new(&scratch, state_dir), 0);
	a = scratch_dir(scratch, "same");
	b = scratch_dir(scratch, "same");
	assert_string_not_equal(a, b);
	assert_true(is_there(a) && is_there(b));
	scratch_free(scratch);
	assert_false(is_there(a) || is_there(b));
}

/* One that is killed leaves its folder; the next takes it away, and no other's. */
static void folders_of_the_dead_are_removed(void **state)
{
	g_autofree char *state_dir = below("state2"), *mine = NULL, *name_file = below("name");
	struct scratch *alive, *next;
	char *dead;
	size_t len;
	pid_t pid;

	assert_int_equal(scratch_new(&alive, state_dir), 0);
	mine = scratch_dir(alive, "alive");
	pid = fork();
	if (!pid) {
		struct scratch *scratch;
		char *dir;

		if (scratch_new(&scratch, state_dir))
			_exit(1);
		dir = scratch_dir(scratch, "dead");
		_exit(file_write(name_file, dir, strlen(dir)) != 0);
	}
	waitpid(pid, NULL, 0);
	assert_int_equal(file_read(&dead, &len, name_file), 0);
	assert_true(is_there(dead));
	assert_int_equal(scratch_new(&next, state_dir), 0);
	assert_false(is_there(dead));
	assert_true(is_there(mine));
	g_free(dead);
	scratch_free(next);
	scratch_free(alive);
}

/* Where there is no such tmpfs, folders lie where they always did. */
static void what_lies_in_memory_goes_too(void **state)
{
	g_autofree char *state_dir = below("state3"), *path_file = below("path"), *a = NULL;
	struct scratch *scratch, *next;
	char *dead;
	size_t len;
	pid_t pid;

	assert_int_equal(scratch_new(&scratch, state_dir), 0);
	scratch_in_memory(scratch, 4096);
	a = scratch_dir(scratch, "one");
	if (!g_str_has_prefix(a, "/dev/shm/respin-")) {
		scratch_free(scratch);
		skip();
	}
	assert_true(is_there(a));
	pid = fork();
	if (!pid) {
		struct scratch *other;
		char *dir;

		if (scratch_new(&other, state_dir))
			_exit(1);
		scratch_in_memory(other, 4096);
		dir = scratch_dir(other, "dead");
		_exit(file_write(path_file, dir, strlen(dir)) != 0);
	}
	waitpid(pid, NULL, 0);
	assert_int_equal(file_read(&dead, &len, path_file), 0);
	assert_true(g_str_has_prefix(dead, "/dev/shm/respin-") && is_there(dead));
	assert_int_equal(scratch_new(&next, state_dir), 0);
	assert_false(is_there(dead));
	assert_true(is_there(a));
	*strrchr(dead, '/') = '\0';
	assert_false(is_there(dead));
	g_free(dead);
	scratch_free(next);
	scratch_free(scratch);
	assert_false(is_there(a));
}

/* A link that somebody else has put there is not followed. */
static void only_folders_of_ours_are_removed(void **state)
{
	static const char *const names[] = { "", "/dev/shm/respin-x/../../.." };
	g_autofree char *state_dir = below("state4"), *kept = below("outside/file");
	g_autofree char *outside = below("outside");

	assert_int_equal(file_write(kept, "x", 1), 0);
	for (unsigned int i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *target = g_strconcat(names[i], outside, NULL);
		g_autofree char *dir = below("state4/tmp/dead"), *link = below("state4/tmp/dead/memory");
		struct scratch *scratch;

		assert_int_equal(dir_make(dir), 0);
		assert_int_equal(symlink(target, link), 0);
		assert_int_equal(scratch_new(&scratch, state_dir), 0);
		assert_false(is_there(dir));
		assert_true(is_there(kept));
		scratch_free(scratch);
	}
}

static void no_room_is_no_fault(void **state)
{
	g_autofree char *state_dir = below("state5"), *a = NULL;
	struct scratch *scratch;

	assert_int_equal(scratch_new(&scratch, state_dir), 0);
	scratch_in_memory(scratch, (size_t)1 << 50);
	a = scratch_dir(scratch, "one");
	assert_true(g_str_has_prefix(a, state_dir));
	scratch_free(scratch);
}

static void paths_are_judged(void **state)
{
	static const char *const good[] = {
		"a", "a/b", "a.b", "..a", "a..", "a/..b", ".gitignore", "arch/*/include/asm/Kbuild", "é",
	};
	static const char *const bad[] = {
		"/a", "../a", "a/../b", "a/..", "..", ".", "./a", "a/./b", "a//b", "a/", "", ".git",
		".git/config", "a/.git/b", "a/.GIT/b", "a\nb", "a\tb", "a\x7f",
	};

	for (unsigned int i = 0; i < G_N_ELEMENTS(good); i++)
		assert_null(path_fault(good[i]));
	for (unsigned int i = 0; i < G_N_ELEMENTS(bad); i++)
		assert_non_null(path_fault(bad[i]));
}

static void returns_become_exit_statuses(void **state)
{
	assert_int_equal(msg_exit_status(0), 0);
	assert_int_equal(msg_exit_status(E_ENV), 128);
	assert_int_equal(msg_exit_status(E_SERIES), 2);
	assert_int_equal(msg_exit_status(E_INTERRUPTED), 130);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_are_written_and_read),
		cmocka_unit_test(a_replaced_file_leaves_no_other_behind),
		cmocka_unit_test(what_cannot_be_is_an_error),
		cmocka_unit_test(removing_does_not_follow_links),
		cmocka_unit_test(folders_go_with_their_owner),
		cmocka_unit_test(folders_of_the_dead_are_removed),
		cmocka_unit_test(what_lies_in_memory_goes_too),
		cmocka_unit_test(only_folders_of_ours_are_removed),
		cmocka_unit_test(no_room_is_no_fault),
		cmocka_unit_test(paths_are_judged),
		cmocka_unit_test(returns_become_exit_statuses),
	};

	return cmocka_run_group_tests(tests, make_top, remove_top);
}
