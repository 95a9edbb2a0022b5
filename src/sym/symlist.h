/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMLIST_H
#define SYM_SYMLIST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/vec.h"
#include "sym/symblock.h"

/*
 * The symbols of a file in any order, with aliases, without sizes, inside each other; and the
 * ranges made from them. The choices are perf's (tools/perf/util/symbol.c), so that names are the
 * same.
 */
enum symbind {
	SYMBIND_LOCAL,
	SYMBIND_GLOBAL,
	SYMBIND_WEAK
};

struct symlist_entry {
	uint64_t start, end; /* equal: the size is unknown */
	uint32_t name, len;  /* offset and length in names */
	uint8_t bind;	     /* enum symbind */
};

struct symlist {
	VEC(struct symlist_entry) list;
	struct buf names;
	uint64_t text;	/* address of the symbol _text; 0: there is none */
	uint64_t stext; /* address of _stext */
	bool demangle;	/* demangle names of C++ and Rust */
	bool newest;	/* of symbols at the same address, take the last one */
	bool modules;	/* kallsyms: a name may end with a module's name, [NAME] */
};

void symlist_init(struct symlist *list);
void symlist_release(struct symlist *list);

/* Add a symbol; suffix may be "". Does nothing if there is no room, or if the name is empty. */
void symlist_add(struct symlist *list, uint64_t start, uint64_t size, enum symbind bind,
		 const char *name, size_t len, const char *suffix);

/*
 * Sort, choose among aliases, add missing sizes, and pass packed blocks in ascending order to put,
 * until it returns false. Returns true if put has accepted all blocks.
 */
bool symlist_finish(struct symlist *list, bool (*put)(void *arg, const struct buf *block),
		    void *arg);

#endif
