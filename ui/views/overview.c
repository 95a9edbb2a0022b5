/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/overview.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "filter/lex.h"
#include "records/records.h"
#include "session/eventpick.h"
#include "session/session_filter.h"
#include "shell/command.h"
#include "shell/topics.h"
#include "views/annotation.h"
#include "views/counted.h"
#include "views/info.h"
#include "views/overview_lines.h"
#include "views/problems.h"
#include "views/sandwich.h"
#include "views/symbols.h"
#include "views/table.h"
#include "views/views.h"
#include "widgets/event_style.h"

enum {
	LABEL_COLS = 9,			/* columns for names of sections */
	FIRST_COL = 1 + LABEL_COLS + 2, /* of the texts of lines */
	TEXT_COLS = 80			/* columns of the page as text */
};

static const char *const section_names[OVERVIEW_SECTIONS] = {
	[OVERVIEW_RECORDED] = "recorded",   [OVERVIEW_EVENTS] = "events",
	[OVERVIEW_COUNTERS] = "counters",   [OVERVIEW_THREADS] = "threads",
	[OVERVIEW_FUNCTIONS] = "functions", [OVERVIEW_PROBLEMS] = "problems",
	[OVERVIEW_LEADS] = "look at",
};

struct view_overview {
	struct view_table table;
	char *title;
	struct buf heading;
	struct buf hint; /* the word for ACTION_OPEN */
	struct table_column columns[2];
	int body; /* screen lines for it, also while a prompt covers some */
	struct overview found;
	struct overview_text text;
	struct overview_lines lines;
};

static struct view_overview *self(const struct view_table *vt)
{
	return container_of(vt, struct view_overview, table);
}

/* ---- lines ---- */

/* The cursor stays on its line, whatever appears above it. */
static void make_lines(struct view_overview *v)
{
	struct overview_line at = { OVERVIEW_RECORDED, 0, true, false, false };
	uint64_t row;

	if (view_table_row(&v->table, &row))
		at = v->lines.list.v[row];
	/* The page as text has no end. */
	overview_lines_make(&v->lines, &v->text, v->body > 0 ? (size_t)v->body : 0,
			    v->table.view.app->opt->batch);
	v->table.cursor = overview_lines_find(&v->lines, &at, v->table.cursor);
}

static void make_title(struct view_overview *v)
{
	struct buf title = BUF_INIT;

	buf_adds(&title, "overview, all records");
	if (v->found.event.name) {
		buf_adds(&title, ": samples");
		counted_add_picked(&v->found.event, &title);
	}
	free(v->title);
	v->title = buf_take(&title);
	v->table.title = v->title;
}

static uint64_t count_lines(const struct view_table *vt)
{
	return self(vt)->lines.list.n;
}

static void overview_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	struct view_overview *v = self(vt);
	const struct overview_line *line = &v->lines.list.v[row];

	if (column == 0) {
		buf_adds(out, line->first ? section_names[line->section] : "");
		return;
	}
	if (line->head)
		overview_text_add_head(&v->text, line->section, out);
	else if (line->rest && !overview_count(&v->found, line->section))
		overview_text_add_empty(&v->text, line->section, out);
	else if (line->rest)
		overview_text_add_rest(&v->text, line->section, line->i, out);
	else
		overview_text_add(&v->text, line->section, line->i, out);
}

static enum style overview_style(struct view_table *vt, uint64_t row, size_t column)
{
	const struct view_overview *v = self(vt);
	const struct overview_line *line = &v->lines.list.v[row];

	if (column == 0)
		return STYLE_GROUP;
	if (line->head)
		return STYLE_HEADER;
	if (line->rest)
		return STYLE_DIM;
	if (line->section == OVERVIEW_PROBLEMS)
		return STYLE_DAMAGE;
	return line->section == OVERVIEW_LEADS ? STYLE_TYPE : STYLE_NORMAL;
}

static void overview_explain(const struct view_table *vt, uint64_t row, struct buf *out)
{
	const struct view_overview *v = self(vt);
	const struct overview_line *line = &v->lines.list.v[row];

	if (line->section != OVERVIEW_PROBLEMS || line->rest)
		return;
	if (v->found.kinds.v[line->i] == OVERVIEW_NO_SYMBOLS)
		topics_add(vt->view.app, TOPIC_NO_SYMBOLS, out);
	else
		topics_add_problem(v->found.kinds.v[line->i], out);
}

