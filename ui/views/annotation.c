/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/mem.h"
#include "recording/symbols.h"
#include "views/annotation_text.h"
#include "views/annotation_title.h"
#include "views/annotation_view.h"
#include "views/code.h"
#include "views/views.h"
#include "widgets/progress.h"

/* The least share of a hot line. */
#define HOT 0.1

/* ---- what is shown ---- */

static void make_title(struct view_annotation *v)
{
	buf_reset(&v->title);
	if (v->symbol) {
		annotation_title_add(
			&(struct annotation_title){
				.symbol = v->symbol,
				.annotation = v->annotation,
				.what = &v->what,
				.other = v->other_known ? annotation_other_path(v->other) : NULL,
				.chains = v->chains,
			},
			&v->title);
	} else {
		buf_adds(&v->title, "the function at ");
		buf_add0x(&v->title, v->address.addr);
	}
	v->table.title = v->title.p;
}

static void compare_lines(struct view_annotation *v)
{
	const struct annotation *other = v->other ? annotation_other_get(v->other) : NULL;

	v->other_known = v->annotation && other &&
			 annotation_lines_compare(&v->lines, v->annotation, other);
}

void annotation_view_make_lines(struct view_annotation *v)
{
	annotation_lines_make(&v->lines, v->annotation);
	compare_lines(v);
	table_columns_forget_widths(&v->table.columns);
	annotation_columns_choose(&v->columns, v->annotation, v->other_known);
	v->table.columns.v = v->columns.list;
	v->table.columns.n = v->columns.n;
	make_title(v);
}

void annotation_view_forget(struct view_annotation *v)
{
	annotation_free(v->annotation);
	v->annotation = NULL;
	v->table.cursor = v->table.top = 0;
	annotation_view_make_lines(v);
}

/* ---- the cursor ---- */

void annotation_view_go_to(struct view_annotation *v, size_t line)
{
	uint64_t half = v->table.rows > 0 ? (uint64_t)v->table.rows / 2 : 0;

	if (line == SIZE_MAX)
		return;
	v->table.cursor = line;
	v->table.top = line > half ? line - half : 0;
}

/* Move to where the cursor was in the previous lines. */
static void go_to_offset(struct view_annotation *v, uint64_t symaddr, uint64_t off)
{
	for (size_t i = 0; i < v->annotation->functions.n; i++) {
		const struct annotated_function *f = &v->annotation->functions.v[i];
		size_t line = annotation_lines_at(&v->lines, f, off);

		if (f->symaddr == symaddr && line != SIZE_MAX) {
			annotation_view_go_to(v, line);
			return;
		}
	}
}

static void go_to_place(struct view_annotation *v)
{
	const struct annotation *a = v->annotation;

	if (a->at != SIZE_MAX)
		annotation_view_go_to(v, annotation_lines_at(&v->lines, &a->functions.v[a->at],
							     a->at_off));
}

/* ---- background work ---- */

static struct annotation_options options_of(const struct view_annotation *v,
					    const struct filter *filter)
{
	return (struct annotation_options){ .symbol = v->symbol,
					    .where = filter ? filter->text : "",
					    .chains = v->chains };
}

void annotation_view_compare(struct view_annotation *v, const char *path)
{
	struct filter *filter = counted_filter(&v->what);
	struct annotation_options options = options_of(v, filter);
	struct annotation_other *before = v->other;

	v->other = annotation_other_start(v->table.view.app->rec, path, &options,
					  &v->table.view.watcher);
	annotation_other_free(before);
	v->reported = v->other_known = false;
	filter_free(filter);
}

void annotation_view_start(struct view_annotation *v)
{
	struct annotation_place place = { .row = v->row.row,
					  .addr = v->address.addr,
					  .mode = v->address.mode,
					  .any = v->address.any,
					  .is_return = v->address.is_return };
	struct annotation_options options;
	struct filter *filter;

	if (!v->symbol)
		return;
	filter = counted_filter(&v->what);
	options = options_of(v, filter);
	options.place = v->placed ? &place : NULL;
	annotation_job_free(v->job);
	v->job = annotation_job_start(v->table.view.app->rec, &options, &v->table.view.watcher);
	filter_free(filter);
	if (v->other)
		annotation_view_compare(v, annotation_other_path(v->other));
}

