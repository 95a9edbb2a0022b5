/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/info.h"

#include <stdlib.h>
#include <string.h>

#include "base/bell.h"
#include "base/text.h"
#include "field/field.h"
#include "out/info.h"
#include "query/worker.h"
#include "recording/timeline.h"
#include "records/records.h"
#include "views/table.h"
#include "views/views.h"
#include "widgets/digits.h"

/* A line with more leading blanks than these continues the value of the line above. */
#define STEP_MOST 4

/* A line of the report. The lines below it are indented more. */
struct info_line {
	const char *text; /* without its indent */
	int indent, dash; /* leading columns; of them those of a dash */
	int level;
	bool more; /* it continues the line above */
	bool open;
	size_t end; /* index after the last line below it */
	int digits; /* columns of a number in groups of three digits; 0: it is no such number */
};

struct view_info {
	struct view_table table;
	char *title;
	size_t part;
	struct worker worker;
	struct buf made; /* written by the worker */
	struct buf text; /* escaped; empty until the report was taken */
	VEC(struct info_line) lines;
	VEC(size_t) shown; /* indexes of the visible lines */
};

enum {
	AT_ONCE_MS = 8 /* ms to wait for a report before the view is drawn */
};

enum {
	CELL_WHAT,
	CELL_VALUE,
	CELLS
};

static struct view_info *self(const struct view_table *vt)
{
	return container_of(vt, struct view_info, table);
}

/* ---- the lines ---- */

static int level_of(const struct view_info *v, int indent)
{
	size_t i = v->lines.n;

	while (i && (v->lines.v[i - 1].more || v->lines.v[i - 1].indent >= indent))
		i--;
	return i ? v->lines.v[i - 1].level + 1 : 0;
}

static void add_line(struct view_info *v, const char *text)
{
	int indent = (int)strspn(text, " ");
	/* An element of a list begins with a dash. */
	int dash = strncmp(text + indent, "- ", 2) ? 0 : 2;
	struct info_line line = { .text = text + indent + dash, .dash = dash, .indent = indent };
	const struct info_line *last = v->lines.n ? &v->lines.v[v->lines.n - 1] : NULL;

	line.more = last && indent > last->indent + (last->more ? 0 : STEP_MOST);
	line.level = line.more ? last->level : level_of(v, indent);
	/* A line that continues begins in the same column as the continued line. */
	if (last && last->more && indent == last->indent) {
		line.more = true;
		line.level = last->level;
	}
	vec_push(&v->lines, line);
}

static void split(struct view_info *v)
{
	char *p = v->text.p, *end;

	for (; p && *p; p = end + 1) {
		end = strchr(p, '\n');
		if (!end)
			end = p + strlen(p) - 1;
		else
			*end = '\0';
		add_line(v, p);
	}
	for (size_t i = 0; i < v->lines.n; i++) {
		size_t k = i + 1;

		while (k < v->lines.n && (v->lines.v[k].level > v->lines.v[i].level ||
					  (v->lines.v[k].more && !v->lines.v[i].more &&
					   v->lines.v[k].level == v->lines.v[i].level)))
			k++;
		v->lines.v[i].end = k;
	}
}

/* The name ends at two blanks; after them is the value. */
static size_t name_len(const char *text, size_t *value)
{
	const char *blanks = strstr(text, "  ");

	*value = blanks ? (size_t)(blanks - text) + strspn(blanks, " ") : strlen(text);
	return blanks ? (size_t)(blanks - text) : strlen(text);
}

static void add_digits(const struct info_line *line, struct buf *out)
{
	size_t value;

	name_len(line->text, &value);
	digits_add(line->text + value, out);
}

/* Numbers of consecutive lines are aligned. */
static void set_digits(struct view_info *v, size_t from, size_t to)
{
	struct buf text = BUF_INIT;
	size_t most = 0;

	for (size_t i = from; i < to; i++) {
		buf_reset(&text);
		add_digits(&v->lines.v[i], &text);
		most = text.len > most ? text.len : most;
	}
	for (size_t i = from; i < to; i++)
		v->lines.v[i].digits = (int)most;
	buf_release(&text);
}