/* ---- background work ---- */

static void take(struct view_overview *v)
{
	overview_take(&v->found);
	make_title(v);
	make_lines(v);
}

static bool overview_wake(struct view *view)
{
	take(self(view_table_of(view)));
	return true;
}

static bool is_busy(const struct view *view)
{
	return overview_busy(&self(view_table_of(view))->found);
}

static void overview_work(struct view_table *vt, struct buf *out)
{
	const struct overview *found = &self(vt)->found;

	if (overview_section_busy(found, OVERVIEW_FUNCTIONS) && found->parts)
		ranking_work(&found->functions, out);
	else if (overview_busy(found))
		ranking_work(&found->threads.ranking, out);
	else if (found->parts > 1)
		buf_addf(out, "functions of 1 in %llu samples", (unsigned long long)found->parts);
}

static bool cancel(struct view *view)
{
	return overview_cancel(&self(view_table_of(view))->found);
}

/* ---- actions ---- */

static const char *event_name(const struct view_overview *v, size_t i)
{
	return v->found.event.events.names.v[v->found.events.v[i].choice];
}

/* Are the threads and functions those of the event? */
static bool is_shown(const struct view_overview *v, size_t i)
{
	const char *shown = v->found.event.name;

	return shown && (!strcmp(shown, SHOWN_EVENT_ALL) || !strcmp(shown, event_name(v, i)));
}

static void open_event(struct view_overview *v, size_t i)
{
	struct app *app = v->table.view.app;
	struct buf condition = BUF_INIT;

	shown_event_condition(app->rec, event_name(v, i), &condition);
	records_filter_from(app, condition.p, ACTION_OPEN);
	buf_release(&condition);
}

/* Show the records with the values of a counter. */
static void open_counter(struct view_overview *v, size_t i)
{
	const char *name = v->found.counters.v[i].name;
	struct buf condition = BUF_INIT;

	buf_adds(&condition, "type == STAT and id.event == ");
	lex_quote(&condition, name, strlen(name));
	records_filter_from(v->table.view.app, condition.p, ACTION_OPEN);
	buf_release(&condition);
}

/* Show the samples with a condition, and release both. */
static void open_samples(struct view_overview *v, struct buf *samples, struct buf *condition,
			 bool expressed)
{
	struct app *app = v->table.view.app;

	if (expressed)
		records_filter_counted(app, samples->p, condition->p, ACTION_OPEN);
	else
		app_complain(app, "No filter can select this value.");
	buf_release(samples);
	buf_release(condition);
}

static bool add_thread(const struct view_overview *v, size_t i, struct buf *condition)
{
	const struct thread_ranking *threads = &v->found.threads;

	return thread_ranking_condition(threads, &threads->list.v[i], condition);
}

/* Show the samples of the event in a thread. */
static void open_thread(struct view_overview *v, size_t i)
{
	struct buf samples = BUF_INIT, condition = BUF_INIT;

	overview_sample_condition(&v->found, &samples);
	open_samples(v, &samples, &condition, add_thread(v, i, &condition));
}

static void open_samples_of(struct view_overview *v, size_t i)
{
	struct buf samples = BUF_INIT, condition = BUF_INIT;

	overview_function_condition(&v->found, &samples);
	open_samples(v, &samples, &condition,
		     ranking_condition(&v->found.functions, i, &condition));
}

static void run(struct app *app, const char *command)
{
	struct err err = ERR_INIT;

	if (command_run(app, command, &err) < 0)
		app_complain(app, "%s", err.msg);
}

