/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_PANE_LIST_H
#define TUI_PANE_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/vec.h"
#include "recording/reader.h"
#include "recording/summary.h"
#include "tui/action.h"
#include "tui/list_columns.h"
#include "tui/list_gaps.h"
#include "tui/list_time.h"
#include "tui/listnav.h"
#include "tui/rules.h"
#include "tui/surface.h"

/* A line of the list, made anew for each drawing. */
struct list_line {
	struct row_info row;
	struct buf text[LIST_COLUMNS_MAX];
	bool ok;
	size_t rule; /* of the colours, SIZE_MAX: none */
};

/* The records, a line each. */
struct pane_list {
	struct reader *reader;
	struct listnav nav;
	uint64_t (*row)(void *ctx, uint64_t number); /* of a number of the list; ctx: nav.src.ctx */
	struct list_columns columns;
	size_t column; /* the one that actions on a field take */
	enum list_time time;
	int cols;    /* of the screen */
	size_t skip; /* columns behind the first one that make room for the chosen one */
	int scroll, summary_cols; /* columns of the summary: scrolled away, on the screen */
	bool has_first;
	uint64_t first; /* time zero: of the first record that has one, or as it was set */
	bool zero_set;
	struct list_gaps gaps;
	struct value value; /* of fields, again and again */
	VEC(struct list_line) lines;
	struct rules *rules; /* NULL: no line has another look */
	char (*sign)(void *ctx,
		     uint64_t row); /* that stands beside a row, 0: none; NULL likewise */
	void *sign_ctx;
	/* Append what an address of a row is called, escaped; false: nothing. NULL: no names. */
	bool (*name)(void *ctx, const struct row_info *row, const struct tree_node *node,
		     struct buf *out);
	void *name_ctx;
};

/* The source tells which numbers are in the list, row() which rows they stand for. */
void pane_list_init(struct pane_list *pane, struct reader *reader, struct listnav_source source,
		    uint64_t (*row)(void *ctx, uint64_t number));
void pane_list_release(struct pane_list *pane);

/* The numbers stand for other rows now. */
void pane_list_reorder(struct pane_list *pane);

bool pane_list_act(struct pane_list *pane, const struct action_call *call);
/* The column and the line at a place of the surface get the cursor; false: no line is there. */
bool pane_list_point(struct pane_list *pane, int row, int col);
bool pane_list_knows(enum action action);

/* A header line and the rows; empty stands where there are none. */
void pane_list_draw(struct pane_list *pane, const struct surface *s, bool focus, const char *empty);

/* Condition on the chosen column's value in a row, its name. False: it has none there. */
bool pane_list_condition(struct pane_list *pane, const struct row_info *row, struct buf *out);
bool pane_list_field(const struct pane_list *pane, const struct row_info *row, struct buf *out);

/* Other columns; see list_columns.h. */
int pane_list_set_columns(struct pane_list *pane, const char *names, struct err *err);
int pane_list_add_column(struct pane_list *pane, const char *name, struct err *err);
int pane_list_remove_column(struct pane_list *pane, const char *name, struct err *err);

/* The next way to show times, and what it is called; or by its name, NULL: there is none. */
const char *pane_list_next_time(struct pane_list *pane);
const char *pane_list_set_time(struct pane_list *pane, const char *name);

/* Times since records before that are looked for: go on with it; true: some were found. */
bool pane_list_gaps_wait(const struct pane_list *pane);
bool pane_list_gaps_resume(struct pane_list *pane);

/* Times count from here; a second time: from the first record again. What to say has keys. */
const char *pane_list_zero(struct pane_list *pane, const struct row_info *row);
void pane_list_set_zero(struct pane_list *pane, uint64_t time);

#endif
