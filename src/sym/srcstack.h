/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SRCSTACK_H
#define SYM_SRCSTACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * What debug information says of an address: the functions that it is in, innermost first, each
 * inlined into the one behind it; the last one has code of its own. Packed it goes from the
 * process that reads files to this one, and is kept. Packed bytes are input like any other.
 */
enum {
	SRCSTACK_MAX = 256,	 /* functions; outer ones beyond are left out */
	SRCSTACK_TEXT_MAX = 4095 /* bytes of a name and of a path; what is longer is cut */
};

struct source_frame {
	const char *name;      /* clear, as symbols are (sym/demangle.h); NULL: not known */
	const char *file;      /* path of the source; NULL: not known */
	uint32_t line, column; /* from 1: of the address, else of the call; 0: not known */
};

struct srcstack {
	uint32_t n;
	struct source_frame v[SRCSTACK_MAX];
};

/* Append a function, called by those that are appended after it. */
void srcstack_add(struct buf *packed, const struct source_frame *frame);

/* Texts point into the packed bytes. False: they are none of these. */
bool srcstack_unpack(struct srcstack *stack, const void *p, size_t len);

#endif
