/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/list_lines.h"

#include <string.h>

#include "base/text.h"

/* Rows that are searched for the first time of the recording. */
#define FIRST_ROWS 100000
/* Ms to search previous records, in a drawing and at each look at background work. */
#define GAPS_MS 10

void list_lines_init(struct list_lines *lines, struct reader *reader, const struct listnav *nav,
		     struct list_columns *columns, uint64_t (*row)(void *ctx, uint64_t number),
		     struct list_times *times)
{
	*lines = (struct list_lines){ .reader = reader,
				      .nav = nav,
				      .columns = columns,
				      .row = row,
				      .times = times,
				      .room = BUF_INIT };
}

void list_lines_release(struct list_lines *lines)
{
	list_gaps_release(&lines->gaps);
	list_facts_release(&lines->facts);
	for (size_t i = 0; i < lines->list.cap; i++)
		for (size_t c = 0; c < LIST_COLUMNS_MAX; c++)
			buf_release(&lines->list.v[i].text[c]);
	vec_release(&lines->list);
	buf_release(&lines->room);
}

static int read_row(struct list_lines *lines, uint64_t number, struct row_info *info)
{
	return reader_row(lines->reader, lines->row(lines->nav->cursor->src.ctx, number), info,
			  NULL);
}

/* ---- times ---- */

void list_lines_forget_times(struct list_lines *lines)
{
	for (size_t c = 0; c < lines->columns->n; c++)
		if (lines->columns->v[c].kind == LIST_TIME)
			lines->columns->v[c].seen = 0;
}

/* Many recordings begin with records that have no time, or time 0. */
static void find_first(struct list_lines *lines)
{
	uint64_t rows = list_cursor_count(lines->nav->cursor);

	for (uint64_t i = 0; !lines->times->has_first && i < rows && i < FIRST_ROWS; i++) {
		struct row_info row;

		if (read_row(lines, i, &row) < 0 || !row.has_time || !row.time)
			continue;
		lines->times->has_first = true;
		lines->times->first = row.time;
	}
}

/* ---- lines ---- */

static struct list_line *add_line(struct list_lines *lines)
{
	size_t cap = lines->list.cap;

	/* Buffers are kept from screen to screen, so the vector only grows. */
	if (lines->list.n == cap) {
		lines->list.v = vec_grow(lines->list.v, &lines->list.cap, sizeof(*lines->list.v));
		for (size_t i = cap; i < lines->list.cap; i++)
			for (size_t c = 0; c < LIST_COLUMNS_MAX; c++)
				buf_init(&lines->list.v[i].text[c]);
	}
	return &lines->list.v[lines->list.n++];
}

/* The line whose addresses are being named. */
struct naming_line {
	const struct list_lines *lines;
	const struct row_info *row;
};

static bool name_address(void *arg, const struct tree_node *node, struct buf *out)
{
	const struct naming_line *n = arg;

	return n->lines->name && n->lines->name(n->lines->name_ctx, n->row, node, out);
}

/* The gap that a column shows. GAPS: the column shows something else. */
static enum gap_of column_gap(const struct list_lines *lines, size_t c)
{
	const struct list_column *column = &lines->columns->v[c];
	enum gap_of of = GAPS;

	if (column->kind == LIST_TIME && lines->times->form == LIST_TIME_THREAD)
		return GAP_THREAD;
	if (column->kind == LIST_TIME && lines->times->form == LIST_TIME_CPU)
		return GAP_CPU;
	if (column->kind == LIST_FIELD)
		value_is_gap(column->field.id, &of);
	return of;
}

static void make_line(struct list_lines *lines, uint64_t number)
{
	struct list_line *line = add_line(lines);
	struct naming_line symbolizer = { lines, &line->row };
	struct summary_names names = { name_address, &symbolizer };

	for (size_t c = 0; c < lines->columns->n; c++)
		buf_reset(&line->text[c]);
	line->ok = read_row(lines, number, &line->row) == 0;
	line->rule = line->ok && lines->rules ? rules_find(lines->rules, lines->reader, &line->row)
					      : SIZE_MAX;
	for (size_t c = 0; line->ok && c < lines->columns->n; c++)
		if (column_gap(lines, c) == GAPS)
			list_column_text(&lines->columns->v[c], lines->reader, &line->row, &names,
					 &lines->room, &line->text[c]);
	if (!line->ok)
		buf_adds(&line->text[lines->columns->n - 1], "the index is damaged here");
}

