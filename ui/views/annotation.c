/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/annotation.h"

#include <stdlib.h>
#include <string.h>

#include "annotate/annotation_job.h"
#include "annotate/annotation_other.h"
#include "annotate/sourcetext.h"
#include "base/mem.h"
#include "base/text.h"
#include "filter/lex.h"
#include "recording/symbols.h"
#include "views/address.h"
#include "views/annotation_columns.h"
#include "views/annotation_condition.h"
#include "views/annotation_text.h"
#include "views/annotation_title.h"
#include "views/args.h"
#include "views/code.h"
#include "views/counted.h"
#include "views/stack_view.h"
#include "views/table.h"
#include "views/views.h"
#include "widgets/progress.h"

/* The least share of a hot line. */
#define HOT 0.1

struct view_annotation {
	struct view_table table;
	struct counted_records what;
	char *symbol;			    /* NULL: it is still being looked up, */
	struct symbolizer_request *request; /* by this request; NULL: nothing is looked up */
	struct row_info row;
	struct symbolizer_address address; /* where the view was opened, */
	bool placed;			   /* if it was opened at an address */
	struct annotation_job *job;	   /* NULL: nothing was counted yet */
	struct annotation *annotation;	   /* NULL: there is none yet */
	uint64_t came;			   /* cursor when annotation came; equal: nobody moved it */
	bool chains;			   /* count samples at the calls of their stack, too */
	struct annotation_other *other;	   /* NULL: nothing is compared */
	bool other_known;		   /* it has the function */
	bool reported;			   /* the result of the comparison was reported */
	enum sym_why lost;		   /* why a file that may have the function was not read */
	struct annotation_columns columns;
	struct annotation_lines lines;
	struct symfile_places places;
	struct sourcetext *texts;
	struct buf title;
};

static struct view_annotation *self(const struct view_table *vt)
{
	return container_of(vt, struct view_annotation, table);
}

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

static void make_lines(struct view_annotation *v)
{
	annotation_lines_make(&v->lines, v->annotation);
	compare_lines(v);
	table_columns_forget_widths(&v->table.columns);
	annotation_columns_choose(&v->columns, v->annotation, v->other_known);
	v->table.columns.v = v->columns.list;
	v->table.columns.n = v->columns.n;
	make_title(v);
}

/* Drop the annotation, because something else is to be counted. */
static void forget(struct view_annotation *v)
{
	annotation_free(v->annotation);
	v->annotation = NULL;
	v->table.cursor = v->table.top = 0;
	make_lines(v);
}

/* ---- the cursor ---- */

static void go_to(struct view_annotation *v, size_t line)
{
	uint64_t half = v->table.rows > 0 ? (uint64_t)v->table.rows / 2 : 0;

	v->table.cursor = line;
	v->table.top = line > half ? line - half : 0;
}

static void go_to_known(struct view_annotation *v, size_t line)
{
	if (line != SIZE_MAX)
		go_to(v, line);
}

/* Move to where the cursor was in the previous lines. */
static void go_to_offset(struct view_annotation *v, uint64_t symaddr, uint64_t off)
{
	for (size_t i = 0; i < v->annotation->functions.n; i++) {
		const struct annotated_function *f = &v->annotation->functions.v[i];
		size_t line = annotation_lines_at(&v->lines, f, off);

		if (f->symaddr == symaddr && line != SIZE_MAX) {
			go_to(v, line);
			return;
		}
	}
}

static void go_to_place(struct view_annotation *v)
{
	const struct annotation *a = v->annotation;

	if (a->at != SIZE_MAX)
		go_to_known(v, annotation_lines_at(&v->lines, &a->functions.v[a->at], a->at_off));
}

/* ---- background work ---- */

static struct annotation_options options_of(const struct view_annotation *v,
					    const struct filter *filter)
{
	return (struct annotation_options){ .symbol = v->symbol,
					    .where = filter ? filter->text : "",
					    .chains = v->chains };
}

/* path can be that of the comparison that ends. */
static void start_other(struct view_annotation *v, const char *path)
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

static void start(struct view_annotation *v)
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
		start_other(v, annotation_other_path(v->other));
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
	make_lines(v);
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
	make_lines(v);
	if (first)
		go_to_known(v, annotation_lines_hottest(&v->lines, SIZE_MAX));
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
		make_lines(v);
		start(v);
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
	const struct view_annotation *v = self(view_table_of(view));

	if (v->annotation && v->other && !v->reported)
		return true;
	return v->job ? annotation_job_state(v->job) < COUNTING_DONE
		      : !v->request || !symbolizer_is_done(v->request);
}

static bool annotation_wake(struct view *view)
{
	struct view_annotation *v = self(view_table_of(view));

	if (!v->symbol)
		return symbolizer_is_done(v->request) && take_name(v);
	if (counted_look(&v->what)) {
		forget(v);
		start(v);
		return true;
	}
	return (int)take(v) | (int)take_other(v) || !annotation_busy(view);
}

