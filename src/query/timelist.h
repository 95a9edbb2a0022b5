/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_TIMELIST_H
#define QUERY_TIMELIST_H

#include "index/order.h"
#include "query/select.h"

/*
 * The rows of a recording as a list in the order of time: rows by their positions,
 * and the positions of those that a filter matches. For the thread that shows rows.
 */
struct timelist;

/* The recording's indexes are complete: NULL where they are not. The reader outlives the list. */
struct timelist *timelist_open(struct reader *reader);
void timelist_close(struct timelist *list);

/* Positions: as many as the recording had rows when the list was opened. */
uint64_t timelist_count(const struct timelist *list);

/* There are no times to go by: positions are rows. */
bool timelist_is_file(const struct timelist *list);

/* Where the index is damaged, these three answer as if the order were that of the file. */
uint64_t timelist_row(struct timelist *list, uint64_t position);
uint64_t timelist_position(struct timelist *list, uint64_t row);
uint64_t timelist_at_time(struct timelist *list, uint64_t time); /* count: all are before it */

/* As select_next() and select_before(), by positions. */
enum select_found timelist_next(struct timelist *list, struct select *select, uint64_t position,
				int dir, uint64_t *found);
uint64_t timelist_before(struct timelist *list, struct select *select, uint64_t position,
			 bool *exact);

#endif