/* Find the counts and sizes. Other numbers, such as versions, stay as they are. */
static void find_digits(struct view_info *v)
{
	for (size_t i = 0; i < v->lines.n; i++) {
		const struct info_line *line = &v->lines.v[i];
		size_t value, len = name_len(line->text, &value);

		if (line->level)
			continue;
		if (!strcmp(line->text, "types"))
			set_digits(v, i + 1, line->end);
		else if ((len == 4 && text_begins_with(line->text, "size")) ||
			 (len == 7 && text_begins_with(line->text, "records")))
			set_digits(v, i, i + 1);
	}
}

/* Are there lines below this one, other than the rest of its value? */
static bool has_more(const struct view_info *v, size_t i)
{
	size_t k = i + 1;

	while (k < v->lines.v[i].end && v->lines.v[k].more)
		k++;
	return !v->lines.v[i].more && k < v->lines.v[i].end;
}

static bool is_problem(const struct view_info *v, size_t i)
{
	for (size_t k = i; k < v->lines.v[i].end; k++)
		if (text_begins_with(v->lines.v[k].text, "problem"))
			return true;
	return false;
}

/* Open the sections. Lines in them stay closed unless something is wrong with them. */
static void open_first(struct view_info *v)
{
	for (size_t i = 0; i < v->lines.n; i++)
		v->lines.v[i].open = !v->lines.v[i].level || is_problem(v, i);
}

static void show(struct view_info *v)
{
	v->shown.n = 0;
	for (size_t i = 0; i < v->lines.n;) {
		const struct info_line *line = &v->lines.v[i];
		size_t next = i + 1;

		vec_push(&v->shown, i);
		if (!line->open)
			while (next < line->end && !v->lines.v[next].more)
				next++;
		/* The rest of the value stays visible; the lines below it are closed. */
		if (!line->open && has_more(v, i) && next == i + 1)
			while (next < line->end && v->lines.v[next].more)
				vec_push(&v->shown, next++);
		i = !line->open && has_more(v, i) ? line->end : i + 1;
	}
}

/* ---- cells ---- */

static uint64_t info_count(const struct view_table *vt)
{
	return self(vt)->shown.n;
}

static void add_number(const struct info_line *line, struct buf *out)
{
	struct buf text = BUF_INIT;

	add_digits(line, &text);
	text_pad(out, text.p, text.len, (size_t)line->digits, true);
	buf_release(&text);
}

static void info_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	const struct view_info *v = self(vt);
	size_t i = v->shown.v[row], value, len;
	const struct info_line *line = &v->lines.v[i];
	bool folds = has_more(v, i), named;

	len = name_len(line->text, &value);
	/* A line without a name, such as a file's name, is a value. */
	named = !line->more && (line->text[value] || folds || !line->level);
	if (column == CELL_WHAT) {
		buf_fill(out, ' ', 2 * (size_t)line->level);
		buf_adds(out, folds ? (line->open ? "\u25be " : "\u25b8 ") : "  ");
		buf_add(out, line->text, named ? len : 0);
	} else if (line->digits) {
		add_number(line, out);
	} else {
		buf_adds(out, named ? line->text + value : line->text);
		if (folds && !line->open && !line->text[value])
			buf_addf(out, "%zu line%s", line->end - i - 1,
				 line->end - i == 2 ? "" : "s");
	}
}

static enum style info_style(struct view_table *vt, uint64_t row, size_t column)
{
	const struct view_info *v = self(vt);
	const struct info_line *line = &v->lines.v[v->shown.v[row]];

	if (text_begins_with(line->text, "problem"))
		return STYLE_DAMAGE;
	if (column == CELL_VALUE)
		return STYLE_NORMAL;
	return line->level ? STYLE_LABEL : STYLE_HEADER;
}

/* ---- actions ---- */

static void go_to(struct view_info *v, size_t i)
{
	for (size_t row = 0; row < v->shown.n; row++)
		if (v->shown.v[row] == i)
			v->table.cursor = row;
}

