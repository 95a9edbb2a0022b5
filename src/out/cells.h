/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_CELLS_H
#define OUT_CELLS_H

#include "base/decimal.h"
#include "out/writer.h"

/*
 * Selected fields of a row, each as one text. The record is walked once for all fields, and not at
 * all if the index has them. The text of a field inside a list contains all its values.
 */
struct cells;

enum cell_style {
	/*
	 * For people: names, hex, seconds. A field in a list: 1,2; a list: [a,b]; an object: {k=v}
	 */
	CELL_SHOWN,
	/* For programs: values as in JSON. A field in a list: 1;2; a list or an object: its JSON */
	CELL_EXACT
};

enum {
	CELLS_MAX = 64 /* fields */
};

struct cells *cells_open(struct reader *reader, const struct writer_options *options,
			 enum cell_style style);
void cells_close(struct cells *cells);

/* Read a row. info must stay valid while the row's cells are used. */
void cells_row(struct cells *cells, const struct row_info *info);

/* The content of a cell. */
enum cell_content {
	CELL_ABSENT, /* the row lacks the field */
	CELL_NUMBER, /* digits and letters written by perfnav */
	CELL_OURS,   /* other text written by perfnav: names, lists, JSON */
	CELL_TEXT    /* text of the recording */
};

/* Append cell i of the row, escaped for a terminal. */
enum cell_content cells_add(struct cells *cells, size_t i, struct buf *out);

/*
 * A fast way for the usual columns of exports, which are plain numbers from the index: write the
 * digits of the cells from..end-1 to a place with room for CELL_PLAIN + 1 bytes each, and the
 * character `after` after each of them. A cell has no digits if the row lacks the field. Returns
 * the end.
 */
enum {
	CELL_PLAIN = DECIMAL_ROOM + 1
};
bool cells_are_plain(const struct cells *cells, size_t i);
char *cells_put(struct cells *cells, size_t from, size_t end, char after, char *to);

/* Append a number of a field in the form for programs: as a name or a decimal, as in JSON. */
void cells_exact(enum field_id field, uint64_t num, struct buf *out);

#endif
