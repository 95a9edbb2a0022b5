/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_VIEW_H
#define RECORDS_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "file/change.h"
#include "out/export.h"
#include "query/select.h"
#include "records/names.h"
#include "records/pane_hex.h"
#include "records/pane_list.h"
#include "records/pane_tree.h"
#include "records/show.h"
#include "session/session.h"
#include "session/session_columns.h"
#include "session/session_filter.h"
#include "session/session_notes.h"
#include "session/session_order.h"
#include "session/session_place.h"
#include "session/session_time.h"
#include "session/session_undo.h"
#include "shell/app.h"
#include "views/view.h"
#include "widgets/needle.h"
#include "widgets/number.h"

/*
 * The main view of a session (session/session.h): the list of records, and the fields and bytes of
 * the record under the cursor. records/view.c has the keys and what the other files share,
 * records/draw.c the screen, records/observer.c what follows the session.
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

/* Keys for the record to which the cursor is still moving. */
struct records_later {
	struct action_call calls[RECORDS_LATER];
	size_t n;
};

/* A search for the next record that passes a filter. */
struct records_find {
	char *last;	      /* the expression for n and N, NULL: none yet */
	struct needle needle; /* the text that last was made of; */
	bool text;	      /* it was made of a text */
	char *expr;	      /* the job's expression, with the list's filter */
	struct select *select;
	bool stopped;  /* it found a record, and the rest was not searched */
	uint64_t left; /* records still to be found, 0: no search is waiting */
	int percent;   /* of the searched rows, as last reported */
	int dir;
	uint64_t at;	     /* the next number in the list to test */
	bool wraps, wrapped; /* it may continue from the other end; it has done so */
};

/* A way to the next problem. */
struct records_problem {
	struct problems *list; /* NULL: not requested yet */
	int dir;
	uint64_t left;	   /* problems still to go, 0: no search */
	uint64_t at, from; /* rows: where the search is, and where it began */
};

struct view_records {
	struct view view;
	struct session *session;
	struct session_observer observer;
	uint64_t span_from;	/* 1 + the row whose other end is searched; 0: none */
	bool spans_made;	/* the last result of spans_resume() */
	uint32_t modules_named; /* modules with symbols at the last drawing */
	struct records_names names;
	struct pane_list list;
	struct pane_tree tree;
	struct pane_hex hex;

	enum records_pane focus;
	bool hidden[PANES]; /* turned off by the user */
	bool maximised;	    /* only the focused pane is shown */
	int lower;	    /* lines of the lower panes, relative to half of all lines */
	int side;	    /* columns of the bytes, relative to those that they need */
	struct records_area {
		int row, col, rows, cols; /* on the screen; rows 0: not there */
	} areas[PANES];

	bool unwinding;	   /* user frames of the record under the cursor are still missing */
	size_t editing;	   /* the condition that the prompt changes */
	uint64_t waits_on; /* app->messages at the message that a place is awaited */

	struct records_find find;
	struct records_problem problem;
	struct records_later later;
	bool follow;	    /* the cursor stays at the end of a growing recording, */
	uint64_t followed;  /* which had so many rows */
	enum change change; /* what others have done to its files */
	struct buf change_note;
	const char *doubt;     /* timeline_doubt(): why its files have no timeline, or NULL */
	struct export *export; /* a file being written, NULL: none */
	char *written;	       /* ": samples of EVENT", NULL: all records */
};

struct view_records *view_records_new(struct app *app);
struct view_records *view_records_from(struct view *view);

/* The program's view of records, which always exists. */
struct view_records *app_records(const struct app *app);

/* Does the view, or any pane, have the action? */
bool view_records_knows(enum action action);

/* The cursor of the fields or of the bytes was moved: the other pane follows. */
void records_pointed(struct view_records *v);

/* Highlight the bytes of the field under the cursor. */
void records_mark_field(struct view_records *v);

/*
 * records/frames.c: a new record is under the cursor; have its frames come? If so, it and its views
 * show them.
 */
void records_frames_begin(struct view_records *v);
bool records_frames_resume(struct view_records *v);

/* records/draw.c; the mouse points there (struct view_ops) */
bool records_point(struct view *view, int row, int col, bool select);
void records_draw(struct view_records *v, const struct surface *s, struct term_cursor *cursor);

