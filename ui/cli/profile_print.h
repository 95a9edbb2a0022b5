/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PROFILE_PRINT_H
#define CLI_PROFILE_PRINT_H

#include "cli/cli.h"
#include "out/formats.h"

/*
 * Run print with a format that summarises all samples (out/profile_job.h). Returns an exit status.
 */
int profile_print(const struct options *options, const struct format *format);

#endif