/* Show the comparison, or report once why there is none. False: nothing has changed. */
static bool take_other(struct view_annotation *v)
{
	struct app *app = v->table.view.app;
	const struct err *err;

	if (!v->other || v->reported || !v->annotation || !annotation_other_done(v->other))
		return false;
	v->reported = true;
	err = annotation_other_error(v->other);
	annotation_view_make_lines(v);
	if (err->code)
		app_fail(app, "Not compared", err);
	else if (!v->other_known)
		app_complain(app, "No sample of %s is in this function.",
			     annotation_other_path(v->other));
	return true;
}

/* Why the symbols of a file are missing; NONE: they are not. */
static enum sym_why find_lost(struct syms *syms)
{
	struct syms_status *status = mem_alloc(sizeof(*status));
	enum sym_why lost = SYM_WHY_NONE;
	uint32_t i, end;

	for (syms_modules(syms, &i, &end); i < end && lost != SYM_WHY_DIFFERS; i++) {
		syms_status(syms, i, status);
		if (status->ready &&
		    (status->why == SYM_WHY_DIFFERS || status->why == SYM_WHY_DIED))
			lost = status->why;
	}
	free(status);
	return lost;
}

static bool take(struct view_annotation *v)
{
	struct annotation *newer = v->job ? annotation_job_take(v->job) : NULL;
	bool first = !v->annotation || v->table.cursor == v->came;
	uint64_t symaddr = 0, off = 0;

	if (!newer)
		return false;
	if (!first && v->lines.list.n) {
		const struct annotation_line *line = &v->lines.list.v[v->table.cursor];

		symaddr = line->function->symaddr;
		off = line->function->lines.n ? line->function->lines.v[line->first].code.off : 0;
	}
	annotation_free(v->annotation);
	v->annotation = newer;
	v->lost = newer->functions.n ? SYM_WHY_NONE
				     : find_lost(recording_syms(v->table.view.app->rec));
	annotation_view_make_lines(v);
	if (first)
		annotation_view_go_to(v, annotation_lines_hottest(&v->lines, SIZE_MAX));
	else
		go_to_offset(v, symaddr, off);
	if (first && v->placed)
		go_to_place(v);
	v->came = v->table.cursor;
	return true;
}

/* Take the name, or that there is none, from the request. */
static bool take_name(struct view_annotation *v)
{
	struct app *app = v->table.view.app;
	const struct symbolizer_symbol *symbol = symbolizer_symbol(v->request, 0);

	if (symbol && symbol->name) {
		v->symbol = mem_strdup(symbol->name);
		annotation_view_make_lines(v);
		annotation_view_start(v);
		return true;
	}
	if (app_view(app) != &v->table.view)
		return false;
	code_open(app, &v->row, &v->address);
	app_drop(app, &v->table.view);
	return true;
}

static bool annotation_busy(const struct view *view)
{
	const struct view_annotation *v = annotation_view_of(view_table_of(view));

	if (v->annotation && v->other && !v->reported)
		return true;
	return v->job ? annotation_job_state(v->job) < COUNTING_DONE
		      : !v->request || !symbolizer_is_done(v->request);
}

static bool annotation_wake(struct view *view)
{
	struct view_annotation *v = annotation_view_of(view_table_of(view));

	if (!v->symbol)
		return symbolizer_is_done(v->request) && take_name(v);
	if (counted_look(&v->what)) {
		annotation_view_forget(v);
		annotation_view_start(v);
		return true;
	}
	return (int)take(v) | (int)take_other(v) || !annotation_busy(view);
}

static bool annotation_cancel(struct view *view)
{
	struct view_annotation *v = annotation_view_of(view_table_of(view));

	if (!annotation_busy(view) || !v->job)
		return false;
	annotation_job_cancel(v->job);
	take(v);
	if (!v->reported) {
		annotation_other_free(v->other);
		v->other = NULL;
	}
	return true;
}

static void annotation_work(struct view_table *vt, struct buf *out)
{
	const struct view_annotation *v = annotation_view_of(vt);

	if (!v->job)
		return;
	progress_counting(annotation_job_counting(v->job), annotation_job_state(v->job),
			  counting_rows(annotation_job_counting(v->job)), out);
}

/* ---- cells ---- */

static uint64_t annotation_count(const struct view_table *vt)
{
	return annotation_view_of(vt)->lines.list.n;
}

