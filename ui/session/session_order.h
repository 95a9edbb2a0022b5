/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_ORDER_H
#define SESSION_SESSION_ORDER_H

#include "session/session.h"

/*
 * The order of the list: its numbers are rows, or positions in the order of time. Matches are found
 * as select_next() and select_before() find them, by numbers.
 */
uint64_t session_order_row(const struct session *session, uint64_t number);
uint64_t session_order_number(const struct session *session, uint64_t row);
uint64_t session_order_count(void *session);
enum select_found session_order_match(struct session *session, struct select *select,
				      uint64_t number, int dir, uint64_t *found);
uint64_t session_order_before(struct session *session, uint64_t number, bool *exact);

/* Change the order; by time only when the index is complete. */
void session_order_set(struct session *session, bool by_time);

/*
 * The order to begin with, where nobody has chosen one: of time, if the index was complete when the
 * recording was opened.
 */
void session_order_begin(struct session *session);

/* The index went on: true when the order has changed. */
bool session_order_resume(struct session *session);

#endif
