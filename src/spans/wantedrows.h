/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_WANTEDROWS_H
#define SPANS_WANTEDROWS_H

#include "index/walk.h"
#include "spans/spanmaker.h"

/*
 * The rows that a pass over spans needs, block by block: rows that begin, end or announce the end
 * of spans, the exits of threads, and, if runs is set, samples that can contradict spans off the
 * CPU. Of the samples of one thread without another needed row between them, it needs only the
 * first and the last. For one thread.
 */
struct wantedrows;

/* The table of `of` must have its entries. The reader and `of` must outlive the result. */
struct wantedrows *wantedrows_open(const struct spanmaking *of, struct reader *reader, bool runs);
void wantedrows_close(struct wantedrows *wanted); /* NULL: nothing to do */

/* For walk_open(): arg is the struct wantedrows. */
enum walk_rows wantedrows_get(void *arg, uint64_t row, const uint64_t **bits, uint64_t *first_row);

#endif
