/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/lex.h"
#include "records/records.h"
#include "shell/command.h"
#include "views/annotation.h"
#include "views/info.h"
#include "views/overview_view.h"
#include "views/problems.h"
#include "views/sandwich.h"
#include "views/symbols.h"
#include "views/views.h"

static void open_event(struct view_overview *v, size_t i)
{
	struct app *app = v->table.view.app;
	struct buf condition = BUF_INIT;

	shown_event_condition(app->rec, overview_event_name(&v->found, i), &condition);
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
		if (overview_text_folds(&v->text, line->i))
			v->text.opened = !v->text.opened;
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
		if (v->found.kinds.v[line->i] != OVERVIEW_NO_SYMBOLS)
			problems_open_kind(app, v->found.kinds.v[line->i]);
		else if (overview_is_unmapped(&v->found))
			app_complain(app, "The addresses of these samples are in no map: no file "
					  "can have their symbols.");
		else
			symbols_open_view(app);
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

bool overview_act(struct view_table *vt, const struct action_call *call)
{
	struct view_overview *v = overview_view_of(vt);
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
