// SPDX-License-Identifier: GPL-2.0-only
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "record.h"

static GString *sample(void)
{
	const struct record record = {
		.status = 2, .clean = true, .seconds = 1.5,
		.command = (char *)"make \\\n all", .text = (char *)"text 3\nsha256 no\n\n",
	};

	return record_format(&record);
}

static void comes_back_whole(void **state)
{
	struct record record = RECORD_INIT;
	GString *data = sample();

	assert_true(record_parse(&record, data->str, data->len));
	assert_int_equal(record.status, 2);
	assert_true(record.clean);
	assert_true(record.seconds == 1.5);
	assert_string_equal(record.command, "make \\\n all");
	assert_string_equal(record.text, "text 3\nsha256 no\n\n");
	record_release(&record);
	g_string_free(data, TRUE);
}

static void every_truncation_is_noticed(void **state)
{
	struct record record = RECORD_INIT;
	GString *data = sample();
	size_t len;

	for (len = 0; len < data->len; len++)
		assert_false(record_parse(&record, data->str, len));
	g_string_free(data, TRUE);
}

static void every_changed_byte_is_noticed(void **state)
{
	struct record record = RECORD_INIT;
	GString *data = sample();
	size_t i;

	for (i = 0; i < data->len - 1; i++) {
		data->str[i] ^= 1;
		assert_false(record_parse(&record, data->str, data->len));
		data->str[i] ^= 1;
	}
	g_string_free(data, TRUE);
}

static void keys_tell_parts_apart(void **state)
{
	struct record_key a, b, c;

	record_key(&a, "build", "ab", "c", NULL);
	record_key(&b, "build", "a", "bc", NULL);
	record_key(&c, "build", "ab", "c", NULL);
	assert_int_equal(strlen(a.hex), 64);
	assert_string_not_equal(a.hex, b.hex);
	assert_string_equal(a.hex, c.hex);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(comes_back_whole),
		cmocka_unit_test(every_truncation_is_noticed),
		cmocka_unit_test(every_changed_byte_is_noticed),
		cmocka_unit_test(keys_tell_parts_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
