/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "filter/macros.h"
#include "query/select.h"
#include "query/timelist.h"
#include "query/watcher.h"
#include "recording/notes.h"
#include "recording/reader.h"
#include "session/chips.h"
#include "session/jumps.h"
#include "session/list_cursor.h"
#include "session/list_time.h"
#include "session/state.h"
#include "wire/tree.h"

/*
 * The model of a browser: the list of records with its order, filter and columns, the cursor in the
 * list, searches, marks, flags, notes, jumps and undo. It has no screen. Commands and views change
 * it with the functions of session_*.h, and an observer learns of the changes.
 */
enum {
	SESSION_KEPT = 4 /* filters that were used before and can be used again at once */
};

/* Notices to the observer, which shows or reports them. */
enum session_event {
	SESSION_RECORD,	    /* another record, or none, is under the cursor */
	SESSION_RENUMBERED, /* the numbers of the list stand for other rows */
	SESSION_TIMES,	    /* times are shown in another way */
	SESSION_COLUMNS,    /* the list is to have the columns of session->columns */
	SESSION_NOTES,	    /* flags or notes have changed */

	SESSION_ORDER_FILE,   /* the list has the order of the file, */
	SESSION_ORDER_TIME,   /* or of time, */
	SESSION_ORDER_SAME,   /* which is the same here, */
	SESSION_ORDER_WAITS,  /* or will have it when the index is complete, */
	SESSION_ORDER_FAILED, /* or cannot have it */

	SESSION_FILTER_NONE,   /* there is no condition to change */
	SESSION_FILTER_HAS,    /* the filter has the condition already */
	SESSION_FILTER_ABSENT, /* the filter matches less than it seems: session_filter_absent() */

	SESSION_PLACE_WAITS,   /* the index does not reach the place yet; */
	SESSION_PLACE_REACHED, /* it does now */
	SESSION_PLACE_BEYOND,  /* and ends before it */
	SESSION_PLACE_BEFORE,  /* the time is before the recording began, */
	SESSION_PLACE_AFTER,   /* or after its end */
	SESSION_PLACE_FILE,    /* the first record at or after the time, but only in file order */
	SESSION_FILE_ONLY,     /* there is no other file, */
	SESSION_FILE_FIRST,    /* none before this one, */
	SESSION_FILE_LAST,     /* none after it */
	SESSION_BACK_NONE,     /* there was no jump before this one, */
	SESSION_FORWARD_NONE,  /* or after it */

	SESSION_RECORD_NONE,	  /* there is no record under the cursor to flag */
	SESSION_NOTES_FULL,	  /* no more records can have flags or notes */
	SESSION_FLAGS,		  /* flags were set or removed */
	SESSION_FLAGGING,	  /* records are being flagged */
	SESSION_FLAG_NONE_BEFORE, /* no record before this one is flagged or has a note, */
	SESSION_FLAG_NONE_AFTER,  /* or after it */
	SESSION_NOTE_SET,	  /* the record has the note, */
	SESSION_NOTE_REMOVED,	  /* or no more */

	SESSION_EVENT_CHOSEN, /* views are to show the samples of session->shown_event */
	SESSION_EVENT_ONLY,   /* samples of no other event exist, */
	SESSION_EVENT_NONE,   /* or of no event at all */

	SESSION_FIND_WAITS,   /* a search has made progress: session_find_percent() */
	SESSION_FIND_FOUND,   /* the cursor is at a record that was searched for */
	SESSION_FIND_FIRST,   /* there is no record before the first one to search */
	SESSION_FIND_NO_MORE, /* there is none in this direction, */
	SESSION_FIND_NONE,    /* or none at all */

	SESSION_PROBLEM_WAITS,	 /* the next problem is not known yet */
	SESSION_PROBLEM_FOUND,	 /* the cursor is at a problem: session_problem_add() */
	SESSION_PROBLEM_NO_MORE, /* there is none in this direction */

	SESSION_WRITES,	      /* records are being written to a file */
	SESSION_WRITE_EVENT,  /* ... the samples of one event: session->write.note */
	SESSION_WRITE_FAILED, /* session->write.export has failed, */
	SESSION_WRITTEN,      /* or ended */

	SESSION_FOLLOWS,	 /* the cursor stays at the end of the recording, */
	SESSION_FOLLOW_STOPPED,	 /* and no more */
	SESSION_FOLLOW_COMPLETE, /* nobody writes the recording any more */
	SESSION_FOLLOW_NONE,	 /* it is complete, */
	SESSION_FOLLOW_FILES,	 /* or has several files, so it cannot be followed */

	SESSION_EVENTS
};

struct session_observer {
	void (*happened)(void *ctx, enum session_event event);
	void *ctx;
};

/* Where to go, kept while the index does not reach there yet. */
struct session_place {
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
	size_t part; /* PLACE_OFFSET: of the recording, in whose file the offset is */
	bool waits;  /* the observer knows that it is waited for */
	bool typed;  /* somebody typed it, and learns how a record is chosen for a time */
};

