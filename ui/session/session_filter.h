/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_FILTER_H
#define SESSION_SESSION_FILTER_H

#include "base/buf.h"
#include "base/err.h"
#include "filter/filter.h"
#include "session/session.h"

/*
 * Set the filter of the list, or add a condition. An empty expression means no filter. After an
 * error, err->offset is the column of the mistake.
 */
int session_filter_set(struct session *session, const char *expr, struct err *err);
int session_filter_add(struct session *session, const char *expr, struct err *err);
void session_filter_clear(struct session *session);

/*
 * Turn all conditions off, or on again. If Escape turned some conditions off, first turn these on.
 */
void session_filter_toggle(struct session *session);

/* Turn all conditions off to show a hidden row. For _leave() this is no change by the user. */
void session_filter_off(struct session *session);

/* Turn off the last condition that is on, and return it; NULL if none is on. */
const char *session_filter_escape(struct session *session);

/* Remove the last condition. */
void session_filter_drop(struct session *session);

/*
 * For a view that sets the filter to show the records that one of its lines counts. _enter() stores
 * the earlier filter and takes over `before`. _leave() restores this filter, unless the user has
 * changed the filter since then. Returns false if nothing has changed.
 */
void session_filter_enter(struct session *session, struct conditions *before);
bool session_filter_leave(struct session *session);

/* Does the filter have a condition? If not, notify the observer. */
bool session_filter_has(struct session *session);

/*
 * Change one condition (i < conditions.list.n): replace its text, turn it off or on, turn off all
 * others, or remove it.
 */
int session_filter_replace(struct session *session, size_t i, const char *expr, struct err *err);
void session_filter_toggle_one(struct session *session, size_t i);
void session_filter_only(struct session *session, size_t i);
void session_filter_remove(struct session *session, size_t i);

/* Append the conditions that are on. Append nothing if the list shows all records. */
void session_filter_applied(const struct session *session, struct buf *out);

/*
 * Append to the title of a view " where WHERE", escaped: the filter of what the view counts. If
 * WHERE is "" although the list has a filter, append ", unfiltered".
 */
void session_filter_add_title(const struct session *session, const char *where, struct buf *out);

/* Is `where` the expression that session_filter_applied() appends? */
bool session_filter_is(const struct session *session, const char *where);

/*
 * Append the expression, with values in place of $f, and the definitions of macros in place of
 * their names. The expression is also parsed. A name that the recording cannot have is an error.
 */
int session_filter_resolve(struct session *session, const char *expr, struct buf *out,
			   struct err *err);

/* Get the source of $f, $'a.f and macros in an expression. */
void session_filter_context(struct session *session, struct filter_context *context);

/* Append how much a filter has to read. */
void session_filter_cost(struct session *session, const char *text, struct buf *note,
			 struct err *err);

/*
 * If the filter has a name that does not occur, or a field that samples lack, notify the observer
 * once this is known. Returns true if there is such a name or field.
 */
bool session_filter_warn(struct session *session);

/* Append this warning. Returns false if there is none. */
bool session_filter_absent(const struct session *session, struct buf *out);

/* Apply the conditions that are on, which must already have been parsed. */
void session_filter_apply(struct session *session);

/* Does the filter use names of symbols? */
bool session_filter_has_symbols(const struct filter *filter);

/* Search again, because names of symbols, flags or notes have changed, if the filter uses them. */
void session_filter_again(struct session *session);
void session_filter_noted(struct session *session);

/* Define a macro with a line of :define. own: save it with the state. */
int session_filter_define(struct session *session, const char *line, bool own, struct err *err);

/* Is the search of the filter running? _stop() stops it; the list keeps the rows found so far. */
bool session_filter_is_running(const struct session *session);
void session_filter_cancel(struct session *session);

/*
 * Evaluate rows again whose result later records have changed. Returns true if the list has
 * changed.
 */
bool session_filter_resume(struct session *session);

/* Find the next number in the list, as next() of struct list_cursor_source. */
enum list_cursor_found session_filter_next(void *session, uint64_t number, int dir,
					   uint64_t *found);

/* Does the filter hide a row? If the search has not reached the row, it is evaluated now. */
bool session_filter_hides(struct session *session, uint64_t row);

void session_filter_release(struct session *session);

#endif
