/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_RECORD_VIEW_H
#define VIEWS_RECORD_VIEW_H

#include "session/session.h"
#include "views/address.h"
#include "views/table.h"

/*
 * Views of one record: its call chain, its branches, its memory access. They are tables that show
 * the record under the cursor of the records and go with it, wherever it moves. Such a view
 * begins with a struct record_view.
 */
struct record_view {
	struct view_table table;
	struct view_ops ops; /* those of the table, with what a record view does itself */
	void (*fill)(struct record_view *record_view, struct session *session);
	void (*named)(struct record_view *record_view); /* names have come; NULL: nothing to do */
	/* There is more for fill() to show now; more is looked for. NULL: never. */
	bool (*stale)(const struct record_view *record_view);
	bool (*waits)(const struct record_view *record_view);
	size_t told;	  /* how much was known when it was called */
	uint64_t row;	  /* that is shown, UINT64_MAX: none */
	size_t nodes;	  /* fields that it had then: frames may come */
	uint32_t symbols; /* of syms_generation(), then */
	char *title;
	const char *what;	    /* "call chain" */
	enum record_view_form form; /* how addresses are shown; the view chooses that at first */
	VEC(struct symbolizer_address) addresses; /* of the record, to be named */
	struct symbolizer_request *names;
};

/* Actions that lead to another record without leaving the view, and the next form. */
#define RECORD_VIEW_ACTIONS                                                                        \
	ACTION_RECORD_NEXT, ACTION_RECORD_PREV, ACTION_THREAD_NEXT, ACTION_THREAD_PREV,            \
		ACTION_CPU_NEXT, ACTION_CPU_PREV, ACTION_FIND, ACTION_FIND_NEXT, ACTION_FIND_PREV, \
		ACTION_NAMES

/*
 * view_table_once() of a view that begins with a struct record_view: a new one, or NULL where it
 * was there and is on top now. Its opener sets what else it has and calls record_view_session().
 *
 * fill() makes the lines anew from v->row and v->decoded, which have a record; with row
 * UINT64_MAX it makes none. What is given here stays.
 */
void *record_view_once(struct app *app, const struct table_ops *ops, size_t size, const char *what,
		       void (*fill)(struct record_view *record_view, struct session *session));
void record_view_release(struct record_view *record_view);

/* The session, at the record that is shown. */
struct session *record_view_session(struct record_view *record_view);

/* The cursor goes to a line. */
void record_view_go(struct record_view *record_view, uint64_t line);

/*
 * For fill(): an address that wants a name. The number that it has is for record_view_name(),
 * which is NULL until the name is known.
 */
size_t record_view_add(struct record_view *record_view, struct symbolizer_address address);
const struct symbolizer_name *record_view_name(const struct record_view *record_view, size_t i);
const struct symbolizer_symbol *record_view_symbol(const struct record_view *record_view, size_t i);
const struct symbolizer_source *record_view_source(const struct record_view *record_view, size_t i);

/* Append an address in the form that is chosen. */
void record_view_address(const struct record_view *record_view, uint64_t addr, size_t i,
			 struct buf *out);

/* The function at an address with its samples; the instructions around one without any. */
void record_view_code(struct record_view *record_view, size_t i);
void record_view_bytes(struct record_view *record_view, size_t i);

/* The source of a function of an address, from the innermost. */
void record_view_open_source(struct record_view *record_view, size_t i, uint32_t function);

/* RECORD_VIEW_ACTIONS are done here: true. */
bool record_view_act(struct record_view *record_view, const struct action_call *call);

#endif
