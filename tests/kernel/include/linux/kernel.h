/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_KERNEL_H
#define _LINUX_KERNEL_H

#ifdef __CHECKER__
# define __user		__attribute__((noderef, address_space(1)))
#else
# define __user
#endif
#define NULL		((void *)0)
#define EXPORT_SYMBOL(sym)
#define barrier()	__asm__ __volatile__("" : : : "memory")

void delay(int loops);
int register_locks(const char *name);

#endif
