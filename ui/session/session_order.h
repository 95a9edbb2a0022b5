/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_ORDER_H
#define SESSION_SESSION_ORDER_H

#include "session/session.h"

/*
 * The order of the list. The numbers of the list are rows, or positions in time order.
 * session_order_match() and session_order_before() are selection_next() and selection_before() for
 * these numbers.
 */
uint64_t session_order_row(const struct session *session, uint64_t number);
uint64_t session_order_number(const struct session *session, uint64_t row);
uint64_t session_order_count(void *session);
enum selection_found session_order_match(struct session *session, struct selection *selection,
					 uint64_t number, int dir, uint64_t *found);
uint64_t session_order_before(struct session *session, uint64_t number, bool *exact);

/* Change the order. Time order has to wait for a complete index. */
void session_order_set(struct session *session, bool by_time);

/*
 * The same for the choice of the user or of the config file. The saved state keeps this order, and
 * session_order_begin() does not change it.
 */
void session_order_choose(struct session *session, bool by_time);

/* From now on, keep the cursor on its record when the order changes. */
void session_order_hold(struct session *session);

/* Use time order if no order was chosen and the index is from an earlier run. */
void session_order_begin(struct session *session);

/*
 * Use time order as soon as the index is complete, if no order was chosen until then. If the list
 * was on the screen, the observer is notified.
 */
void session_order_await(struct session *session);

/* The list is on the screen, so the user is told when its order changes. */
void session_order_listed(struct session *session);

/* Apply an order that had to wait for the index. Returns true if the order has changed. */
bool session_order_resume(struct session *session);

#endif
