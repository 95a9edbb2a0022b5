/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_ROW_CHANGE_H
#define INDEX_ROW_CHANGE_H

#include "file/records.h"
#include "index/index.h"

/* What a record changes from its time on: the name of a task, the state of something. */
struct row_change {
	bool is_task, is_state;
	struct task_entry task; /* without its row; of a COMM also without its name: */
	const uint8_t *comm;	/* in the bytes of the record; NULL: the record is no COMM */
	size_t comm_len;
	struct state_entry state; /* without its row */
};

/* Decode a record of a type that can change a state. time: of the record. False: no change. */
bool row_change_of(struct row_change *change, const struct index *index, const struct kind *kind,
		   const struct record *rec, uint64_t time);

#endif
