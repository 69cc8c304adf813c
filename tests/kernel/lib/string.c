// SPDX-License-Identifier: GPL-2.0-only
#include <linux/kernel.h>

int string_length(const char *s);

int string_length(const char *s)
{
	int n = 0;

	while (s[n])
		n++;
	return n;
}
