/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_STRIPLIST_H
#define VIEWS_STRIPLIST_H

#include "analysis/thread_timeline.h"
#include "base/vec.h"

/* The lines of a view of strips: threads or, folded, processes with threads below those open. */
struct striplist_line {
	size_t thread; /* its number among the strips; STRIPLIST_PROCESS: all of pid */
	struct thread_timeline_thread what; /* of a process sums, and the first and last times */
	size_t threads;			    /* so many */
};

#define STRIPLIST_PROCESS SIZE_MAX

enum striplist_order {
	STRIPLIST_BY_ON,   /* the longest on a CPU first */
	STRIPLIST_BY_FIRST /* the one known first */
};

/* A zeroed one is empty. */
struct striplist {
	enum striplist_order order;
	bool folded;
	VEC(uint32_t) open; /* processes whose threads are shown while it is folded */
	VEC(struct striplist_line) lines;
};

void striplist_release(struct striplist *list);

/* Make the lines anew, of what there is. */
void striplist_make(struct striplist *list, const struct thread_timeline *strips);

/* Open a process, or close it. */
void striplist_toggle(struct striplist *list, uint32_t pid);
bool striplist_is_open(const struct striplist *list, uint32_t pid);

/* The line of a thread or process of lines made before, of any strips; SIZE_MAX: none. */
size_t striplist_find(const struct striplist *list, const struct striplist_line *line);

/* What there is of a line in some columns of the strips, without the one at end. */
struct thread_timeline_cell striplist_cell(const struct thread_timeline *strips,
					   const struct striplist_line *line, size_t first,
					   size_t end);

#endif
