/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_THREAD_LIST_H
#define VIEWS_THREAD_LIST_H

#include "analysis/thread_timeline.h"
#include "base/vec.h"

/*
 * The lines of the threads over time: threads, or, if folded, processes with the threads of open
 * processes below them.
 */
struct thread_list_line {
	size_t thread; /* its number in the timeline; THREAD_LIST_PROCESS: the process pid */
	struct thread_timeline_thread what; /* of a process: sums, and the first and last times */
	size_t threads;			    /* of a process: how many */
};

#define THREAD_LIST_PROCESS SIZE_MAX

enum thread_list_order {
	THREAD_LIST_BY_ON,    /* the longest time on a CPU first */
	THREAD_LIST_BY_FIRST, /* the earliest known first */
	THREAD_LIST_BY_DELAY, /* the longest delay after a wakeup first */
	THREAD_LIST_ORDERS
};

/* A zeroed list is empty. */
struct thread_list {
	enum thread_list_order order;
	bool folded;
	VEC(uint32_t) open; /* processes whose threads are shown in a folded list */
	VEC(struct thread_list_line) lines;
};

void thread_list_release(struct thread_list *list);

/* Make the lines again from the timeline. */
void thread_list_make(struct thread_list *list, const struct thread_timeline *timeline);

/* Open or close a process. */
void thread_list_toggle(struct thread_list *list, uint32_t pid);
bool thread_lines_is_open(const struct thread_list *list, uint32_t pid);

/*
 * Find the line for the thread or process of `line`, which may be from an earlier
 * thread_list_make(). SIZE_MAX: none.
 */
size_t thread_list_find(const struct thread_list *list, const struct thread_list_line *line);

/* The contents of a line in columns from..end of the timeline (end excluded). */
struct thread_timeline_cell thread_list_cell(const struct thread_timeline *timeline,
					     const struct thread_list_line *line, size_t first,
					     size_t end);

#endif
