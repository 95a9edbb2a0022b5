/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/row_change.h"

#include "index/index_private.h"
#include "index/kind.h"
#include "index/states.h"
#include "wire/find.h"

static bool read_task(struct row_change *change, const struct index *index, const struct kind *kind,
		      const struct record *rec, uint64_t time)
{
	const struct layout *layout = events_layout(&index->file->events, kind->entry.layout);
	uint32_t tid = (uint32_t)kind_field(index, kind, INDEX_FIELD_TID, rec);
	uint64_t ptid;

	change->task.at.what = (uint32_t)kind_field(index, kind, INDEX_FIELD_PID, rec);
	change->task.at.time = time;
	change->task.at.id = tid;
	if (rec->type == RECORD_COMM)
		return find_bytes(layout, rec->bytes, rec->size, F_comm, &change->comm,
				  &change->comm_len);
	/*
	 * For threads that existed before the recording, perf synthesizes FORK records in which a
	 * thread is its own parent.
	 */
	if (!find_number(layout, rec->bytes, rec->size, F_ptid, &ptid) || ptid == tid)
		return false;
	change->task.parent = (uint32_t)ptid;
	return true;
}

bool row_change_of(struct row_change *change, const struct index *index, const struct kind *kind,
		   const struct record *rec, uint64_t time)
{
	const struct layout *layout = events_layout(&index->file->events, kind->entry.layout);

	*change = (struct row_change){ 0 };
	if (rec->type == RECORD_COMM || rec->type == RECORD_FORK)
		change->is_task = read_task(change, index, kind, rec, time);
	change->is_state = state_of_record(&change->state, layout, rec, time);
	return change->is_task || change->is_state;
}
