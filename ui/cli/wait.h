/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_WAIT_H
#define CLI_WAIT_H

#include <stdbool.h>

#include "recording/recording.h"

/*
 * Wait until the indexes are built, with a progress bar if standard error is a terminal and quiet
 * is not set. SIGINT, SIGTERM and SIGHUP stop the build: this is reported, and 128 plus the
 * signal's number is returned. Otherwise STATUS_OK is returned.
 */
int wait_for_recording(struct recording *recording, bool quiet);

#endif
