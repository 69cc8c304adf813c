// SPDX-License-Identifier: GPL-2.0-only
/* What is above the recipe of a step file comes back as it was written, or is refused. */
#include "unit.h"
#include "stephead.h"

#include <string.h>
#include <unistd.h>

static void step_end(struct step *step)
{
	ident_release(&step->author);
	g_free(step->message);
}

/* The date that "Date: <text>" gives; false where it is no date. */
static bool reads_date(git_time *out, const char *text)
{
	g_autofree char *file = g_strdup_printf("Date: %s\n\na: b\n---\n", text);
	struct step step = { .file = (char *)"x.step" };
	int err = dup(STDERR_FILENO), ret;
	const char *recipe;
	unsigned int line;

	close(STDERR_FILENO);
	ret = step_head_read(&step, &recipe, &line, file);
	dup2(err, STDERR_FILENO);
	close(err);
	*out = step.date;
	step_end(&step);
	return !ret;
}

static void dates(void **state)
{
	git_time t;

	/* seconds by date -d '...' +%s */
	assert_true(reads_date(&t, "2019-05-20 16:59:04 -0400"));
	assert_int_equal(t.time, 1558385944);
	assert_int_equal(t.offset, -240);
	assert_true(reads_date(&t, "2020-02-29 05:45:00 +0545"));
	assert_int_equal(t.time, 1582934400);
	assert_int_equal(t.offset, 345);
	assert_true(reads_date(&t, "1970-01-01 00:00:00 -0000"));
	assert_int_equal(t.time, 0);
	assert_int_equal(t.sign, '-');

	assert_false(reads_date(&t, "2019-02-29 16:59:04 -0400"));
	assert_false(reads_date(&t, "2019-05-20 16:59:60 -0400"));
	assert_false(reads_date(&t, "2019-05-20 16:59:04"));
	assert_false(reads_date(&t, "2019-05-20 16:59:04 -04:00"));
	assert_false(reads_date(&t, "2019-05-20 16:59:04 0400"));
	assert_false(reads_date(&t, "2019-05-20 16:59:04 -0460"));
	assert_false(reads_date(&t, "2019-05-20 16:59:04 -0400 x"));
	assert_false(reads_date(&t, "Mon, 20 May 2019 16:59:04 -0400"));
	assert_false(reads_date(&t, "yesterday"));
	assert_false(reads_date(&t, ""));
}

static void comes_back(const char *message, const struct ident *author, const git_time *date)
{
	GString *text = g_string_new(NULL);
	struct step step = { .file = (char *)"x.step" };
	unsigned int line;
	const char *recipe;

	assert_null(step_head_fault(message, &line));
	step_head_append(text, author, date, message);
	g_string_append(text, "patch x\n");
	assert_int_equal(step_head_read(&step, &recipe, &line, text->str), 0);
	assert_string_equal(step.message, message);
	assert_string_equal(recipe, "---\npatch x\n");
	if (author)
		assert_string_equal(step.author.name, author->name);
	assert_int_equal(step.dated, !!date);
	if (date)
		assert_int_equal(step.date.time, date->time);
	step_end(&step);
	g_string_free(text, TRUE);
}

static void messages(void **state)
{
	const struct ident author = { (char *)"Zoë <x> \"q", (char *)"a@b" };
	const git_time date = { .time = 1, .offset = -90, .sign = '-' };
	const char *texts[] = {
		"a: b\n", "a: b\n\ntext\n", "a: b\ntwo lines\n\nx\n", "a: b\n\n---\n", "a: b\n--- \nx\n",
		"a: b\n\n\\---\n", "a: b\n\n\\\\---\t\n---\n", "a: b\n\n---x\n\\--- x\n\\\\\n\\x\n",
		"---\n", "a: b\n\n\n\n x \t\ny\n",
	};

	for (unsigned int i = 0; i < G_N_ELEMENTS(texts); i++) {
		comes_back(texts[i], NULL, NULL);
		comes_back(texts[i], &author, NULL);
		comes_back(texts[i], NULL, &date);
		comes_back(texts[i], &author, &date);
	}
	comes_back("From: x\n\nDate: y\n", &author, &date);
	comes_back("Date: y\n", &author, &date);
}

static void refused(const char *message, unsigned int where, const char *why)
{
	unsigned int line = 0;
	const char *fault = step_head_fault(message, &line);

	if (!fault || !strstr(fault, why))
		fail_msg("'%s': %s", message, fault);
	assert_int_equal(line, where);
}

static void faults(void **state)
{
	refused("", 1, "empty");
	refused(" \n\n", 1, "empty");
	refused("\na: b\n", 1, "blank line");
	refused("  \na: b\n", 1, "blank line");
	refused("a: b", 1, "newline");
	refused("a: b\n\nx", 3, "newline");
	refused("a: b\n\n", 1, "white space");
	refused("a: b\n\nx \n", 3, "white space");
	refused("a: b\n\nx\r\n", 3, "carriage return");
	refused("a: b\nx\351\n", 2, "UTF-8");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dates),
		cmocka_unit_test(messages),
		cmocka_unit_test(faults),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
