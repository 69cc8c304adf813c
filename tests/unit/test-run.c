// SPDX-License-Identifier: GPL-2.0-only
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "run.h"
#include "msg.h"

static void shell(struct run *run, const char *script)
{
	run_arg(run, "sh", "-c", script, NULL);
}

static void output_and_status(void **state)
{
	struct run run = RUN_INIT;

	shell(&run, "echo out; echo err >&2; exit 3");
	assert_int_equal(run_command(&run), 0);
	assert_int_equal(run.status, 3);
	assert_string_equal(run.out->str, "out\n");
	assert_string_equal(run.err->str, "err\n");
	assert_false(run.timed_out);
	run_release(&run);
}

static void much_in_and_much_out(void **state)
{
	struct run run = RUN_INIT;
	size_t size = 3 << 20;

	run_arg(&run, "cat", NULL);
	run.input = g_string_sized_new(size);
	for (size_t i = 0; i < size; i++)
		g_string_append_c(run.input, (char)(i * 7));
	assert_int_equal(run_command(&run), 0);
	assert_int_equal(run.status, 0);
	assert_int_equal(run.out->len, size);
	assert_memory_equal(run.out->str, run.input->str, size);
	run_release(&run);
}

static void a_child_that_does_not_read(void **state)
{
	struct run run = RUN_INIT;

	run_arg(&run, "true", NULL);
	run.input = g_string_new(NULL);
	g_string_set_size(run.input, 1 << 20);
	memset(run.input->str, 'x', run.input->len);
	assert_int_equal(run_command(&run), 0);
	assert_int_equal(run.status, 0);
	run_release(&run);
}

static void a_scrubbed_environment(void **state)
{
	struct run run = RUN_INIT;

	setenv("GIT_DIR", "/nowhere", 1);
	setenv("LC_ALL", "de_DE.UTF-8", 1);
	setenv("KEPT", "yes", 1);
	run_env(&run, "GIT_INDEX_FILE=%s", "mine");
	shell(&run, "echo \"$GIT_DIR,$LC_ALL,$KEPT,$GIT_INDEX_FILE\"");
	assert_int_equal(run_command(&run), 0);
	assert_string_equal(run.out->str, ",C,yes,mine\n");
	run_release(&run);
}

static void standard_input_is_empty(void **state)
{
	struct run run = RUN_INIT;

	run_arg(&run, "cat", NULL);
	assert_int_equal(run_command(&run), 0);
	assert_int_equal(run.out->len, 0);
	run_release(&run);
}

static void a_group_of_its_own(void **state)
{
	struct run run = RUN_INIT;

	shell(&run, "ps -o pgid= -p $$; echo $$");
	assert_int_equal(run_command(&run), 0);
	assert_int_equal(atoi(run.out->str), atoi(strchr(run.out->str, '\n')));
	assert_int_not_equal(atoi(run.out->str), (int)getpgrp());
	run_release(&run);
}

/* A process that has ended may wait for somebody to be told: a zombie. */
static bool is_alive(pid_t pid)
{
	g_autofree char *path = g_strdup_printf("/proc/%d/stat", (int)pid);
	g_autofree char *stat = NULL;

	return g_file_get_contents(path, &stat, NULL, NULL) && !strstr(stat, ") Z ");
}

static void the_time_limit_ends_the_group(void **state)
{
	struct run run = RUN_INIT;
	pid_t grandchild;

	shell(&run, "trap '' TERM; sleep 60 & echo $!; wait");
	run.timeout = 1;
	assert_int_equal(run_command(&run), 0);
	assert_true(run.timed_out);
	assert_true(run.seconds >= 0.9 && run.seconds < 10);
	grandchild = atoi(run.out->str);
	assert_true(grandchild > 1);
	for (int i = 0; i < 500 && is_alive(grandchild); i++)
		g_usleep(10000);
	assert_false(is_alive(grandchild));
	run_release(&run);
}

static void a_signal_is_no_status(void **state)
{
	struct run run = RUN_INIT;

	shell(&run, "kill -9 $$");
	assert_int_equal(run_command(&run), 0);
	assert_int_equal(run.status, -1);
	assert_int_equal(run.signal, SIGKILL);
	run_release(&run);
}

static void what_is_not_there_is_an_error(void **state)
{
	struct run run = RUN_INIT;

	run_arg(&run, "respin-no-such-program", NULL);
	assert_int_equal(run_command(&run), E_ENV);
	run_release(&run);
	assert_int_equal(run_require("respin-no-such-program"), E_ENV);
	assert_int_equal(run_require("sh"), 0);
}

