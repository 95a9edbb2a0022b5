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
#include "session/session_undo.h"
#include "session/session_write.h"
#include "shell/app.h"
#include "views/view.h"
#include "widgets/needle.h"
#include "widgets/number.h"

/*
 * The main view of a session (session/session.h): the list of records, and the fields and bytes of
 * the record under the cursor. records/view.c has the keys and the functions that the other files
 * share, records/draw.c draws the screen, and records/observer.c handles the notices of the
 * session.
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
};

struct view_records {
	struct view view;
	struct session *session;
	struct session_observer observer;
	uint64_t span_from;	/* 1 + the row of a span whose other end is searched; 0: none */
	bool span_told;		/* the span at the cursor is to be described */
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

/* Does the view, or any of its panes, have the action? */
bool view_records_knows(enum action action);

/* Call this when the cursor of the fields or of the bytes was moved: the other pane follows. */
void records_pointed(struct view_records *v);

/* Highlight the bytes of the field under the cursor. */
void records_mark_field(struct view_records *v);

/*
 * records/frames.c: begin to unwind the record that is now under the cursor. And show its frames
 * when they are known.
 */
void records_frames_begin(struct view_records *v);
bool records_frames_resume(struct view_records *v);

/* records/draw.c: the mouse points to a place (struct view_ops). */
bool records_point(struct view *view, int row, int col, bool select);
void records_draw(struct view_records *v, const struct surface *s, struct term_cursor *cursor);

/* records/observer.c: handle a notice of the session. */
void records_observe(void *ctx, enum session_event event);

/* Set the columns of the session to those of the list. */
void records_columns_changed(void *ctx);

/* Show the records, because the prompt that another view opened was accepted. */
void records_answered(struct view_records *v);

/* Report that the records are shown, with the way back. */
void records_say_answer(const struct view_records *v);

/* records/filter.c: change the filter by keys. */
void records_filter_escape(struct view_records *v);

/* ACTION_FILTER, _TOGGLE and _DROP. A count selects a condition by its number. */
void records_filter_key(struct view_records *v, const struct action_call *call);

/*
 * Add a condition on the field under the cursor: and, and not, only. Or show the name of the field.
 */
void records_filter_field(struct view_records *v, const struct action_call *call);
void records_around_key(struct view_records *v, const struct action_call *call);
void records_filter_count(struct view_records *v, const struct action_call *call);
bool records_field_condition(struct view_records *v, struct buf *out);

/*
 * records/find.c: call session_find(), and show a message for an error in expr, or if there is no
 * such record, which is called `what`; open the prompt; handle the keys; stop a search with a
 * message; report what a search has found.
 */
void records_find(struct view_records *v, const char *expr, const char *what, int dir,
		  uint64_t count);
void records_find_prompt(struct view_records *v, const struct action_call *call);
void records_find_key(struct view_records *v, const struct action_call *call);
void records_find_leave(struct view_records *v);
bool records_find_tell(struct view_records *v, enum session_event event);

/*
 * records/change.c: look whether another program has changed the file, and report it. Return the
 * warning; NULL: nothing was changed.
 */
bool records_change_look(struct view *view);
const char *records_change_state(const struct view_records *v);

/*
 * records/later.c: keys that flag, mark or count from the record under the cursor, typed before the
 * cursor has reached its place. _add() stores such a key, and returns false for other keys.
 * _resume() runs the stored keys, and returns true if there were any. _drop() reports that they
 * will not run.
 */
bool records_later_add(struct view_records *v, const struct action_call *call);
bool records_later_resume(struct view_records *v);
void records_later_drop(struct view_records *v);

/* Set time zero to the time of the record under the cursor. */
void records_zero(struct view_records *v, const struct action_call *call);

/* records/mark.c: set a mark, or go to it. The marks A to Z can be in other recordings. */
void records_mark(struct view_records *v, const struct action_call *call);
void records_mark_go(struct view_records *v, const struct action_call *call);

/* Flag the record under the cursor. */
void records_flag(struct view_records *v, const struct action_call *call);

/*
 * records/link.c: Enter opens the view of a field that has such a view; K explains the field under
 * the cursor.
 */
bool records_link(struct view_records *v, const struct action_call *call);
void records_explain(struct view_records *v, const struct action_call *call);

/* Show the instructions around the sample's address. */
void records_code(struct view_records *v, const struct action_call *call);

/* ---- records/spans.c ---- */

/* Go from the record that begins a span to the record that ends it, or back. */
void records_span(struct view_records *v, const struct action_call *call);

/* Continue when the spans are made. Returns true if there is news. */
bool records_spans_resume(struct view_records *v);
void records_source(struct view_records *v, const struct action_call *call);

/* records/write.c: report the result of writing. */
bool records_write_tell(struct app *app, enum session_event event);

/* records/copy.c: ACTION_COPY_* */
void records_copy(struct view_records *v, const struct action_call *call);

extern const struct number view_records_numbers[];

#endif