/* A search of the list for records that pass a filter. */
struct session_find {
	char *last; /* the expression that is searched on demand, NULL: none yet */
	char *expr; /* the job's expression, with the list's filter */
	struct select *select;
	bool stopped;  /* it found a record, and the rest was not searched */
	uint64_t left; /* records still to be found, 0: no search is waiting */
	int percent;   /* of the searched rows, as last reported */
	int dir;
	uint64_t at;	     /* the next number in the list to test */
	bool wraps, wrapped; /* it may continue from the other end; it has done so */
};

/* A way to the next problem. */
struct session_problem {
	struct problems *list; /* NULL: not requested yet */
	int dir;
	uint64_t left;	   /* problems still to go, 0: no search */
	uint64_t at, from; /* rows: where the search is, and where it began */
};

/* What can be undone. */
struct session_undo {
	struct chips chips;
	bool by_time;
	char *columns; /* NULL: nothing */
	uint64_t row;  /* where the cursor is, or goes */
};

struct session {
	struct recording *rec;
	struct reader *reader;			 /* of the list */
	struct watcher watcher;			 /* of its jobs */
	const struct session_observer *observer; /* NULL: none */

	/* The order of the list. */
	bool acted;	   /* the user has done something in the list */
	bool order_chosen; /* by the config file or somebody, so that it is not changed unasked */
	bool by_time;	   /* that order is wanted, and there when the index is complete */
	struct timelist *times; /* NULL: the list is in the order of the file */

	/* Its columns. */
	struct list_times shown_times;
	struct buf columns;		   /* names, as the list has them */
	struct buf event;		   /* whose columns these are, "": of anything */
	VEC(struct state_columns) layouts; /* of each event */

	/* Its filter. */
	struct chips chips;
	struct select *select;		   /* NULL: all rows */
	uint64_t listed;		   /* select_id() that the rows of the list are of */
	struct select *kept[SESSION_KEPT]; /* of filters before, the oldest first; NULL: none */
	bool cancelled;			   /* the user stopped it before it was done */
	bool unwarned; /* names of the filter that no record has were not looked for yet */
	struct session_entered {
		bool is;	   /* a view has set the filter: */
		struct chips from; /* the conditions before that, */
		struct chips to;   /* and since then */
	} entered;
	struct macros macros;	/* of :define */
	VEC(char *) own_macros; /* lines of :define that were typed */

	/* Its cursor, and the record there. */
	struct list_cursor cursor;
	struct session_place place;
	struct reader *detail;	    /* of that record: its bytes stay */
	const struct row_info *row; /* as session_record() returned it last; NULL: none */
	struct row_info row_read;   /* for row to point at */
	struct tree decoded;	    /* its fields; no nodes if there is no record */

	struct jumps jumps;
	struct notes *notes;	 /* flags and texts, as they are now, */
	bool noted;		 /* they were changed */
	struct select *flagging; /* finds records to flag, NULL: none */
	struct session_find find;
	struct session_problem problem;
	struct session_write {
		struct export *export; /* what is being written, NULL: nothing */
		struct buf samples;    /* ": samples of EVENT", "": all records */
		struct buf note;       /* about the other events */
	} write;
	struct {
		bool on;       /* the cursor stays at the end of a growing recording, */
		uint64_t rows; /* which had so many rows */
	} follow;
	struct session_undo undo; /* as it was before the last change */

	char *shown_event; /* chosen by the user (session/eventpick.h), NULL: none */

	/* As the config file made it, for the saved state. */
	struct {
		struct buf filter, columns;
		enum list_time form;
	} first;
};

/* Background work calls wake from any thread when it has new results. */
struct session *session_open(struct recording *rec, void (*wake)(void *arg), void *arg);
void session_close(struct session *session);

/* Set the observer; NULL: none. It stays valid until another one is set or the session closes. */
void session_observe(struct session *session, const struct session_observer *observer);
void session_notify(struct session *session, enum session_event event);

/* Read the record under the cursor. Valid until the next call; NULL if there is none. */
const struct row_info *session_record(struct session *session);

/* The row of that record; UINT64_MAX if there is none. */
uint64_t session_at(struct session *session);

/* The part of the recording that has the record which was read last. */
size_t session_part(const struct session *session);

/* Make the next session_record() read and decode the record again. */
void session_forget_record(struct session *session);

/* Decode the next or previous packets of its trace data. Returns false if there are none. */
bool session_turn_page(struct session *session, bool next);

/* Is the index being built? */
bool session_is_building(const struct session *session);

/* Continue what waits for background work. Returns true if something has changed. */
bool session_resume(struct session *session);

/* Is there background work that changes the list, or moves its cursor? */
bool session_is_busy(const struct session *session);

/* Stop a search of the filter, else a motion, else the index. Returns false if there is none. */
bool session_cancel(struct session *session);

#endif
