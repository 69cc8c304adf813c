/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Macros of the kernel that stand where C's grammar has no place for a call,
 * told to spatch in the terms of its own standard.h: what is here it can parse,
 * and so change. The macros' meaning does not matter, their shape does.
 *
 * Add a line for each macro that spatch is said to have skipped a function for.
 */

/* include/linux/cleanup.h */
#define scoped_guard(args...) YACFE_ITERATOR
#define scoped_cond_guard(args...) YACFE_ITERATOR
#define scoped_with_kernel_fpu() YACFE_ITERATOR
#define scoped_user_read_access(args...) YACFE_ITERATOR

/* include/linux/compiler_attributes.h and its kin */
#define __counted_by(x)
#define __counted_by_le(x)
#define __counted_by_be(x)
#define __guarded_by(x)
#define __must_hold(x)
#define __acquires(x)
#define __releases(x)
#define __cond_acquires(x)
#define asm_inline asm
#define __no_kcsan
#define __nocfi
#define noinstr
#define __lockfunc
#define __always_inline inline
#define notrace
