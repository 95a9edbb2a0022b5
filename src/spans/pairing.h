/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_PAIRING_H
#define SPANS_PAIRING_H

#include "spans/spanmaker.h"
#include "spans/spanthreads.h"

/*
 * Pairs the rows that begin spans with the rows that end them, and fills the entries of a table.
 * The rows come in time order. For one thread.
 */
struct pairing;

/*
 * The table must have its entries; it, `of` and the threads must outlive the pairing. The pairing
 * notes the exits of threads and their spans off the CPU. runs: the caller notes their samples, so
 * spans off the CPU can be contradicted.
 */
struct pairing *pairing_open(const struct spanmaking *of, struct spantable *table,
			     struct spanthreads *threads, bool runs);
void pairing_close(struct pairing *pairing); /* NULL: nothing to do */

/* Process one thing that a row does. */
void pairing_take(struct pairing *pairing, const struct edge *edge);

/* All rows have been processed: spans that are still open have no end. */
void pairing_end(struct pairing *pairing);

#endif
