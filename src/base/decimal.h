/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_DECIMAL_H
#define BASE_DECIMAL_H

#include <stdint.h>

enum {
	DECIMAL_ROOM = 24 /* bytes that decimal_put() may write, for at most 20 digits */
};

/*
 * Write the decimal digits of a number, without a branch for each digit. Returns the end of the
 * digits, so that a caller that writes several numbers keeps the place in a register.
 */
char *decimal_put(char *to, uint64_t v);

/* Write all eight digits of a number below DECIMAL_EIGHT: the last digits of a larger number. */
enum {
	DECIMAL_EIGHT = 100000000
};
char *decimal_put_eight(char *to, uint64_t v);

#endif