static bool annotation_cancel(struct view *view)
{
	struct view_annotation *v = self(view_table_of(view));

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
	const struct view_annotation *v = self(vt);

	if (!v->job)
		return;
	progress_counting(annotation_job_counting(v->job), annotation_job_state(v->job),
			  counting_rows(annotation_job_counting(v->job)), out);
}

/* ---- cells ---- */

static uint64_t annotation_count(const struct view_table *vt)
{
	return self(vt)->lines.list.n;
}

static bool annotation_bar(const struct view_table *vt, uint64_t row, struct table_bar *bar)
{
	const struct view_annotation *v = self(vt);
	const struct annotation_line *line = &v->lines.list.v[row];

	bar->to = annotation_lines_share(v->annotation, line);
	return line->samples;
}

static void annotation_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	const struct view_annotation *v = self(vt);

	if (v->columns.kinds[column] == COL_CODE)
		annotation_text_add(&v->lines, row, v->table.cursor, v->texts, out);
	else
		annotation_columns_add_cell(&v->columns, column, v->annotation,
					    &v->lines.list.v[row], out);
}

static enum style annotation_style(struct view_table *vt, uint64_t row, size_t column)
{
	const struct view_annotation *v = self(vt);
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
	const struct view_annotation *v = self(vt);

	if (annotation_busy(&vt->view))
		return v->symbol ? "counting\u2026" : "reading\u2026";
	if (v->lost == SYM_WHY_DIFFERS)
		return "no sample of this event is in a function of this name; a file is not "
		       "the recorded build (its build id differs): :annotate! reads it";
	return v->lost ? "no sample of this event is in a function of this name; reading the "
			 "symbols of a file failed: see :symbols"
		       : "no sample of this event is in a function of this name";
}

/* ---- actions ---- */

static void open_records(struct view_annotation *v, const struct annotation_line *line)
{
	struct buf condition = BUF_INIT;

	annotation_condition_add(line, v->symbol, v->chains, &condition);
	counted_records(&v->what, v->table.view.app, condition.p, ACTION_OPEN);
	buf_release(&condition);
}

/* The first known source line. NULL: there is none, and `why` has the reason. */
static const struct code_source *first_source(const struct annotation *a, const char **why)
{
	*why = "no source line is known";
	for (size_t i = 0; a && i < a->functions.n; i++) {
		const struct code *code = &a->functions.v[i].code;

		if (code->sources.n)
			return &code->sources.v[0];
		if (code->why_source || code->why)
			*why = code->why_source ? code->why_source : code->why;
	}
	return NULL;
}

static void say_shown(struct view_annotation *v, const struct code_source *source)
{
	static const char *const names[SHOWN_COUNT] = { "source and instructions", "source",
							"instructions" };
	bool texts = source && v->lines.shown != SHOWN_ASM;
	const char *why = texts ? sourcetext_why(v->texts, source->file) : NULL;
	struct buf more = BUF_INIT;

	if (why) {
		buf_addf(&more, " Without text: %s: ", why);
		text_escape_str(&more, source->file);
		buf_adds(&more, " (:map-path FROM TO)");
	}
	app_say(v->table.view.app, "Shown: %s.%s", names[v->lines.shown], more.p);
	buf_release(&more);
}

static void show_other(struct view_annotation *v)
{
	const struct annotation_line *line = v->lines.list.n ? &v->lines.list.v[v->table.cursor]
							     : &(struct annotation_line){ 0 };
	const struct annotated_function *f = line->function;
	size_t first = line->first;
	const char *why;
	const struct code_source *source = first_source(v->annotation, &why);

	if (!source && v->lines.list.n && v->lines.shown == SHOWN_BOTH) {
		app_complain(v->table.view.app, "There are no source lines to show: %s.", why);
		return;
	}
	v->lines.shown = (v->lines.shown + 1) % SHOWN_COUNT;
	make_lines(v);
	go_to_known(v, annotation_lines_find(&v->lines, f, first));
	say_shown(v, source);
}

static void show_next_hottest(struct view_annotation *v)
{
	size_t line = annotation_lines_hottest(&v->lines, v->table.cursor);

	if (line == SIZE_MAX)
		line = annotation_lines_hottest(&v->lines, SIZE_MAX);
	if (line == SIZE_MAX)
		app_complain(v->table.view.app, "No line has samples.");
	else
		go_to(v, line);
}

/*
 * Open the view of the code at the line's address, with the bytes of the instructions, without
 * samples. The process is that of a record in the function.
 */
static void show_code(struct view_annotation *v)
{
	const struct annotation_line *line = v->lines.list.n ? &v->lines.list.v[v->table.cursor]
							     : NULL;
	struct symbolizer_address address = v->address;
	struct row_info row = v->row;
	struct reader *reader;

	if (line && line->function->lines.n) {
		reader = reader_open(v->table.view.app->rec);
		if (reader_row(reader, line->function->row, &row, NULL)) {
			reader_close(reader);
			return;
		}
		reader_close(reader);
		address = (struct symbolizer_address){
			.addr = line->function->addr +
				line->function->lines.v[line->first].code.off,
			.any = true
		};
	} else if (!v->placed) {
		app_complain(v->table.view.app, "There is no address here.");
		return;
	}
	code_open(v->table.view.app, &row, &address);
}

