/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_EDGES_H
#define SPANS_EDGES_H

#include "recording/reader.h"
#include "spans/spankind.h"
#include "spans/spannames.h"

/*
 * Which records of a recording begin and end spans, and of which keys: the table of kinds applied
 * to the events that its parts have. For one thread.
 */
struct edges;

/* Where a span begins or ends; kind: its row in span_kinds, from 1 on, 0: none does. */
struct edge_side {
	uint32_t kind;
	uint64_t owner, key;
};

struct edge {
	struct edge_side begin, end; /* the end comes first */
	struct edge_side wakes;	     /* of whom it tells that the span will end soon */
	uint32_t name;		     /* of the span that begins */
	bool has_ret;
	int64_t ret; /* of the span that ends */
};

/* The indexes of the recording are complete. Names outlive it. */
struct edges *edges_open(struct recording *recording, struct spannames *names);
void edges_close(struct edges *edges);

/* What the spans of the recording have. */
enum edge_has {
	EDGE_HAS_ANY = 1, /* are there any? */
	EDGE_HAS_RET = 2,
	EDGE_HAS_WAKEUPS = 4,
	EDGE_HAS_OFFCPU = 8,
	EDGE_HAS_SYMBOLS = 16 /* names that depend on symbols */
};
unsigned edges_has(const struct edges *edges);

/* What rows of a kind of a part can do. */
enum edge_role {
	EDGE_BEGINS = 1,
	EDGE_ENDS = 2,
	EDGE_EXIT = 4, /* a thread ends: EXIT */
	EDGE_WAKES = 16,
	EDGE_LOSS = 8 /* records are missing: LOST, THROTTLE, UNTHROTTLE */
};
unsigned edges_roles(const struct edges *edges, size_t part, uint64_t kind);

/* What of that samples of an event of a part can do. */
unsigned edges_roles_of_event(const struct edges *edges, size_t part, int event);

/* What a row does; all zero: nothing after all. The row's kind begins, ends or wakes. */
void edges_get(struct edges *edges, struct reader *reader, const struct row_info *info,
	       struct edge *edge);

/* Whose record it is, as owner of a span of a thread. */
uint64_t edges_thread(const struct row_info *info);

#endif