/* records/observer.c: show or report a notice of the session. */
void records_observe(void *ctx, enum session_event event);

/* Note in the session which columns the list has. */
void records_columns_changed(void *ctx);

/* records/filter.c: the filter by keys. */
void records_filter_escape(struct view_records *v);

/* ACTION_FILTER, _TOGGLE and _DROP; a count is the number of a condition. */
void records_filter_key(struct view_records *v, const struct action_call *call);

/* Filter by the field under the cursor: and, and not, only; or show its name. */
void records_filter_field(struct view_records *v, enum action action);
void records_around_key(struct view_records *v, const struct action_call *call);
void records_filter_count(struct view_records *v);
bool records_field_condition(struct view_records *v, struct buf *out);

/*
 * records/find.c: go to the count-th matching record of the list, forwards (dir 1) or back. If it
 * is not found at once, the cursor moves when it is found.
 */
void records_find(struct view_records *v, const char *expr, int dir, uint64_t count, bool wraps);
void records_find_prompt(struct view_records *v);
void records_find_key(struct view_records *v, const struct action_call *call);
bool records_find_resume(struct view_records *v); /* true: the cursor has moved */
bool records_find_cancel(struct view_records *v); /* true: there was a search */
void records_find_leave(struct view_records *v);  /* the same, with a message */
void records_find_noted(struct view_records *v);  /* flags or notes have changed */
void records_find_release(struct view_records *v);

/*
 * records/problem.c: go to the next problem of the list of problems, or the previous one. False:
 * search for rows that are problems (the list is filtered, or far behind). _resume(): true if the
 * cursor has moved; _cancel(): true if there was a search.
 */
bool records_problem_find(struct view_records *v, int dir, uint64_t count);
bool records_problem_resume(struct view_records *v);
bool records_problem_cancel(struct view_records *v);
void records_problem_release(struct view_records *v);

/*
 * records/follow.c: stay at the end of a recording that is still being written. _leave() returns
 * whether it was followed, _resume() whether the cursor has moved.
 */
bool records_follow_leave(struct view_records *v);
bool records_follow_resume(struct view_records *v);

/* records/change.c: notice and report what others do to the file; NULL: nothing. */
bool records_change_look(struct view *view);
const char *records_change_state(const struct view_records *v);

/*
 * records/later.c: keys that flag, mark or count from the record under the cursor, typed while the
 * cursor waits for the index or the filter to reach its place. _add() keeps such a key and returns
 * false for others; _resume() runs the keys, and returns true if there were any; _drop() reports
 * that they will not run.
 */
bool records_later_add(struct view_records *v, const struct action_call *call);
bool records_later_resume(struct view_records *v);
void records_later_drop(struct view_records *v);

/* Count times from the record under the cursor. */
void records_zero(struct view_records *v, const struct action_call *call);

/* records/mark.c: marks by their letters; those from A to Z may be in other recordings. */
void records_mark(struct view_records *v, const struct action_call *call);
void records_mark_go(struct view_records *v, const struct action_call *call);

/* Flag the record under the cursor. */
void records_flag(struct view_records *v, const struct action_call *call);

/*
 * records/link.c: Enter opens the view of a field that has one of its own; K explains the field
 * under the cursor.
 */
bool records_link(struct view_records *v, const struct action_call *call);
void records_explain(struct view_records *v, const struct action_call *call);

/* Open the instructions around the sample's address. */
void records_code(struct view_records *v, const struct action_call *call);

/* ---- records/spans.c ---- */

/* Go from the record that begins a span to the one that ends it, or back. */
void records_span(struct view_records *v, const struct action_call *call);

/* Spans were awaited: true if there is news. */
bool records_spans_resume(struct view_records *v);
void records_source(struct view_records *v, const struct action_call *call);

/*
 * records/write.c: _resume() returns true if a file was written, _cancel() if one was being
 * written.
 */
bool records_write_resume(struct view_records *v);
bool records_write_cancel(struct view_records *v);

/* records/copy.c: ACTION_COPY_* */
void records_copy(struct view_records *v, const struct action_call *call);

extern const struct number view_records_numbers[];

#endif
