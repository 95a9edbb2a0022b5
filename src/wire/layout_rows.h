/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_LAYOUT_ROWS_H
#define WIRE_LAYOUT_ROWS_H

#include <stdbool.h>

#include "wire/layout.h"
#include "wire/schema.h"

/*
 * A walk over the rows of a table, without a record: over the numbers that all records of a layout
 * have at the same offset. It ends at the first row whose size or presence depends on the record.
 */
struct layout_rows {
	const struct layout *layout;
	const struct row *row; /* the number; after the end, the row at which the walk ended */
	int at;		       /* its offset, counted from where the walk began */
	bool found;	       /* row is a number */
	enum field_id until;   /* the walk ends before this row; FIELD_NONE: see above */
};

/* Return a walk that begins at an offset, before the first row. */
static inline struct layout_rows layout_rows_begin(const struct layout *layout,
						   const struct row *rows, int at)
{
	return (struct layout_rows){ .layout = layout, .row = rows, .at = at };
}

/* Go to the next number. False: the walk ended. */
bool layout_rows_next(struct layout_rows *rows);

/*
 * Set whether rows with this condition are present. Returns false if this depends on the record,
 * not only on the layout.
 */
bool layout_rows_when(const struct layout *layout, const struct when *when, bool *holds);

#endif