/* Open the complete list of a section. */
static void open_section(struct view_overview *v, enum overview_section section)
{
	struct app *app = v->table.view.app;
	struct buf command = BUF_INIT;

	if (section == OVERVIEW_EVENTS || section == OVERVIEW_COUNTERS) {
		events_open(app);
	} else if (section == OVERVIEW_PROBLEMS) {
		problems_open(app);
	} else if ((section == OVERVIEW_THREADS || section == OVERVIEW_FUNCTIONS) &&
		   !overview_count(&v->found, section) &&
		   !overview_section_busy(&v->found, section)) {
		app_complain(app, "The recording has no samples.");
	} else if (section == OVERVIEW_THREADS) {
		buf_adds(&command, "count comm,tid where ");
		overview_sample_condition(&v->found, &command);
		run(app, command.p);
	} else if (section == OVERVIEW_FUNCTIONS) {
		buf_adds(&command, "count sym,dso where ");
		overview_function_condition(&v->found, &command);
		run(app, command.p);
	}
	buf_release(&command);
}

/* List the functions of a thread, the hottest first. */
static void open_thread_functions(struct view_overview *v, size_t i, enum action action)
{
	struct app *app = v->table.view.app;
	struct buf command = BUF_INIT;

	buf_adds(&command, "count sym,dso where ");
	overview_sample_condition(&v->found, &command);
	buf_adds(&command, " and ");
	if (add_thread(v, i, &command)) {
		run(app, command.p);
		app_say(app, "Functions of the thread, the hottest first; %s again opens one.",
			app_key_of(app, action));
	} else {
		app_complain(app, "No filter can select this value.");
	}
	buf_release(&command);
}

static void open_line(struct view_overview *v, const struct overview_line *line)
{
	struct app *app = v->table.view.app;

	if (line->rest) {
		open_section(v, line->section);
		return;
	}
	switch (line->section) {
	case OVERVIEW_RECORDED:
		if (overview_text_cut(&v->text, line->i))
			v->text.opened = true;
		else
			info_show(app);
		break;
	case OVERVIEW_EVENTS:
		open_event(v, line->i);
		break;
	case OVERVIEW_COUNTERS:
		open_counter(v, line->i);
		break;
	case OVERVIEW_THREADS:
		open_thread(v, line->i);
		break;
	case OVERVIEW_FUNCTIONS:
		open_samples_of(v, line->i);
		break;
	case OVERVIEW_PROBLEMS:
		if (v->found.kinds.v[line->i] == OVERVIEW_NO_SYMBOLS)
			symbols_open_view(app);
		else
			problems_open_kind(app, v->found.kinds.v[line->i]);
		break;
	default:
		run(app, v->found.leads[line->i]->command);
		break;
	}
}

/* Open the function of the line; on other lines the hottest function with a name. */
static void open_function(struct view_overview *v, const struct overview_line *line,
			  enum action action)
{
	bool own = line->section == OVERVIEW_FUNCTIONS && !line->rest;
	size_t n = ranking_count(&v->found.functions), i = own ? line->i : 0;
	struct app *app = v->table.view.app;

	for (; i < n; i++) {
		struct group_value values[GROUP_FIELDS_MAX] = { { .has = false } };

		ranking_value(&v->found.functions, i, values);
		if (values[0].has) {
			if (action == ACTION_VIEW_SANDWICH)
				sandwich_open_name(app, values[0].text, values[0].len, "");
			else
				annotation_open_name(app, values[0].text, values[0].len, false, "");
			if (!own && i)
				app_say(app,
					"The hottest function has no name; this one is number "
					"%zu.",
					i + 1);
			return;
		}
		if (own)
			break;
	}
	app_complain(app, "No function with a name is here.");
}

static void open_code(struct view_overview *v, const struct overview_line *line, enum action action)
{
	if (line->section == OVERVIEW_THREADS && !line->rest)
		open_thread_functions(v, line->i, action);
	else
		open_function(v, line, action);
}

/* The thread of the line; on other lines the busiest one. -1: none. */
static int64_t thread_of(const struct view_overview *v, const struct overview_line *line)
{
	size_t i = line->section == OVERVIEW_THREADS && !line->rest ? line->i : 0;

	if (i >= v->found.threads.list.n || !v->found.threads.list.v[i].has)
		return -1;
	return (int32_t)v->found.threads.list.v[i].tid;
}

static void open_stackchart(struct view_overview *v, const struct overview_line *line)
{
	int64_t tid = thread_of(v, line);
	struct buf command = BUF_INIT;

	buf_addf(&command, "stackchart tid %lld", (long long)tid);
	if (tid < 0)
		app_complain(v->table.view.app, "No thread is here.");
	else
		run(v->table.view.app, command.p);
	buf_release(&command);
}

