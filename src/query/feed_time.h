/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_FEED_TIME_H
#define QUERY_FEED_TIME_H

#include "query/feed.h"

/*
 * All rows in the order of time, those before position first left out. NULL: the
 * index is not complete. Batches have at most so many rows.
 */
struct feed *feed_time(struct recording *recording, uint64_t first, uint32_t batch);

/*
 * All rows, without the first ones, so that records which say what a task and its memory
 * are (COMM, FORK, EXIT, MMAP, MMAP2, KSYMBOL, BPF_EVENT, NAMESPACES, CGROUP, TEXT_POKE) come
 * before the records that need them: in the order of time, but those first at each time,
 * and before all others when they have no time. Where there are no times to go by it is the
 * order of the file.
 */
struct feed *feed_causal(struct recording *recording, uint64_t first, uint32_t batch);

#endif
