/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "filter/macros.h"
#include "query/selection.h"
#include "query/timelist.h"
#include "query/watcher.h"
#include "recording/notes.h"
#include "recording/reader.h"
#include "session/conditions.h"
#include "session/jumps.h"
#include "session/list_cursor.h"
#include "session/list_time.h"
#include "session/selection_cache.h"
#include "session/state.h"
#include "wire/tree.h"

/*
 * The model of a browser: the list of records with its order, filter and columns, the cursor in the
 * list, searches, marks, flags, notes, jumps and undo. It has no screen. Commands and views change
 * it with the functions of session_*.h, which notify an observer of the changes.
 */
struct session;

/* Notices to the observer, which shows or reports the changes. */
enum session_event {
	SESSION_RECORD,	    /* another record, or none, is under the cursor */
	SESSION_RENUMBERED, /* the numbers of the list now stand for other rows */
	SESSION_TIMES,	    /* the form of times has changed */
	SESSION_COLUMNS,    /* the list must show the columns of session->columns */
	SESSION_NOTES,	    /* flags or notes have changed */

	SESSION_ORDER_FILE,   /* the list is in file order */
	SESSION_ORDER_TIME,   /* the list is in time order */
	SESSION_ORDER_SAME,   /* the list is in time order, which is the same as file order here */
	SESSION_ORDER_WAITS,  /* the list will be in time order when the index is complete */
	SESSION_ORDER_READY,  /* the index is complete, and the shown list changed to time order */
	SESSION_ORDER_FAILED, /* the list cannot be in time order */

	SESSION_FILTER_NONE,  /* there is no condition to change */
	SESSION_FILTER_HAS,   /* the filter already has the condition */
	SESSION_FILTER_AGAIN, /* the filter already had the condition, which is on again */
	/* the filter has a name or field that does not occur: session_filter_absent() */
	SESSION_FILTER_ABSENT,

	SESSION_PLACE_WAITS,	  /* the index does not reach the requested place yet */
	SESSION_PLACE_REACHED,	  /* the index now reaches this place */
	SESSION_PLACE_BEYOND,	  /* the index is complete, and ends before this place */
	SESSION_PLACE_BEFORE,	  /* the requested time is before the beginning of the recording */
	SESSION_PLACE_AFTER,	  /* the requested time is after the end of the recording */
	SESSION_PLACE_DAY_BEFORE, /* the same for a time of day */
	SESSION_PLACE_DAY_AFTER,
	/* the cursor is at the first record after the time: session->place.after and .before */
	SESSION_PLACE_TIME,
	/* the same, but only in file order: another record is nearer */
	SESSION_PLACE_FILE,
	SESSION_PLACE_NEXT,   /* the filter hides the requested place; the next record is shown */
	SESSION_PLACE_HIDDEN, /* the filter hides the requested place and all records after it */
	SESSION_FILE_ONLY,    /* the recording has no other file */
	SESSION_FILE_FIRST,   /* there is no file before this one */
	SESSION_FILE_LAST,    /* there is no file after this one */
	SESSION_BACK_NONE,    /* there is no earlier jump to go back to */
	SESSION_FORWARD_NONE, /* there is no later jump to go forward to */

	SESSION_RECORD_NONE,	  /* there is no record under the cursor to flag */
	SESSION_NOTES_FULL,	  /* no more records can have flags or notes */
	SESSION_FLAGS,		  /* flags were set or removed */
	SESSION_FLAGGING,	  /* records are being flagged */
	SESSION_FLAG_NONE_BEFORE, /* no record before this one has a flag or a note */
	SESSION_FLAG_NONE_AFTER,  /* no record after this one has a flag or a note */
	SESSION_NOTE_SET,	  /* the note of the record was set */
	SESSION_NOTE_REMOVED,	  /* the note of the record was removed */

	SESSION_EVENT_CHOSEN, /* views must show the samples of session->shown_event */
	SESSION_EVENT_ONLY,   /* no other event has samples */
	SESSION_EVENT_NONE,   /* no event has samples */

	SESSION_FIND_WAITS, /* a search has made progress: session_find_percent() */
	SESSION_FIND_FOUND, /* the cursor is at a record that the search has found */
	/* the cursor is at the first record, so there is none before it to search */
	SESSION_FIND_FIRST,
	SESSION_FIND_NO_MORE, /* no further record matches in this direction */
	SESSION_FIND_NONE,    /* no record matches */

