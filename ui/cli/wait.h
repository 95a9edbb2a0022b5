/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_WAIT_H
#define CLI_WAIT_H

#include <stdbool.h>

#include "recording/recording.h"

/*
 * Wait until the indexes are built. If standard error is a terminal and quiet is not set, show a
 * progress bar. SIGINT, SIGTERM and SIGHUP stop the build; then report this, and return 128 plus
 * the number of the signal. Otherwise return STATUS_OK.
 */
int wait_for_recording(struct recording *recording, bool quiet);

#endif
