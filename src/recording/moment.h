/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_MOMENT_H
#define RECORDING_MOMENT_H

#include "recording/reader.h"

/*
 * The row at a time of day, in ns since 1970, or the next later one in any file with a wall clock,
 * or else the last row. The recording must have rows.
 */
uint64_t moment_find(struct reader *reader, uint64_t wall);

#endif
