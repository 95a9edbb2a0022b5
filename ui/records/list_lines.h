/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_LIST_LINES_H
#define RECORDS_LIST_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/vec.h"
#include "recording/reader.h"
#include "recording/summary.h"
#include "records/list_columns.h"
#include "records/list_facts.h"
#include "records/list_gaps.h"
#include "records/list_time.h"
#include "records/rules.h"
#include "widgets/listnav.h"

/* A line of the list of records, made anew for each drawing. */
struct list_line {
	struct row_info row;
	struct buf text[LIST_COLUMNS_MAX];
	bool ok;
	size_t rule; /* of the colours, SIZE_MAX: none */
};

/* What the lines on the screen say, and in which form times stand there. */
struct list_lines {
	struct reader *reader;
	const struct listnav *nav;    /* which lines; it outlives this, as the columns do */
	struct list_columns *columns; /* whose widths are set */
	uint64_t (*row)(void *ctx, uint64_t number); /* of nav; ctx: of its cursor's source */
	VEC(struct list_line) list;
	enum list_time time;
	bool has_first;
	uint64_t first; /* time zero: of the first record that has one, or as it was set */
	bool zero_set;
	struct list_gaps gaps;
	struct list_facts facts;
	struct buf room;     /* of values of fields, again and again */
	struct rules *rules; /* NULL: no line has another look */
	/* Append what an address of a row is called, escaped; false: nothing. NULL: no names. */
	bool (*name)(void *ctx, const struct row_info *row, const struct tree_node *node,
		     struct buf *out);
	void *name_ctx;
};

void list_lines_init(struct list_lines *lines, struct reader *reader, const struct listnav *nav,
		     struct list_columns *columns, uint64_t (*row)(void *ctx, uint64_t number));
void list_lines_release(struct list_lines *lines);

/* Those that nav has laid out now. */
void list_lines_make(struct list_lines *lines);

/* The numbers stand for other rows now. */
void list_lines_reorder(struct list_lines *lines);

/* The next way to show times, and what it is called; or by its name, NULL: there is none. */
const char *list_lines_next_time(struct list_lines *lines);
const char *list_lines_set_time(struct list_lines *lines, const char *name);

/* Times since records before that are looked for: go on with it; true: some were found. */
bool list_lines_gaps_wait(const struct list_lines *lines);
bool list_lines_gaps_resume(struct list_lines *lines);

/* Times count from here; a second time: from the first record again. What to say has keys. */
const char *list_lines_zero(struct list_lines *lines, const struct row_info *row);
void list_lines_set_zero(struct list_lines *lines, uint64_t time);

#endif
