/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_TEXTREAD_H
#define SYM_TEXTREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sym/symlist.h"

/* Symbols in lines of text. */
enum textread_kind {
	TEXTREAD_KALLSYMS, /* /proc/kallsyms: address, type, name, and [module] for modules */
	TEXTREAD_PERF_MAP  /* /tmp/perf-PID.map of a JIT: address, size, name */
};

struct textread {
	uint64_t lines;
	uint64_t hidden; /* lines with address 0, because the kernel hides addresses */
	uint64_t bad;	 /* invalid lines */
};

/* Add the symbols of an open file up to its end. Returns false if it cannot be read. */
bool textread_symbols(int fd, enum textread_kind kind, struct symlist *list,
		      struct textread *result);

#endif
