/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_LINEAGE_H
#define INDEX_LINEAGE_H

#include <pthread.h>

#include "file/spill_array.h"
#include "index/tasks.h"

/*
 * A cache of ways: a way leads from a thread to the thread that forked it, and on to the first
 * thread that has a name. With it, the names of threads at the end of long chains cost a step or
 * two. The cache is a table of fixed size, in which new entries replace older ones. For any thread.
 */
struct lineage;

struct lineage *lineage_open(const char *spool_dir);
void lineage_close(struct lineage *lineage);

enum lineage_end {
	LINEAGE_NAMED,	  /* at a thread with a name */
	LINEAGE_NAMELESS, /* at a thread that no COMM or FORK record describes */
	LINEAGE_FAR	  /* farther away than ways are followed */
};

struct lineage_way {
	struct task_moment last; /* the moment at which the way ends, except for LINEAGE_FAR */
	uint32_t steps;		 /* steps to the end; they do not depend on earlier calls */
	uint32_t end;		 /* enum lineage_end */
};

/*
 * Return the cached way from a moment, if there is one. version: history_version() of the changes
 * from which the way was computed.
 */
bool lineage_find(struct lineage *lineage, uint64_t version, const struct task_moment *from,
		  struct lineage_way *way);

void lineage_keep(struct lineage *lineage, uint64_t version, const struct task_moment *from,
		  const struct lineage_way *way);

#endif