/* Open a view of a thread's samples. False: the line has no thread. */
static bool open_view_of_thread(struct view_overview *v, const struct overview_line *line,
				const char *name)
{
	struct buf command = BUF_INIT;
	bool own = line->section == OVERVIEW_THREADS && !line->rest;

	buf_addf(&command, "%s where ", name);
	own = own && add_thread(v, line->i, &command);
	if (own)
		run(v->table.view.app, command.p);
	buf_release(&command);
	return own;
}

static bool overview_act(struct view_table *vt, const struct action_call *call)
{
	struct view_overview *v = self(vt);
	struct app *app = vt->view.app;
	uint64_t row;

	switch (call->action) {
	case ACTION_EVENT_NEXT:
	case ACTION_EVENT_ALL:
		eventpick_next(&v->found.event, call->action == ACTION_EVENT_ALL);
		break;
	case ACTION_OPEN:
		if (view_table_row(vt, &row))
			open_line(v, &v->lines.list.v[row]);
		break;
	case ACTION_CODE:
	case ACTION_VIEW_SANDWICH:
		if (view_table_row(vt, &row))
			open_code(v, &v->lines.list.v[row], call->action);
		break;
	case ACTION_VIEW_STACKCHART:
		if (view_table_row(vt, &row))
			open_stackchart(v, &v->lines.list.v[row]);
		break;
	case ACTION_VIEW_FLAME:
		return view_table_row(vt, &row) &&
		       open_view_of_thread(v, &v->lines.list.v[row], "flame");
	case ACTION_VIEW_HEAT:
		return view_table_row(vt, &row) &&
		       open_view_of_thread(v, &v->lines.list.v[row], "heat");
	case ACTION_FIND:
		records_ask(app, call);
		break;
	default:
		/* Repeated searches go to the list of records. */
		records_show(app);
		app_act(app, call);
		break;
	}
	return true;
}

/* ---- the view ---- */

static void make_heading(struct view_overview *v)
{
	buf_reset(&v->heading);
	if (!v->lines.heads)
		overview_text_add_heading(&v->text, &v->heading);
	v->columns[1].title = v->heading.p;
}

/* One column for the cursor, and two between columns. */
static void set_cols(struct view_overview *v, int cols)
{
	v->text.cols = cols > LABEL_COLS + 3 ? (size_t)cols - LABEL_COLS - 3 : 0;
}

/* The columns at the end of a line with a spark line or a bar. */
static int picture_cols(const struct view_overview *v, const struct overview_line *line)
{
	bool has = !line->rest && overview_text_has_head(line->section);

	return has ? (int)overview_text_picture(&v->text) : 0;
}

/* The picture of the line under the cursor stays as it is, so that a step need not redraw it. */
static void keep_picture(struct view_overview *v)
{
	uint64_t row;

	v->table.kept = 0;
	if (view_table_row(&v->table, &row) && !v->table.left)
		v->table.kept = picture_cols(v, &v->lines.list.v[row]);
}

/* The line of an event has the colour of the event; those of threads and functions have bars. */
static void draw_colours(const struct view_overview *v, const struct surface *body, int row,
			 const struct overview_line *line, bool here)
{
	int cols = (int)v->text.cols, n = picture_cols(v, line);
	enum style style = STYLE_BAR;

	if (line->section == OVERVIEW_EVENTS && !line->rest) {
		style = event_style_of_choice(v->table.view.app->rec, &v->found.event.events,
					      v->found.events.v[line->i].choice);
		n = here ? n : cols;
	}
	surface_restyle(body, row, FIRST_COL + cols - n, n, style);
}

/* Draw what a line has besides its texts. */
static void draw_signs(const struct view_overview *v, const struct surface *body, int row)
{
	size_t i = v->table.top + (size_t)row;
	const struct overview_line *line = &v->lines.list.v[i];
	bool here = i == v->table.cursor;

	/* A rule below the name of a section joins its lines. */
	if (!line->first && !here)
		surface_put(body, row, 1, STYLE_BORDER, "\u2502");
	if (v->table.left)
		return;
	/* A star marks the event of the threads and functions. */
	if (line->section == OVERVIEW_EVENTS && !line->rest && is_shown(v, line->i) &&
	    v->found.events.n > 1)
		surface_put(body, row, FIRST_COL - 1, STYLE_NORMAL, "*");
	draw_colours(v, body, row, line, here);
}

