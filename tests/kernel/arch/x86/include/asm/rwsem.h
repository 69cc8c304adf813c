/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_X86_RWSEM_H
#define _ASM_X86_RWSEM_H

static inline int __down_read(long *count)
{
	return ++*count > 0;
}

#endif
