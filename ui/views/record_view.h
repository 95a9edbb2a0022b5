/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_RECORD_VIEW_H
#define VIEWS_RECORD_VIEW_H

#include "session/session.h"
#include "views/address.h"
#include "views/table.h"

/*
 * Views of one record: its call chain, its branches, its memory access. They are tables about the
 * record under the list's cursor, and follow the cursor. Such a view begins with a struct
 * record_view.
 */
struct record_view {
	struct view_table table;
	/* the operations of the table, except those that all record views share */
	struct view_ops ops;
	void (*fill)(struct record_view *record_view, struct session *session);
	/* called when names become known; NULL: nothing to do */
	void (*named)(struct record_view *record_view);
	/*
	 * stale(): would fill() make other lines now? waits(): is more being searched? NULL: never.
	 */
	bool (*stale)(const struct record_view *record_view);
	bool (*waits)(const struct record_view *record_view);
	size_t known;	  /* number of known names at the last call of named() */
	uint64_t row;	  /* the row on the screen, UINT64_MAX: none */
	size_t nodes;	  /* number of fields of the record; unwinding may add frames */
	uint32_t symbols; /* syms_generation() at the last fill */
	char *title;
	const char *what;	    /* "call chain" */
	enum record_view_form form; /* how addresses are shown; the view sets the first form */
	VEC(struct symbolizer_address) addresses; /* of the record, whose names are looked up */
	struct symbolizer_request *names;
};

/* Actions that go to another record within the view, and to the next form of addresses. */
#define RECORD_VIEW_ACTIONS                                                                        \
	ACTION_RECORD_NEXT, ACTION_RECORD_PREV, ACTION_THREAD_NEXT, ACTION_THREAD_PREV,            \
		ACTION_CPU_NEXT, ACTION_CPU_PREV, ACTION_FIND, ACTION_FIND_NEXT, ACTION_FIND_PREV, \
		ACTION_SPAN, ACTION_NAMES

/*
 * view_table_once() for a view that begins with a struct record_view. NULL: the view existed and is
 * on top now. The caller sets the other members of a new view and calls record_view_session().
 *
 * fill() makes the lines again from session->row and session->decoded. If session->row is NULL, it
 * makes none. The arguments must stay valid.
 */
void *record_view_once(struct app *app, const struct table_ops *ops, size_t size, const char *what,
		       void (*fill)(struct record_view *record_view, struct session *session));
void record_view_release(struct record_view *record_view);

/* Return the session, with the record on the screen. */
struct session *record_view_session(struct record_view *record_view);

/* Move the cursor to a line. */
void record_view_go(struct record_view *record_view, uint64_t line);

/*
 * For fill(): look up the name of an address. Returns the number to pass to record_view_name(),
 * which returns NULL until the name is known.
 */
size_t record_view_add(struct record_view *record_view, struct symbolizer_address address);
const struct symbolizer_name *record_view_name(const struct record_view *record_view, size_t i);
const struct symbolizer_symbol *record_view_symbol(const struct record_view *record_view, size_t i);
const struct symbolizer_source *record_view_source(const struct record_view *record_view, size_t i);

/* Append an address in the chosen form. */
void record_view_address(const struct record_view *record_view, uint64_t addr, size_t i,
			 struct buf *out);

/*
 * Open the function at an address with its samples, or, if there is no function, the instructions
 * around the address.
 */
void record_view_code(struct record_view *record_view, size_t i);
void record_view_bytes(struct record_view *record_view, size_t i);

/* Open the source of a function at an address; functions are numbered from the innermost. */
void record_view_open_source(struct record_view *record_view, size_t i, uint32_t function);

/* Return whether the samples of any event have one of these bits of sample_type. */
bool record_view_occurs(const struct record_view *record_view, uint64_t sample_type);

/* Perform one of RECORD_VIEW_ACTIONS. False: it is another action. */
bool record_view_act(struct record_view *record_view, const struct action_call *call);

#endif
