/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SCRIPT_STAT_H
#define OUT_SCRIPT_STAT_H

#include "base/vec.h"
#include "recording/reader.h"

/*
 * The output of perf script for a recording of perf stat: at each round, a table of all counters,
 * computed from the STAT records so far. For one thread, which passes all rows in the order of the
 * file.
 */
struct script_stat {
	size_t part;
	bool titled; /* the title was printed */
	VEC(int32_t) cpus, threads;
	uint64_t aggr, scale;
	VEC(struct script_stat_cell) cells; /* by event, thread, CPU */
	VEC(struct script_stat_table) tables;
	size_t next;	 /* index of the next table to append */
	struct buf text; /* of the tables, one after the other */
};

struct script_stat_cell {
	uint64_t now[3], before[3]; /* value, time enabled, time running */
};

struct script_stat_table {
	uint64_t row;
	size_t from, to; /* in text */
};

void script_stat_init(struct script_stat *stat);
void script_stat_release(struct script_stat *stat);

/* Forget the tables. */
void script_stat_begin(struct script_stat *stat);

/* Pass the record of a row, of any type. */
void script_stat_see(struct script_stat *stat, struct reader *reader, const struct row_info *info);

/*
 * Append the table of a row if it has one. Rows must come in the order in which they were passed.
 */
void script_stat_add(struct script_stat *stat, uint64_t row, struct buf *out);

#endif
