/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_CELLS_H
#define OUT_CELLS_H

#include "base/decimal.h"
#include "out/writer.h"

/*
 * Chosen fields of a row, each as one text. The record is walked once for all of
 * them, and not at all where the index has them. A field that stands in a list has
 * all its values in the text.
 */
struct cells;

enum cell_style {
	/* For people: names, hex, seconds. Those in a list: 1,2; a list: [a,b]; an object: {k=v} */
	CELL_SHOWN,
	/* For programs: values as in JSON. Those in a list: 1;2; a list or an object: its JSON */
	CELL_EXACT
};

enum {
	CELLS_MAX = 64 /* fields */
};

struct cells *cells_open(struct reader *reader, const struct writer_options *options,
			 enum cell_style style);
void cells_close(struct cells *cells);

/* Look at a row; info stays where it is while its cells are asked for. */
void cells_row(struct cells *cells, const struct row_info *info);

/* What a cell is made of. */
enum cell {
	CELL_ABSENT, /* the row has no such field */
	CELL_NUMBER, /* digits and letters of ours */
	CELL_OURS,   /* anything that perfnav writes: names, lists, JSON */
	CELL_TEXT    /* text of the recording */
};

/* Append cell i of the row, escaped for a terminal. */
enum cell cells_add(struct cells *cells, size_t i, struct buf *out);

/*
 * The usual columns of exports are plain numbers that the index has, which are to cost little:
 * their digits can be written to a place with room for CELL_PLAIN bytes. Returns their end, which
 * is the place itself where the cell is absent.
 */
enum {
	CELL_PLAIN = DECIMAL_ROOM + 1
};
bool cells_are_plain(const struct cells *cells, size_t i);
char *cells_put(struct cells *cells, size_t i, char *to);

/* Append a number of a field as programs read it: names and decimals, as in JSON. */
void cells_exact(enum word word, uint64_t num, struct buf *out);

#endif
