/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_FILTER_H
#define SESSION_SESSION_FILTER_H

#include "base/buf.h"
#include "base/err.h"
#include "filter/filter.h"
#include "session/session.h"

/*
 * Set the filter of the list, or add a condition. An empty expression is no filter. err->offset is
 * the column of a mistake.
 */
int session_filter_set(struct session *session, const char *expr, struct err *err);
int session_filter_add(struct session *session, const char *expr, struct err *err);
void session_filter_clear(struct session *session);

/* Turn all conditions off, or on again; first those that Escape turned off. */
void session_filter_toggle(struct session *session);
void session_filter_off(struct session *session);

/* Turn off the last condition that is on, and return it; NULL if none is on. */
const char *session_filter_escape(struct session *session);

/* Remove the last condition. */
void session_filter_drop(struct session *session);

/*
 * A view has set the filter to show what one of its lines counts: note what the filter was before
 * that, which _enter() takes over. _leave() brings it back, unless the filter was changed since.
 * It returns false if nothing has changed.
 */
void session_filter_enter(struct session *session, struct chips *before);
bool session_filter_leave(struct session *session);

/* Returns whether there is a condition; if not, the observer reports it. */
bool session_filter_has(struct session *session);

/*
 * Change one condition (i < chips.list.n): replace its text, turn it off or on, turn off all
 * others, remove it.
 */
int session_filter_replace(struct session *session, size_t i, const char *expr, struct err *err);
void session_filter_toggle_one(struct session *session, size_t i);
void session_filter_only(struct session *session, size_t i);
void session_filter_remove(struct session *session, size_t i);

/* Append the conditions that are on; nothing if the list shows all. */
void session_filter_applied(const struct session *session, struct buf *out);

/*
 * Append the expression with values in place of $f and bodies in place of macros. It is parsed, and
 * names that the recording cannot have are refused.
 */
int session_filter_resolve(struct session *session, const char *expr, struct buf *out,
			   struct err *err);

/* The source of $f, $'a.f and macros in an expression. */
void session_filter_context(struct session *session, struct filter_context *context);

/* Append how much a filter would read. */
void session_filter_cost(struct session *session, const char *text, struct buf *note,
			 struct err *err);

/*
 * Report a name in the filter that does not occur, or a field that samples lack, once that is
 * known. Returns true if there is one.
 */
bool session_filter_warn(struct session *session);

/* Append this warning; false if there is none. */
bool session_filter_absent(const struct session *session, struct buf *out);

/* Apply the conditions that are on; they have been parsed before. */
void session_filter_apply(struct session *session);

/* Search again with a filter that uses names of symbols, flags or notes: these have changed. */
void session_filter_again(struct session *session);
void session_filter_noted(struct session *session);

/* Define a macro by a line of :define; own: the saved state gets it. */
int session_filter_define(struct session *session, const char *line, bool own, struct err *err);

/* Is the search of the filter running? Stop it; the list keeps the rows found so far. */
bool session_filter_is_running(const struct session *session);
void session_filter_cancel(struct session *session);

/* Later records can change which rows pass. Returns true if the list has changed. */
bool session_filter_resume(struct session *session);

/* The next number in the list, as struct list_cursor_source wants it. */
enum list_cursor_found session_filter_next(void *session, uint64_t number, int dir,
					   uint64_t *found);

/* Does the filter hide a row? A row that the search has not reached is evaluated now. */
bool session_filter_hides(struct session *session, uint64_t row);

void session_filter_release(struct session *session);

#endif
