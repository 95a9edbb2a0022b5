/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_ORDER_H
#define SESSION_SESSION_ORDER_H

#include "session/session.h"

/*
 * The order of the list: numbers of the list are rows, or positions in the order of time.
 * session_order_match() and session_order_before() are select_next() and select_before() by these
 * numbers.
 */
uint64_t session_order_row(const struct session *session, uint64_t number);
uint64_t session_order_number(const struct session *session, uint64_t row);
uint64_t session_order_count(void *session);
enum select_found session_order_match(struct session *session, struct select *select,
				      uint64_t number, int dir, uint64_t *found);
uint64_t session_order_before(struct session *session, uint64_t number, bool *exact);

/* Change the order. The order of time waits for a complete index. */
void session_order_set(struct session *session, bool by_time);

/* The same by an option: session_order_begin() does not change it. */
void session_order_choose(struct session *session, bool by_time);

/* From now on the cursor stays at its record when the order changes. */
void session_order_hold(struct session *session);

/* Begin in the order of time, if no order was chosen and the index is from an earlier run. */
void session_order_begin(struct session *session);

/* Apply the order that waits for the index. Returns true if the order has changed. */
bool session_order_resume(struct session *session);

#endif
