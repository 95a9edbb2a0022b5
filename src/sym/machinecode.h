/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_MACHINECODE_H
#define SYM_MACHINECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Instructions as mapped. Who asks gives room for len bytes, and learns how many there are. */
struct machinecode {
	uint8_t *p;
	size_t len;  /* 0: there are none */
	bool narrow; /* of a program of 32 bits */
};

#endif
