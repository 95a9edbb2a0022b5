/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_FILTER_H
#define SESSION_SESSION_FILTER_H

#include "base/buf.h"
#include "base/err.h"
#include "filter/filter.h"
#include "session/session.h"

/*
 * The filter of the list: an empty expression is no filter. err->offset is the column of a mistake.
 */
int session_filter_set(struct session *session, const char *expr, struct err *err);
int session_filter_add(struct session *session, const char *expr, struct err *err);
void session_filter_clear(struct session *session);

/* All conditions off and on again; what Escape turned off comes on first. */
void session_filter_toggle(struct session *session);
void session_filter_off(struct session *session);

/* Turn off the last condition that is on, and return it; NULL: none is. */
const char *session_filter_escape(struct session *session);

/* Remove the last condition. */
void session_filter_drop(struct session *session);

/* Is there a condition? Without one the observer reports it. */
bool session_filter_has(struct session *session);

/*
 * One condition (i < chips.list.n): another expression, turn it off and on, turn off all others,
 * remove it.
 */
int session_filter_replace(struct session *session, size_t i, const char *expr, struct err *err);
void session_filter_toggle_one(struct session *session, size_t i);
void session_filter_only(struct session *session, size_t i);
void session_filter_remove(struct session *session, size_t i);

/* Append the conditions that are on; nothing where the list shows all. */
void session_filter_applied(const struct session *session, struct buf *out);

/*
 * Append the expression as it stays: with values and bodies of macros in place of their names. It
 * is parsed, and names that the recording cannot have are refused.
 */
int session_filter_resolve(struct session *session, const char *expr, struct buf *out,
			   struct err *err);

/* Where $f, $'a.f and macros of an expression come from. */
void session_filter_context(struct session *session, struct filter_context *context);

/* Append what a filter would have to read. */
void session_filter_cost(struct session *session, const char *text, struct buf *note,
			 struct err *err);

/* Tell of a name in the filter that does not occur, once that is known. True: it does so now. */
bool session_filter_warn(struct session *session);

/* Append the warning of such a name; false: there is none. */
bool session_filter_absent(const struct session *session, struct buf *out);

/* Show what passes the conditions that are on, which have been parsed. */
void session_filter_apply(struct session *session);

/* Names that filters depend on, flags or notes have changed: look again for what asks for them. */
void session_filter_again(struct session *session);
void session_filter_noted(struct session *session);

/* A line of :define; own: it was typed, and is kept. */
int session_filter_define(struct session *session, const char *line, bool own, struct err *err);

/* Does a search go on? Stop it: the list has what was found. */
bool session_filter_is_running(const struct session *session);
void session_filter_cancel(struct session *session);

/* Rows that passed may not when later records are known; true when the list has changed. */
bool session_filter_resume(struct session *session);

/* For the cursor: the next number in the list. */
enum list_cursor_found session_filter_next(void *session, uint64_t number, int dir,
					   uint64_t *found);

/* Does the filter hide a row? Where its search has not come yet, the row itself is looked at. */
bool session_filter_hides(struct session *session, uint64_t row);

void session_filter_release(struct session *session);

#endif
