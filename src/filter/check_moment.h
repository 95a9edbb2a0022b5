/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_CHECK_MOMENT_H
#define FILTER_CHECK_MOMENT_H

#include "filter/filter.h"
#include "recording/recording.h"

/*
 * Append a line, without a newline, if all times of day without a day in the filter (NULL: none)
 * are before the recording, or all are after it: then they may be of another day or time zone.
 * Returns false otherwise, and while no time has been indexed.
 */
bool check_moment(const struct filter *filter, const struct recording *recording, struct buf *out);

#endif
