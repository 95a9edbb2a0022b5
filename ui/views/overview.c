/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/overview.h"

#include <stdlib.h>
#include <string.h>

#include "records/show.h"
#include "session/eventpick.h"
#include "shell/command.h"
#include "views/annotation.h"
#include "views/info.h"
#include "views/overview_text.h"
#include "views/sandwich.h"
#include "views/symbols.h"
#include "views/table.h"
#include "views/views.h"

enum {
	LABEL_COLS = 9, /* columns for names of sections */
	TEXT_COLS = 80	/* columns of the page as text */
};

static const struct {
	const char *name;
	size_t few, most; /* lines on a screen of 24 lines, and on any screen */
} sections[OVERVIEW_SECTIONS] = {
	[OVERVIEW_RECORDED] = { "recorded", HEADLINES, HEADLINES },
	[OVERVIEW_EVENTS] = { "events", 4, OVERVIEW_EVENTS_MAX },
	[OVERVIEW_THREADS] = { "threads", 3, 8 },
	[OVERVIEW_FUNCTIONS] = { "functions", 4, 12 },
	[OVERVIEW_PROBLEMS] = { "problems", 2, PROBLEM_KINDS + 1 },
	[OVERVIEW_LEADS] = { "look at", OVERVIEW_LEADS_MAX, OVERVIEW_LEADS_MAX },
};

struct overview_line {
	enum overview_section section;
	size_t i;   /* index in its section */
	bool first; /* it is the first of its section */
	bool rest;  /* it stands for this line and the next ones, or for a section without lines */
};

struct view_overview {
	struct view_table table;
	void (*draw_table)(struct view *view, const struct surface *s, struct term_cursor *cursor);
	char *title;
	struct buf heading;
	struct table_column columns[2];
	int body; /* screen lines for it */
	struct overview found;
	struct overview_text text;
	VEC(struct overview_line) lines;
};

static struct view_overview *self(const struct view_table *vt)
{
	return (struct view_overview *)(uintptr_t)vt;
}

/* ---- lines ---- */

/* Share the screen's lines: each section gets a few, and the remaining lines go round. */
static void share_lines(const struct view_overview *v, size_t *shown)
{
	static const enum overview_section order[] = { OVERVIEW_FUNCTIONS, OVERVIEW_THREADS,
						       OVERVIEW_EVENTS, OVERVIEW_PROBLEMS };
	size_t used = 0, room = v->body > 0 ? (size_t)v->body : 0;
	bool more = true;

	for (enum overview_section section = 0; section < OVERVIEW_SECTIONS; section++) {
		size_t n = overview_count(&v->found, section);

		shown[section] = n < sections[section].few ? n : sections[section].few;
		used += n ? shown[section] : 1;
	}
	/* For one line too many the page need not scroll. */
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]) && used > room; i++) {
		if (used - room > sizeof(order) / sizeof(order[0]) || shown[order[i]] < 3)
			continue;
		shown[order[i]]--;
		used--;
	}
	while (used < room && more) {
		more = false;
		for (size_t i = 0; i < sizeof(order) / sizeof(order[0]) && used < room; i++) {
			enum overview_section section = order[i];

			if (shown[section] >= sections[section].most ||
			    shown[section] >= overview_count(&v->found, section))
				continue;
			shown[section]++;
			used++;
			more = true;
		}
	}
}

static void add_lines(struct view_overview *v, enum overview_section section, size_t shown)
{
	size_t n = overview_count(&v->found, section);

	for (size_t i = 0; i < shown; i++)
		vec_push(&v->lines,
			 ((struct overview_line){ section, i, !i, shown < n && i + 1 == shown }));
	if (!n)
		vec_push(&v->lines, ((struct overview_line){ section, 0, true, true }));
}

/* The cursor stays on its line, whatever appears above it. */
static void make_lines(struct view_overview *v)
{
	struct overview_line at = { OVERVIEW_RECORDED, 0, true, false };
	size_t shown[OVERVIEW_SECTIONS];
	uint64_t row;

	if (view_table_row(&v->table, &row))
		at = v->lines.v[row];
	v->lines.n = 0;
	share_lines(v, shown);
	for (enum overview_section section = 0; section < OVERVIEW_SECTIONS; section++)
		add_lines(v, section, shown[section]);
	for (row = 0; row < v->lines.n; row++)
		if (v->lines.v[row].section == at.section && v->lines.v[row].i <= at.i)
			v->table.cursor = row;
}

