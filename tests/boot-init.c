// SPDX-License-Identifier: GPL-2.0-only
/*
 * The init of a kernel whose torture test is built in: the test powers the
 * machine off, and until then the kernel needs somebody to be process 1.
 */
#include <unistd.h>

int main(void)
{
	for (;;)
		pause();
}
