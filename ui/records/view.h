/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_VIEW_H
#define RECORDS_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "file/change.h"
#include "out/export.h"
#include "query/selection.h"
#include "records/names.h"
#include "records/pane_hex.h"
#include "records/pane_list.h"
#include "records/pane_tree.h"
#include "records/records.h"
#include "session/session.h"
#include "session/session_columns.h"
#include "session/session_filter.h"
#include "session/session_find.h"
#include "session/session_follow.h"
#include "session/session_notes.h"
#include "session/session_order.h"
#include "session/session_place.h"
#include "session/session_problem.h"
#include "session/session_time.h"
#include "session/session_write.h"
#include "shell/app.h"
#include "views/view.h"
#include "widgets/needle.h"
#include "widgets/number.h"

/*
 * The main view of a session (session/session.h): the list of records, and the fields and bytes of
 * the record under the cursor. Each other header of this room has the functions of one part:
 * records/draw.h draws the screen, records/observer.h handles the notices of the session.
 */
enum records_pane {
	PANE_LIST,
	PANE_TREE,
	PANE_HEX,
	PANES
};

enum {
	RECORDS_LATER = 16
};

/* Keys for a record that the cursor has not reached yet. */
struct records_later {
	struct action_call calls[RECORDS_LATER];
	size_t n;
};

/* The search that n and N repeat. */
struct records_find {
	struct needle needle;
	bool text;	  /* the search is for text; false: for an expression */
	const char *what; /* the kind of record that a key searches for */
	struct buf bytes; /* of :find-bytes; empty: another search */
	bool arrives;	  /* the next record that is shown was found by them */
};

struct view_records {
	struct view view;
	struct session *session;
	struct session_observer observer;
	uint64_t span_from;	/* 1 + the row of a span whose other end is searched; 0: none */
	bool span_wanted;	/* the span at the cursor is to be described */
	bool spans_made;	/* the last result of spans_resume() */
	uint32_t modules_named; /* number of modules with symbols at the last drawing */
	struct records_names names;
	struct pane_list list;
	struct pane_tree tree;
	struct pane_hex hex;

	enum records_pane focus;
	bool hidden[PANES]; /* the user has hidden the pane */
	bool maximised;	    /* only the focused pane is shown */
	int lower;	    /* number of lines of the lower panes, minus half of all lines */
	int side;	    /* columns of the bytes pane, minus the columns that it needs */
	struct records_area {
		int row, col, rows, cols; /* place on the screen; rows 0: it is not shown */
	} areas[PANES];

	bool filter_cut;      /* the line of the filter has no room for all of it */
	struct buf condition; /* of the field under the cursor, for the bottom line */
	bool unwinding;	      /* the user frames of the record under the cursor are not known yet */
	size_t editing;	      /* the condition that the prompt changes */
	bool asking;	      /* another view is opening a prompt */
	bool asked_from;      /* another view has opened a prompt; accepting it shows the records */
	bool answer_later;    /* a search that began there is to report that they are shown */
	uint64_t waits_on;    /* app->messages after the report that the cursor waits for a place */

	struct records_find find;
	struct records_later later;
	enum change change; /* the change that another program has made to the files */
	struct buf change_note;
	const char *doubt; /* timeline_doubt(): why the files have no common timeline, or NULL */
};

struct view_records *view_records_new(struct app *app);
struct view_records *view_records_from(const struct view *view);

/* The view of records of the application, which always exists. */
struct view_records *app_records(const struct app *app);

/* The words for actions of the view. */
extern const struct view_words view_records_words[];

/* Call this when the cursor of the fields or of the bytes was moved: the other pane follows. */
void records_pointed(struct view_records *v);

/* Select the field that has the byte under the cursor of the bytes. */
void records_mark_byte(struct view_records *v);

/* Highlight the bytes of the field under the cursor. */
void records_mark_field(struct view_records *v);

#endif
