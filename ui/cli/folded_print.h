/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_FOLDED_PRINT_H
#define CLI_FOLDED_PRINT_H

#include "cli/cli.h"

/* Run print --format folded. Returns an exit status. */
int folded_print(const struct options *options);

#endif