static void make_title(struct view_overview *v)
{
	struct buf title = BUF_INIT;

	buf_adds(&title, "overview, all records: samples");
	eventpick_title(&v->found.event, &title);
	free(v->title);
	v->title = buf_take(&title);
	v->table.title = v->title;
}

static uint64_t count_lines(const struct view_table *vt)
{
	return self(vt)->lines.n;
}

static void overview_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	struct view_overview *v = self(vt);
	const struct overview_line *line = &v->lines.v[row];

	if (column == 0) {
		buf_adds(out, line->first ? sections[line->section].name : "");
		return;
	}
	if (line->rest && !overview_count(&v->found, line->section))
		overview_text_add_empty(&v->text, line->section, out);
	else if (line->rest)
		overview_text_add_rest(&v->text, line->section, line->i, out);
	else
		overview_text_add(&v->text, line->section, line->i, out);
}

static enum style overview_style(struct view_table *vt, uint64_t row, size_t column)
{
	const struct view_overview *v = self(vt);
	const struct overview_line *line = &v->lines.v[row];

	if (column == 0)
		return STYLE_GROUP;
	if (line->rest)
		return STYLE_DIM;
	if (line->section == OVERVIEW_PROBLEMS)
		return STYLE_DAMAGE;
	return line->section == OVERVIEW_LEADS ? STYLE_TYPE : STYLE_NORMAL;
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
	take((struct view_overview *)view);
	return true;
}

static bool is_busy(const struct view *view)
{
	return overview_busy(&((const struct view_overview *)view)->found);
}

static void overview_work(struct view_table *vt, struct buf *out)
{
	const struct overview *found = &self(vt)->found;

	if (overview_section_busy(found, OVERVIEW_FUNCTIONS) && found->parts)
		ranking_work(&found->functions, out);
	else if (overview_busy(found))
		ranking_work(&found->threads, out);
	else if (found->parts > 1)
		buf_addf(out, "functions of 1 in %llu samples", (unsigned long long)found->parts);
}

static bool cancel(struct view *view)
{
	return overview_cancel(&((struct view_overview *)view)->found);
}

/* ---- actions ---- */

static void open_event(struct view_overview *v, size_t i)
{
	struct buf condition = BUF_INIT;

	shown_event_condition(v->table.view.app->rec,
			      v->found.event.events.names.v[v->found.events.v[i].choice],
			      &condition);
	records_filter_from(v->table.view.app, condition.p, ACTION_FILTER_ONLY);
	buf_release(&condition);
}

/* Show the samples of the event in a thread or a function. */
static void open_value(struct view_overview *v, const struct ranking *ranking, size_t i)
{
	struct app *app = v->table.view.app;
	struct buf event = BUF_INIT, condition = BUF_INIT;

	eventpick_condition(&v->found.event, &event);
	if (ranking_condition(ranking, i, &condition))
		records_filter_counted(app, event.p, condition.p, ACTION_OPEN);
	else
		app_complain(app, "No filter selects this value.");
	buf_release(&event);
	buf_release(&condition);
}

static void run(struct app *app, const char *command)
{
	struct err err = ERR_INIT;
	bool row;

	if (command_run(app, command, &row, &err) < 0)
		app_complain(app, "%s", err.msg);
}