static bool annotation_bar(const struct view_table *vt, uint64_t row, struct table_bar *bar)
{
	const struct view_annotation *v = annotation_view_of(vt);
	const struct annotation_line *line = &v->lines.list.v[row];

	bar->to = annotation_lines_share(v->annotation, line);
	return line->samples;
}

static void annotation_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	const struct view_annotation *v = annotation_view_of(vt);

	if (v->columns.kinds[column] == COL_CODE)
		annotation_text_add(&v->lines, row, v->table.cursor, v->texts, out);
	else
		annotation_columns_add_cell(&v->columns, column, v->annotation,
					    &v->lines.list.v[row], out);
}

static enum style annotation_style(struct view_table *vt, uint64_t row, size_t column)
{
	const struct view_annotation *v = annotation_view_of(vt);
	const struct annotation_line *line = &v->lines.list.v[row];

	if (line->kind == LINE_TITLE)
		return STYLE_GROUP;
	if (annotation_lines_share(v->annotation, line) >= HOT)
		return STYLE_HIGHLIGHT;
	if (v->columns.kinds[column] == COL_OFFSET ||
	    (line->kind == LINE_SOURCE && v->lines.shown == SHOWN_BOTH))
		return STYLE_DIM;
	return v->columns.kinds[column] == COL_CODE ? STYLE_VALUE : STYLE_NORMAL;
}

static const char *annotation_empty(const struct view_table *vt)
{
	const struct view_annotation *v = annotation_view_of(vt);

	if (annotation_busy(&vt->view))
		return v->symbol ? "counting\u2026" : "reading\u2026";
	if (v->lost == SYM_WHY_DIFFERS)
		return "no sample of this event is in a function of this name; a file is not "
		       "the recorded build (its build id differs): :annotate! reads it";
	return v->lost ? "no sample of this event is in a function of this name; reading the "
			 "symbols of a file failed: see :symbols"
		       : "no sample of this event is in a function of this name";
}

static void annotation_note(struct view *view, struct buf *out)
{
	counted_add_note(&annotation_view_of(view_table_of(view))->what, out);
}

static void annotation_close(struct view_table *vt)
{
	struct view_annotation *v = annotation_view_of(vt);

	annotation_job_free(v->job);
	annotation_other_free(v->other);
	annotation_free(v->annotation);
	annotation_columns_release(&v->columns);
	if (v->request)
		symbolizer_drop(app_symbolizer(v->table.view.app), v->request);
	sourcetext_close(v->texts);
	counted_release(&v->what);
	annotation_lines_release(&v->lines);
	buf_release(&v->title);
	free(v->symbol);
	free(v);
}

/* ---- the view ---- */

static const struct number numbers[] = {
	{ "% of all", "%", "share of the function in all samples of the event", NUMBER_EVENT },
	{ NULL, NULL, NULL, NUMBER_NONE },
};

static const enum action actions[] = { ACTION_OPEN,	 ACTION_HOTTEST, ACTION_NAMES,
				       ACTION_PANE_NEXT, ACTION_CODE,	 ACTION_EVENT_NEXT,
				       ACTION_EVENT_ALL, ACTION_NONE };

static const struct view_words words[] = {
	{ ACTION_OPEN, "records", "show the samples at this line" },
	{ ACTION_PANE_NEXT, "stacks", "toggle: at a call, also count the samples in its callees" },
	{ ACTION_CODE, "bytes", "show the nearby instructions with their bytes, without samples" },
	{ ACTION_NAMES, "source",
	  "next form: source and instructions, only source, or only instructions" },
	{ ACTION_NONE, NULL, NULL },
};

static const enum action hints[] = { ACTION_OPEN,  ACTION_HOTTEST, ACTION_NAMES, ACTION_EVENT_NEXT,
				     ACTION_CLOSE, ACTION_HELP,	   ACTION_NONE };

const struct table_ops table_annotation = {
	.name = "the function",
	.numbers = numbers,
	.title = "function",
	.n = ANNOTATION_COLUMNS,
	.columns = annotation_columns_all,
	.count = annotation_count,
	.cell = annotation_cell,
	.bar = annotation_bar,
	.style = annotation_style,
	.act = annotation_view_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.work = annotation_work,
	.empty = annotation_empty,
	.note = annotation_note,
	.wake = annotation_wake,
	.busy = annotation_busy,
	.cancel = annotation_cancel,
	.close = annotation_close,
};
