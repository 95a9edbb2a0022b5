/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/list_columns.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "recording/reader_text.h"
#include "spans/syscalls.h"
#include "views/sched_text.h"
#include "wire/vocabulary.h"

typedef void (*column_text)(struct reader *reader, const struct row_info *row, struct buf *out);

static void text_ordinal(struct reader *reader, const struct row_info *row, struct buf *out)
{
	(void)reader;
	if (row->ordinal != ROW_NO_ORDINAL)
		buf_add_u64(out, row->ordinal);
}

static void text_cpu(struct reader *reader, const struct row_info *row, struct buf *out)
{
	(void)reader;
	if (row->has_cpu)
		buf_add_s64(out, (int32_t)row->cpu);
}

static void text_pid(struct reader *reader, const struct row_info *row, struct buf *out)
{
	(void)reader;
	if (row->has_pid)
		buf_add_s64(out, (int32_t)row->pid);
}

static void text_tid(struct reader *reader, const struct row_info *row, struct buf *out)
{
	(void)reader;
	if (row->has_tid)
		buf_add_s64(out, (int32_t)row->tid);
}

static void text_task(struct reader *reader, const struct row_info *row, struct buf *out)
{
	text_pid(reader, row, out);
	if (!row->has_tid || (row->has_pid && row->pid == row->tid))
		return;
	if (row->has_pid)
		buf_addc(out, '/');
	text_tid(reader, row, out);
}

static void text_comm(struct reader *reader, const struct row_info *row, struct buf *out)
{
	reader_comm(reader, row, out);
}

static void text_event(struct reader *reader, const struct row_info *row, struct buf *out)
{
	if (row->type == RECORD_SAMPLE)
		reader_event(reader, row, out);
	if (!out->len)
		record_name(out, row->type);
}

/* A bar from 64 ns on. The last character stands for up to twice (-) or four times (=) as long. */
static void text_bar(struct reader *reader, const struct row_info *row, struct buf *out)
{
	static const struct field field = { .id = F_span_dur };
	struct buf room = BUF_INIT;
	struct value value = value_of_field(reader, row, &field, &room);
	uint64_t left = value.is == VALUE_NUMBER ? value_bits(&value) / 64 : 0;

	for (size_t i = 0; left && i < LIST_BAR_COLS; i++, left >>= 2)
		buf_addc(out, left > 1 ? '=' : '-');
	buf_release(&room);
}

/* clang-format off */
static const struct kind_info {
	const char *title;
	enum field_id field; /* FIELD_NONE: it is no field, and its title is its name */
	column_text text; /* NULL: the time, the summary */
	struct list_look look;
} kinds[LIST_FIELD] = {
	[LIST_ORDINAL] = { "n", F_ordinal, text_ordinal, { true, 12, 12, 12, 0, STYLE_NUMBER } },
	[LIST_TIME] = { "time", F_time, NULL, { true, 20, 20, 30, 36, STYLE_NORMAL } },
	[LIST_CPU] = { "cpu", F_cpu, text_cpu, { true, 5, 5, 5, 70, STYLE_NORMAL } },
	[LIST_TASK] = { "pid/tid", FIELD_NONE, text_task, { true, 10, 11, 21, 60, STYLE_NORMAL } },
	[LIST_PID] = { "pid", F_pid, text_pid, { true, 10, 10, 10, 60, STYLE_NORMAL } },
	[LIST_TID] = { "tid", F_tid, text_tid, { true, 10, 10, 10, 70, STYLE_NORMAL } },
	[LIST_COMM] = { "comm", F_comm, text_comm, { false, 10, 10, 18, 50, STYLE_COMM } },
	[LIST_EVENT] = { "event", F_event, text_event, { false, 13, 13, 20, 0, STYLE_TYPE } },
	[LIST_BAR] = { "bar", FIELD_NONE, text_bar, { false, LIST_BAR_COLS, LIST_BAR_COLS, LIST_BAR_COLS, 0, STYLE_NUMBER } },
	[LIST_SUMMARY] = { "summary", FIELD_NONE, NULL, { false, 0, 0, 0, 0, STYLE_NORMAL } },
};
/* clang-format on */

/* ---- the set of columns ---- */

static void drop(struct list_column *column)
{
	if (column->kind == LIST_FIELD)
		field_release(&column->field);
	free(column->title);
}

void list_columns_release(struct list_columns *columns)
{
	for (size_t i = 0; i < columns->n; i++)
		drop(&columns->v[i]);
	columns->n = 0;
}

void list_columns_init(struct list_columns *columns)
{
	columns->n = 0;
	for (int kind = 0; kind < LIST_FIELD; kind++)
		if (kind != LIST_PID && kind != LIST_TID && kind != LIST_BAR)
			columns->v[columns->n++] =
				(struct list_column){ .kind = (enum list_kind)kind,
						      .title = mem_strdup(kinds[kind].title) };
}

