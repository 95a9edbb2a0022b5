/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_COUNTER_VALUES_H
#define ANALYSIS_COUNTER_VALUES_H

#include "query/job.h"

/*
 * The values that perf stat record counted: for each event, the sum of the last values of its
 * counters on all CPUs and in all threads, as perf stat report prints it for a recording without
 * intervals. A counter that shared its hardware with others counted for a part of the time, and its
 * value is scaled to all of it. The values are read in the background. Functions are for one
 * thread.
 */
struct counter_values;

enum {
	COUNTER_UNIT = 16 /* bytes of a unit, with the NUL; longer ones are cut */
};

struct counter_value {
	uint64_t value;		   /* scaled to the time that the counters were enabled */
	uint64_t enabled, running; /* sums of the times of the counters, in ns */
	double scale;		   /* of a count in the unit; 0: 1 */
	char unit[COUNTER_UNIT];   /* not escaped; "": none */
	bool counted;		   /* there are records of its counters */
	bool cut;		   /* it has more counters than are kept, so it has no value */
};

/*
 * Start. The watcher is woken when there are new results. The recording must outlive the values.
 */
struct counter_values *counter_values_start(struct recording *recording, struct watcher *watcher);
void counter_values_free(struct counter_values *values);

/* The job that reads. If it is cancelled, the values so far stay. */
struct job *counter_values_job(struct counter_values *values);

/* Are there values so far? */
bool counter_values_any(struct counter_values *values);

/* Get the value so far of an event of a part. Returns false if it has none. */
bool counter_values_get(struct counter_values *values, size_t part, int event,
			struct counter_value *value);

/* Append the value in its unit, as perf prints it: "19.78 msec", "<not counted>". */
void counter_value_text(const struct counter_value *value, struct buf *out);

#endif
