/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_SCRIPT_PRINT_H
#define CLI_SCRIPT_PRINT_H

#include "cli/cli.h"
#include "filter/filter.h"
#include "out/perfscript.h"

/* The parts of print that only --format perf-script uses. Each function returns an exit status. */

/* Read the fields and other options of perf script. */
int script_print_options(const struct options *options, struct script_options *script);

/* Get the filter of the command line, restricted to samples. */
int script_print_filter(const struct options *options, struct filter **filter);

/* Check that the events of all files have the requested fields. Report missing fields. */
int script_print_check(const struct recording *recording, const struct script_options *script);

#endif
