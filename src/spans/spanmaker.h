/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANMAKER_H
#define SPANS_SPANMAKER_H

#include <stdatomic.h>

#include "base/buf.h"
#include "spans/edges.h"
#include "spans/spannames.h"
#include "spans/spanpair.h"
#include "spans/spanroles.h"
#include "spans/spanrows.h"
#include "spans/spantable.h"

/* Data that the makers of all threads need. It must outlive them. */
struct spanmaking {
	struct recording *recording;
	const struct spanevents *events;
	const struct spanpair *pair;   /* NULL: spans are those of events */
	const struct span_kind *kinds; /* that of the pair, or span_kinds; numbered from 1 */
	struct spannames *names;
	const struct spantable *table;
	const struct spanroles *roles;
};

/*
 * Makes the batches (spans/spanrows.h) that describe which spans rows begin and end. Each thread
 * has its own.
 */
struct spanmaker {
	const struct spanmaking *of;
	struct reader *reader;
	struct edges *edges;
	void *pair_state;
	struct buf text;
	struct edge_list made;
};

/*
 * Open a zeroed maker. Batches can be made when the table has its entries. A zeroed maker can be
 * closed, too.
 */
void spanmaker_open(struct spanmaker *m, const struct spanmaking *of, const _Atomic bool *stop);
void spanmaker_close(struct spanmaker *m);

/*
 * Make a batch for the rows from..end of a block; or of the whole block, as spanrows_make. The rows
 * of a damaged block do nothing. The caller frees it.
 */
struct spanbatch *spanmaker_make(struct spanmaker *m, uint64_t block, uint32_t from, uint32_t end);
struct spanbatch *spanmaker_make_block(void *maker, uint64_t block);

#endif
