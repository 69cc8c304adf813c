/* SPDX-License-Identifier: GPL-2.0-only */
/* unit - what every unit test includes: cmocka, with the headers that it wants first. */
#ifndef UNIT_H
#define UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#endif
