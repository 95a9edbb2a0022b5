/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_STRIPLIST_H
#define VIEWS_STRIPLIST_H

#include "analysis/thread_timeline.h"
#include "base/vec.h"

/*
 * The lines of a view of strips: threads, or, if folded, processes with the threads of open
 * processes below them.
 */
struct striplist_line {
	size_t thread; /* its number among the strips; STRIPLIST_PROCESS: the process pid */
	struct thread_timeline_thread what; /* of a process: sums, and the first and last times */
	size_t threads;			    /* of a process: how many */
};

#define STRIPLIST_PROCESS SIZE_MAX

enum striplist_order {
	STRIPLIST_BY_ON,    /* the longest time on a CPU first */
	STRIPLIST_BY_FIRST, /* the earliest known first */
	STRIPLIST_BY_DELAY, /* the longest delay after a wakeup first */
	STRIPLIST_ORDERS
};

/* A zeroed list is empty. */
struct striplist {
	enum striplist_order order;
	bool folded;
	VEC(uint32_t) open; /* processes whose threads are shown in a folded list */
	VEC(struct striplist_line) lines;
};

void striplist_release(struct striplist *list);

/* Make the lines again from the strips. */
void striplist_make(struct striplist *list, const struct thread_timeline *strips);

/* Open or close a process. */
void striplist_toggle(struct striplist *list, uint32_t pid);
bool striplist_is_open(const struct striplist *list, uint32_t pid);

/* The line for a thread or process of lines that were made earlier. SIZE_MAX: none. */
size_t striplist_find(const struct striplist *list, const struct striplist_line *line);

/* The contents of a line in columns from..end of the strips (end excluded). */
struct thread_timeline_cell striplist_cell(const struct thread_timeline *strips,
					   const struct striplist_line *line, size_t first,
					   size_t end);

#endif
