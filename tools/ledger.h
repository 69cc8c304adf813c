/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ledger - accounts, shown to people
 */
#ifndef LEDGER_H
#define LEDGER_H

#include "account.h"

/* On stdout: a step a line, its fate, and what shows it. */
void ledger_print(const GPtrArray *accounts);
/* On stderr: what operations had to say in a conflict, and what stands near by. */
void ledger_conflict(const struct account *account);

#endif
