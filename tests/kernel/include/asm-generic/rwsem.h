/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_GENERIC_RWSEM_H
#define _ASM_GENERIC_RWSEM_H

static inline int __down_read(long *count)
{
	return __sync_add_and_fetch(count, 1) > 0;
}

#endif
