/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_LINEAGE_H
#define INDEX_LINEAGE_H

#include <pthread.h>

#include "file/spill_array.h"
#include "index/tasks.h"

/*
 * Where the ways lead that go from a thread to the one that it was forked from, and on to the
 * first that has a name: what was found once is not looked for again, so that names of threads
 * at the end of long chains cost a step or two. A table of fixed size, in which what is found
 * takes the place of something older. Any thread asks and tells.
 */
struct lineage;

struct lineage *lineage_open(const char *spool_dir);
void lineage_close(struct lineage *lineage);

enum lineage_end {
	LINEAGE_NAMED,	/* at a thread that has a name */
	LINEAGE_UNTOLD, /* at one of which nothing is told */
	LINEAGE_FAR	/* farther away than anybody follows */
};

struct lineage_way {
	struct task_moment last; /* the moment at which it ends, but for LINEAGE_FAR */
	uint32_t steps;		 /* to there, which are the same whoever asks, and when */
	uint32_t end;		 /* enum lineage_end */
};

/* The way from a moment, if it is there; version: of the histories that it was found in. */
bool lineage_find(struct lineage *lineage, uint64_t version, const struct task_moment *from,
		  struct lineage_way *way);

void lineage_keep(struct lineage *lineage, uint64_t version, const struct task_moment *from,
		  const struct lineage_way *way);

#endif
