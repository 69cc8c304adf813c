/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * message - a step's commit message as it goes into the commit
 */
#ifndef MESSAGE_H
#define MESSAGE_H

#include "series.h"

/*
 * The message to the letter, and the sign-off of @signer below it (NULL: none)
 * unless it is there. The caller frees it.
 */
char *message_of(const struct step *step, const struct ident *signer);

#endif
