/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_VIEW_H
#define RECORDS_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "file/change.h"
#include "filter/filter.h"
#include "out/export.h"
#include "query/select.h"
#include "query/timelist.h"
#include "recording/notes.h"
#include "recording/reader.h"
#include "records/names.h"
#include "records/pane_hex.h"
#include "records/pane_list.h"
#include "records/pane_tree.h"
#include "session/chips.h"
#include "session/jumps.h"
#include "session/list_cursor.h"
#include "shell/app.h"
#include "views/view.h"
#include "widgets/needle.h"
#include "widgets/number.h"

/*
 * The browser proper: the list of records, and of the one under the cursor the
 * fields and the bytes. records/view.c has the keys and what is shared,
 * records/draw.c the screen, records/filter.c which rows are in the list,
 * records/goto.c the ways to a place, records/order.c in which order the list is.
 */
enum records_pane {
	PANE_LIST,
	PANE_TREE,
	PANE_HEX,
	PANES
};

/* Where to go, kept while the index does not reach there yet. */
struct records_place {
	enum {
		PLACE_NONE,
		PLACE_ORDINAL,
		PLACE_ROW,
		PLACE_OFFSET,
		PLACE_FILE, /* the beginning of a part of the recording */
		PLACE_TIME,
		PLACE_WALL, /* ns since 1970 */
		PLACE_PERCENT
	} kind;
	uint64_t value;
	size_t part;   /* PLACE_OFFSET: of the recording, in whose file the offset is */
	uint64_t told; /* by which message, that it is waited for; 0: it is not */
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

#define RECORDS_KEPT 4 /* filters that were used before and can be used again at once */

/* The way to the next problem. */
struct records_problem {
	struct problems *list; /* NULL: nobody has asked yet */
	int dir;
	uint64_t left;	   /* how many to go, 0: nothing is looked for */
	uint64_t at, from; /* rows: where the search is, and where it began */
};

/* Columns by the event that is shown alone, "": anything. */
struct records_layout {
	char *event, *names;
};

/* What can be undone. */
struct records_undo {
	struct chips chips;
	bool by_time;
	char *columns; /* NULL: nothing */
	uint64_t row;  /* where the cursor is, or goes */
};

struct view_records {
	struct view view;
	struct recording *rec;
	struct reader *reader;	/* of the list */
	struct reader *detail;	/* of the record that is shown: its bytes stay */
	uint64_t span_from;	/* the row whose other end is looked for, + 1; 0: none */
	bool spans_made;	/* likewise */
	uint32_t modules_named; /* whose symbols had been read when it was drawn */
	struct records_names names;
	struct list_cursor cursor;
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

	/* The record under the cursor; NULL, and a tree without nodes, where there is none. */
	const struct row_info *row;
	struct row_info row_read; /* for row to point at */
	struct tree decoded;
	bool unwinding; /* its user frames are not there yet */

	bool acted;	   /* the user has done something here */
	bool order_chosen; /* by the config file or somebody, so that it is not changed unasked */
	bool by_time;	   /* that order is wanted, and there when the index is complete */
	struct timelist *times; /* NULL: the list is in the order of the file */

	struct chips chips;
	struct select *select;		   /* NULL: all rows */
	uint64_t listed;		   /* select_id() that the rows on the screen are of */
	struct select *kept[RECORDS_KEPT]; /* of filters before, the oldest first; NULL: none */
	bool cancelled;			   /* the user stopped it before it was done */
	bool unwarned;	      /* names that do not occur in the filter were not looked for yet */
	struct macros macros; /* of :define */
	size_t editing;	      /* the condition that the prompt changes */