	SESSION_PROBLEM_WAITS,	 /* the next problem is not known yet */
	SESSION_PROBLEM_FOUND,	 /* the cursor is at a problem: session_problem_add() */
	SESSION_PROBLEM_NO_MORE, /* there is no further problem in this direction */

	SESSION_WRITES,	      /* records are being written to a file */
	SESSION_WRITE_EVENT,  /* the same, with the samples of one event: session->write.note */
	SESSION_WRITE_FAILED, /* session->write.export has failed */
	SESSION_WRITTEN,      /* session->write.export has ended */

	SESSION_FOLLOWS,	 /* the cursor stays at the end of the recording */
	SESSION_FOLLOW_STOPPED,	 /* the cursor no longer stays at the end */
	SESSION_FOLLOW_COMPLETE, /* the recording is complete: no program writes it any more */
	SESSION_FOLLOW_NONE,	 /* the recording cannot be followed, because it is complete */
	/* the recording cannot be followed, because it has several files */
	SESSION_FOLLOW_FILES,

	SESSION_EVENTS
};

struct session_observer {
	void (*happened)(void *ctx, enum session_event event);
	void *ctx;
};

/* The place to go to, which is kept until the index reaches it. */
struct session_place {
	enum {
		PLACE_NONE,
		PLACE_ORDINAL,
		PLACE_ROW,
		PLACE_OFFSET,
		PLACE_FILE, /* the beginning of a file of the recording */
		PLACE_TIME,
		PLACE_WALL,   /* ns since 1970 */
		PLACE_PERCENT /* in TYPED_ONE_PERCENT */
	} kind;
	uint64_t value;
	size_t part; /* PLACE_OFFSET: the file of the recording to which the offset belongs */
	bool waits;  /* the observer was notified that the place is not reached yet */
	/* a user typed the place; a message explains how a record is chosen for a time */
	bool typed;
	bool moment; /* PLACE_TIME: it was typed as a time of day */
	/* ns from a typed time to its record, and from the record before that; 0: not known */
	uint64_t after, before;
};

/* A search of the list for records that pass a filter. */
struct session_find {
	char *last;	    /* the expression for n and N, NULL: none yet */
	char *fallback;	    /* the expression if no record passes last, NULL: none */
	bool falls_back;    /* n and N search for the fallback */
	bool switched;	    /* this search has changed from one of the two to the other */
	bool found;	    /* this search has found a record */
	char *expr;	    /* the job's expression, with the list's filter */
	char *none;	    /* like expr: no record passes it; NULL: there is no such expression */
	uint64_t none_rows; /* ... if the list, without a filter, still has this number of rows */
	struct selection *selection;
	bool stopped;  /* the search stopped at a match before it reached the end */
	uint64_t left; /* records still to be found, 0: no search is waiting */
	int percent;   /* the part of the rows that was searched, as last reported */
	int dir;
	uint64_t at;	     /* the next number in the list to test */
	bool wraps, wrapped; /* it may continue from the other end, and whether it has */
};

/* A motion to the next problem. */
struct session_problem {
	struct problems *list; /* NULL: not requested yet */
	int dir;
	uint64_t left;	   /* problems still to go, 0: no search */
	uint64_t at, from; /* rows: the current one of the search, and the first one */
};

/* The order that the user chose, also in an earlier session; not one of the command line. */
enum session_own_order {
	OWN_ORDER_NONE,
	OWN_ORDER_FILE,
	OWN_ORDER_TIME
};

/* The state that undo restores. */
struct session_undo {
	struct conditions conditions;
	bool by_time;
	enum session_own_order own_order;
	char *columns; /* NULL: there is nothing to undo */
	char *markers;
	uint64_t row;		    /* of the cursor; UINT64_MAX: none */
	struct session_place place; /* to which the cursor will go */
};

struct session {
	struct recording *rec;
	struct reader *reader;			 /* of the list */
	struct watcher watcher;			 /* of its jobs */
	const struct session_observer *observer; /* NULL: none */