/* On the last line, draw the filter of the list. Returns false if there is none. */
static bool draw_filter(const struct view_overview *v, const struct surface *s)
{
	struct buf filter = BUF_INIT, text = BUF_INIT;
	bool on;

	session_filter_applied(v->table.view.app->session, &filter);
	on = filter.len;
	buf_adds(&text, "unfiltered; :count comm,tid applies the filter: ");
	text_escape_str(&text, filter.p);
	if (on)
		surface_put_left(s, s->rows - 1, 1, s->cols - 2, STYLE_DIM, text.p);
	buf_release(&filter);
	buf_release(&text);
	return on;
}

static void overview_lay_out(struct view_table *vt, struct surface *s)
{
	struct view_overview *v = self(vt);

	if (draw_filter(v, s))
		*s = surface_sub(s, 0, 0, s->rows - 1, s->cols);
	v->body = (s->rows < s->grid->rows ? s->grid->rows - 1 : s->rows) - 2;
	set_cols(v, s->cols);
	table_columns_forget_widths(&v->table.columns);
	v->table.columns.widths[0] = LABEL_COLS;
	make_lines(v);
	make_heading(v);
	keep_picture(v);
}

static void overview_overlay(struct view_table *vt, const struct surface *body)
{
	const struct view_overview *v = self(vt);

	for (int row = 0; row < body->rows && vt->top + (size_t)row < v->lines.list.n; row++)
		draw_signs(v, body, row);
}

static void close_overview(struct view_table *vt)
{
	struct view_overview *v = self(vt);

	overview_text_release(&v->text);
	overview_release(&v->found);
	overview_lines_release(&v->lines);
	buf_release(&v->heading);
	buf_release(&v->hint);
	free(v->title);
	free(v);
}

static const struct table_column columns[] = { { "", false, 0 }, { "", false, 0 } };

static const enum action actions[] = {
	ACTION_OPEN,	   ACTION_CODE,		 ACTION_EVENT_NEXT,
	ACTION_EVENT_ALL,  ACTION_FIND,		 ACTION_FIND_NEXT,
	ACTION_FIND_PREV,  ACTION_VIEW_SANDWICH, ACTION_VIEW_STACKCHART,
	ACTION_VIEW_FLAME, ACTION_VIEW_HEAT,	 ACTION_NONE
};

static const enum action hints[] = { ACTION_OPEN, ACTION_VIEW_RECORDS, ACTION_VIEW_FLAME,
				     ACTION_FIND, ACTION_EVENT_NEXT,   ACTION_CLOSE,
				     ACTION_HELP, ACTION_NONE };

/* clang-format off */
/* A line of a function has actions of its own. */
static const enum action function_hints[] = { ACTION_OPEN,  ACTION_CODE,	ACTION_VIEW_SANDWICH,
					      ACTION_FIND,  ACTION_EVENT_NEXT, ACTION_CLOSE,
					      ACTION_HELP,  ACTION_NONE };

