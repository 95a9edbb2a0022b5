/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/lifetime.h"

#include "index/states.h"

enum {
	STEPS_MAX = 4096 /* states of a thread that are looked at */
};

/* Step to the state before; false: there is none. */
static bool step_back(struct history *states, uint32_t id, struct state_entry *e)
{
	uint64_t time = e->at.time, row = e->at.row;

	if (!time && !row)
		return false;
	return history_before(states, id, row ? time : time - 1, row ? row - 1 : UINT64_MAX, e);
}

static void take(struct lifetime *life, const struct state_entry *e, uint64_t first_row)
{
	if (e->at.what == STATE_EXIT) {
		life->has_exit = true;
		life->exit = e->at.time;
		life->exit_row = first_row + e->at.row;
		life->parent = (uint32_t)e->end;
		life->has_parent = true;
		return;
	}
	life->has_start = true;
	life->before = !e->at.time;
	life->start = e->at.time;
	life->start_row = first_row + e->at.row;
	life->parent = (uint32_t)e->start;
	life->has_parent = true;
}

/* True when its begin was found. */
static bool look_back(struct history *states, uint32_t id, uint64_t first_row, uint64_t row,
		      struct lifetime *life)
{
	struct state_entry e;
	bool there = history_before(states, id, UINT64_MAX, UINT64_MAX, &e);

	for (unsigned i = 0; there && i < STEPS_MAX; i++) {
		bool fork = e.at.what == STATE_FORK || e.at.what == STATE_THREAD;

		/* What began later is another life. */
		if (fork && first_row + e.at.row > row) {
			life->has_exit = false;
		} else if (fork) {
			take(life, &e, first_row);
			return true;
		} else if (e.at.what == STATE_EXIT && !life->has_exit) {
			take(life, &e, first_row);
		}
		there = step_back(states, id, &e);
	}
	return false;
}

bool lifetime_of(const struct recording *recording, uint32_t tid, uint64_t row,
		 struct lifetime *life)
{
	size_t n = recording_parts_ready(recording);
	uint32_t id;

	*life = (struct lifetime){ .has_start = false };
	if (!state_id(STATE_OF_TASK, tid, &id))
		return false;
	while (n--) {
		struct history *states = index_state_entries(recording_index(recording, n));

		if (look_back(states, id, recording_first_row(recording, n), row, life) &&
		    !(life->before && n))
			break;
	}
	return life->has_start || life->has_exit;
}
