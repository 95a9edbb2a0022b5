/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/later.h"

#include "records/act.h"
#include "records/mark.h"
#include "records/view.h"

/* NULL: the action depends on more than the record under the cursor, or needs a prompt. */
static void (*handler(enum action action))(struct view_records *, const struct action_call *)
{
	if (action == ACTION_FLAG)
		return records_flag;
	if (action == ACTION_MARK)
		return records_mark;
	return action == ACTION_TIME_ZERO ? records_zero : NULL;
}

bool records_later_add(struct view_records *v, const struct action_call *call)
{
	if (!handler(call->action) || !session_place_waits(v->session))
		return false;
	if (v->later.n == RECORDS_LATER) {
		app_complain(v->view.app, "The record is still loading: further keys are ignored.");
		return true;
	}
	v->later.calls[v->later.n++] = *call;
	app_say(v->view.app, "The record is loading; %s runs afterwards. %s cancels.",
		action_info(call->action)->name, app_key_of(v->view.app, ACTION_CANCEL));
	return true;
}

bool records_later_resume(struct view_records *v)
{
	size_t n = v->later.n;

	if (!n || session_place_waits(v->session))
		return false;
	v->later.n = 0;
	for (size_t i = 0; i < n; i++)
		handler(v->later.calls[i].action)(v, &v->later.calls[i]);
	return true;
}

void records_later_drop(struct view_records *v)
{
	if (v->later.n)
		app_complain(v->view.app,
			     "The wait for the record has ended: no flag or mark is set.");
	v->later.n = 0;
}