/* The kind of a column that is no field, by its name. LIST_FIELD: no such column has the name. */
static enum list_kind no_field(const char *name, size_t len)
{
	int kind = 0;

	while (kind < LIST_FIELD &&
	       (kinds[kind].field != FIELD_NONE || strlen(kinds[kind].title) != len ||
		strncmp(name, kinds[kind].title, len) != 0))
		kind++;
	return (enum list_kind)kind;
}

const char *list_columns_help(const char *name)
{
	switch (no_field(name, strlen(name))) {
	case LIST_TASK:
		return "process and thread id; one number if they are equal";
	case LIST_BAR:
		return "duration of the span as a bar; each further = means four times as long";
	case LIST_SUMMARY:
		return "summary of the record";
	default:
		return NULL;
	}
}

/* False: no column has the name. */
static bool make(struct list_column *column, const char *name, size_t len)
{
	struct buf title = BUF_INIT;

	*column = (struct list_column){ .kind = no_field(name, len) };
	if (column->kind == LIST_FIELD) {
		if (!field_find(&column->field, name, len))
			return false;
		for (int kind = 0; kind < LIST_SUMMARY; kind++)
			if (!column->field.member && !column->field.indexed &&
			    kinds[kind].field == column->field.id)
				column->kind = (enum list_kind)kind;
	}
	if (column->kind == LIST_FIELD) {
		field_name(&column->field, &title);
		column->title = buf_take(&title);
	} else {
		field_release(&column->field);
		column->title = mem_strdup(kinds[column->kind].title);
	}
	return true;
}

static int not_a_field(size_t at, struct err *err)
{
	return err_set_at(err, ERR_PARSE, at,
			  "expected a field, pid/tid, bar or summary; Tab lists them");
}

/* Parse "comm:20": the width after the name, by which *len is reduced. */
static int take_width(const char *names, const char *p, size_t *len, int *width, struct err *err)
{
	const char *colon = memchr(p, ':', *len);
	char *end;
	long n;

	if (!colon)
		return 0;
	n = strtol(colon + 1, &end, 10);
	if (end != p + *len || end == colon + 1 || n < 1 || n > LIST_WIDTH_MAX)
		return err_set_at(err, ERR_PARSE, (uint64_t)(colon + 1 - names),
				  "expected a width from 1 to %d", LIST_WIDTH_MAX);
	*width = (int)n;
	*len = (size_t)(colon - p);
	return 0;
}

int list_columns_set(struct list_columns *columns, const char *names, struct err *err)
{
	struct list_columns fresh = { .n = 0 };
	const char *p = names;
	int rc = 0;

	while (rc == 0 && p[strspn(p, " ,")]) {
		size_t len, all;
		int width;

		p += strspn(p, " ,");
		len = all = strcspn(p, " ,");
		width = 0;
		rc = take_width(names, p, &len, &width, err);
		if (rc < 0)
			break;
		if (fresh.n == LIST_COLUMNS_MAX)
			rc = err_set_at(err, ERR_PARSE, (uint64_t)(p - names),
					"there are at most %d columns", LIST_COLUMNS_MAX);
		else if (!make(&fresh.v[fresh.n], p, len))
			rc = not_a_field((size_t)(p - names), err);
		else
			fresh.v[fresh.n++].fixed = width;
		p += all;
	}
	if (rc == 0) {
		list_columns_release(columns);
		*columns = fresh;
		if (!columns->n)
			list_columns_init(columns);
	} else {
		list_columns_release(&fresh);
	}
	return rc;
}

size_t list_columns_find(const struct list_columns *columns, const char *name)
{
	struct list_column wanted;
	size_t i = 0;

	if (!make(&wanted, name, strlen(name)))
		return columns->n;
	while (i < columns->n && strcmp(columns->v[i].title, wanted.title) != 0)
		i++;
	drop(&wanted);
	return i;
}

int list_columns_add(struct list_columns *columns, const char *name, struct err *err)
{
	size_t at = columns->n;
	struct list_column column;

	if (columns->n == LIST_COLUMNS_MAX)
		return err_set_at(err, ERR_PARSE, 0, "there are at most %d columns",
				  LIST_COLUMNS_MAX);
	if (list_columns_find(columns, name) < columns->n)
		return 0;
	if (!make(&column, name, strlen(name)))
		return not_a_field(0, err);
	if (at && columns->v[at - 1].kind == LIST_SUMMARY)
		at--;
	memmove(&columns->v[at + 1], &columns->v[at], (columns->n - at) * sizeof(column));
	columns->v[at] = column;
	columns->n++;
	return 0;
}

int list_columns_remove(struct list_columns *columns, const char *name, struct err *err)
{
	size_t i = list_columns_find(columns, name);

	if (i == columns->n)
		return err_set_at(err, ERR_PARSE, 0, "there is no such column");
	if (columns->n == 1)
		return err_set_at(err, ERR_PARSE, 0, "the last column cannot be removed");
	drop(&columns->v[i]);
	columns->n--;
	memmove(&columns->v[i], &columns->v[i + 1], (columns->n - i) * sizeof(columns->v[0]));
	return 0;
}

