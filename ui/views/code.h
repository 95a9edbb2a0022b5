/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_CODE_H
#define VIEWS_CODE_H

#include "query/symbolizer.h"
#include "shell/app.h"

/*
 * Open the instructions around an address of a row: those of its function or, if it is unknown,
 * those from the address on. The cursor is on the address.
 */
void code_open(struct app *app, const struct row_info *row,
	       const struct symbolizer_address *address);

#endif
