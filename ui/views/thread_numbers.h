/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_THREAD_NUMBERS_H
#define VIEWS_THREAD_NUMBERS_H

#include "analysis/thread_timeline.h"
#include "base/buf.h"

/*
 * The numbers of a thread next to its cells, in columns: as many as fit a screen of cols columns.
 * exact: times are in seconds with all digits, otherwise in ms. Each column ends with a blank.
 */
enum thread_numbers_of {
	THREAD_NUMBERS_SAMPLES, /* there are no times on a CPU (THREAD_TIMELINE_SAMPLES) */
	THREAD_NUMBERS_TIMES,
	THREAD_NUMBERS_WAKEUPS /* times, and wakeups */
};
enum thread_numbers_of thread_numbers_of(const struct thread_timeline *timeline);
int thread_numbers_width(enum thread_numbers_of of, int cols);
void thread_numbers_titles(enum thread_numbers_of of, int cols, bool exact, struct buf *out);
void thread_numbers_text(const struct thread_timeline_thread *thread, enum thread_numbers_of of,
			 int cols, bool exact, struct buf *out);

#endif
