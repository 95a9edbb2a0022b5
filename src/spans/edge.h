/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_EDGE_H
#define SPANS_EDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "recording/reader.h"

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

/* One thing that a row does: its thread exits, or it begins, ends or wakes a span. */
struct edge {
	uint64_t row, time;  /* of the recording */
	uint64_t owner, key; /* of the span */
	uint64_t entry;	     /* number of the row's entry in the table, as begin or end; 0: none */
	union {
		uint32_t name; /* if it begins a span */
		int64_t ret;   /* if it ends a span, and has_ret */
	};
	uint32_t part;
	uint32_t tid, cpu; /* of the row; UINT32_MAX: none */
	uint8_t does;	   /* EDGE_EXIT, EDGE_ENDS, EDGE_BEGINS or EDGE_WAKES */
	uint8_t kind;	   /* row of the table of kinds, from 1; 0 if a thread exits */
	bool has_ret;
};

/* What rows do, ordered by row; one row first exits, then ends, begins and wakes. */
struct edge_list {
	VEC(struct edge) list;
};

/* Add an edge of a row, which stays where it is until the next one is added. */
static inline struct edge *edge_add(struct edge_list *edges, const struct row_info *info,
				    enum edge_role does)
{
	struct edge *edge = vec_add(&edges->list);

	*edge = (struct edge){ .row = info->row,
			       .time = info->time,
			       .part = (uint32_t)info->part,
			       .tid = info->has_tid ? info->tid : UINT32_MAX,
			       .cpu = info->has_cpu ? info->cpu : UINT32_MAX,
			       .does = (uint8_t)does };
	return edge;
}

#endif
