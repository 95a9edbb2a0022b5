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
 * The main view of a session (session/session.h): the list of records, and of the one under the
 * cursor the fields and the bytes. records/view.c has the keys and what is shared, records/draw.c
 * the screen, records/observer.c what follows the session.
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

/* Keys for the record that the cursor is on its way to. */
struct records_later {
	struct action_call calls[RECORDS_LATER];
	size_t n;
};

/* A search for the next record that a filter matches. */
struct records_find {
	char *last;	      /* what n and N look for: an expression, NULL: nothing yet */
	struct needle needle; /* the text that last was made of; */
	bool text;	      /* it was */
	char *expr;	      /* what the job looks for, the list's filter included */
	struct select *select;
	bool stopped;  /* it found one, and the rest was not looked at */
	uint64_t left; /* how many are still to be found, 0: nobody waits */
	int percent;   /* of the rows that were looked at, as it was last said */
	int dir;
	uint64_t at;	     /* the number in the list to look at next */
	bool wraps, wrapped; /* it goes on from the other end; it has done so */
};

/* The way to the next problem. */
struct records_problem {
	struct problems *list; /* NULL: nobody has asked yet */
	int dir;
	uint64_t left;	   /* how many to go, 0: nothing is looked for */
	uint64_t at, from; /* rows: where the search is, and where it began */
};

struct view_records {
	struct view view;
	struct session *session;
	struct session_observer observer;
	uint64_t span_from;	/* the row whose other end is looked for, + 1; 0: none */
	bool spans_made;	/* likewise */
	uint32_t modules_named; /* whose symbols had been read when it was drawn */
	struct records_names names;
	struct pane_list list;
	struct pane_tree tree;
	struct pane_hex hex;

	enum records_pane focus;
	bool hidden[PANES]; /* turned off by the user */
	bool maximised;	    /* the focused pane alone */
	int lower;	    /* lines that the lower panes have besides half of all */
	int side;	    /* columns that the bytes have besides those that they want */
	struct records_area {
		int row, col, rows, cols; /* of the screen; rows 0: it is not there */
	} areas[PANES];

	bool unwinding;	   /* user frames of the record under the cursor are not there yet */
	size_t editing;	   /* the condition that the prompt changes */
	uint64_t waits_on; /* the message that a place is waited for, as app->messages */

	struct records_find find;
	struct records_problem problem;
	struct records_later later;
	bool follow;	    /* the cursor stays at the end while the recording grows, */
	uint64_t followed;  /* which had so many rows */
	enum change change; /* what others have done to its files */
	struct buf change_note;
	const char *doubt;     /* why its files are no timeline, as timeline_doubt(), or NULL */
	struct export *export; /* a file that is being written, NULL: none */
	char *written;	       /* ": samples of EVENT", NULL: of all */
};

struct view_records *view_records_new(struct app *app);
struct view_records *view_records_from(struct view *view);

/* The records of the program, which are there as long as it is. */
struct view_records *app_records(const struct app *app);

/* The actions of its own, of any pane. */
bool view_records_knows(enum action action);

/* The cursor of the fields or of the bytes has been put somewhere: the other pane follows. */
void records_pointed(struct view_records *v);

/* Mark the bytes of the field under the cursor. */
void records_mark_field(struct view_records *v);

/*
 * records/frames.c: a record came under the cursor; have its frames come since? It and its views
 * show them then.
 */
void records_frames_begin(struct view_records *v);
bool records_frames_resume(struct view_records *v);

/* records/draw.c; a mouse points there (struct view_ops) */
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

/* The field under the cursor: a condition on it, and, and not, only; its name. */
void records_filter_field(struct view_records *v, enum action action);
void records_around_key(struct view_records *v, const struct action_call *call);
void records_filter_count(struct view_records *v);
bool records_field_condition(struct view_records *v, struct buf *out);

/*
 * records/find.c: to the count-th record on (dir 1) or back that is in the list
 * and matches; what is not found at once is gone to when it is.
 */
void records_find(struct view_records *v, const char *expr, int dir, uint64_t count, bool wraps);
void records_find_prompt(struct view_records *v);
void records_find_key(struct view_records *v, const struct action_call *call);
bool records_find_resume(struct view_records *v); /* true when the cursor moved */
bool records_find_cancel(struct view_records *v); /* true when there was one */
void records_find_leave(struct view_records *v);  /* the same, and a message says so */
void records_find_noted(struct view_records *v);  /* flags or notes have changed */
void records_find_release(struct view_records *v);

/*
 * records/problem.c: to the next problem, or the one before, of all that the list of problems has;
 * false: search for rows that are one (the list shows not all rows, or is far behind). Going on
 * with it: true when it has come somewhere; and stopping it: true when it waited.
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

/* records/change.c: notices what others do to the file, and says so; NULL: nothing. */
bool records_change_look(struct view *view);
const char *records_change_state(const struct view_records *v);

/*
 * records/later.c: keys that flag, mark or count from the record under the cursor, typed while the
 * cursor waits for the index or the filter to reach its place. _add() keeps such a key and is false
 * for all others; _resume() runs them, true when there were any; _drop() reports that they are not
 * going to be run.
 */
bool records_later_add(struct view_records *v, const struct action_call *call);
bool records_later_resume(struct view_records *v);
void records_later_drop(struct view_records *v);

/* Times count from the record under the cursor. */
void records_zero(struct view_records *v, const struct action_call *call);

/* records/mark.c: marks by their letters; those from A to Z lead to other recordings, too. */
void records_mark(struct view_records *v, const struct action_call *call);
void records_mark_go(struct view_records *v, const struct action_call *call);

/* Flag the record under the cursor. */
void records_flag(struct view_records *v, const struct action_call *call);

/*
 * records/link.c: Enter on a field of the details that has a view of its own opens that; K
 * explains the field under the cursor.
 */
bool records_link(struct view_records *v, const struct action_call *call);
void records_explain(struct view_records *v, const struct action_call *call);

/* The instructions around the address of the sample. */
void records_code(struct view_records *v, const struct action_call *call);

/* ---- records/spans.c ---- */

/* From the record that begins a span to the one that ends it, and back. */
void records_span(struct view_records *v, const struct action_call *call);

/* Spans were waited for: true when there is something new. */
bool records_spans_resume(struct view_records *v);
void records_source(struct view_records *v, const struct action_call *call);

/* records/write.c: _resume() returns true when a file is written, _cancel() if there was one. */
bool records_write_resume(struct view_records *v);
bool records_write_cancel(struct view_records *v);

/* records/copy.c: ACTION_COPY_* */
void records_copy(struct view_records *v, const struct action_call *call);

extern const struct number view_records_numbers[];

#endif
