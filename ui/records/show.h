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
 * What commands and other views ask of the list of records. The list comes to the top, at a row, or
 * with a condition (ACTION_FILTER_*).
 */
void records_show_row(struct app *app, uint64_t row);
/* False: the filter is another than this, which the record was counted with. */
bool records_show_listed(struct app *app, const char *where, uint64_t ordinal);
void records_filter_from(struct app *app, const char *condition, enum action action);

/*
 * For views that count: with ACTION_OPEN the records with the condition of those that were counted,
 * which passed where ("": all), whatever the filter is now; else as above.
 */
void records_filter_counted(struct app *app, const char *where, const char *condition,
			    enum action action);

/* Use a condition, which this may change, and report its mistakes. The list stays where it is. */
void records_filter_use(struct app *app, struct buf *condition, enum action action);

/*
 * Append the filter that a command gives in its argument (where points into arg), which is parsed;
 * NULL: the conditions that are on. After ERR_PARSE the offset is one in arg.
 */
int records_filter_where(struct app *app, const char *arg, const char *where, struct buf *out,
			 struct err *err);

/* Only the records within so many ms before and after the one under the cursor. */
void records_filter_around(struct app *app, uint64_t ms);

/* Ask for the filter; for one condition (i < chips.list.n). */
void records_filter_prompt(struct app *app);
void records_filter_edit(struct app *app, size_t i);

/* Append the name of the field under the cursor; false: there is none. */
bool records_field_name(struct app *app, struct buf *out);

/* To the next record of the list that passes an expression. */
void records_find_from(struct app *app, const char *expr);

/* What :copy copies, by name; NULL behind the last one. */
const char *records_copy_name(size_t i);

/* Say where the cursor is: record, offset, time. */
void records_where(struct app *app);

/* Files with symbols are others now: names are made again, and what filters found by them. */
void records_symbols_changed(struct app *app);

/* What views say of records that are lost or others by now; NULL: nothing. */
const char *records_change_note(const struct app *app);

/*
 * Write text to a file; where one is there and force is false, the error says that :how FILE
 * replaces it.
 */
int records_write_text(const char *path, const struct buf *text, bool force, const char *how,
		       struct err *err);

#endif
