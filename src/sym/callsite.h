/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_CALLSITE_H
#define SYM_CALLSITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/regs.h"

enum {
	CALLSITE_BYTES = 8 /* of code before an address that tell */
};

/* Can calls be told from other instructions of an architecture? */
bool callsite_known(enum regs_arch arch);

/*
 * Do bytes of code, little endian, end with a call, so that the address behind them may be where
 * a function returns to? x86 (its instructions have no certain beginning: other ones can end like
 * a call) and arm64.
 */
bool callsite_ends(enum regs_arch arch, const uint8_t *code, size_t len);

#endif
