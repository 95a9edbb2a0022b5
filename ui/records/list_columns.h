/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_LIST_COLUMNS_H
#define RECORDS_LIST_COLUMNS_H

#include <stdbool.h>

#include "base/err.h"
#include "field/field.h"
#include "field/value.h"
#include "term/theme.h"

/* The columns of the list of records: which there are, and what is in them. */
enum list_kind {
	LIST_ORDINAL,
	LIST_TIME,
	LIST_CPU,
	LIST_TASK, /* pid and tid in one */
	LIST_PID,
	LIST_TID,
	LIST_COMM,
	LIST_EVENT, /* of a sample its event, of other records the type */
	LIST_SUMMARY,
	LIST_FIELD, /* any other field of the vocabulary */
	LIST_KINDS
};

enum {
	LIST_COLUMNS_MAX = 24,
	LIST_WIDTH_MAX = 500
};

struct list_column {
	enum list_kind kind;
	struct field field; /* of LIST_FIELD */
	char *title;
	int width; /* of the widest value that is expected or was shown, 0: none */
	int brief; /* of the widest short form of one, 0: there is none */
	int seen;  /* of the widest value that was shown */
	int fixed; /* as it was asked for, 0: it is not */
};

struct list_columns {
	struct list_column v[LIST_COLUMNS_MAX];
	size_t n;
};

/* The usual ones. */
void list_columns_init(struct list_columns *columns);
void list_columns_release(struct list_columns *columns);

/*
 * Those of a list of names, "time,comm:20,addr,summary", with widths where they are to stay;
 * err->offset is the column of a wrong one, and nothing has changed then. "" is the usual ones.
 */
int list_columns_set(struct list_columns *columns, const char *names, struct err *err);

/* One more, before the summary; one less. The name is a field's, "pid/tid" or "summary". */
int list_columns_add(struct list_columns *columns, const char *name, struct err *err);
int list_columns_remove(struct list_columns *columns, const char *name, struct err *err);

/* What a column that is no field shows; NULL: it is a field. */
const char *list_columns_help(const char *name);

/* The place of a column, columns->n: there is none of that name. */
size_t list_columns_find(const struct list_columns *columns, const char *name);

/* The names, joined with commas, and the widths that were asked for. */
void list_columns_names(const struct list_columns *columns, struct buf *out);

/* How a column looks. The widths are those on a narrow screen, a usual one, a wide one. */
struct list_look {
	bool right;
	int least, most, wide;
	int screen; /* columns of the narrowest screen that has it */
	enum style style;
};

struct list_look list_column_look(const struct list_column *column);

/*
 * Append what is in a row, escaped; nothing for times that depend on other rows.
 * names: of the summary's addresses, as in recording/summary.h; room: for what is made meanwhile.
 */
void list_column_text(const struct list_column *column, struct reader *reader,
		      const struct row_info *row, const struct summary_names *names,
		      struct buf *room, struct buf *out);

/* The field of a column in a row, FIELD_NONE when the row has no such field. */
enum field_id list_column_field(const struct list_column *column, const struct row_info *row);

#endif
