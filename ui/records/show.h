/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_SHOW_H
#define RECORDS_SHOW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "term/action.h"

struct app;

/*
 * The list of records for commands and other views. The list comes to the top, at a row, or with a
 * condition (ACTION_FILTER_*). records_show_listed() returns false if the filter is another one
 * than `where`.
 */
void records_show_row(struct app *app, uint64_t row);
bool records_show_listed(struct app *app, const char *where, uint64_t ordinal);
void records_filter_from(struct app *app, const char *condition, enum action action);

/*
 * For views that count records which pass where ("": all): ACTION_OPEN shows those that also pass
 * the condition, whatever the filter is now. Other actions are those of records_filter_from().
 */
void records_filter_counted(struct app *app, const char *where, const char *condition,
			    enum action action);

/* The same without bringing the list to the top; changes the text of the condition. */
void records_filter_use(struct app *app, struct buf *condition, enum action action);

/*
 * Append the filter that a command has in its argument: where points into arg, and is parsed. NULL:
 * append the conditions that are on, or none from the overview, which is of all records. After
 * ERR_PARSE the offset is one in arg.
 */
int records_filter_where(struct app *app, const char *arg, const char *where, struct buf *out,
			 struct err *err);

/* Show only the records within so many ms before and after the one under the cursor. */
void records_filter_around(struct app *app, uint64_t ms);

/*
 * ACTION_FILTER or ACTION_FIND from another view, which stays on top until the prompt is accepted.
 * Esc returns to it.
 */
void records_ask(struct app *app, const struct action_call *call);

/* Open the prompt for the filter, or for one condition (i < chips.list.n). */
void records_filter_prompt(struct app *app);
void records_filter_edit(struct app *app, size_t i);

/* Append the name of the field under the cursor; false if there is none. */
bool records_field_name(struct app *app, struct buf *out);

/*
 * Search the list from the cursor on: for an expression, for a regular expression in the text of
 * records, for bytes. n and N continue; those of records_find_from() do not.
 */
int records_find_set(struct app *app, const char *expr, struct err *err);
int records_find_regex(struct app *app, const char *regex, struct err *err);
int records_find_bytes(struct app *app, const char *bytes, struct err *err);
void records_find_from(struct app *app, const char *expr);

/* Copy by name: "line", "field", "json", ... The names; NULL after the last one. */
int records_copy_what(struct app *app, const char *what, struct err *err);
const char *records_copy_name(size_t i);

/* Append the record under the cursor as print prints it; false if there is none. */
bool records_line(struct app *app, struct buf *out);

/*
 * Write records in the background: "FILE [--format F] [--scope S]"; as a smaller recording,
 * "FILE [--scrub]"; all records as a recording, "FILE".
 */
int records_write(struct app *app, const char *arg, bool force, struct err *err);
int records_slice(struct app *app, const char *arg, bool force, struct err *err);
int records_repair(struct app *app, const char *arg, bool force, struct err *err);

/*
 * "[--format F] [--scope S] COMMAND": the same to the standard input of a command, which
 * app_run_shell() runs. It calls _end() when the command has ended.
 */
int records_pipe(struct app *app, const char *arg, struct err *err);
void records_pipe_end(struct app *app);

/* Show record, offset and time of the cursor as a message. */
void records_where(struct app *app);

/* Look up all names again, also those in filters: the files with symbols have changed. */
void records_symbols_changed(struct app *app);

/* The warning of views that the file was cut or changed; NULL if it was not. */
const char *records_change_note(const struct app *app);

/* Write text to a file. If the file exists and force is false, the error names :how FILE. */
int records_write_text(const char *path, const struct buf *text, bool force, const char *how,
		       struct err *err);

#endif
