/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_PANE_LIST_H
#define TUI_PANE_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/vec.h"
#include "recording/reader.h"
#include "tui/action.h"
#include "tui/listnav.h"
#include "tui/surface.h"

/* The columns of the list; the titles are the words of the vocabulary. */
enum list_column {
	LIST_ORDINAL,
	LIST_TIME,
	LIST_CPU,
	LIST_PID,
	LIST_TID,
	LIST_COMM,
	LIST_EVENT, /* of a sample its event, of other records the type */
	LIST_SUMMARY,
	LIST_COLUMNS
};

enum list_time {
	LIST_TIME_CLOCK,    /* as perf script prints it */
	LIST_TIME_FIRST,    /* since the first record with a time */
	LIST_TIME_PREVIOUS, /* since the line above */
	LIST_TIMES
};

/* A line of the list, made anew for each drawing. */
struct list_line {
	struct row_info row;
	struct buf text[LIST_COLUMNS];
	bool ok;
};

/* The records, a line each. */
struct pane_list {
	struct reader *reader;
	struct listnav nav;
	enum list_column column; /* the one that actions on a field take */
	enum list_time time;
	int cols;		  /* of the screen */
	int widths[LIST_COLUMNS]; /* of the widest value seen so far: columns never jump back */
	int scroll, summary_cols; /* columns of the summary: scrolled away, on the screen */
	bool has_first;
	uint64_t first; /* time of the first record that has one */
	VEC(struct list_line) lines;
	bool (*flagged)(void *ctx, uint64_t row); /* NULL: no row has a flag */
	void *flag_ctx;
};

/* The source tells which rows are in the list. */
void pane_list_init(struct pane_list *pane, struct reader *reader, struct listnav_source source);
void pane_list_release(struct pane_list *pane);

bool pane_list_act(struct pane_list *pane, const struct action_call *call);
bool pane_list_knows(enum action action);

/* The word of the chosen column in a row, or WORD_NONE when the row has no such field. */
enum word pane_list_word(const struct pane_list *pane, const struct row_info *row);

/* A header line and the rows; empty stands where there are none. */
void pane_list_draw(struct pane_list *pane, const struct surface *s, bool focus, const char *empty);

/* The next way to show times, and what it is called. */
const char *pane_list_next_time(struct pane_list *pane);

#endif