static void turn(struct view_annotation *v)
{
	v->chains = !v->chains;
	forget(v);
	start(v);
}

static bool annotation_act(struct view_table *vt, const struct action_call *call)
{
	struct view_annotation *v = self(vt);
	uint64_t row;

	switch (call->action) {
	case ACTION_EVENT_NEXT:
	case ACTION_EVENT_ALL:
		counted_act(&v->what, call->action);
		break;
	case ACTION_NAMES:
		show_other(v);
		break;
	case ACTION_HOTTEST:
		show_next_hottest(v);
		break;
	case ACTION_CODE:
		show_code(v);
		break;
	case ACTION_PANE_NEXT:
		turn(v);
		break;
	default:
		if (!view_table_row(vt, &row))
			break;
		if (v->lines.list.v[row].samples)
			open_records(v, &v->lines.list.v[row]);
		else
			app_complain(vt->view.app, "No sample of this event is here.");
		break;
	}
	return true;
}

static void annotation_note(struct view *view, struct buf *out)
{
	counted_add_note(&self(view_table_of(view))->what, out);
}

static void annotation_close(struct view_table *vt)
{
	struct view_annotation *v = self(vt);

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
	.act = annotation_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.work = annotation_work,
	.empty = annotation_empty,
	.wake = annotation_wake,
	.busy = annotation_busy,
	.cancel = annotation_cancel,
	.close = annotation_close,
};

/* Show the annotation on top of other views. It owns its arguments from now on. */
static void show(struct view_annotation *v, char *symbol, const struct counted_records *what)
{
	struct app *app = v->table.view.app;

	v->table.vops.note = annotation_note;
	v->symbol = symbol;
	v->what = *what;
	buf_init(&v->title);
	annotation_columns_init(&v->columns);
	counted_pick_event(&v->what, app);
	syms_folders(recording_syms(app->rec), &v->places);
	v->texts = sourcetext_open(symbolizer_maps(app_symbolizer(app)), &v->places);
	make_lines(v);
	start(v);
	app_push(app, &v->table.view);
}

bool annotation_compare(struct app *app, const char *path)
{
	struct view *view = app_view(app);
	struct view_annotation *v = self(view_table_of(view));

	if (strcmp(view->ops->name, table_annotation.name) != 0 || !v->symbol)
		return false;
	start_other(v, path);
	return true;
}

static int open_symbol(struct app *app, const char *arg, bool chains, struct err *err)
{
	struct counted_records what = { NULL };
	const char *rest = arg;
	char *symbol = NULL, *other = NULL;
	struct view_annotation *v;
	int rc = args_function(arg, &symbol, &rest, err);

	if (!rc)
		rc = args_compare(app, &rest, &other, err);
	if (!rc) {
		rc = counted_parse(&what, app, rest, err);
		if (rc && err->offset != ERR_NO_OFFSET)
			err->offset += (uint64_t)(rest - arg);
	}
	if (rc) {
		free(symbol);
		free(other);
		return rc;
	}
	v = view_table_of_topic(app, &table_annotation, sizeof(*v), counted_topic(&what, symbol));
	if (v) {
		v->chains = chains;
		show(v, symbol, &what);
	} else {
		counted_release(&what);
		free(symbol);
	}
	if (other)
		annotation_compare(app, other);
	free(other);
	return 0;
}

/* A function of the name of a keyword is in quotes. */
int annotation_open(struct app *app, const char *arg, struct err *err)
{
	const char *word = text_begins_with(arg, "by ")	     ? "by"
			   : text_begins_with(arg, "where ") ? "where"
							     : NULL;

	if (word)
		return err_set_at(err, ERR_PARSE, 0, "expected the name of a function before %s",
				  word);
	return open_symbol(app, arg, false, err);
}

void annotation_open_at(struct app *app, const struct row_info *row,
			const struct symbolizer_address *address)
{
	struct counted_records what = { NULL };
	struct view_annotation *v;
	struct err err = ERR_INIT;
	struct buf more = BUF_INIT;
	char *place = address_topic(row, address);

	if (counted_parse(&what, app, "", &err)) {
		free(place);
		return;
	}
	buf_addf(&more, "at %s", place);
	free(place);
	v = view_table_of_topic(app, &table_annotation, sizeof(*v), counted_topic(&what, more.p));
	buf_release(&more);
	if (!v) {
		counted_release(&what);
		return;
	}
	v->row = *row;
	v->address = *address;
	v->address.code = 0;
	v->address.lines = v->address.text = false;
	v->chains = address->is_return;
	v->placed = true;
	v->request = symbolizer_ask(app_symbolizer(app), row, &v->address, 1);
	show(v, NULL, &what);
}

void annotation_open_name(struct app *app, const char *name, size_t len, bool chains,
			  const char *more)
{
	struct buf arg = BUF_INIT;
	struct err err = ERR_INIT;

	lex_quote(&arg, name, len);
	buf_addf(&arg, " %s", more);
	if (open_symbol(app, arg.p, chains, &err))
		app_complain(app, "%s", err.msg);
	buf_release(&arg);
}
