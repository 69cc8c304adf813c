// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whatever bytes an object file holds, reading it must end, and must not touch
 * memory that is not its own; and no two files with other bytes that cannot be
 * taken apart are the same. See fuzz-readers.c for how it is run.
 */
#include "objects.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	g_autofree char *bytes = g_memdup2(data, size);
	g_autoptr(GString) text = g_string_new(NULL);
	struct objects_diff diff;

	objects_digest_bytes(text, "a.o", bytes, size);
	objects_compare(&diff, text->str, text->str);
	if (diff.changed->len || diff.sizes->len)
		abort();
	objects_diff_release(&diff);
	objects_compare(&diff, "a.o\n", text->str);
	objects_diff_release(&diff);
	return 0;
}

#ifdef FUZZ_DRIVER
/* Half of the damage is done to the header and the table of sections at the end. */
static size_t somewhere(size_t len, GRand *rand)
{
	size_t part = MIN(len, 2048);

	switch (g_rand_int_range(rand, 0, 4)) {
	case 0:
		return (size_t)g_rand_int_range(rand, 0, (gint32)MIN(len, 64));
	case 1:
		return len - 1 - (size_t)g_rand_int_range(rand, 0, (gint32)part);
	default:
		return (size_t)g_rand_int_range(rand, 0, (gint32)len);
	}
}

static void mutate(GByteArray *bytes, GRand *rand)
{
	static const guint32 odd[] = {
		0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xff00, 0xffff, 0xfff1, 0xfff2,
	};
	size_t at = bytes->len ? somewhere(bytes->len, rand) : 0;

	switch (bytes->len > 8 ? g_rand_int_range(rand, 0, 6) : 5) {
	case 0:
		g_byte_array_set_size(bytes, (guint)at);
		break;
	case 1:
	case 2:
		at = MIN(at, bytes->len - 4);
		memcpy(bytes->data + at, &odd[g_rand_int_range(rand, 0, G_N_ELEMENTS(odd))], 4);
		break;
	default:
		if (bytes->len)
			bytes->data[at] = (guchar)g_rand_int_range(rand, 0, 256);
	}
}

int main(int argc, char **argv)
{
	unsigned int rounds = argc > 1 ? (unsigned int)atoi(argv[1]) : 0, done = 0;
	GRand *rand = g_rand_new_with_seed(20190207);

	for (int i = 2; i < argc; i++) {
		g_autofree char *seed = NULL;
		size_t len;

		if (!g_file_get_contents(argv[i], &seed, &len, NULL))
			return 1;
		for (unsigned int n = 0; n < rounds; n++, done++) {
			GByteArray *bytes = g_byte_array_new();

			g_byte_array_append(bytes, (const guint8 *)seed, (guint)len);
			for (int m = g_rand_int_range(rand, 0, 6); m >= 0; m--)
				mutate(bytes, rand);
			LLVMFuzzerTestOneInput(bytes->data, bytes->len);
			g_byte_array_unref(bytes);
		}
	}
	g_rand_free(rand);
	printf("1..1\n%s 1 - %u inputs read\n", done ? "ok" : "not ok", done);
	return !done;
}
#endif
