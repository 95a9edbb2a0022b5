/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_STATSERIES_H
#define OUT_STATSERIES_H

#include "recording/reader.h"

/*
 * The counts of perf stat record as points in time: how much each event counted in each round, on
 * all CPUs and in all threads. A record has the total of a counter, so a point is the difference to
 * the previous round. For one thread.
 */
struct statseries;

struct statpoint {
	uint64_t part;
	uint64_t event; /* its number in that part */
	uint64_t time;	/* of the round, in ns since counting began */
	uint64_t count;
};

/* dir: the folder for an unnamed file if there are many points. */
struct statseries *statseries_open(const char *dir);
void statseries_close(struct statseries *series);

/*
 * Add rows in file order. It uses the records STAT, STAT_ROUND and EVENT_UPDATE (units). May return
 * ERR_IO.
 */
int statseries_take(struct statseries *series, struct reader *reader, const struct row_info *info,
		    struct err *err);

/* The number of points, and the time of the last round. */
uint64_t statseries_points(const struct statseries *series);
uint64_t statseries_end(const struct statseries *series);

/* The joules that a count of a point's event stands for; 0: it does not count energy. */
double statseries_joules(const struct statseries *series, const struct statpoint *point);

/* All rows are added: points follow, by event, then by time. */
int statseries_finish(struct statseries *series, struct err *err);

/* The next point: 1, 0 at the end, or an error code. */
int statseries_next(struct statseries *series, struct statpoint *point, struct err *err);

#endif