/* Open the complete list of a section. */
static void open_section(struct view_overview *v, enum overview_section section)
{
	struct app *app = v->table.view.app;
	struct buf command = BUF_INIT;

	if (section == OVERVIEW_EVENTS) {
		events_open(app);
	} else if (section == OVERVIEW_PROBLEMS) {
		problems_open(app);
	} else if (section == OVERVIEW_THREADS || section == OVERVIEW_FUNCTIONS) {
		buf_adds(&command, section == OVERVIEW_THREADS ? "count comm,tid where "
							       : "count sym,dso where ");
		eventpick_condition(&v->found.event, &command);
		run(app, command.p);
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
		info_show(app);
		break;
	case OVERVIEW_EVENTS:
		open_event(v, line->i);
		break;
	case OVERVIEW_THREADS:
		open_value(v, &v->found.threads, line->i);
		break;
	case OVERVIEW_FUNCTIONS:
		open_value(v, &v->found.functions, line->i);
		break;
	case OVERVIEW_PROBLEMS:
		if (line->i == v->found.kinds.n)
			symbols_open_view(app);
		else
			problems_open(app);
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

	for (; i < n; i++) {
		struct group_value values[GROUP_FIELDS_MAX] = { { .has = false } };

		ranking_value(&v->found.functions, i, values);
		if (values[0].has && action == ACTION_VIEW_SANDWICH) {
			sandwich_open_name(v->table.view.app, values[0].text, values[0].len, "");
			return;
		}
		if (values[0].has) {
			annotation_open_name(v->table.view.app, values[0].text, values[0].len,
					     false);
			return;
		}
		if (own)
			break;
	}
	app_complain(v->table.view.app, "No function with a name is here.");
}

/* The thread of the line; on other lines the busiest one, not the idle task. -1: none. */
static int64_t thread_of(const struct view_overview *v, const struct overview_line *line)
{
	bool own = line->section == OVERVIEW_THREADS && !line->rest;
	size_t n = ranking_count(&v->found.threads), i = own ? line->i : 0;

	for (; i < n; i++) {
		struct group_value value = { .has = false };

		ranking_value(&v->found.threads, i, &value);
		if (value.has && (own || value.num || i + 1 == n))
			return (int32_t)value.num;
		if (own)
			break;
	}
	return -1;
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
			open_line(v, &v->lines.v[row]);
		break;
	case ACTION_CODE:
	case ACTION_VIEW_SANDWICH:
		if (view_table_row(vt, &row))
			open_function(v, &v->lines.v[row], call->action);
		break;
	case ACTION_VIEW_STACKCHART:
		if (view_table_row(vt, &row))
			open_stackchart(v, &v->lines.v[row]);
		break;
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
	overview_text_add_heading(&v->text, &v->heading);
	v->columns[1].title = v->heading.p;
}

/* One column for the cursor, and two between columns. */
static void set_cols(struct view_overview *v, int cols)
{
	v->text.cols = cols > LABEL_COLS + 3 ? (size_t)cols - LABEL_COLS - 3 : 0;
}

/* The style of an event; of several that are one choice, that of the first. */
static enum style event_style(const struct view_overview *v, size_t choice)
{
	const struct perf_file *file = recording_file(v->table.view.app->rec, 0);

	for (size_t i = 0; i < file->events.list.n; i++)
		if (shown_events_of(&v->found.event.events, 0, (int)i) == choice)
			return theme_event(i);
	return STYLE_BAR;
}

/* Events have the same colours as in other views. */
static void draw_colours(const struct view_overview *v, const struct surface *body)
{
	const int first = 1 + LABEL_COLS + 2;
	size_t name, picture;

	overview_text_columns(&v->text, &name, &picture);
	for (int row = 0; row < body->rows && v->table.top + (size_t)row < v->lines.n; row++) {
		const struct overview_line *line = &v->lines.v[v->table.top + (size_t)row];
		enum style style = STYLE_BAR;

		if (line->rest || v->table.top + (size_t)row == v->table.cursor)
			continue;
		if (line->section == OVERVIEW_EVENTS) {
			style = event_style(v, v->found.events.v[line->i].choice);
			surface_restyle(body, row, first, (int)name, style);
		} else if (line->section != OVERVIEW_THREADS &&
			   line->section != OVERVIEW_FUNCTIONS) {
			continue;
		}
		surface_restyle(body, row, first + (int)(v->text.cols - picture), (int)picture,
				style);
	}
}

/* A rule below the name of a section joins its lines. */
static void draw_rules(const struct view_overview *v, const struct surface *body)
{
	for (int row = 0; row < body->rows && v->table.top + (size_t)row < v->lines.n; row++) {
		size_t line = v->table.top + (size_t)row;

		if (!v->lines.v[line].first && line != v->table.cursor)
			surface_put(body, row, 1, STYLE_BORDER, "\u2502");
	}
}

static void overview_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct surface body = surface_sub(s, 2, 0, s->rows - 2, s->cols);
	struct view_overview *v = (struct view_overview *)view;

	v->body = s->rows - 2;
	set_cols(v, s->cols);
	memset(v->table.widths, 0, sizeof(v->table.widths));
	v->table.widths[0] = LABEL_COLS;
	make_lines(v);
	make_heading(v);
	v->draw_table(view, s, cursor);
	draw_rules(v, &body);
	if (!v->table.left)
		draw_colours(v, &body);
}

