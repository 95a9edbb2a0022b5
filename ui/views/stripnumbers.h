/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_STRIPNUMBERS_H
#define VIEWS_STRIPNUMBERS_H

#include "analysis/thread_timeline.h"
#include "base/buf.h"

/*
 * The numbers of a thread next to its strip, in columns: as many as fit a screen of cols columns.
 * exact: times are in seconds with all digits, otherwise in ms. Each column ends with a blank.
 */
enum stripnumbers_of {
	STRIPNUMBERS_SAMPLES, /* there are no times on a CPU (THREAD_TIMELINE_SAMPLES) */
	STRIPNUMBERS_TIMES,
	STRIPNUMBERS_WAKEUPS /* times, and wakeups */
};
enum stripnumbers_of stripnumbers_of(const struct thread_timeline *strips);
int stripnumbers_width(enum stripnumbers_of of, int cols);
void stripnumbers_titles(enum stripnumbers_of of, int cols, bool exact, struct buf *out);
void stripnumbers_text(const struct thread_timeline_thread *thread, enum stripnumbers_of of,
		       int cols, bool exact, struct buf *out);

/* Append "1.234". Further digits are cut. */
void stripnumbers_add_ms(uint64_t ns, struct buf *out);

#endif