static void fold(struct view_info *v, size_t i, bool open)
{
	v->lines.v[i].open = open;
	show(v);
	go_to(v, i);
}

static void fold_all(struct view_info *v, size_t from, size_t to, bool open, size_t at)
{
	for (size_t i = from; i < to; i++)
		v->lines.v[i].open = open;
	show(v);
	go_to(v, at);
}

/* The line above in the tree, or the line itself if there is none. */
static size_t parent(const struct view_info *v, size_t i)
{
	size_t k = i;

	while (k && (v->lines.v[k].level >= v->lines.v[i].level || v->lines.v[k].more))
		k--;
	return v->lines.v[k].level < v->lines.v[i].level ? k : i;
}

/* Show the records of the type that the line counts. False: the line counts no type. */
static bool records_of(struct view_info *v, size_t i)
{
	const struct info_line *above = &v->lines.v[parent(v, i)];
	struct buf condition = BUF_INIT;
	struct filter *filter = NULL;
	size_t value;
	bool found;

	buf_adds(&condition, "type == ");
	buf_add(&condition, v->lines.v[i].text, name_len(v->lines.v[i].text, &value));
	found = !strcmp(above->text, "types") && filter_parse(&filter, condition.p, NULL) == 0;
	filter_free(filter);
	if (found)
		records_filter_from(v->table.view.app, condition.p, ACTION_OPEN);
	buf_release(&condition);
	return found;
}

static void open_line(struct view_info *v, size_t i)
{
	if (has_more(v, i))
		fold(v, i, !v->lines.v[i].open);
	else if (!records_of(v, i))
		app_complain(v->table.view.app, "Nothing to open on this line.");
}

static bool info_act(struct view_table *vt, const struct action_call *call)
{
	struct view_info *v = self(vt);
	uint64_t row;
	size_t i;

	if (!view_table_row(vt, &row))
		return true;
	i = v->shown.v[row];
	switch (call->action) {
	case ACTION_OPEN:
		open_line(v, i);
		break;
	case ACTION_RIGHT:
	case ACTION_FILTER_AND:
		if (!has_more(v, i) || v->lines.v[i].open)
			return false;
		fold(v, i, true);
		break;
	case ACTION_LEFT:
	case ACTION_FILTER_NOT:
		if (vt->left)
			return false;
		if (has_more(v, i) && v->lines.v[i].open)
			fold(v, i, false);
		else
			go_to(v, parent(v, i));
		break;
	case ACTION_PARENT:
		go_to(v, parent(v, i));
		break;
	case ACTION_EXPAND_ALL:
		fold_all(v, row ? i : 0, row ? v->lines.v[i].end : v->lines.n, true, i);
		break;
	case ACTION_COLLAPSE_ALL:
	default:
		fold_all(v, 0, v->lines.n, false, 0);
		break;
	}
	return true;
}

/* ---- background work: types are counted in all blocks ---- */

static void *make_report(void *ctx)
{
	struct view_info *v = ctx;
	struct recording *recording = v->table.view.app->rec;
	struct buf timeline = BUF_INIT;

	timeline_doubts(recording, &timeline);
	timeline_shifts(recording, &timeline);
	info_report(recording, v->part,
		    &(struct info_options){ REPORT_TEXT, timeline.p, &v->worker.stop }, &v->made);
	buf_release(&timeline);
	worker_end(&v->worker);
	bell_ring(BELL_STATE);
	return NULL;
}

/* Take the report if it is complete. */
static bool take_report(struct view_info *v)
{
	if (v->text.len || !atomic_load(&v->worker.ended))
		return v->text.len;
	worker_join(&v->worker);
	v->text = v->made;
	buf_init(&v->made);
	split(v);
	find_digits(v);
	open_first(v);
	show(v);
	return true;
}

static bool info_wake(struct view *view)
{
	struct view_info *v = self(view_table_of(view));
	bool had = v->text.len;

	return take_report(v) && !had;
}

static bool info_busy(const struct view *view)
{
	return !self(view_table_of(view))->text.len;
}