	struct records_undo undo; /* as it was before the last change */
	struct records_find find;
	struct records_problem problem;
	struct records_place place;
	struct records_later later;
	bool follow;	    /* the cursor stays at the end while the recording grows, */
	uint64_t followed;  /* which had so many rows */
	enum change change; /* what others have done to its files */
	struct buf change_note;
	struct jumps jumps;
	struct notes *notes;	 /* flags and texts, as they are now, */
	bool noted;		 /* they were changed */
	const char *doubt;	 /* why its files are no timeline, as timeline_doubt(), or NULL */
	struct select *flagging; /* finds what is to be flagged, NULL: nothing is */
	VEC(char *) own_macros;	 /* lines of :define that were typed */
	VEC(struct records_layout) layouts;
	struct buf layout;			/* the event of the columns that are shown */
	struct buf first_filter, first_columns; /* as the config file made them */
	enum list_time first_time;		/* likewise */
	struct export *export;			/* a file that is being written, NULL: none */
	char *written;				/* ": samples of EVENT", NULL: of all */
};

struct view_records *view_records_new(struct app *app);
struct view_records *view_records_from(struct view *view);

/* The records of the program, which are there as long as it is. */
struct view_records *app_records(const struct app *app);

/* Show the next or the previous packets of trace data in the details. False: there are none. */
bool view_records_turn_page(struct view_records *v, bool next);

/* The actions of its own, of any pane. */
bool view_records_knows(enum action action);

/* For other views: the records come to the top, at a row, or with a condition (ACTION_FILTER_*). */
void records_show_row(struct app *app, uint64_t row);
/* False: the filter is another than this, which the record was counted with. */
bool records_show_listed(struct app *app, const char *where, uint64_t ordinal);
void records_filter_from(struct app *app, const char *condition, enum action action);

/*
 * For views that count: with ACTION_OPEN the records with the condition of those that were counted,
 * which passed where ("": all), whatever the filter is now; else as above.
 */
void records_filter_counted(struct app *app, const char *where, const char *condition,
			    enum action action);

/* The row under the cursor becomes the one that details and bytes show. */
void view_records_sync(struct view_records *v);

/* The cursor of the fields or of the bytes has been put somewhere: the other pane follows. */
void records_pointed(struct view_records *v);

/* Say where we are: record, offset, time. */
void records_where(struct view_records *v);

/* Files with symbols are others now: names are made again, and what filters found by them. */
void records_symbols_changed(struct view_records *v);
void records_filter_again(struct view_records *v);

/*
 * records/frames.c: a record came under the cursor; have its frames come since? It and its views
 * show them then.
 */
void records_frames_begin(struct view_records *v);
bool records_frames_resume(struct view_records *v);

/* records/draw.c; append a moment in the form of the list's times (list_time.h) */
void records_add_time(struct app *app, uint64_t time, struct buf *out);

/* That of a record, whose file can have another clock than others. */
void records_add_time_of(struct app *app, struct reader *reader, const struct row_info *row,
			 struct buf *out);

/*
 * Append ", clocks differ: no time of day", where the list's times are of the day
 * and those of records_add_time() are not.
 */
void records_add_no_day(struct app *app, struct buf *out);

/* records/draw.c; a mouse points there (struct view_ops) */
bool records_point(struct view *view, int row, int col, bool select);
void records_draw(struct view_records *v, const struct surface *s, struct term_cursor *cursor);

/* records/filter.c: an empty expression is no filter. err->offset is the column of a mistake. */
int records_filter_set(struct view_records *v, const char *expr, struct err *err);
int records_filter_add(struct view_records *v, const char *expr, struct err *err);
/*
 * Append the expression as it stays: with values and bodies of macros in place of their names. It
 * is parsed, and names that the recording cannot have are refused.
 */
int records_filter_resolve(struct view_records *v, const char *expr, struct buf *out,
			   struct err *err);
/* Warn of a name in the filter that does not occur, once that is known. True: it does so now. */
bool records_filter_warn(struct view_records *v);
/* Where $f, $'a.f and macros of an expression come from. */
void records_filter_context(struct view_records *v, struct filter_context *context);

/* Append the conditions that are on; nothing where the list shows all. */
void records_filter_applied(const struct view_records *v, struct buf *out);
/*
 * Append the filter that a command gives in its argument (where points into arg), which is parsed;
 * NULL: the conditions that are on. After ERR_PARSE the offset is one in arg.
 */
int records_filter_where(struct app *app, const char *arg, const char *where, struct buf *out,
			 struct err *err);
/* Show what passes the conditions that are on, which have been parsed. */
void records_filter_apply(struct view_records *v);

/* Rows that passed may not when later records are known; true when the list has changed. */
bool records_filter_resume(struct view_records *v);

/* Flags or notes have changed: what asks for them is looked for again. */
void records_filter_noted(struct view_records *v);

/* A line of :define; own: it was typed, and is kept. */
int records_define(struct view_records *v, const char *line, bool own, struct err *err);
bool records_filter_drop(struct view_records *v);
void records_filter_escape(struct view_records *v);
void records_filter_clear(struct view_records *v);
void records_filter_toggle(struct view_records *v);
void records_filter_off(struct view_records *v);
void records_filter_prompt(struct view_records *v);
void records_filter_look(struct view_records *v, const char *text, struct buf *note,
			 struct err *err);
void records_filter_release(struct view_records *v);

/* One condition (i < chips.list.n): ask for what it shall be, turn it off and on, drop it. */
void records_filter_edit(struct view_records *v, size_t i);
void records_filter_toggle_chip(struct view_records *v, size_t i);
void records_filter_remove(struct view_records *v, size_t i);

/* ACTION_FILTER, _TOGGLE and _DROP; a count is the number of a condition. */
void records_filter_key(struct view_records *v, const struct action_call *call);
bool records_filter_running(const struct view_records *v);

/* The field under the cursor: a condition on it, and, and not, only; its name. */
void records_filter_field(struct view_records *v, enum action action);
/* Only the records within so many ms before and after the one under the cursor; ACTION_AROUND. */
void records_around(struct view_records *v, uint64_t ms);
void records_around_key(struct view_records *v, const struct action_call *call);
void records_filter_count(struct view_records *v);
bool records_field_condition(struct view_records *v, struct buf *out);
bool records_field_name(struct view_records *v, struct buf *out);

/*
 * records/order.c: the list's numbers are rows, or positions in the order of time.
 * Matches are found as select_next() and select_before() find them, by numbers.
 */
uint64_t records_row(const struct view_records *v, uint64_t number);
uint64_t records_number(const struct view_records *v, uint64_t row);
uint64_t records_numbers(const struct view_records *v);
enum select_found records_match(struct view_records *v, struct select *select, uint64_t number,
				int dir, uint64_t *found);
uint64_t records_matches_before(struct view_records *v, uint64_t number, bool *exact);

/* Change the order; by time only when the index is complete. */
void records_order(struct view_records *v, bool by_time);

/*
 * The order to begin with, where nobody has chosen one: of time, if the index was complete when the
 * recording was opened.
 */
void records_order_begin(struct view_records *v);
bool records_order_resume(struct view_records *v); /* true when it has changed */

/*
 * records/undo.c: filter, order and columns before a key, _keep() after it: what it has changed can
 * be undone, and that be undone likewise. _keep() takes over what was taken; true: something, or
 * the place in the list, has changed.
 */
void records_undo_take(struct view *home, struct records_undo *before);
bool records_undo_keep(struct view *home, struct records_undo *before);
void records_undo(struct view_records *v);
void records_undo_release(struct records_undo *undo);

/*
 * records/find.c: to the count-th record on (dir 1) or back that is in the list
 * and matches; what is not found at once is gone to when it is.
 */
void records_find(struct view_records *v, const char *expr, int dir, uint64_t count, bool wraps);
int records_find_set(struct view_records *v, const char *expr, struct err *err);
int records_find_regex(struct view_records *v, const char *regex, struct err *err);
int records_find_bytes(struct view_records *v, const char *bytes, struct err *err);
void records_find_prompt(struct view_records *v);
void records_find_key(struct view_records *v, const struct action_call *call);
bool records_find_resume(struct view_records *v); /* true when the cursor moved */
bool records_find_cancel(struct view_records *v); /* true when there was one */
void records_find_leave(struct view_records *v);  /* the same, and a message says so */
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
 * records/goto.c: "123", "+5", "-5", "@0x1a8", "50%", "T12.5s". What the index
 * does not reach yet is gone to when it does.
 */
int records_goto(struct view_records *v, const char *where, struct err *err);

/*
 * The record of such a place, but for steps and permalinks, without going there. Of a time: the
 * first one then or behind it, as if it were of that time.
 */
int records_look_at(struct view_records *v, const char *where, struct row_info *info, bool *is_time,
		    struct err *err);

/*
 * records/permalink.c: the command that opens the recording at the record under the cursor, false:
 * there is none; and going where such a command leads, in this recording.
 */
bool records_permalink(struct view_records *v, struct buf *out);
bool records_is_permalink(const char *text);
int records_goto_permalink(struct view_records *v, const char *text, struct err *err);

void records_goto_place(struct view_records *v, struct records_place place);
void records_goto_row(struct view_records *v, uint64_t row);

/* To the beginning of the next file of the recording (step 1) or the one before (-1). */
void records_goto_file(struct view_records *v, int step);

/* Try a place again that was not reached; true when we are there now. */
bool records_goto_resume(struct view_records *v);

/* The part of the recording that the record under the cursor is in. */
size_t records_part(const struct app *app);

/*
 * records/jump.c: where we were, marks and flags, all of them rows. records_leave()
 * remembers where we are, before each jump; records_at() is UINT64_MAX when that is nowhere.
 */
void records_leave(struct view_records *v);

/*
 * records/follow.c: stay at the end of a recording that is still being written. The
 * last two tell whether it was followed, and whether the cursor moved.
 */
void records_follow_start(struct view_records *v);
void records_follow_toggle(struct view_records *v);
bool records_follow_leave(struct view_records *v);
bool records_follow_resume(struct view_records *v);

/* records/change.c: notices what others do to the file, and says so; NULL: nothing. */
bool records_change_look(struct view *view);
const char *records_change_state(const struct view_records *v);

/* What views say of records that are lost or others by now; NULL: nothing. */
const char *records_change_note(struct view *view);

/*
 * records/later.c: keys that flag, mark or count from the record under the cursor, typed while the
 * cursor waits for the index or the filter to reach its place. _waits() is true while it does.
 * _add() keeps such a key and is false for all others; _resume() runs them, true when there were
 * any; _drop() reports that they are not going to be run.
 */
bool records_later_waits(const struct view_records *v);
bool records_later_add(struct view_records *v, const struct action_call *call);
bool records_later_resume(struct view_records *v);
void records_later_drop(struct view_records *v);

/* Times count from the record under the cursor. */
void records_zero(struct view_records *v, const struct action_call *call);

uint64_t records_at(struct view_records *v);
void records_jump_back(struct view_records *v, const struct action_call *call);
void records_jump_forward(struct view_records *v, const struct action_call *call);
void records_mark(struct view_records *v, const struct action_call *call);
void records_mark_go(struct view_records *v, const struct action_call *call);
bool records_mark_is_global(char letter); /* A to Z lead to other recordings, too */

/*
 * records/notes.c: flags and notes on rows, which the recording gets, too. _use() takes over what
 * was kept. _flag_where() flags what passes, in the background: _resume() is true when that is
 * done, _cancel() when there was something to stop.
 */
void records_notes_use(struct view_records *v, struct notes *notes);
void records_flag(struct view_records *v, const struct action_call *call);
void records_flag_go(struct view_records *v, const struct action_call *call);
void records_unflag(struct view_records *v);
int records_flag_where(struct view_records *v, const char *expr, struct err *err);
bool records_flag_resume(struct view_records *v);
bool records_flag_cancel(struct view_records *v);

/* The note of the record under the cursor; "" takes it away. */
int records_note(struct view_records *v, const char *text, struct err *err);

/* What is noted of a row: NULL, nothing; take it away; a sign for it, 0: none. */
const char *records_note_text(const struct view_records *v, uint64_t row);
void records_note_drop(struct view_records *v, uint64_t row);
char records_sign(const struct view_records *v, uint64_t row);

/* All of it as text to a file. */
int records_notes_export(struct view_records *v, const char *path, bool force, struct err *err);

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

/* The record under the cursor as print prints it; false: there is none. */
bool records_line(struct view_records *v, struct buf *out);

/*
 * records/write.c: "FILE [--format F] [--scope S]"; the file is written in the background.
 * _resume() is true when it is done, _cancel() when there was one.
 */
int records_write(struct view_records *v, const char *arg, bool force, struct err *err);
/* The same as a smaller recording: "FILE [--scrub]". */
int records_slice(struct view_records *v, const char *arg, bool force, struct err *err);
/* "FILE": a slice of all records, whatever the filter. */
int records_repair(struct view_records *v, const char *arg, bool force, struct err *err);
/*
 * "[--format F] [--scope S] COMMAND": the same to the standard input of a command, which
 * app_run_shell() runs; it ends the writing with _end() when the command has ended.
 */
int records_pipe(struct view_records *v, const char *arg, struct err *err);
void records_pipe_end(struct view_records *v);
bool records_write_resume(struct view_records *v);
bool records_write_cancel(struct view_records *v);

/*
 * Write text to a file; where one is there and force is false, the error says that :how FILE
 * replaces it.
 */
int records_write_text(const char *path, const struct buf *text, bool force, const char *how,
		       struct err *err);

/*
 * records/layout.c: columns, their widths and their order, are those of the event that the filter
 * leaves alone. _follow() after the filter has changed, _keep() notes those that are shown, _use()
 * shows those that were set.
 */
void records_layout_set(struct view_records *v, const char *event, const char *names);
void records_layout_follow(struct view_records *v);
void records_layout_keep(struct view_records *v);
void records_layout_use(struct view_records *v);
void records_layout_release(struct view_records *v);

/* records/copy.c: ACTION_COPY_*, and by name: "line", "field", "json", ... */
void records_copy(struct view_records *v, const struct action_call *call);
const char *records_copy_name(size_t i); /* NULL behind the last one */
int records_copy_what(struct view_records *v, const char *what, struct err *err);

extern const struct number view_records_numbers[];

#endif
