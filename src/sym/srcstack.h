/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SRCSTACK_H
#define SYM_SRCSTACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * The functions that contain an address, according to debug information: innermost first, each
 * inlined into the next one; the last one has code of its own. The packed form is sent by the
 * process that reads files, and is kept. Packed bytes are untrusted.
 */
enum {
	SRCSTACK_MAX = 256,	 /* functions; further outer ones are omitted */
	SRCSTACK_TEXT_MAX = 4095 /* bytes of a name and of a path; longer ones are truncated */
};

struct source_frame {
	const char *name;      /* demangled, as symbols are (sym/demangle.h); NULL: unknown */
	const char *file;      /* path of the source; NULL: unknown */
	uint32_t line, column; /* from 1; of the address or, in a caller, of its call; 0: unknown */
};

struct srcstack {
	uint32_t n;
	struct source_frame v[SRCSTACK_MAX];
};

/* Append a function. Functions that are appended later are its callers. */
void srcstack_add(struct buf *packed, const struct source_frame *frame);

/* Unpack functions. Texts point into the packed bytes. Returns false if the bytes are invalid. */
bool srcstack_unpack(struct srcstack *stack, const void *p, size_t len);

#endif
