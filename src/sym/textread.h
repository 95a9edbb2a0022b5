/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_TEXTREAD_H
#define SYM_TEXTREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sym/symlist.h"

/* Symbols that are kept as lines of text. */
enum textread_kind {
	TEXTREAD_KALLSYMS, /* /proc/kallsyms: address, type, name, perhaps [module] */
	TEXTREAD_PERF_MAP  /* /tmp/perf-PID.map of a JIT: address, size, name */
};

struct textread {
	uint64_t lines;
	uint64_t hidden; /* whose address is 0: the kernel does not tell */
	uint64_t bad;	 /* that are none of the kind */
};

/* Add the symbols of an open file, to its end. False: it cannot be read. */
bool textread_symbols(int fd, enum textread_kind kind, struct symlist *list,
		      struct textread *result);

#endif
