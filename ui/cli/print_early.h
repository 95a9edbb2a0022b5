/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PRINT_EARLY_H
#define CLI_PRINT_EARLY_H

#include "cli/printer.h"

/*
 * Printing while the index is built: rows that are settled (query/settled.h) get the same text as
 * with the complete index.
 */

/* Are all requested fields of these options known with each record? */
bool print_early_can(const struct printer *p);

/*
 * Print the settled rows from *row on, then wait for the index. *row becomes the first row that is
 * not printed. Returns an exit status.
 */
int print_early(struct printer *p, uint64_t *row);

#endif
