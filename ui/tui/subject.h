/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_SUBJECT_H
#define TUI_SUBJECT_H

#include "tui/view_address.h"
#include "tui/view_records.h"
#include "tui/view_table.h"

/*
 * Views of one record: its call chain, its branches, its memory access. They are tables that show
 * the record under the cursor of the records and go with it, wherever it moves. Such a view
 * begins with a struct subject.
 */
struct subject {
	struct view_table table;
	struct view_ops ops; /* those of the table, with what a subject does itself */
	void (*fill)(struct subject *subject, struct view_records *v);
	void (*named)(struct subject *subject); /* names have come; NULL: nothing to do */
	/* There is more for fill() to show now; more is looked for. NULL: never. */
	bool (*stale)(const struct subject *subject);
	bool (*waits)(const struct subject *subject);
	size_t told;	  /* how much was known when it was called */
	uint64_t row;	  /* that is shown, UINT64_MAX: none */
	size_t nodes;	  /* fields that it had then: frames may come */
	uint32_t symbols; /* of syms_generation(), then */
	char *title;
	const char *what;	/* "call chain" */
	enum subject_form form; /* how addresses are shown; the view chooses that at first */
	VEC(struct naming_address) addresses; /* of the record, to be named */
	struct naming_request *names;
};

/* Actions that lead to another record without leaving the view, and the next form. */
#define SUBJECT_ACTIONS                                                                            \
	ACTION_RECORD_NEXT, ACTION_RECORD_PREV, ACTION_THREAD_NEXT, ACTION_THREAD_PREV,            \
		ACTION_CPU_NEXT, ACTION_CPU_PREV, ACTION_FIND, ACTION_FIND_NEXT, ACTION_FIND_PREV, \
		ACTION_NAMES

/*
 * view_table_once() of a view that begins with a struct subject: a new one, or NULL where it was
 * there and is on top now. Its opener sets what else it has and calls subject_records().
 *
 * fill() makes the lines anew from v->row and v->decoded, which have a record; with row
 * UINT64_MAX it makes none. What is given here stays.
 */
void *subject_once(struct app *app, const struct table_ops *ops, size_t size, const char *what,
		   void (*fill)(struct subject *subject, struct view_records *v));
void subject_release(struct subject *subject);

/* The records, at the record that is shown. */
struct view_records *subject_records(struct subject *subject);

/* The cursor goes to a line. */
void subject_go(struct subject *subject, uint64_t line);

/*
 * For fill(): an address that wants a name. The number that it has is for subject_name(),
 * which is NULL until the name is known.
 */
size_t subject_add(struct subject *subject, struct naming_address address);
const struct naming_name *subject_name(const struct subject *subject, size_t i);
const struct naming_symbol *subject_symbol(const struct subject *subject, size_t i);
const struct naming_source *subject_source(const struct subject *subject, size_t i);

/* Append an address in the form that is chosen. */
void subject_address(const struct subject *subject, uint64_t addr, size_t i, struct buf *out);

/* The function at an address with its samples; the instructions around one without any. */
void subject_code(struct subject *subject, size_t i);
void subject_bytes(struct subject *subject, size_t i);

/* The source of a function of an address, from the innermost. */
void subject_open_source(struct subject *subject, size_t i, uint32_t function);

/* SUBJECT_ACTIONS are done here: true. */
bool subject_act(struct subject *subject, const struct action_call *call);

#endif
