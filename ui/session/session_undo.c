/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_undo.h"

#include "session/session_filter.h"
#include "session/session_order.h"

void session_undo_take(struct session *session, struct session_undo *undo)
{
	undo->by_time = session->by_time;
	undo->row = session->place.kind == PLACE_NONE ? session_at(session) : session->place.value;
	chips_copy(&undo->chips, &session->chips);
}

void session_undo_release(struct session_undo *undo)
{
	chips_release(&undo->chips);
}

bool session_undo_same(const struct session_undo *a, const struct session_undo *b)
{
	return a->by_time == b->by_time && chips_same(&a->chips, &b->chips);
}

void session_undo_put_back(struct session *session, const struct session_undo *was,
			   struct buf *what)
{
	if (!chips_same(&session->chips, &was->chips)) {
		chips_copy(&session->chips, &was->chips);
		session_filter_apply(session);
		buf_adds(what, "filter");
	}
	if (session->by_time != was->by_time) {
		session_order_set(session, was->by_time);
		buf_addf(what, "%sorder", what->len ? ", " : "");
	}
}
