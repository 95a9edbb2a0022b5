/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_CALLSITE_H
#define SYM_CALLSITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/regs.h"

enum {
	CALLSITE_BYTES = 8 /* bytes of code before an address that are needed */
};

/* Can calls be recognized in code of this architecture? */
bool callsite_known(enum regs_arch arch);

/*
 * Do these bytes of code, little endian, end with a call, so that the address after them can be a
 * return address? For x86 and arm64. On x86, where instructions have no fixed start, other code can
 * end like a call.
 */
bool callsite_ends(enum regs_arch arch, const uint8_t *code, size_t len);

#endif
