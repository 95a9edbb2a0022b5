/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_SRCTEXT_H
#define VIEWS_SRCTEXT_H

#include "query/symbolizer.h"
#include "shell/app.h"

/*
 * The text of the source file around an address of a row, with its line marked; of a function that
 * was inlined there, its number from the innermost.
 */
void srctext_open(struct app *app, const struct row_info *row,
		  const struct symbolizer_address *address, uint32_t function);

#endif
