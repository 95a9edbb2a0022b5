/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/list_lines.h"

#include <string.h>

#include "base/text.h"

/* Rows to look through for the first time of the recording. */
#define FIRST_ROWS 100000
/* To look for records before, in a drawing and at each look at background work. */
#define GAPS_MS 10

void list_lines_init(struct list_lines *lines, struct reader *reader, const struct listnav *nav,
		     struct list_columns *columns, uint64_t (*row)(void *ctx, uint64_t number))
{
	*lines = (struct list_lines){
		.reader = reader, .nav = nav, .columns = columns, .row = row, .value = VALUE_INIT
	};
}

void list_lines_release(struct list_lines *lines)
{
	list_gaps_release(&lines->gaps);
	for (size_t i = 0; i < lines->list.cap; i++)
		for (size_t c = 0; c < LIST_COLUMNS_MAX; c++)
			buf_release(&lines->list.v[i].text[c]);
	vec_release(&lines->list);
	value_release(&lines->value);
}

void list_lines_reorder(struct list_lines *lines)
{
	lines->has_first &= lines->zero_set;
}

static int read_row(struct list_lines *lines, uint64_t number, struct row_info *info)
{
	return reader_row(lines->reader, lines->row(lines->nav->src.ctx, number), info, NULL);
}

/* ---- times ---- */

static const char *use_time(struct list_lines *lines, enum list_time time)
{
	lines->time = time;
	return time == LIST_TIME_FIRST && lines->zero_set
		       ? "Times count from time zero as it was set."
		       : list_time_say(time);
}

const char *list_lines_next_time(struct list_lines *lines)
{
	enum list_time time = (enum list_time)((lines->time + 1) % LIST_TIMES);

	if (time == LIST_TIME_WALL && !list_time_has_wall(lines->reader))
		time = LIST_TIME_CLOCK;
	return use_time(lines, time);
}

const char *list_lines_set_time(struct list_lines *lines, const char *name)
{
	for (int i = 0; i < LIST_TIMES; i++)
		if (!strcmp(list_time_name((enum list_time)i), name))
			return use_time(lines, (enum list_time)i);
	return NULL;
}

void list_lines_set_zero(struct list_lines *lines, uint64_t time)
{
	lines->zero_set = lines->has_first = true;
	lines->first = time;
}

const char *list_lines_zero(struct list_lines *lines, const struct row_info *row)
{
	if (!row->has_time)
		return NULL;
	if (lines->zero_set && lines->first == row->time) {
		lines->zero_set = lines->has_first = false;
		return use_time(lines, LIST_TIME_FIRST);
	}
	list_lines_set_zero(lines, row->time);
	use_time(lines, LIST_TIME_FIRST);
	return "Times count from here. {time-zero} again: from the first record.";
}

/* Many recordings begin with records that have no time, or 0. */
static void find_first(struct list_lines *lines)
{
	uint64_t rows = lines->nav->src.count(lines->nav->src.ctx);

	for (uint64_t i = 0; !lines->has_first && i < rows && i < FIRST_ROWS; i++) {
		struct row_info row;

		if (read_row(lines, i, &row) < 0 || !row.has_time || !row.time)
			continue;
		lines->has_first = true;
		lines->first = row.time;
	}
}

/* ---- lines ---- */

static struct list_line *add_line(struct list_lines *lines)
{
	size_t cap = lines->list.cap;

	/* Buffers stay from screen to screen, so the vector is only ever grown. */
	if (lines->list.n == cap) {
		lines->list.v = vec_grow(lines->list.v, &lines->list.cap, sizeof(*lines->list.v));
		for (size_t i = cap; i < lines->list.cap; i++)
			for (size_t c = 0; c < LIST_COLUMNS_MAX; c++)
				buf_init(&lines->list.v[i].text[c]);
	}
	return &lines->list.v[lines->list.n++];
}

/* Whose addresses are named. */
struct naming_line {
	const struct list_lines *lines;
	const struct row_info *row;
};

static bool name_address(void *arg, const struct tree_node *node, struct buf *out)
{
	const struct naming_line *n = arg;

	return n->lines->name && n->lines->name(n->lines->name_ctx, n->row, node, out);
}

static void make_line(struct list_lines *lines, uint64_t number)
{
	struct list_line *line = add_line(lines);
	struct naming_line naming = { lines, &line->row };
	struct summary_names names = { name_address, &naming };

	for (size_t c = 0; c < lines->columns->n; c++)
		buf_reset(&line->text[c]);
	line->ok = read_row(lines, number, &line->row) == 0;
	line->rule = line->ok && lines->rules ? rules_find(lines->rules, lines->reader, &line->row)
					      : SIZE_MAX;
	for (size_t c = 0; line->ok && c < lines->columns->n; c++)
		list_column_text(&lines->columns->v[c], lines->reader, &line->row, &names,
				 &lines->value, &line->text[c]);
	if (!line->ok)
		buf_adds(&line->text[lines->columns->n - 1], "the index is damaged here");
}

/* The time of the row above the screen. */
static bool time_above(struct list_lines *lines, uint64_t *time)
{
	const struct listnav *nav = lines->nav;
	struct row_info row;
	uint64_t number = nav->rows[0];

	if (!number--)
		return false;
	if (nav->src.next && nav->src.next(nav->src.ctx, number, -1, &number) != LISTNAV_FOUND)
		return false;
	if (read_row(lines, number, &row) < 0 || !row.has_time)
		return false;
	*time = row.time;
	return true;
}