/* Get the time of the row above the screen. */
static bool time_above(struct list_lines *lines, uint64_t *time)
{
	const struct listnav *nav = lines->nav;
	struct row_info row;
	uint64_t number = nav->rows[0];

	if (!number--)
		return false;
	if (list_cursor_next(nav->cursor, number, -1, &number) != LIST_CURSOR_FOUND)
		return false;
	if (read_row(lines, number, &row) < 0 || !row.has_time)
		return false;
	*time = row.time;
	return true;
}

static bool has_gaps(const struct list_lines *lines)
{
	for (size_t c = 0; c < lines->columns->n; c++)
		if (column_gap(lines, c) != GAPS)
			return true;
	return false;
}

static void want_gaps(struct list_lines *lines)
{
	VEC(uint64_t) rows = { NULL };

	for (size_t i = 0; has_gaps(lines) && i < lines->list.n; i++)
		if (lines->list.v[i].ok)
			vec_push(&rows, lines->list.v[i].row.row);
	list_gaps_want(&lines->gaps, rows.v, rows.n);
	vec_release(&rows);
}

bool list_lines_gaps_wait(const struct list_lines *lines)
{
	return lines->gaps.waits;
}

bool list_lines_gaps_resume(struct list_lines *lines)
{
	return list_gaps_step(&lines->gaps, reader_recording(lines->reader), GAPS_MS);
}

static void add_gap(struct list_lines *lines, struct list_line *line, size_t c)
{
	const struct list_column *column = &lines->columns->v[c];
	int64_t ns;

	if (!list_gaps_get(&lines->gaps, line->row.row, column_gap(lines, c), &ns))
		return;
	if (column->kind == LIST_TIME) {
		list_time_add_gap(ns, &line->text[c]);
		return;
	}
	field_id_text(&line->text[c], column->field.id, (uint64_t)ns);
}

static void make_gaps(struct list_lines *lines)
{
	want_gaps(lines);
	list_lines_gaps_resume(lines);
	for (size_t c = 0; c < lines->columns->n; c++)
		for (size_t i = 0; column_gap(lines, c) != GAPS && i < lines->list.n; i++)
			if (lines->list.v[i].ok)
				add_gap(lines, &lines->list.v[i], c);
}

static void make_times(struct list_lines *lines)
{
	uint64_t base = 0;
	bool has_base = true;

	if (lines->times->form == LIST_TIME_FIRST) {
		find_first(lines);
		base = lines->times->first;
	} else if (lines->times->form == LIST_TIME_PREVIOUS && lines->list.n) {
		has_base = time_above(lines, &base);
	}
	for (size_t i = 0; i < lines->list.n; i++) {
		struct list_line *line = &lines->list.v[i];

		if (!line->ok || !line->row.has_time)
			continue;
		for (size_t c = 0; c < lines->columns->n; c++)
			if (lines->columns->v[c].kind == LIST_TIME && column_gap(lines, c) == GAPS)
				list_time_add(lines->times->form, lines->reader, &line->row,
					      has_base ? base : line->row.time, &line->text[c]);
		if (lines->times->form == LIST_TIME_PREVIOUS) {
			base = line->row.time;
			has_base = true;
		}
	}
}

/* ---- widths ---- */

static int seconds_cols(uint64_t ns)
{
	int cols = 1 + (int)strlen(".123456789");

	for (ns /= 1000000000; ns >= 10; ns /= 10)
		cols++;
	return cols;
}

