/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_MACHINECODE_H
#define SYM_MACHINECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Instructions as they were mapped. The caller provides room for len bytes and gets the actual
 * number in len.
 */
struct machinecode {
	uint8_t *p;
	size_t len;  /* 0: there are none */
	bool narrow; /* of a program of 32 bits */
};

#endif
