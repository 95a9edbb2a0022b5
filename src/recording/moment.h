/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_MOMENT_H
#define RECORDING_MOMENT_H

#include "recording/reader.h"

/*
 * The row at a time of day, in ns since 1970, or else the one that comes next in any of the files
 * that tell it; the last row where there is none. There are rows.
 */
uint64_t moment_find(struct reader *reader, uint64_t wall);

#endif
