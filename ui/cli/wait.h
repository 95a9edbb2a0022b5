/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_WAIT_H
#define CLI_WAIT_H

#include <stdbool.h>

#include "recording/recording.h"

/*
 * Wait until the indexes are built, with a progress bar where standard error is a
 * terminal, unless it is to be quiet. SIGINT, SIGTERM and SIGHUP stop the build: that is
 * told, and 128 and the signal's number is returned, STATUS_OK else.
 */
int wait_for_recording(struct recording *recording, bool quiet);

#endif