static void many_at_a_time(void **state)
{
	struct run runs[7], *list[7];

	memset(runs, 0, sizeof(runs));
	for (unsigned int i = 0; i < 7; i++) {
		run_arg(&runs[i], "sh", "-c", NULL);
		run_argf(&runs[i], "sleep 0.%u; echo %u; exit %u", 7 - i, i, i % 2);
		list[i] = &runs[i];
	}
	assert_int_equal(run_many(list, 7, 3), 0);
	for (unsigned int i = 0; i < 7; i++) {
		assert_int_equal(atoi(runs[i].out->str), i);
		assert_int_equal(runs[i].status, i % 2);
		run_release(&runs[i]);
	}
	assert_int_equal(run_many(NULL, 0, 1), 0);
}

/* It is under way while another is waited for, which ends when it sees that. */
static void one_runs_beside(void **state)
{
	g_autofree char *dir = g_dir_make_tmp("respin-unit-XXXXXX", NULL);
	g_autofree char *flag = g_build_filename(dir, "flag", NULL);
	struct run a = RUN_INIT, b = RUN_INIT;

	shell(&a, "echo >flag; echo beside");
	shell(&b, "for i in $(seq 500); do test ! -e flag || exit 0; sleep 0.01; done; exit 1");
	a.cwd = b.cwd = dir;
	run_beside(&a, 2);
	assert_int_equal(run_command(&b), 0);
	assert_int_equal(b.status, 0);
	assert_int_equal(run_beside_end(), 0);
	assert_string_equal(a.out->str, "beside\n");
	run_release(&a);
	run_release(&b);
	unlink(flag);
	rmdir(dir);
}

/* No more than so many at a time: with one, what is beside waits to the end. */
static void what_is_beside_keeps_to_the_budget(void **state)
{
	g_autofree char *dir = g_dir_make_tmp("respin-unit-XXXXXX", NULL);
	g_autofree char *flag = g_build_filename(dir, "flag", NULL);
	struct run a = RUN_INIT, b = RUN_INIT, many[5];

	memset(many, 0, sizeof(many));
	shell(&a, "echo >flag");
	shell(&b, "sleep 0.1; test ! -e flag");
	a.cwd = b.cwd = dir;
	run_beside(&a, 1);
	assert_int_equal(run_command(&b), 0);
	assert_int_equal(b.status, 0);
	assert_int_equal(run_beside_end(), 0);
	assert_int_equal(access(flag, F_OK), 0);
	unlink(flag);
	for (unsigned int i = 0; i < 5; i++) {
		/* of two that may run, the other one may have made its file */
		shell(&many[i], "mkdir $$; sleep 0.05; test $(ls | wc -l) -le 2; r=$?; rmdir $$; exit $r");
		many[i].cwd = dir;
		run_beside(&many[i], 2);
	}
	assert_int_equal(run_beside_end(), 0);
	for (unsigned int i = 0; i < 5; i++) {
		assert_int_equal(many[i].status, 0);
		run_release(&many[i]);
	}
	run_release(&a);
	run_release(&b);
	rmdir(dir);
}

static void nothing_beside_is_no_fault(void **state)
{
	assert_int_equal(run_beside_end(), 0);
}

static void a_line_for_a_shell(void **state)
{
	struct run run = RUN_INIT;
	char *line;

	run_arg(&run, "printf", "%s|", "plain", "two words", "it's", "$HOME", "", "a\\b", NULL);
	line = run_shell_line(&run);
	run_release(&run);

	memset(&run, 0, sizeof(run));
	shell(&run, line);
	g_free(line);
	assert_int_equal(run_command(&run), 0);
	assert_string_equal(run.out->str, "plain|two words|it's|$HOME||a\\b|");
	run_release(&run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(output_and_status),
		cmocka_unit_test(much_in_and_much_out),
		cmocka_unit_test(a_child_that_does_not_read),
		cmocka_unit_test(a_scrubbed_environment),
		cmocka_unit_test(standard_input_is_empty),
		cmocka_unit_test(a_group_of_its_own),
		cmocka_unit_test(the_time_limit_ends_the_group),
		cmocka_unit_test(a_signal_is_no_status),
		cmocka_unit_test(what_is_not_there_is_an_error),
		cmocka_unit_test(many_at_a_time),
		cmocka_unit_test(one_runs_beside),
		cmocka_unit_test(what_is_beside_keeps_to_the_budget),
		cmocka_unit_test(nothing_beside_is_no_fault),
		cmocka_unit_test(a_line_for_a_shell),
	};

	run_catch_signals();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
