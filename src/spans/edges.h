/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_EDGES_H
#define SPANS_EDGES_H

#include "spans/edge.h"
#include "spans/spannames.h"

/*
 * The records of a recording that begin and end spans, and the keys of these spans: the table of
 * kinds, applied to the events of each part. For one thread.
 */
struct edges;

/* Apply the table. The indexes of the recording must be complete. names must outlive the edges. */
struct edges *edges_open(struct recording *recording, struct spannames *names);
void edges_close(struct edges *edges);

/* Properties of the recording's spans. */
enum edge_has {
	EDGE_HAS_ANY = 1, /* there can be spans */
	EDGE_HAS_RET = 2,
	EDGE_HAS_WAKEUPS = 4,
	EDGE_HAS_OFFCPU = 8,
	EDGE_HAS_SYMBOLS = 16 /* names depend on symbols */
};
unsigned edges_has(const struct edges *edges);

/* Return what rows of a kind can do: enum edge_role. */
unsigned edges_roles(const struct edges *edges, size_t part, uint64_t kind);

/* Return what samples of an event of a part can do. */
unsigned edges_roles_of_event(const struct edges *edges, size_t part, int event);

/*
 * Add what a row does, apart from exits. The row's kind must have one of the roles begin, end and
 * wake. The entry of an edge is not set.
 */
void edges_get(struct edges *edges, struct reader *reader, const struct row_info *info,
	       struct edge_list *out);

/* Return the thread of a record, as the owner of a span of a thread. */
uint64_t edges_thread(const struct row_info *info);

#endif
