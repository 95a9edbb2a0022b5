/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/comms.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "index/shift.h"

enum {
	NAMED_IN_MAX = 1 << 16
};

void comms_init(struct comms *comms, const struct recording *recording)
{
	*comms = (struct comms){ .recording = recording };
}

void comms_release(struct comms *comms)
{
	free(comms->slots);
	task_lists_release(&comms->lists);
	map_release(&comms->named_in);
}

static struct tasks *tasks_of(const struct comms *comms, size_t part)
{
	return index_tasks(recording_index(comms->recording, part));
}

static uint64_t thread_key(size_t part, uint32_t tid)
{
	return (uint64_t)part << 32 | tid;
}

/*
 * The last earlier part that names the thread, counted from 1; 0: none. Parts before the last ready
 * one do not change, so answers for them can be kept.
 */
static uint32_t find_naming_part(struct comms *comms, size_t part, uint32_t tid)
{
	const uint32_t *known = NULL;
	size_t at = part;
	uint32_t found = 0;
	bool fresh;

	if (recording_separate(comms->recording))
		return 0;
	for (; at && !found; at--) {
		known = map_get(&comms->named_in, thread_key(at, tid));
		if (known)
			break;
		if (tasks_know(tasks_of(comms, at - 1), tid))
			found = (uint32_t)at;
	}
	if (known)
		found = *known;
	if (map_count(&comms->named_in) >= NAMED_IN_MAX)
		map_release(&comms->named_in);
	*map_put(&comms->named_in, thread_key(part, tid), &fresh) = found;
	return found;
}

/* Files that perf rotates do not name all tasks again, so an earlier file may have the name. */
static bool look_up(struct comms *comms, size_t part, struct task_moment *moment, struct buf *out)
{
	enum tasks_found found = tasks_comm(tasks_of(comms, part), &comms->lists, moment, out);
	uint64_t time;

	while (found == TASKS_UNDESCRIBED) {
		time = shift_time(moment->time, recording_shift(comms->recording, part));
		part = find_naming_part(comms, part, moment->tid);
		if (!part)
			break;
		moment->time = recording_time_in(comms->recording, --part, time);
		moment->row = UINT64_MAX;
		found = tasks_comm(tasks_of(comms, part), &comms->lists, moment, out);
	}
	if (found == TASKS_NAMED)
		return true;
	if (found != TASKS_UNDESCRIBED || moment->tid)
		return false;
	buf_adds(out, "swapper"); /* no record names the idle task */
	return true;
}

static struct comm_slot *slot_of(struct comms *comms, size_t part, uint32_t tid)
{
	uint32_t hash = (tid ^ (uint32_t)part << 20) * 0x9e3779b9u;

	if (!comms->slots)
		comms->slots = mem_zalloc(COMMS * sizeof(*comms->slots));
	return &comms->slots[hash % COMMS];
}

static bool is_of(const struct comm_slot *slot, size_t part, uint64_t version,
		  const struct task_moment *moment)
{
	return slot->used && slot->tid == moment->tid && slot->part == part &&
	       slot->version == version;
}

/*
 * The end of a name's time needs a second look-up, so it is made only for a thread that is asked
 * for again. Until then, the slot is valid at no time.
 */
static void keep_comm(struct comms *comms, struct comm_slot *slot, const struct task_moment *moment,
		      size_t part, uint64_t version, bool known, const char *name, size_t len)
{
	bool again = is_of(slot, part, version, moment);

	*slot = (struct comm_slot){
		.version = version,
		.part = part,
		.tid = moment->tid,
		.used = true,
		.known = known,
		.len = (uint8_t)len,
	};
	memcpy(slot->name, name, len);
	if (again)
		tasks_stay(tasks_of(comms, part), moment, &slot->stay);
}

static bool holds_at(const struct comm_slot *slot, size_t part, uint64_t version,
		     const struct task_moment *moment)
{
	return is_of(slot, part, version, moment) && task_stay_has(&slot->stay, moment->time);
}

/*
 * Without a time the moment is a row, and nothing is kept. Names from earlier parts are not kept
 * either, because their times are of those parts.
 */
bool comms_get(struct comms *comms, size_t part, const struct task_moment *moment, struct buf *out)
{
	struct comm_slot *slot = slot_of(comms, part, moment->tid);
	const struct task_moment local = {
		.tid = moment->tid,
		.time = recording_time_in(comms->recording, part, moment->time),
		.row = moment->row,
	};
	struct task_moment at = local;
	uint64_t version = tasks_version(tasks_of(comms, part));
	size_t start = out->len;
	bool known;

	if (local.time && holds_at(slot, part, version, &local)) {
		buf_add(out, slot->name, slot->len);
		return slot->known;
	}
	known = look_up(comms, part, &at, out);
	if (local.time && !part && out->len - start <= COMM_KEPT)
		keep_comm(comms, slot, &local, part, version, known, out->p + start,
			  out->len - start);
	return known;
}

bool comms_recorded(const struct comms *comms, size_t part, const struct task_moment *moment,
		    struct buf *out)
{
	struct task_moment at = *moment;

	at.time = recording_time_in(comms->recording, part, at.time);
	return tasks_recorded(tasks_of(comms, part), &at, out);
}

bool comms_stays(struct comms *comms, size_t part, const struct task_moment *moment,
		 struct task_stay *stay)
{
	if (!moment->time || part || recording_shift(comms->recording, part))
		return false;
	tasks_stay(tasks_of(comms, part), moment, stay);
	return true;
}

void comms_text(struct comms *comms, uint32_t tid, uint64_t time, struct buf *out)
{
	size_t part = recording_parts_ready(comms->recording);
	struct task_moment moment = { tid, time, UINT64_MAX };
	struct buf name = BUF_INIT;

	if (part && comms_get(comms, part - 1, &moment, &name))
		text_escape(out, name.p, name.len);
	buf_release(&name);
}
