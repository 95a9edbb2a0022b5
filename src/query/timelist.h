/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_TIMELIST_H
#define QUERY_TIMELIST_H

#include "index/order.h"
#include "query/selection.h"

/*
 * The rows of a recording as a list in time order: rows by position, and the positions of rows that
 * match a filter. For the thread that shows rows.
 */
struct timelist;

/* Returns NULL if an index is incomplete. The reader outlives the list. */
struct timelist *timelist_open(struct reader *reader);
void timelist_close(struct timelist *list);

/* The number of positions: the rows of the recording when the list was opened. */
uint64_t timelist_count(const struct timelist *list);

/* Without times, positions are rows, in file order. */
bool timelist_is_file(const struct timelist *list);

/* If the index is damaged, these three functions use the file order. */
uint64_t timelist_row(struct timelist *list, uint64_t position);
uint64_t timelist_position(struct timelist *list, uint64_t row);
uint64_t timelist_at_time(struct timelist *list, uint64_t time); /* returns count if all are
								  * before it */

/* As selection_next() and selection_before(), with positions. */
enum selection_found timelist_next(struct timelist *list, struct selection *selection,
				   uint64_t position, int dir, uint64_t *found);
uint64_t timelist_before(struct timelist *list, struct selection *selection, uint64_t position,
			 bool *exact);

#endif
