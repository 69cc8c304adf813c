// SPDX-License-Identifier: GPL-2.0-only
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <glib.h>
#include "job.h"

static void is_plain(const char *raw, size_t len, const char *expected)
{
	GString *text = g_string_new_len(raw, (gssize)len);

	job_plain(text);
	assert_string_equal(text->str, expected);
	assert_int_equal(text->len, strlen(expected));
	g_string_free(text, TRUE);
}

#define PLAIN(raw, expected) is_plain(raw, sizeof(raw) - 1, expected)

static void colours_links_and_zeros(void **state)
{
	PLAIN("", "");
	PLAIN("a\nb", "a\nb");
	PLAIN("\033[01m\033[Ka.c:1:2:\033[m\033[K \033[01;35m\033[Kwarning: \033[m\033[Kx",
	      "a.c:1:2: warning: x");
	PLAIN("[\033]8;;https://e.org/W\a-Wunused\033]8;;\a]", "[-Wunused]");
	PLAIN("[\033]8;;https://e.org/W\033\\-Wunused\033]8;;\033\\]", "[-Wunused]");
	PLAIN("a\0b\nc", "a?b\nc");
	PLAIN("end\033", "end");
	PLAIN("end\033[01", "end");
	PLAIN("end\033]8", "end");
	PLAIN("open \033]8;;x\nnext", "open next");
	PLAIN("\xff\xfe", "\xff\xfe");
}

static void the_machine_and_the_kernel(void **state)
{
	static const char *const machine[] = {
		"  CC      kernel/x.o\nmake[3]: *** [scripts/Makefile.build:33: kernel/x.o] Error 255\n",
		"as: x.o: No space left on device\n",
		"cc1: error: write: Disk quota exceeded\n",
		"gcc: fatal error: Killed signal terminated program cc1\n",
		"collect2: fatal error: ld terminated with signal 9 [Killed]\n",
		"clang: error: unable to execute command: Killed\n",
		"make[2]: *** [scripts/Makefile.build:250: kernel/fork.o] Killed\n",
		"make: *** [Makefile:3: vmlinux] Error 137\n",
		"cc1: out of memory allocating 65536 bytes\n",
		"/bin/sh: 1: Cannot fork: Resource temporarily unavailable\n",
	};
	static const char *const kernel[] = {
		"  CC      kernel/x.o\nx.o: error: objtool: cannot\nmake[3]: *** [x.o] Error 255\n",
		"", "a.c:3:1: error: 'x' undeclared\n", "make: *** [Makefile:3: vmlinux] Error 2\n",
		"a.c:3:9: warning: too many arguments\n    3 | \tpr_err(\"Killed: No space left on device\", x);\n",
		"      | \tpr_err(\"Cannot allocate memory\");\n",
	};

	for (size_t i = 0; i < G_N_ELEMENTS(machine); i++)
		assert_non_null(job_fault(machine[i]));
	for (size_t i = 0; i < G_N_ELEMENTS(kernel); i++)
		assert_null(job_fault(kernel[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(colours_links_and_zeros),
		cmocka_unit_test(the_machine_and_the_kernel),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
