/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_LIST_FACTS_H
#define RECORDS_LIST_FACTS_H

#include <stdbool.h>

#include "base/vec.h"
#include "recording/recording.h"

enum facts_bit {
	FACT_TIME = 1,
	FACT_CPU = 2,
	FACT_THREAD = 4
};

struct facts_part {
	VEC(char *) names;	 /* short ones, by event; NULL: the name itself */
	uint64_t kinds, threads; /* that were looked at */
	bool comms;
};

/*
 * What all records of a recording need of the list's columns, as far as the index knows it: so
 * columns are as wide on each screen of the list. A zeroed one is empty.
 */
struct list_facts {
	bool building;		/* more may come */
	unsigned seen;		/* enum facts_bit: some record has it */
	unsigned has;		/* the same, and what records to come will have */
	bool threads;		/* some record is of another thread than the main one */
	int pid, tid;		/* columns of the longest ones */
	int task, task_short;	/* of "pid/tid", of that with "…" for the pid */
	int comm;		/* of names, 0: not known before the index is complete */
	int event, event_short; /* of names, of short names of events; and of types */
	VEC(struct facts_part) parts;
};

/* Look at what the index has got since the last call; cheap when that is nothing. */
void list_facts_read(struct list_facts *facts, const struct recording *recording);
void list_facts_release(struct list_facts *facts);

/*
 * What tells an event from the others of the recording, escaped: a tracepoint without its group, a
 * name without its modifiers. NULL: nothing shorter than its name does.
 */
const char *list_facts_event(const struct list_facts *facts, size_t part, int event);

#endif
