/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_FEED_ROUNDS_H
#define QUERY_FEED_ROUNDS_H

#include "query/feed.h"

/*
 * All rows from first on in the order in which perf delivers records: what has a time waits until
 * a FINISHED_ROUND record tells that nothing earlier comes any more, what has none does not wait.
 * At such a record perf delivers what is not later than anything that it had read at the one
 * before. NULL: the order of time is not known (recording_order()).
 */
struct feed *feed_rounds(struct recording *recording, uint64_t first, uint32_t batch);

#endif
