/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_RECORDS_H
#define RECORDS_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "term/action.h"

struct app;

/*
 * Functions with which commands and other views use the list of records. Most of them are not in
 * records.c, but in the file of their subject: records/view.h names these files.
 */

/*
 * Go to a row of the list. A filter that hides the row is turned off. _show_row() also brings the
 * list to the top.
 */
void records_go_row(struct app *app, uint64_t row);
void records_show_row(struct app *app, uint64_t row);

/* The same for a record, if the filter is `where`. False: the filter differs; nothing is done. */
bool records_show_listed(struct app *app, const char *where, uint64_t ordinal);

/* Describe the span that the record under the cursor begins, when the filter has found it. */
void records_tell_span(struct app *app);

/* Bring the list to the top, and use a condition as one of ACTION_FILTER_* does. */
void records_filter_from(struct app *app, const char *condition, enum action action);

/*
 * For views that count the records which match `where` ("": all records). ACTION_OPEN shows the
 * records that also meet the condition, whatever the current filter is. Other actions are those of
 * records_filter_from().
 */
void records_filter_counted(struct app *app, const char *where, const char *condition,
			    enum action action);

/*
 * Use a condition in the same way, without bringing the list to the top. The function modifies
 * `condition`.
 */
void records_filter_use(struct app *app, struct buf *condition, enum action action);

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

/* Open the prompt for the filter, or for one condition (i < conditions.list.n). */
void records_filter_prompt(struct app *app);
void records_filter_edit(struct app *app, size_t i);

/* Append the name of the field under the cursor. Returns false if there is none. */
bool records_field_name(struct app *app, struct buf *out);

/*
 * Search the list from the cursor on: for an expression, for a regular expression in the text of
 * records as ACTION_FIND does, or for bytes. n and N continue these searches, except that of
 * records_find_from().
 */
int records_find_set(struct app *app, const char *expr, struct err *err);
int records_find_regex(struct app *app, const char *regex, struct err *err);
int records_find_bytes(struct app *app, const char *bytes, struct err *err);
void records_find_from(struct app *app, const char *expr);

/*
 * Copy something by name, such as "line", "field" or "json". The second function returns the i-th
 * name; NULL after the last one.
 */
int records_copy_what(struct app *app, const char *what, struct err *err);
const char *records_copy_name(size_t i);

/* Append the record under the cursor in the form of print. Returns false if there is none. */
bool records_line(struct app *app, struct buf *out);

/*
 * Write records in the background. The argument is "FILE [--format F] [--scope S]"; for a smaller
 * recording, "FILE [--scrub]"; for a recording with all records, "FILE".
 */
int records_write(struct app *app, const char *arg, bool force, struct err *err);
int records_slice(struct app *app, const char *arg, bool force, struct err *err);
int records_repair(struct app *app, const char *arg, bool force, struct err *err);

/* Write the list with its columns, in its order, in the background. */
int records_write_list(struct app *app, const char *path, bool force, struct err *err);

/*
 * Pass records to the standard input of a command. The argument is "[--format F] [--scope S]
 * COMMAND". app_run_shell() runs the command, and calls _end() when the command has ended.
 */
int records_pipe(struct app *app, const char *arg, struct err *err);
void records_pipe_end(struct app *app);

/* Show the record, offset and time of the cursor as a message. */
void records_where(struct app *app);

/* Look up all names again, also in filters, because the files with symbols have changed. */
void records_symbols_changed(struct app *app);

/* Return the warning that views show if the file was truncated or changed. NULL: it was not. */
const char *records_change_note(const struct app *app);

/*
 * Write text to a file. If the file exists and force is false, return an error that suggests the
 * command of `how`, such as :page! FILE for "page!".
 */
int records_write_text(const char *path, const struct buf *text, bool force, const char *how,
		       struct err *err);

#endif
