/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_RECORDS_H
#define RECORDS_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "term/action.h"

struct app;
struct view_records;

/*
 * Functions with which commands and other views show records in the list: they move its cursor, and
 * change its filter.
 */

/*
 * Go to a row of the list. A filter that hides the row is turned off. _show_row() also brings the
 * list to the top.
 */
void records_go_row(struct app *app, uint64_t row);
void records_show_row(struct app *app, uint64_t row);

/* The same for a record, if the filter is `where`. False: the filter differs; nothing is done. */
bool records_show_listed(struct app *app, const char *where, uint64_t ordinal);

/*
 * The filter was changed from another view: open the view again for the new filter. If that is
 * impossible, bring the list to the top.
 */
void records_filter_shown(struct app *app);

/*
 * Undo the last change of filter, order, columns or markers, or redo it, and report that. If
 * another view is on top, show the result (records_filter_shown()).
 */
void records_undo(struct app *app);

/*
 * Use a condition as one of ACTION_FILTER_* does, and show the result (records_filter_shown()).
 * ACTION_OPEN brings the list to the top, with the records that meet the condition.
 */
void records_filter_from(struct app *app, const char *condition, enum action action);

/*
 * For views that count the records which match `where` ("": all records). ACTION_OPEN shows the
 * records that also meet the condition, whatever the current filter is. Other actions are those of
 * records_filter_from().
 */
void records_filter_counted(struct app *app, const char *where, const char *condition,
			    enum action action);

/*
 * Use a condition in the same way, without showing another view. The function modifies `condition`.
 * After an error, which it reports, it returns a negative number.
 */
int records_filter_use(struct app *app, struct buf *condition, enum action action);

/*
 * Append the filter of a command. `where` is its place in the argument arg; the filter is parsed.
 * NULL: append the conditions that are on; if the overview is on top, append none, because it is
 * about all records. After ERR_PARSE, the offset is one in arg.
 */
int records_filter_where(struct app *app, const char *arg, const char *where, struct buf *out,
			 struct err *err);

/* Show only the records within ms milliseconds before and after the record under the cursor. */
void records_filter_around(struct app *app, uint64_t ms);

/*
 * Open the prompt of ACTION_FILTER or ACTION_FIND for another view. The view stays on top until the
 * user accepts the prompt; Esc returns to the view. A view of the records that the list shows is
 * opened again for the new filter; instead of any other view, the list is shown.
 */
void records_ask(struct app *app, const struct action_call *call);

/*
 * Search the list from the cursor on for an expression. n and N do not continue this search.
 */
void records_find_from(struct app *app, const char *expr);

/* Show the record, offset and time of the cursor as a message. */
void records_where(struct app *app);

/* Look up all names again, also in filters, because the files with symbols have changed. */
void records_symbols_changed(struct app *app);

/* Show the records, because the prompt that another view opened was accepted. */
void records_answered(struct view_records *v);

/* Report that the records are shown, with the way back. */
void records_say_answer(const struct view_records *v);

#endif