static void close_overview(struct view_table *vt)
{
	struct view_overview *v = self(vt);

	overview_text_release(&v->text);
	overview_release(&v->found);
	vec_release(&v->lines);
	buf_release(&v->heading);
	free(v->title);
	free(v);
}

static const struct table_column columns[] = { { "", false, 0 }, { "", false, 0 } };

static const enum action actions[] = {
	ACTION_OPEN,	  ACTION_CODE,		ACTION_EVENT_NEXT,
	ACTION_EVENT_ALL, ACTION_FIND,		ACTION_FIND_NEXT,
	ACTION_FIND_PREV, ACTION_VIEW_SANDWICH, ACTION_VIEW_STACKCHART,
	ACTION_NONE
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
	{ ACTION_OPEN, "open", "open the line: records, a view, or the whole section" },
	{ ACTION_CODE, "code", "annotate the function, or the hottest one" },
	{ ACTION_VIEW_SANDWICH, "callers", "show the function, or the hottest one, between its callers and its callees" },
	{ ACTION_VIEW_STACKCHART, "stack chart", "show the stacks of the thread, or the busiest one, in time order" },
	{ ACTION_FIND, "search", "search the records" },
	{ ACTION_FIND_NEXT, "next", "search the records again" },
	{ ACTION_FIND_PREV, "previous", "search the records again, backwards" },
	{ ACTION_CLOSE, "records", "close the overview" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

/* clang-format off */
static const struct number numbers[] = {
	{ "records", "records", "in the recording", NUMBER_ALL },
	{ "duration", "s", "from the first record to the last", NUMBER_ALL },
	{ "size", "B, KiB, MiB", "of the files", NUMBER_FILE },
	{ "samples of an event", "samples", "of the event", NUMBER_EACH },
	{ "rate of an event", "1/s", "samples per second, from the first sample of all events to the last", NUMBER_EACH },
	{ "samples of a thread", "samples", "of the thread", NUMBER_BUSY },
	{ "% of a thread", "%", "of the samples of the event", NUMBER_BUSY },
	{ "samples of a function", "samples", "in the function", NUMBER_BUSY },
	{ "% of a function", "%", "of the samples of the event", NUMBER_BUSY },
	{ "problems", "records", "that have the problem, or that were lost", NUMBER_ALL },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

const struct table_ops table_overview = {
	.name = "the overview",
	.title = "overview",
	.n = 2,
	.columns = columns,
	.numbers = numbers,
	.count = count_lines,
	.cell = overview_cell,
	.style = overview_style,
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

static const enum action *overview_hints(const struct view *view)
{
	const struct view_overview *v = (const struct view_overview *)view;
	uint64_t row = v->table.cursor;

	return row < v->lines.n && v->lines.v[row].section == OVERVIEW_FUNCTIONS ? function_hints
										 : hints;
}

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
	v->draw_table = v->table.vops.draw;
	v->table.vops.draw = overview_draw;
	v->table.vops.hints = overview_hints;
	memcpy(v->columns, columns, sizeof(columns));
	v->table.columns = v->columns;
	buf_init(&v->heading);
	overview_start(&v->found, app, &v->table.view.watcher);
	overview_text_init(&v->text, &v->found);
	set_cols(v, TEXT_COLS);
	take(v);
}

bool overview_is(const struct view *view)
{
	return !strcmp(view->ops->name, table_overview.name);
}
