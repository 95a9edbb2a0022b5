/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_PANE_LIST_H
#define RECORDS_PANE_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "recording/reader.h"
#include "records/list_layout.h"
#include "records/list_lines.h"
#include "term/action.h"
#include "term/surface.h"
#include "widgets/listnav.h"

/* The pane with the list of records, one on each line. */
struct pane_list {
	struct reader *reader;
	struct listnav nav;
	struct list_layout layout;
	struct list_lines lines;
	/* Returns the sign of a row, 0: none. NULL: no row has a sign. */
	char (*sign)(void *ctx, uint64_t row);
	void *sign_ctx;
};

/*
 * Initialize the pane. The cursor's source has the numbers of the list; row() returns the row of a
 * number.
 */
void pane_list_init(struct pane_list *pane, struct reader *reader, struct list_cursor *cursor,
		    uint64_t (*row)(void *ctx, uint64_t number), struct list_times *times);
void pane_list_release(struct pane_list *pane);

bool pane_list_act(struct pane_list *pane, const struct action_call *call);
/* Put the cursor on the column and the line at a place of the surface. False: there is no line. */
bool pane_list_point(struct pane_list *pane, int row, int col);
bool pane_list_knows(enum action action);

/* Draw a header line and the rows. If there are no rows, draw the text `empty`. */
void pane_list_draw(struct pane_list *pane, const struct surface *s, bool focus, const char *empty);

/*
 * Append a condition on the value of the chosen column in a row. Or append the name of the column.
 * False: the row has no value.
 */
bool pane_list_condition(struct pane_list *pane, const struct row_info *row, struct buf *out);
bool pane_list_field(const struct pane_list *pane, const struct row_info *row, struct buf *out);

#endif
