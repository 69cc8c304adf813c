// SPDX-License-Identifier: GPL-2.0-only
#include <linux/kernel.h>

int register_locks(const char *name)
{
	if (name == NULL)
		return -1;
	delay(1);
	return 0;
}
