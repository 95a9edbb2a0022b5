/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_EDGES_H
#define SPANS_EDGES_H

#include "spans/spanevents.h"

/*
 * What single rows begin, end and wake, with the keys and the names of these spans. For one thread.
 */
struct edges;

/* The events and the names must outlive the edges. */
struct edges *edges_open(const struct spanevents *events, struct spannames *names);
void edges_close(struct edges *edges); /* NULL: nothing to do */

/*
 * Add what a row does, apart from exits. The row's kind must have one of the roles begin, end and
 * wake. The entry of an edge is not set.
 */
void edges_get(struct edges *edges, struct reader *reader, const struct row_info *info,
	       struct edge_list *out);

/* Return the thread of a record, as the owner of a span of a thread. */
uint64_t edges_thread(const struct row_info *info);

#endif
