/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_LIST_COLUMNS_H
#define RECORDS_LIST_COLUMNS_H

#include <stdbool.h>

#include "base/err.h"
#include "field/field.h"
#include "field/value.h"
#include "term/theme.h"

/* The columns of the list of records, and their contents. */
enum list_kind {
	LIST_ORDINAL,
	LIST_TIME,
	LIST_CPU,
	LIST_TASK, /* pid and tid in one column */
	LIST_PID,
	LIST_TID,
	LIST_COMM,
	LIST_EVENT, /* the event of a sample, or the type of another record */
	LIST_BAR,   /* the duration of the span that the record begins, as a bar */
	LIST_SUMMARY,
	LIST_FIELD, /* any other field of the vocabulary */
	LIST_KINDS
};

enum {
	LIST_COLUMNS_MAX = 24,
	LIST_WIDTH_MAX = 500,
	LIST_BAR_COLS = 16 /* each further column stands for durations four times as long */
};

struct list_column {
	enum list_kind kind;
	struct field field; /* the field of LIST_FIELD */
	char *title;
	int width; /* width of the widest expected or shown value, 0: none */
	int brief; /* width of the widest short form of a value, 0: there is none */
	int seen;  /* width of the widest shown value */
	int alone; /* of LIST_TASK: width of tids without their one process, 0: there are several */
	int fixed; /* width that the user requested, 0: none */
};

struct list_columns {
	struct list_column v[LIST_COLUMNS_MAX];
	size_t n;
};

/* Set the default columns. */
void list_columns_init(struct list_columns *columns);
void list_columns_release(struct list_columns *columns);

/*
 * Set the columns from a list of names, such as "time,comm:20,addr,summary". A number after a name
 * fixes the width. "" stands for the default columns. After an error, err->offset is the column of
 * the wrong name, and the columns are unchanged.
 */
int list_columns_set(struct list_columns *columns, const char *names, struct err *err);

/*
 * Add a column before the summary, or remove one. The name is that of a field, or "pid/tid", "bar"
 * or "summary".
 */
int list_columns_add(struct list_columns *columns, const char *name, struct err *err);
int list_columns_remove(struct list_columns *columns, const char *name, struct err *err);

/* The help of a column that is not a field. NULL: it is a field. */
const char *list_columns_help(const char *name);

/* The index of a column. columns->n: no column has the name. */
size_t list_columns_find(const struct list_columns *columns, const char *name);

/* Append the name of a column, for list_columns_set(). */
void list_column_name(const struct list_column *column, struct buf *out);

/* Append the names, joined with commas, with the requested widths. */
void list_columns_names(const struct list_columns *columns, struct buf *out);

/* The appearance of a column, with its widths on a narrow, a usual and a wide screen. */
struct list_look {
	bool right;
	int least, most, wide;
	int screen; /* width of the narrowest screen on which it is shown */
	enum style style;
};

struct list_look list_column_look(const struct list_column *column);

/*
 * Append the contents of a column in a row, escaped. Append nothing for the time, whose form the
 * list knows. names: the names of addresses in the summary, as in recording/summary.h. room: a
 * scratch buffer.
 */
struct summary_names;
void list_column_text(const struct list_column *column, struct reader *reader,
		      const struct row_info *row, const struct summary_names *names,
		      struct buf *room, struct buf *out);

/* The field of a column in most rows. FIELD_NONE: it has none. */
enum field_id list_column_usual_field(const struct list_column *column);

/* The field of a column in a row. FIELD_NONE: the row does not have this field. */
enum field_id list_column_field(const struct list_column *column, const struct row_info *row);

#endif
