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
	VEC(char *) names;	 /* short names of events; NULL: the name itself */
	uint64_t kinds, threads; /* numbers that were read so far */
	bool comms;
};

/*
 * Properties of all indexed records that determine the widths of columns. With them, columns have
 * the same widths on each screen. A zeroed struct is empty.
 */
struct list_facts {
	bool building;		/* more records may come */
	unsigned seen;		/* enum facts_bit: some record has it */
	unsigned has;		/* the same, including properties that later records will have */
	bool threads;		/* a record belongs to a thread other than the main one */
	int pid, tid;		/* widths of the longest numbers */
	int task, task_short;	/* width of "pid/tid", and with "…" in place of the pid */
	uint32_t process;	/* the pid of the first process, 0: none yet */
	bool processes;		/* there are others; threads of the kernel are none */
	int comm;		/* width of names, 0: unknown until the index is complete */
	int event, event_short; /* widths of names and of short names, of events and types */
	VEC(struct facts_part) parts;
};

/* Read the rows that the index has added since the last call. This is fast if there are none. */
void list_facts_read(struct list_facts *facts, const struct recording *recording);
void list_facts_release(struct list_facts *facts);

/* Do all threads belong to one process? This is unknown (false) while records are added. */
bool list_facts_one_process(const struct list_facts *facts);

/*
 * Return a short name, escaped, that distinguishes the event from others of the recording: a
 * tracepoint without its group, or a name without its modifiers. NULL: only the full name
 * distinguishes it.
 */
const char *list_facts_event(const struct list_facts *facts, size_t part, int event);

#endif
