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
#include "records/rules.h"
#include "session/list_time.h"
#include "widgets/listnav.h"

/* A line of the list, rebuilt for each drawing. */
struct list_line {
	struct row_info row;
	struct buf text[LIST_COLUMNS_MAX];
	bool ok;
	size_t rule; /* index of a colour rule, SIZE_MAX: none */
};

/* The contents of the lines on the screen. */
struct list_lines {
	struct reader *reader;
	/* the lines on the screen; must outlive this struct, as must the columns */
	const struct listnav *nav;
	struct list_columns *columns; /* list_lines_make() sets their widths */
	/* returns the row of a number in nav; ctx is that of the cursor's source */
	uint64_t (*row)(void *ctx, uint64_t number);
	VEC(struct list_line) list;
	struct list_times *times;
	struct list_gaps gaps;
	struct list_facts facts;
	struct buf room;     /* scratch buffer for values of fields */
	struct rules *rules; /* NULL: all lines have the default style */
	/*
	 * Appends the name of an address in a row, escaped. Returns false if it has none. NULL: no
	 * names are shown.
	 */
	bool (*name)(void *ctx, const struct row_info *row, const struct tree_node *node,
		     struct buf *out);
	void *name_ctx;
};

void list_lines_init(struct list_lines *lines, struct reader *reader, const struct listnav *nav,
		     struct list_columns *columns, uint64_t (*row)(void *ctx, uint64_t number),
		     struct list_times *times);
void list_lines_release(struct list_lines *lines);

/* Build the lines of the current layout of nav. */
void list_lines_make(struct list_lines *lines);

/* Forget the widths of the times that were shown, because their form has changed. */
void list_lines_forget_times(struct list_lines *lines);

/*
 * list_lines_gaps_wait(): are gaps being searched? The other function continues the search, and
 * returns true if some were found.
 */
bool list_lines_gaps_wait(const struct list_lines *lines);
bool list_lines_gaps_resume(struct list_lines *lines);

#endif
