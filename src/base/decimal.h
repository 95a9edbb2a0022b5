/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_DECIMAL_H
#define BASE_DECIMAL_H

#include <stdint.h>

enum {
	DECIMAL_ROOM = 24 /* bytes that decimal_put() may write, of at most 20 digits */
};

/*
 * Write the decimal digits of a number, without a branch for each. Returns where they end: who
 * writes several numbers in a row keeps the place in a register.
 */
char *decimal_put(char *to, uint64_t v);

/* All eight digits of a number below DECIMAL_EIGHT: the last ones of a larger number. */
enum {
	DECIMAL_EIGHT = 100000000
};
char *decimal_put_eight(char *to, uint64_t v);

#endif
