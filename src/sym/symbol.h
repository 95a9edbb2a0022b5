/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMBOL_H
#define SYM_SYMBOL_H

#include "base/buf.h"
#include "sym/why.h"

/* The name of an address. Used again and again: its name is replaced. */
struct symbol {
	struct buf name;      /* not escaped */
	uint64_t start, size; /* as `at`: an offset or an address */
	uint64_t off;	      /* of the address in the symbol */
	uint64_t from,
		to; /* around it, as `at`: all of these have this symbol; 0 and 0: not known */
	enum sym_why why;
};

#define SYMBOL_INIT                                                                                \
	{                                                                                          \
		.name = BUF_INIT                                                                   \
	}

#endif
