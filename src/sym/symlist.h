/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMLIST_H
#define SYM_SYMLIST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/vec.h"
#include "sym/symblock.h"

/*
 * Symbols as a file has them, in any order, with aliases, without sizes, one inside
 * another; and the ranges that come of them. What is chosen is what perf chooses
 * (tools/perf/util/symbol.c), so that the names are the same.
 */
enum symbind {
	SYMBIND_LOCAL,
	SYMBIND_GLOBAL,
	SYMBIND_WEAK
};

struct symlist_entry {
	uint64_t start, end; /* equal: the size is not known */
	uint32_t name, len;  /* in names */
	uint8_t bind;	     /* enum symbind */
};

struct symlist {
	VEC(struct symlist_entry) list;
	struct buf names;
	uint64_t text;	/* address of the symbol _text, 0: there is none */
	uint64_t stext; /* of _stext */
	bool demangle;	/* names of C++ and Rust */
	bool newest;	/* of those that begin at the same address the last one is right */
	bool modules;	/* kallsyms: a name may end with the module's, [NAME] */
};

void symlist_init(struct symlist *list);
void symlist_release(struct symlist *list);

/* Add a symbol; suffix may be "". Nothing when there is no room for more, or no name. */
void symlist_add(struct symlist *list, uint64_t start, uint64_t size, enum symbind bind,
		 const char *name, size_t len, const char *suffix);

/*
 * Sort, choose among aliases, give sizes, and hand packed blocks over in ascending order
 * until put says false. True: all of them were taken.
 */
bool symlist_finish(struct symlist *list, bool (*put)(void *arg, const struct buf *block),
		    void *arg);

#endif
