/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_SCRIPT_PRINT_H
#define CLI_SCRIPT_PRINT_H

#include "cli/cli.h"
#include "out/perfscript.h"

/* What print --format perf-script has of its own. Each returns an exit status. */

/* The fields and other options of perf script. */
int script_print_options(const struct options *options, struct script_options *script);

/* The filter of the command line, and that it is about samples. */
int script_print_filter(const struct options *options, struct filter **filter);

/* Do the events of all files have what was asked for? Tells what they do not have. */
int script_print_check(const struct recording *recording, const struct script_options *script);

#endif