static const struct view_words words[] = {
	{ ACTION_OPEN, "open", "open the line: records, a view, the whole section, or the whole command line" },
	{ ACTION_CODE, "code", "annotate the function of the line, or else the hottest function; on a thread: list its functions" },
	{ ACTION_VIEW_SANDWICH, "callers",
	  "show the function of the line, or else the hottest one, between its callers and callees; on a thread: list its functions" },
	{ ACTION_VIEW_STACKCHART, "stack chart", "show the stacks of the line's thread, or else of the busiest thread, in time order" },
	{ ACTION_VIEW_FLAME, "flame graph", "show the stacks of the samples as a flame graph; on a thread: only its samples" },
	{ ACTION_VIEW_HEAT, "heat map", "show a heat map of the samples; on a thread: only its records" },
	{ ACTION_FIND, "find records", "search the records, not this screen, and show the match in the list" },
	{ ACTION_FIND_NEXT, "next", "search the records again" },
	{ ACTION_FIND_PREV, "previous", "search the records again, backwards" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

/* clang-format off */
static const struct number numbers[] = {
	{ "records", "records", "in the recording", NUMBER_ALL },
	{ "duration", "s, ms, us", "from the first record to the last", NUMBER_ALL },
	{ "duration of the samples", "s, ms, us", "from the first sample to the last; "
				"shown if it is more than a tenth shorter than the duration", NUMBER_ALL },
	{ "size", "B, KiB, MiB", "of the files", NUMBER_FILE },
	{ "samples of an event", "samples", "of the event", NUMBER_EACH },
	{ "rate of an event", "1/s", "samples per second, from the first sample of all events to the last", NUMBER_EACH },
	{ "value of a counter", "counts, or the unit", "of perf stat: the last values on all CPUs and in all threads, "
				"scaled to the time that they were enabled", NUMBER_ALL },
	{ "% of a counter", "%", "of the time that it was enabled; shown if it did not count all the time", NUMBER_ALL },
	{ "samples of a thread", "samples", "of the thread", NUMBER_BUSY },
	{ "% of a thread", "%", "of the samples of the event, without those of thread 0", NUMBER_BUSY },
	{ "samples of a function", "samples", "in the function", NUMBER_BUSY },
	{ "% of a function", "%", "of the samples of the event, without those of thread 0", NUMBER_BUSY },
	{ "problems", "records", "that have the problem, or that were lost", NUMBER_ALL },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

static const enum action *overview_hints(const struct view *view)
{
	const struct view_overview *v = self(view_table_of(view));
	uint64_t row = v->table.cursor;

	return row < v->lines.list.n && v->lines.list.v[row].section == OVERVIEW_FUNCTIONS
		       ? function_hints
		       : hints;
}

/*
 * Return the number of samples that Enter opens on a thread or a function. The texts of a section
 * have about the same width, so that the hints after them stay where they are.
 */
static const char *overview_hint(struct view *view, enum action action)
{
	struct view_overview *v = self(view_table_of(view));
	const struct overview_line *line = &v->lines.list.v[v->table.cursor];
	struct group_value values[GROUP_FIELDS_MAX];
	uint64_t n;

	if (action != ACTION_OPEN || v->table.cursor >= v->lines.list.n)
		return NULL;
	if (line->rest)
		return overview_count(&v->found, line->section) ? "all of them" : NULL;
	if (line->section == OVERVIEW_THREADS)
		n = v->found.threads.list.v[line->i].samples;
	else if (line->section == OVERVIEW_FUNCTIONS && v->found.parts == 1)
		n = ranking_value(&v->found.functions, line->i, values);
	else
		return NULL;
	buf_reset(&v->hint);
	text_add_plural(n, "sample", &v->hint);
	return v->hint.p;
}

const struct table_ops table_overview = {
	.name = "the overview",
	.title = "overview",
	.n = 2,
	.columns = columns,
	.numbers = numbers,
	.count = count_lines,
	.cell = overview_cell,
	.style = overview_style,
	.explain = overview_explain,
	.lay_out = overview_lay_out,
	.overlay = overview_overlay,
	.hint = overview_hint,
	.act = overview_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.work = overview_work,
	.wake = overview_wake,
	.busy = is_busy,
	.cancel = cancel,
	.close = close_overview,
};

/*
 * Open the recording on one screen: how it was made, its events over time, the busiest threads and
 * functions, problems, and questions to ask. Each line opens its subject. Lines appear while the
 * index is built.
 */
void overview_open(struct app *app)
{
	struct view_overview *v = view_table_once(app, &table_overview, sizeof(*v));

	if (!v)
		return;
	v->table.vops.hints = overview_hints;
	memcpy(v->columns, columns, sizeof(columns));
	v->table.columns.v = v->columns;
	buf_init(&v->heading);
	buf_init(&v->hint);
	overview_start(&v->found, app, &v->table.view.watcher);
	overview_text_init(&v->text, &v->found);
	set_cols(v, TEXT_COLS);
	take(v);
}

bool overview_is(const struct view *view)
{
	return !strcmp(view->ops->name, table_overview.name);
}
