/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_undo.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "session/session_columns.h"
#include "session/session_filter.h"
#include "session/session_markers.h"
#include "session/session_order.h"

void session_undo_release(struct session_undo *undo)
{
	conditions_release(&undo->conditions);
	free(undo->columns);
	free(undo->markers);
	*undo = (struct session_undo){ .columns = NULL };
}

void session_undo_take(struct session *session, struct session_undo *before)
{
	*before = (struct session_undo){
		.by_time = session->by_time,
		.own_order = session->own_order,
		.row = session_at(session),
		.place = session->place,
	};
	conditions_copy(&before->conditions, &session->conditions);
	before->columns = mem_strdup(session->columns.p);
	before->markers = mem_strdup(session->markers.p);
}

/* A key that only cancels the way to a place, as by opening a prompt, has not moved the cursor. */
static bool has_moved(const struct session_undo *before, const struct session_undo *now)
{
	const struct session_place *to = &now->place;

	if (now->row != before->row)
		return true;
	return to->kind != PLACE_NONE &&
	       (to->kind != before->place.kind || to->value != before->place.value ||
		to->part != before->place.part);
}

bool session_undo_keep(struct session *session, struct session_undo *before)
{
	struct session_undo now;
	bool same, moved;

	session_undo_take(session, &now);
	same = now.by_time == before->by_time && !strcmp(now.columns, before->columns) &&
	       !strcmp(now.markers, before->markers) &&
	       conditions_same(&now.conditions, &before->conditions);
	moved = has_moved(before, &now);
	session_undo_release(&now);
	if (same) {
		session_undo_release(before);
		return moved;
	}
	session_undo_release(&session->undo);
	session->undo = *before;
	return true;
}

static void add_name(struct buf *out, const char *name)
{
	buf_addf(out, "%s%s", out->len ? ", " : "", name);
}

/* The filter first: columns depend on which events it leaves. */
bool session_undo_last(struct session *session, struct buf *what)
{
	const struct session_undo *was = &session->undo;

	if (!was->columns)
		return false;
	if (!conditions_same(&session->conditions, &was->conditions)) {
		conditions_copy(&session->conditions, &was->conditions);
		session_filter_apply(session);
		add_name(what, "filter");
	}
	if (session->by_time != was->by_time) {
		session_order_set(session, was->by_time);
		session->own_order = was->own_order;
		add_name(what, "order");
	}
	if (strcmp(session->columns.p, was->columns) != 0) {
		session_columns_show(session, was->columns);
		add_name(what, "columns");
	}
	if (strcmp(session->markers.p, was->markers) != 0) {
		session_markers_use(session, was->markers);
		add_name(what, "markers");
	}
	return true;
}