void list_column_name(const struct list_column *column, struct buf *out)
{
	enum field_id field = column->kind < LIST_SUMMARY ? kinds[column->kind].field : FIELD_NONE;

	buf_adds(out, field != FIELD_NONE ? field_id_name(field) : column->title);
}

void list_columns_names(const struct list_columns *columns, struct buf *out)
{
	for (size_t i = 0; i < columns->n; i++) {
		const struct list_column *column = &columns->v[i];

		if (i)
			buf_addc(out, ',');
		list_column_name(column, out);
		if (column->fixed)
			buf_addf(out, ":%d", column->fixed);
	}
}

/* ---- contents ---- */

struct list_look list_column_look(const struct list_column *column)
{
	const struct field_info *info;

	if (column->kind < LIST_FIELD)
		return kinds[column->kind].look;
	info = field_info(column->field.id);
	return (struct list_look){
		.right = info->type == FT_UINT || info->type == FT_SINT,
		.least = 12,
		.most = 20,
		.wide = 32,
		.style = STYLE_VALUE,
	};
}

/*
 * The length of "NAME=" at the beginning of a text, where NAME ends with end; 0: it is not there.
 */
static size_t named(const char *text, const char *end)
{
	size_t len = strcspn(text, " =,"), n = strlen(end);

	return text[len] == '=' && len >= n && !strncmp(text + len - n, end, n) ? len + 1 : 0;
}

/* The length of such a value with the blank after it, 0: it is another value. */
static size_t is_value(const char *text, const char *value)
{
	size_t len = strlen(value);

	return len && !strncmp(text, value, len) && text[len] == ' ' ? len + 1 : 0;
}

/*
 * The length of a tracepoint's text that repeats columns: "prev_comm=COMM prev_pid=TID " in
 * sched_switch, "comm=COMM pid=TID " in others.
 */
static size_t repeated(struct reader *reader, const struct row_info *row, const char *text)
{
	struct buf comm = BUF_INIT, tid = BUF_INIT;
	size_t at = 0, name, value;

	reader_comm(reader, row, &comm);
	text_tid(reader, row, &tid);
	while ((name = named(text + at, "comm")) || (name = named(text + at, "pid"))) {
		value = is_value(text + at + name, text[at + name - 2] == 'm' ? comm.p : tid.p);
		if (!value)
			break;
		at += name + value;
	}
	buf_release(&comm);
	buf_release(&tid);
	return at;
}

static void add_summary(struct reader *reader, const struct row_info *row,
			const struct summary_names *names, struct buf *out)
{
	size_t skip, at = out->len;

	reader_summary(reader, row, names, out);
	if (row->type != RECORD_SAMPLE)
		return;
	syscalls_in_text(reader, row, at, out);
	if (sched_text_shorten_wakeup(out))
		return;
	skip = repeated(reader, row, out->p);
	memmove(out->p, out->p + skip, out->len - skip);
	buf_truncate(out, out->len - skip);
	sched_text_shorten_switch(out);
}

void list_column_text(const struct list_column *column, struct reader *reader,
		      const struct row_info *row, const struct summary_names *names,
		      struct buf *room, struct buf *out)
{
	if (column->kind == LIST_FIELD) {
		struct value value = value_of_field(reader, row, &column->field, room);

		value_text(&value, value.field, out);
	} else if (column->kind == LIST_SUMMARY) {
		add_summary(reader, row, names, out);
	} else if (kinds[column->kind].text) {
		kinds[column->kind].text(reader, row, out);
	}
}

enum field_id list_column_usual_field(const struct list_column *column)
{
	return column->kind == LIST_FIELD  ? column->field.id
	       : column->kind == LIST_TASK ? F_tid
					   : kinds[column->kind].field;
}

enum field_id list_column_field(const struct list_column *column, const struct row_info *row)
{
	switch (column->kind) {
	case LIST_ORDINAL:
		return row->ordinal != ROW_NO_ORDINAL ? F_ordinal : FIELD_NONE;
	case LIST_TIME:
		return row->has_time ? F_time : FIELD_NONE;
	case LIST_CPU:
		return row->has_cpu ? F_cpu : FIELD_NONE;
	case LIST_TASK:
		return row->has_tid ? F_tid : row->has_pid ? F_pid : FIELD_NONE;
	case LIST_PID:
		return row->has_pid ? F_pid : FIELD_NONE;
	case LIST_TID:
		return row->has_tid ? F_tid : FIELD_NONE;
	case LIST_COMM:
		return row->has_tid ? F_comm : FIELD_NONE;
	case LIST_EVENT:
		return row->type == RECORD_SAMPLE && row->event >= 0 ? F_event : F_type;
	case LIST_BAR:
		return F_span_dur;
	case LIST_FIELD:
		return column->field.id;
	case LIST_SUMMARY:
	case LIST_KINDS:
	default:
		return F_type;
	}
}
