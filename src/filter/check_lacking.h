/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_CHECK_LACKING_H
#define FILTER_CHECK_LACKING_H

#include "filter/filter.h"
#include "recording/recording.h"

/*
 * Append a line about the events whose samples have no cpu, tid, pid or time, if the filter hides
 * them because it selects by that field. Returns false if there are none, if the filter also
 * selects by event or by another type, and while an index is incomplete.
 */
bool check_lacking(const struct filter *filter, const struct recording *recording, struct buf *out);

#endif