/* What a column counts from the record before, GAPS: it is another. */
static enum gap_of column_gap(const struct list_lines *lines, size_t c)
{
	const struct list_column *column = &lines->columns->v[c];
	enum gap_of of = GAPS;

	if (column->kind == LIST_TIME && lines->time == LIST_TIME_THREAD)
		return GAP_THREAD;
	if (column->kind == LIST_TIME && lines->time == LIST_TIME_CPU)
		return GAP_CPU;
	if (column->kind == LIST_FIELD)
		value_is_gap(column->field.word, &of);
	return of;
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
	value_set_number(&lines->value, true, (uint64_t)ns);
	value_text(&lines->value, column->field.word, &line->text[c]);
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

	if (lines->time == LIST_TIME_FIRST) {
		find_first(lines);
		base = lines->first;
	} else if (lines->time == LIST_TIME_PREVIOUS && lines->list.n) {
		has_base = time_above(lines, &base);
	}
	for (size_t i = 0; i < lines->list.n; i++) {
		struct list_line *line = &lines->list.v[i];

		if (!line->ok || !line->row.has_time)
			continue;
		for (size_t c = 0; c < lines->columns->n; c++)
			if (lines->columns->v[c].kind == LIST_TIME && column_gap(lines, c) == GAPS)
				list_time_add(lines->time, lines->reader, &line->row,
					      has_base ? base : line->row.time, &line->text[c]);
		if (lines->time == LIST_TIME_PREVIOUS) {
			base = line->row.time;
			has_base = true;
		}
	}
}

/* ---- widths ---- */

enum {
	AROUND = 64 /* rows of a stretch */
};

/* What the columns have to hold. */
struct widths {
	int v[LIST_COLUMNS_MAX];
	bool threads; /* some row is not of a main thread */
};

static void measure(struct widths *widths, size_t c, const struct buf *text)
{
	int width = (int)text_columns(text->p, text->len);

	if (width > widths->v[c])
		widths->v[c] = width;
}

/* Rows that are not shown: of cheap columns alone, and of times that depend on no other row. */
static bool is_measured(const struct list_lines *lines, size_t c)
{
	enum list_kind kind = lines->columns->v[c].kind;

	if (kind == LIST_TIME)
		return lines->time == LIST_TIME_CLOCK || lines->time == LIST_TIME_FIRST ||
		       lines->time == LIST_TIME_WALL;
	return kind < LIST_SUMMARY;
}

static void measure_row(struct list_lines *lines, struct widths *widths, uint64_t number,
			struct buf *text)
{
	struct row_info row;

	if (read_row(lines, number, &row) < 0)
		return;
	widths->threads |= row.has_tid && row.tid != row.pid;
	for (size_t c = 0; c < lines->columns->n; c++) {
		buf_reset(text);
		if (!is_measured(lines, c))
			continue;
		if (lines->columns->v[c].kind != LIST_TIME)
			list_column_text(&lines->columns->v[c], lines->reader, &row, NULL,
					 &lines->value, text);
		else if (row.has_time)
			list_time_add(lines->time, lines->reader, &row, lines->first, text);
		measure(widths, c, text);
	}
}

static bool is_listed(const struct list_lines *lines, uint64_t number)
{
	const struct listnav_source *src = &lines->nav->src;
	uint64_t found;

	return !src->next ||
	       (src->next(src->ctx, number, 1, &found) == LISTNAV_FOUND && found == number);
}

/* The stretch of rows that a row of the screen is in. */
static void measure_around(struct list_lines *lines, struct widths *widths, uint64_t number)
{
	uint64_t from = number - number % AROUND, end = lines->nav->src.count(lines->nav->src.ctx);
	struct buf text = BUF_INIT;

	for (uint64_t i = from; i < from + AROUND && i < end; i++)
		if (is_listed(lines, i))
			measure_row(lines, widths, i, &text);
	buf_release(&text);
}

static void measure_screen(struct list_lines *lines, struct widths *widths)
{
	for (size_t i = 0; i < lines->list.n; i++) {
		const struct list_line *line = &lines->list.v[i];

		widths->threads |= line->ok && line->row.has_tid && line->row.tid != line->row.pid;
		for (size_t c = 0; line->ok && c < lines->columns->n; c++)
			measure(widths, c, &line->text[c]);
	}
}

/*
 * Widths follow from the rows on the screen and from the stretches of the list in which the screen
 * begins and ends: the same whichever way led here, and unchanged while the cursor moves a little.
 * Where there is no row the titles have room.
 */
static void set_widths(struct list_lines *lines)
{
	struct widths widths = { .threads = !lines->list.n };

	measure_screen(lines, &widths);
	if (lines->list.n) {
		measure_around(lines, &widths, lines->nav->rows[0]);
		measure_around(lines, &widths, lines->nav->rows[lines->list.n - 1]);
	}
	for (size_t c = 0; c < lines->columns->n; c++) {
		struct list_column *column = &lines->columns->v[c];

		column->width = lines->list.n ? widths.v[c] : 1;
		/* Threads have a column where there are any but main ones. */
		if (column->kind == LIST_TID && !widths.threads)
			column->width = 0;
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
