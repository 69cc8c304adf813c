// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whatever bytes a series, a rule or a tool's output holds, reading them must
 * end, and must not touch memory that is not theirs.
 *
 * LLVMFuzzerTestOneInput() is what libFuzzer calls:
 *
 *	clang -fsanitize=fuzzer,address ... fuzz-readers.c <objects>
 *
 * Without it (-DFUZZ_DRIVER) main() here flips, cuts and joins the files that
 * it is given, the same way each time, for a number of rounds.
 */
#include "ctext.h"
#include "recipe.h"
#include "smpl.h"
#include "spatch.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_as_recipe(const char *text)
{
	static const struct series series = { .root = "/nowhere", .name = "s", .dir = "/nowhere/s" };
	struct step step = {
		.ops = g_ptr_array_new_with_free_func(op_free),
		.claims = g_ptr_array_new_with_free_func(claim_free),
	};
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	for (unsigned int i = 0; lines[i]; i++)
		recipe_read_line(&step, &series, &(struct place){ "s.step", i + 1 }, lines[i]);
	g_ptr_array_unref(step.ops);
	g_ptr_array_unref(step.claims);
}

static void read_as_source(const char *name, const char *text, size_t len)
{
	g_autofree char *code = ctext_code(name, text, len);
	g_autoptr(GPtrArray) comments = ctext_comments(text, len);

	if (strlen(code) != len)
		abort();
	for (unsigned int line = 1; line < 5; line++)
		g_free(ctext_function(code, line));
	ctext_count(code, "foo", NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	g_autofree char *text = g_strndup((const char *)data, size);
	size_t len = strlen(text);

	read_as_source("a.c", (const char *)data, size);
	read_as_source("Makefile", (const char *)data, size);
	smpl_free(smpl_read(text, len));
	g_ptr_array_unref(spatch_parse_skips(text));
	read_as_recipe(text);
	return 0;
}

#ifdef FUZZ_DRIVER
static void mutate(GString *text, GRand *rand)
{
	unsigned int at = text->len ? (unsigned int)g_rand_int_range(rand, 0, (gint32)text->len) : 0;

	switch (g_rand_int_range(rand, 0, 4)) {
	case 0:
		if (text->len)
			text->str[at] = (char)g_rand_int_range(rand, 0, 256);
		break;
	case 1:
		g_string_truncate(text, at);
		break;
	case 2:
		g_string_insert_c(text, at, "\"'/*@#\n\\(-+"[g_rand_int_range(rand, 0, 11)]);
		break;
	default:
		g_string_append_len(text, text->str + at, (gssize)MIN(text->len - at, 64));
	}
}

int main(int argc, char **argv)
{
	unsigned int rounds = argc > 1 ? (unsigned int)atoi(argv[1]) : 0;
	GRand *rand = g_rand_new_with_seed(20190207);
	unsigned int done = 0;

	if (!freopen("/dev/null", "w", stderr))
		return 1;
	for (int i = 2; i < argc; i++) {
		g_autofree char *seed = NULL;
		size_t len;

		if (!g_file_get_contents(argv[i], &seed, &len, NULL))
			return 1;
		for (unsigned int n = 0; n < rounds; n++, done++) {
			GString *text = g_string_new_len(seed, (gssize)len);

			for (int m = g_rand_int_range(rand, 0, 8); m >= 0; m--)
				mutate(text, rand);
			LLVMFuzzerTestOneInput((const uint8_t *)text->str, text->len);
			g_string_free(text, TRUE);
		}
	}
	g_rand_free(rand);
	printf("1..1\n%s 1 - %u inputs read\n", done ? "ok" : "not ok", done);
	return !done;
}
#endif