static bool info_cancel(struct view *view)
{
	if (!info_busy(view))
		return false;
	worker_cancel(&self(view_table_of(view))->worker);
	take_report(self(view_table_of(view)));
	return true;
}

static const char *info_empty(const struct view_table *vt)
{
	(void)vt;
	return "reading\u2026";
}

static void info_text(struct view *view, struct buf *out)
{
	const struct view_info *v = self(view_table_of(view));

	for (size_t i = 0; i < v->lines.n; i++) {
		buf_fill(out, ' ', (size_t)v->lines.v[i].indent);
		buf_addf(out, "%s%s\n", v->lines.v[i].dash ? "- " : "", v->lines.v[i].text);
	}
}

static void info_close(struct view_table *vt)
{
	struct view_info *v = self(vt);

	worker_cancel(&v->worker);
	buf_release(&v->made);
	buf_release(&v->text);
	vec_release(&v->lines);
	vec_release(&v->shown);
	free(v->title);
	free(v);
}

/* ---- the view ---- */

/* clang-format off */
static const struct table_column columns[CELLS] = {
	[CELL_WHAT] = { "what", false, 32 },
	[CELL_VALUE] = { "value", false, 0 },
};

static const struct view_words words[] = {
	{ ACTION_OPEN, "open", "open or close; on a record type: show its records" },
	{ ACTION_RIGHT, "open", "open; on a long line: show its rest" },
	{ ACTION_LEFT, "close", "close; again: go to the parent" },
	{ ACTION_FILTER_AND, "open", "open" },
	{ ACTION_FILTER_NOT, "close", "close; again: go to the parent" },
	{ ACTION_PARENT, "parent", "go to the parent" },
	{ ACTION_EXPAND_ALL, "open all", "open the subtree; on the first line: everything" },
	{ ACTION_COLLAPSE_ALL, "close all", "close all" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

static const enum action actions[] = { ACTION_OPEN,	  ACTION_RIGHT,	       ACTION_LEFT,
				       ACTION_FILTER_AND, ACTION_FILTER_NOT,   ACTION_PARENT,
				       ACTION_EXPAND_ALL, ACTION_COLLAPSE_ALL, ACTION_NONE };

static const enum action hints[] = { ACTION_OPEN,  ACTION_EXPAND_ALL, ACTION_COLLAPSE_ALL,
				     ACTION_CLOSE, ACTION_HELP,	      ACTION_NONE };

/* clang-format off */
static const struct number numbers[] = {
	{ "records", "records", "in the recording, and of each type", NUMBER_ALL },
	{ "size", "bytes", "of the file", NUMBER_FILE },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

const struct table_ops table_info = {
	.name = "info",
	.numbers = numbers,
	.title = "info",
	.n = CELLS,
	.columns = columns,
	.count = info_count,
	.closed = view_table_closed,
	.cell = info_cell,
	.style = info_style,
	.act = info_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.empty = info_empty,
	.wake = info_wake,
	.busy = info_busy,
	.cancel = info_cancel,
	.close = info_close,
};

void info_show(struct app *app)
{
	size_t part = session_part(app->session);
	struct buf title = BUF_INIT;
	struct view_info *v = view_table_once(app, &table_info, sizeof(*v));
	uint32_t heard = bell_heard(BELL_STATE);

	if (!v)
		return;
	v->table.vops.text = info_text;
	text_escape_str(&title, recording_path(app->rec, part));
	v->title = buf_take(&title);
	v->table.title = v->title;
	buf_release(&title);
	v->part = part;
	worker_start(&v->worker, app->rec, &v->table.view.watcher, make_report, v);
	/* Most reports are complete before the view is drawn. Other jobs ring the bell, too. */
	for (int n = 0; n < 3 && !take_report(v); n++)
		bell_wait_for(BELL_STATE, &heard, AT_ONCE_MS);
	take_report(v);
}

void info_open(struct app *app)
{
	if (!strcmp(app_view(app)->ops->name, table_info.name))
		app_pop(app);
	else
		info_show(app);
}
