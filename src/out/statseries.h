/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_STATSERIES_H
#define OUT_STATSERIES_H

#include "recording/reader.h"

/*
 * What perf stat record counted, as points in time: of each round and event how much was counted
 * since the round before, on all CPUs and in all threads. Records have what a counter has reached.
 * One thread's.
 */
struct statseries;

struct statpoint {
	uint64_t part;
	uint64_t event; /* its number in that part */
	uint64_t time;	/* of the round, in ns since counting began */
	uint64_t count;
};

/* dir: for a file without a name, if there are many points. */
struct statseries *statseries_open(const char *dir);
void statseries_close(struct statseries *series);

/* Rows in the order of the file; others than STAT and STAT_ROUND do nothing. ERR_IO. */
int statseries_take(struct statseries *series, struct reader *reader, const struct row_info *info,
		    struct err *err);

/* How many points there are, and the time of the last round. */
uint64_t statseries_points(const struct statseries *series);
uint64_t statseries_end(const struct statseries *series);

/* No more rows come: points are told from now on, by event, then by time. */
int statseries_finish(struct statseries *series, struct err *err);

/* The next point: 1, 0 at the end, or an error code. */
int statseries_next(struct statseries *series, struct statpoint *point, struct err *err);

#endif
