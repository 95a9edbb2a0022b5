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
#include "wire/tree.h"

/*
 * What a browser of a recording is at: the list of records with its order and its filter, the
 * cursor in it, marks, flags and notes, and where it was before. It has no screen: commands and
 * views change it by its functions, in the files session_*.h, and observe it.
 */
enum {
	SESSION_KEPT = 4 /* filters that were used before and can be used again at once */
};

/* What has happened, for the observer to show or report. */
enum session_event {
	SESSION_RECORD,	    /* another record, or none, is under the cursor */
	SESSION_RENUMBERED, /* the numbers of the list stand for other rows */
	SESSION_CONDITIONS, /* the conditions of the filter may have changed */
	SESSION_TIMES,	    /* times are shown in another way */
	SESSION_NOTES,	    /* flags or notes have changed */

	SESSION_ORDER_FILE,   /* the list has the order of the file, */
	SESSION_ORDER_TIME,   /* or of time, */
	SESSION_ORDER_SAME,   /* which is the same here, */
	SESSION_ORDER_WAITS,  /* or will have it when the index is complete, */
	SESSION_ORDER_FAILED, /* or cannot have it */

	SESSION_FILTER_NONE,   /* there is no condition to change */
	SESSION_FILTER_HAS,    /* the filter has the condition already */
	SESSION_FILTER_ABSENT, /* a name in it does not occur: session_filter_absent() */

	SESSION_PLACE_WAITS,   /* the index does not reach the place yet; */
	SESSION_PLACE_REACHED, /* it does now */
	SESSION_PLACE_BEYOND,  /* and ends before it */
	SESSION_PLACE_BEFORE,  /* the time is before the recording began */
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
	struct list_times shown_times;

	/* Its filter. */
	struct chips chips;
	struct select *select;		   /* NULL: all rows */
	uint64_t listed;		   /* select_id() that the rows of the list are of */
	struct select *kept[SESSION_KEPT]; /* of filters before, the oldest first; NULL: none */
	bool cancelled;			   /* the user stopped it before it was done */
	bool unwarned;		/* names that do not occur in the filter were not looked for yet */
	size_t edited;		/* the condition that is being edited */
	struct macros macros;	/* of :define */
	VEC(char *) own_macros; /* lines of :define that were typed */

	/* Its cursor, and the record there. */
	struct list_cursor cursor;
	struct session_place place;
	struct reader *detail;	    /* of that record: its bytes stay */
	const struct row_info *row; /* as session_record() returned it last; NULL: none */
	struct row_info row_read;   /* for row to point at */
	struct tree decoded;	    /* its fields; without nodes where there is none */

	struct jumps jumps;
	struct notes *notes;	 /* flags and texts, as they are now, */
	bool noted;		 /* they were changed */
	struct select *flagging; /* finds what is to be flagged, NULL: nothing is */
};

/* wake is called from any thread, when background work has got something. */
struct session *session_open(struct recording *rec, void (*wake)(void *arg), void *arg);
void session_close(struct session *session);

/* Only one at a time; it outlives the session or is replaced by NULL. */
void session_observe(struct session *session, const struct session_observer *observer);
void session_tell(struct session *session, enum session_event event);

/* Read the record under the cursor: NULL, there is none. It is valid until the next call. */
const struct row_info *session_record(struct session *session);

/* Its row; UINT64_MAX: there is none. */
uint64_t session_at(struct session *session);

/* Of the record that was read last: the part of the recording that it is in. */
size_t session_part(const struct session *session);

/* Read it again at the next call: what is known of it has changed. */
void session_forget_record(struct session *session);

/* Decode the next or the previous packets of its trace data. False: there are none. */
bool session_turn_page(struct session *session, bool next);

/* Is the index being built? */
bool session_is_building(const struct session *session);

/* More may be known: continue what waits for it. True when something has changed. */
bool session_resume(struct session *session);

/* Does something go on? Stop what was asked for last; false: nothing was to be stopped. */
bool session_is_busy(const struct session *session);
bool session_cancel(struct session *session);

#endif
