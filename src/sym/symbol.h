/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMBOL_H
#define SYM_SYMBOL_H

#include "base/buf.h"
#include "sym/why.h"

/* The symbol of an address. The struct can be used repeatedly; the name is then replaced. */
struct symbol {
	struct buf name;      /* not escaped */
	uint64_t start, size; /* an offset or an address, as `at` */
	uint64_t off;	      /* offset of the address in the symbol */
	uint64_t from,
		to; /* all addresses in from..to have this symbol, as `at`; both 0: unknown */
	enum sym_why why;
};

#define SYMBOL_INIT                                                                                \
	{                                                                                          \
		.name = BUF_INIT                                                                   \
	}

#endif
