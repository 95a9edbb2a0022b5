/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_CHECK_SECONDS_H
#define FILTER_CHECK_SECONDS_H

#include "filter/filter.h"
#include "recording/recording.h"

/*
 * Append a line, without a newline, if the filter (NULL: none) compares time to an integer without
 * a unit, which is in ns, and which only as seconds is a time of the recording. Returns false
 * otherwise, and while no time has been indexed.
 */
bool check_seconds(const struct filter *filter, const struct recording *recording, struct buf *out);

#endif
