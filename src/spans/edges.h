/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_EDGES_H
#define SPANS_EDGES_H

#include "recording/reader.h"
#include "spans/spankind.h"
#include "spans/spannames.h"

/*
 * The records of a recording that begin and end spans, and the keys of these spans: the table of
 * kinds, applied to the events of each part. For one thread.
 */
struct edges;

/* A record as the begin or the end of a span. kind: row of span_kinds, from 1; 0: none. */
struct edge_side {
	uint32_t kind;
	uint64_t owner, key;
};

struct edge {
	struct edge_side begin, end; /* a record first ends, then begins */
	struct edge_side wakes;	     /* it announces the end of a span of this thread */
	uint32_t name;		     /* of the span that it begins */
	bool has_ret;
	int64_t ret; /* of the span that it ends */
};

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

/* The effects that rows of a kind can have. */
enum edge_role {
	EDGE_BEGINS = 1,
	EDGE_ENDS = 2,
	EDGE_EXIT = 4, /* a thread ends: EXIT */
	EDGE_WAKES = 16,
	EDGE_LOSS = 8,	/* records are missing: LOST, THROTTLE, UNTHROTTLE */
	EDGE_RUNS = 32, /* the thread is on a CPU; the part has spans off the CPU */
	EDGE_HAS_CPU = 64
};
unsigned edges_roles(const struct edges *edges, size_t part, uint64_t kind);

/* Return what samples of an event of a part can do. */
unsigned edges_roles_of_event(const struct edges *edges, size_t part, int event);

/*
 * Get what a row does. All values are zero if it does nothing. The row's kind must have one of the
 * roles begin, end and wake.
 */
void edges_get(struct edges *edges, struct reader *reader, const struct row_info *info,
	       struct edge *edge);

/* Return the thread of a record, as the owner of a span of a thread. */
uint64_t edges_thread(const struct row_info *info);

#endif