/* The width of times that are not relative to another row. */
static int times_cols(const struct list_lines *lines)
{
	const struct span *span = reader_span(lines->reader);
	uint64_t before, behind;

	if (!span->has)
		return 1;
	switch (lines->times->form) {
	case LIST_TIME_CLOCK:
		return seconds_cols(span->last);
	case LIST_TIME_FIRST:
		before = lines->times->first > span->first ? lines->times->first - span->first : 0;
		behind = span->last > lines->times->first ? span->last - lines->times->first : 0;
		return 1 + seconds_cols(before > behind ? before : behind);
	default:
		return 1;
	}
}

enum {
	COMING_COLS = 6 /* columns for ordinals while records are added */
};

static int ordinal_cols(const struct list_lines *lines)
{
	uint64_t rows = recording_rows(reader_recording(lines->reader));
	int cols = 1;

	for (rows -= rows > 0; rows >= 10; rows /= 10)
		cols++;
	return lines->facts.building && cols < COMING_COLS ? COMING_COLS : cols;
}

/*
 * The width that all records need, 0: no record has a value. While records are added there is some
 * more room, so that columns do not move again and again.
 */
static int expected(const struct list_lines *lines, const struct list_column *column)
{
	const struct list_facts *facts = &lines->facts;
	struct list_look look = list_column_look(column);

	switch (column->kind) {
	case LIST_ORDINAL:
		return ordinal_cols(lines);
	case LIST_TIME:
		return facts->has & FACT_TIME ? times_cols(lines) : 0;
	case LIST_CPU:
		return (facts->has & FACT_CPU) != 0;
	case LIST_TASK:
		return facts->building && facts->task < look.most ? look.most : facts->task;
	case LIST_PID:
		return facts->pid;
	case LIST_TID:
		/* Threads have a column if there are threads other than main ones. */
		return facts->threads ? facts->tid : 0;
	case LIST_COMM:
		return !(facts->has & FACT_THREAD) ? 0
		       : facts->building	   ? LIST_WIDTH_MAX
						   : facts->comm;
	case LIST_EVENT:
		return facts->building ? LIST_WIDTH_MAX : facts->event;
	case LIST_BAR:
		return LIST_BAR_COLS;
	default:
		return 0;
	}
}

static int shown(const struct list_lines *lines, size_t c)
{
	int cols = 0;

	for (size_t i = 0; i < lines->list.n; i++) {
		const struct buf *text = &lines->list.v[i].text[c];
		int width = (int)text_columns(text->p, text->len);

		cols = width > cols ? width : cols;
	}
	return cols;
}

/* Tasks of the kernel have no process to leave out: -1/0. */
static int alone_cols(const struct list_facts *facts)
{
	const int kernel = (int)strlen("-1/0");

	if (!list_facts_one_process(facts))
		return 0;
	return facts->tid > kernel ? facts->tid : kernel;
}

/*
 * Columns have room for all records if that is known, else for the widest shown value: they never
 * become narrower during scrolling. Without records the titles have room.
 */
static void set_widths(struct list_lines *lines)
{
	list_facts_read(&lines->facts, reader_recording(lines->reader));
	for (size_t c = 0; c < lines->columns->n; c++) {
		struct list_column *column = &lines->columns->v[c];
		int width = expected(lines, column), now = shown(lines, c);

		column->seen = now > column->seen ? now : column->seen;
		if (column->kind == LIST_SUMMARY)
			width = now;
		else if (column->kind != LIST_TASK && column->kind != LIST_TID &&
			 column->kind != LIST_EVENT && column->seen > width)
			width = column->seen;
		column->brief = column->kind == LIST_TASK    ? lines->facts.task_short
				: column->kind != LIST_EVENT ? 0
				: lines->facts.building	     ? LIST_WIDTH_MAX
							     : lines->facts.event_short;
		column->alone = column->kind == LIST_TASK ? alone_cols(&lines->facts) : 0;
		column->width = recording_rows(reader_recording(lines->reader)) ? width : 1;
	}
}

void list_lines_make(struct list_lines *lines)
{
	lines->list.n = 0;
	for (size_t i = 0; i < lines->nav->n; i++)
		make_line(lines, lines->nav->rows[i]);
	make_times(lines);
	make_gaps(lines);
	set_widths(lines);
}
