/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_SRCTEXT_H
#define VIEWS_SRCTEXT_H

#include "query/symbolizer.h"
#include "shell/app.h"

/*
 * Open the source text around an address of a row, with its line marked. function: number of an
 * inlined function at the address, from the innermost.
 */
void srctext_open(struct app *app, const struct row_info *row,
		  const struct symbolizer_address *address, uint32_t function);

#endif