	/* The order of the list. */
	bool acted; /* the user has done something in the list */
	/* the config file or the user chose the order, so nothing else may change it */
	bool order_chosen;
	enum session_own_order own_order;
	bool order_open;	/* a complete index will decide: session_order_await() */
	bool order_listed;	/* the list was on the screen */
	bool by_time;		/* time order is requested; it is used when the index is complete */
	struct timelist *times; /* NULL: the list is in file order */

	/* Its columns. */
	struct list_times shown_times;
	struct buf columns; /* names of the fields, as in the list */
	/* the event to which the columns belong; "": any event */
	struct buf event;
	VEC(struct state_columns) layouts; /* of each event */

	/* Its filter. */
	struct conditions conditions;
	struct selection *selection; /* NULL: all rows */
	/* selection_id() of the search that found the rows of the list */
	uint64_t listed;
	struct selection_cache earlier; /* results of earlier filters */
	bool cancelled;			/* the user stopped the search before its end */
	bool unwarned; /* it was not checked yet whether names in the filter occur */
	struct session_entered {
		bool is;		/* a view has set the filter */
		struct conditions from; /* the conditions before that */
		struct conditions to;	/* the conditions after that */
	} entered;
	struct macros macros;	/* of :define */
	VEC(char *) own_macros; /* lines of :define that the user typed */

	/* Its cursor, and the record there. */
	struct list_cursor cursor;
	struct session_place place;
	struct reader *detail;	    /* reader of that record, so that its bytes stay valid */
	const struct row_info *row; /* the last result of session_record(); NULL: none */
	struct row_info row_read;   /* the struct to which row points */
	struct tree decoded;	    /* its fields; no nodes if there is no record */

	struct jumps jumps;
	struct notes *notes;	    /* the current flags and texts */
	bool noted;		    /* flags or notes were changed */
	struct selection *flagging; /* finds the records to flag, NULL: there is no such search */
	struct session_find find;
	struct session_problem problem;
	struct session_write {
		struct export *export; /* the running export, NULL: none */
		struct buf to;	       /* " to FILE as FORMAT", "": a slice or standard output */
		struct buf samples;    /* ": samples of EVENT", "": all records */
		struct buf note;       /* about the other events */
		struct buf hint;       /* on the order and the fields of the file */
		struct buf columns;    /* those of struct writer_options, during the export */
	} write;
	struct {
		bool on;       /* the cursor stays at the end of a growing recording */
		uint64_t rows; /* number of rows at the last look */
	} follow;
	struct session_undo undo; /* the state before the last change */

	char *shown_event;  /* chosen by the user (session/eventpick.h), NULL: none */
	struct buf markers; /* expression of records with markers (session/session_markers.h) */

	/*
	 * Filter, columns, times and order as the config file has set them. The saved state has
	 * only differences from these.
	 */
	struct {
		struct buf filter, columns;
		enum list_time form;
		enum session_own_order own_order;
	} first;
};

/* Open a session. Background work calls wake from any thread when it has new results. */
struct session *session_open(struct recording *rec, void (*wake)(void *arg), void *arg);
void session_close(struct session *session);

/*
 * Set the observer, or remove it (NULL). It must stay valid until another observer is set or the
 * session is closed.
 */
void session_observe(struct session *session, const struct session_observer *observer);
void session_notify(struct session *session, enum session_event event);

/*
 * Read the record under the cursor, and return it. It is valid until the next call. NULL: there is
 * none.
 */
const struct row_info *session_record(struct session *session);

/* The row of that record; UINT64_MAX if there is none. */
uint64_t session_at(struct session *session);

/* The part of the recording to which the last read record belongs. */
size_t session_part(const struct session *session);

/* Make the next session_record() read and decode the record again. */
void session_forget_record(struct session *session);

/*
 * Decode the next or previous packets of the record's trace data. Returns false if there are none.
 */
bool session_turn_page(struct session *session, bool next);

/* Is the index being built? */
bool session_is_building(const struct session *session);

/* Continue everything that waits for background work. Returns true if something has changed. */
bool session_resume(struct session *session);

/* Is there background work that can change the list or move its cursor? */
bool session_is_busy(const struct session *session);

/*
 * Stop the search of the filter. If there is none, stop a motion, else the build of the index.
 * Returns false if nothing was running.
 */
bool session_cancel(struct session *session);

#endif
