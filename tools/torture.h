/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * torture - boot a kernel in QEMU, to the end of its own lock torture
 *
 *	missing = torture_lacks(target, config);	// why it would not work; or NULL
 *	err = torture_boot(&record, kbuild);		// a bzImage was built
 *	fault = torture_fault(record.text);			// NULL: it went well
 *
 * The kernel has locktorture built in, and powers the machine off itself. The
 * machine is emulated (TCG, never KVM, so that it is the same everywhere) and
 * has two CPUs. Process 1 says that it is there and sleeps: torture-init.S, which
 * travels with the program and is compiled by the target's compiler, so that no
 * C library for the target is needed. The kernel's own gen_init_cpio packs it.
 *
 * Parameters of locktorture are those of the target (target.h), laid over
 * torture_type=rwsem_lock shutdown_secs=30 stat_interval=5.
 */
#ifndef TORTURE_H
#define TORTURE_H

#include "kbuild.h"

/* The emulator's program name, or NULL where nothing emulates the architecture here. */
const char *torture_emulator(const struct target *target);

/* The first thing that keeps it from being done, in words, or NULL; the caller frees it. */
char *torture_lacks(const struct target *target, const char *config);

/* All that decides a boot, kernel and emulator aside: part of a key. The caller frees it. */
char *torture_settings(const struct target *target);

/*
 * Boot what lies in the build folder. The record's text is the console, and its
 * status 0 where the emulator came to an end in time, 1 where it was stopped.
 * E_ENV: there was no way to boot, which says nothing of the kernel.
 */
int torture_boot(struct record *out, const struct kbuild *kbuild);

/*
 * What the console shows to be wrong: the line of a splat, or what is missing.
 * The caller frees it. NULL: two CPUs, user space, a whole test of the lock that was
 * asked for with success, the lock taken by everybody, and power off.
 */
char *torture_fault(const char *console);
/* How often the lock was taken by "Writes:" or "Reads :"; negative: it is not said. */
long torture_total(const char *console, const char *who);

#endif
