/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/command_run.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "filter/check.h"
#include "filter/spandef.h"
#include "folders.h"
#include "records/copy.h"
#include "records/find.h"
#include "records/link.h"
#include "records/records.h"
#include "records/view.h"
#include "records/write.h"
#include "shell/help.h"
#include "spans/spans.h"
#include "version.h"
#include "views/annotation.h"
#include "views/chain.h"
#include "views/cpu.h"
#include "views/flame.h"
#include "views/histogram.h"
#include "views/info.h"
#include "views/maps.h"
#include "views/overview.h"
#include "views/sandwich.h"
#include "views/saved_view.h"
#include "views/span_views.h"
#include "views/stackchart.h"
#include "views/text.h"
#include "views/tree.h"
#include "views/views.h"
#include "wire/schema.h"

/* ---- going ---- */

int command_GOTO(struct app *app, const struct command_call *call, struct err *err)
{
	struct view *view = app_view(app);
	uint64_t time;
	bool has = view->ops->time && view->ops->time(view, &time);
	int rc = session_place_goto(app->session, call->arg, has ? &time : NULL, err);

	if (rc == 0 && view->ops->go_to)
		view->ops->go_to(view, call->arg);
	return rc;
}

int command_BACK(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	session_place_back(app->session);
	return 0;
}

int command_FORWARD(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	session_place_forward(app->session);
	return 0;
}

int command_UNDO(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	app_act(app, &(struct action_call){ .action = ACTION_UNDO, .count = 1 });
	return 0;
}

int command_COPY(struct app *app, const struct command_call *call, struct err *err)
{
	return records_copy_what(app, call->arg, err);
}

int command_N(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	session_place_go_file(app->session, 1);
	return 0;
}

int command_P(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	session_place_go_file(app->session, -1);
	return 0;
}

int command_WHERE(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	records_where(app);
	return 0;
}

int command_FIND(struct app *app, const struct command_call *call, struct err *err)
{
	return records_find_set(app, call->arg, err);
}

int command_FIND_TEXT(struct app *app, const struct command_call *call, struct err *err)
{
	return records_find_regex(app, call->arg, err);
}

int command_FIND_BYTES(struct app *app, const struct command_call *call, struct err *err)
{
	return records_find_bytes(app, call->arg, err);
}

/* ---- the filter ---- */

int command_DEFINE(struct app *app, const struct command_call *call, struct err *err)
{
	return session_filter_define(app->session, call->arg, !call->config, err);
}

int command_DEFINE_SPAN(struct app *app, const struct command_call *call, struct err *err)
{
	struct recording *recording = app->rec;
	struct spanpair *pair;
	int rc = spandef_parse(&pair, call->arg, err);

	if (rc)
		return rc;
	if (!call->config)
		rc = spandef_check(pair, recording, err);
	if (!rc && !spans_define(recording, pair))
		rc = err_set(err, ERR_PARSE, "there are %d definitions of spans already",
			     SPANS_PAIRS_MAX);
	if (rc)
		pair->free(pair);
	else if (!call->config)
		span_views_warn(app, pair);
	return rc;
}

int command_SAVE_FILTER(struct app *app, const struct command_call *call, struct err *err)
{
	size_t len = strcspn(call->arg, " "), at = len + strspn(call->arg + len, " ");
	struct buf line = BUF_INIT, filter = BUF_INIT;
	int rc;

	if (call->arg[at])
		buf_adds(&filter, call->arg + at);
	else
		session_filter_applied(app->session, &filter);
	buf_addf(&line, "%.*s (%s)", (int)len, call->arg, filter.p);
	rc = filter.len ? session_filter_define(app->session, line.p, !call->config, err)
			: err_set(err, ERR_PARSE, "there is no filter to save");
	buf_release(&line);
	buf_release(&filter);
	return rc;
}

int command_FILTER(struct app *app, const struct command_call *call, struct err *err)
{
	return session_filter_set(app->session, call->arg, err);
}

int command_AND(struct app *app, const struct command_call *call, struct err *err)
{
	return session_filter_add(app->session, call->arg, err);
}

/*
 * Run with a condition after a given beginning. A column in the joined text means nothing to the
 * user.
 */
static int with_condition(struct app *app, const char *before, const char *arg,
			  int (*use)(struct session *session, const char *expr, struct err *err),
			  struct err *err)
{
	struct buf own = BUF_INIT, whole = BUF_INIT;
	int rc = records_filter_where(app, arg, arg, &own, err);

	if (rc == 0) {
		buf_addf(&whole, "%s(%s)", before, own.p);
		rc = use(app->session, whole.p, err);
		if (rc < 0)
			err->offset = ERR_NO_OFFSET;
	}
	buf_release(&own);
	buf_release(&whole);
	return rc;
}

int command_OR(struct app *app, const struct command_call *call, struct err *err)
{
	struct buf applied = BUF_INIT, before = BUF_INIT;
	int rc = 0;

	conditions_text(&app->session->conditions, &applied);
	buf_addf(&before, "(%s) or ", applied.p);
	if (applied.len)
		rc = with_condition(app, before.p, call->arg, session_filter_set, err);
	else
		app_complain(app, "There is no filter to extend: all records are shown.");
	buf_release(&applied);
	buf_release(&before);
	return rc;
}

int command_FILTER_OUT(struct app *app, const struct command_call *call, struct err *err)
{
	return with_condition(app, "not ", call->arg, session_filter_add, err);
}

static int type_condition(const struct command_call *call, struct buf *out, struct err *err)
{
	uint64_t type;

	if (!record_type_value(call->arg, strlen(call->arg), &type))
		return err_set_at(err, ERR_PARSE, 0, "expected a record type; Tab lists them");
	buf_adds(out, "type != ");
	record_name(out, (uint32_t)type);
	return 0;
}

int command_HIDE(struct app *app, const struct command_call *call, struct err *err)
{
	struct buf condition = BUF_INIT;
	int rc = type_condition(call, &condition, err);

	if (rc == 0)
		rc = session_filter_add(app->session, condition.p, err);
	buf_release(&condition);
	return rc;
}

int command_SHOW(struct app *app, const struct command_call *call, struct err *err)
{
	const struct conditions *conditions = &app->session->conditions;
	struct buf condition = BUF_INIT;
	int rc = type_condition(call, &condition, err);
	size_t i = 0;

	while (i < conditions->list.n && strcmp(conditions->list.v[i].text, condition.p) != 0)
		i++;
	if (rc == 0 && i < conditions->list.n)
		session_filter_remove(app->session, i);
	else if (rc == 0)
		app_complain(app, "There is no condition %s.", condition.p);
	buf_release(&condition);
	return rc;
}

static int condition_number(struct app *app, const struct command_call *call, struct err *err)
{
	size_t n = app->session->conditions.list.n;

	if (!call->number || call->number > n)
		return err_set_at(err, ERR_PARSE, 0, "the filter has %zu condition%s", n,
				  n == 1 ? "" : "s");
	return 0;
}

int command_CLEAR(struct app *app, const struct command_call *call, struct err *err)
{
	if (!call->has_number) {
		session_filter_clear(app->session);
		return 0;
	}
	if (condition_number(app, call, err) < 0)
		return ERR_PARSE;
	session_filter_remove(app->session, call->number - 1);
	return 0;
}

int command_AROUND(struct app *app, const struct command_call *call, struct err *err)
{
	(void)err;
	records_filter_around(app, call->has_number ? call->number : 1);
	return 0;
}

int command_TOGGLE(struct app *app, const struct command_call *call, struct err *err)
{
	if (!call->has_number) {
		session_filter_toggle(app->session);
		return 0;
	}
	if (condition_number(app, call, err) < 0)
		return ERR_PARSE;
	session_filter_toggle_one(app->session, call->number - 1);
	return 0;
}

int command_FILTERS(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	filters_open(app);
	return 0;
}

/* ---- views ---- */

/*
 * Refuse fields of tracepoints that the recording lacks. Names that are no fields are found later.
 */
static int check_columns(const struct app *app, const char *names, struct err *err)
{
	int rc = 0;

	for (const char *p = names; *p && !rc; p += strspn(p, " ,")) {
		size_t len = strcspn(p, " ,:");
		struct field field;

		if (field_find(&field, p, len)) {
			rc = check_field(&field, app->rec, err);
			field_release(&field);
		}
		p += strcspn(p, " ,");
	}
	return rc;
}

int command_COLUMNS(struct app *app, const struct command_call *call, struct err *err)
{
	struct buf names = BUF_INIT;
	int rc = check_columns(app, call->arg, err);

	if (rc == 0)
		rc = list_layout_set(&app_records(app)->list.layout, call->arg, err);
	if (rc == 0) {
		list_columns_names(&app_records(app)->list.layout.columns, &names);
		app_say(app, "%s%s", *call->arg ? "" : "The default columns: ", names.p);
	}
	buf_release(&names);
	return rc;
}

int command_COLUMN(struct app *app, const struct command_call *call, struct err *err)
{
	struct list_layout *layout = &app_records(app)->list.layout;
	size_t len = strcspn(call->arg, " "), at = len + strspn(call->arg + len, " ");
	const char *name = call->arg + at;
	int rc;

	if (len == 3 && !strncmp(call->arg, "add", len))
		rc = check_columns(app, name, err) ? ERR_PARSE : list_layout_add(layout, name, err);
	else if (len == 6 && !strncmp(call->arg, "remove", len))
		rc = list_layout_remove(layout, name, err);
	else
		return err_set_at(err, ERR_PARSE, 0, "expected add or remove");
	if (rc < 0 && err->offset != ERR_NO_OFFSET)
		err->offset += at;
	return rc;
}

int command_TIME_FORMAT(struct app *app, const struct command_call *call, struct err *err)
{
	const char *say = session_time_set(app->session, call->arg);

	if (!say)
		return err_set_at(err, ERR_PARSE, 0,
				  "expected clock, first, previous, tid, cpu or wall");
	app_say(app, "%s", say);
	return 0;
}

int command_THREADS(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	threads_open(app);
	return 0;
}

int command_RAN(struct app *app, const struct command_call *call, struct err *err)
{
	return cpu_open(app, call->arg, err);
}

int command_MAPS(struct app *app, const struct command_call *call, struct err *err)
{
	return maps_open_view(app, call->arg, err);
}

int command_FLAME(struct app *app, const struct command_call *call, struct err *err)
{
	return flame_open(app, call->arg, err);
}

/* "up", "down" or neither, then the arguments of stack_view.h */
int command_SANDWICH(struct app *app, const struct command_call *call, struct err *err)
{
	return sandwich_open(app, call->arg, err);
}

int command_STACKCHART(struct app *app, const struct command_call *call, struct err *err)
{
	return stackchart_open(app, call->arg, err);
}

int command_TREE(struct app *app, const struct command_call *call, struct err *err)
{
	size_t word = strcspn(call->arg, " ");
	bool up = word == 2 && !strncmp(call->arg, "up", word);
	bool down = word == 4 && !strncmp(call->arg, "down", word);
	const char *rest = up || down ? call->arg + word : call->arg;
	int rc;

	rest += strspn(rest, " ");
	rc = tree_open(app, rest, up, err);
	if (rc < 0 && err->offset != ERR_NO_OFFSET)
		err->offset += (uint64_t)(rest - call->arg);
	return rc;
}

int command_HIST(struct app *app, const struct command_call *call, struct err *err)
{
	return histogram_open(app, call->arg, err);
}

/* With a '!', files of other builds are read from now on, and marked. */
int command_ANNOTATE(struct app *app, const struct command_call *call, struct err *err)
{
	struct syms_places places;

	syms_places(recording_syms(app->rec), &places);
	if (call->force && !places.other_builds) {
		places.other_builds = true;
		syms_use(recording_syms(app->rec), &places);
		records_symbols_changed(app);
	}
	if (*call->arg)
		return annotation_open(app, call->arg, err);
	app_act(app, &(struct action_call){ .action = ACTION_CODE, .count = 1 });
	return 0;
}

int command_OVERVIEW(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	overview_open(app);
	return 0;
}

int command_EVENTS(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	events_open(app);
	return 0;
}

int command_CHAIN(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	chain_open(app, 0);
	return 0;
}

int command_SOURCE(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	records_source(app_records(app), &(struct action_call){ ACTION_SOURCE });
	return 0;
}

int command_MAP_PATH(struct app *app, const struct command_call *call, struct err *err)
{
	size_t len = strcspn(call->arg, " "), at = len + strspn(call->arg + len, " ");
	char *from, *to;

	if (!len || !call->arg[at])
		return err_set_at(err, ERR_PARSE, at, "expected two folders");
	from = folders_expand(call->arg, len);
	to = folders_expand(call->arg + at, strlen(call->arg + at));
	symbolizer_map_path(app_symbolizer(app), from, to);
	free(from);
	free(to);
	app_say(app, "perfnav now also looks for source files there.");
	return 0;
}

int command_PROBLEMS(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	problems_open(app);
	return 0;
}

int command_INFO(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	info_open(app);
	return 0;
}

int command_HELP(struct app *app, const struct command_call *call, struct err *err)
{
	if (*call->arg)
		return help_topic(app, call->arg, err);
	help_open(app);
	return 0;
}

/* ---- the program ---- */

int command_WRITE(struct app *app, const struct command_call *call, struct err *err)
{
	return records_write(app, call->arg, call->force, err);
}

int command_PAGE(struct app *app, const struct command_call *call, struct err *err)
{
	return saved_view_write(app, call->arg, call->force, err);
}

int command_W(struct app *app, const struct command_call *call, struct err *err)
{
	return command_WRITE(app, call, err);
}

int command_REPAIR(struct app *app, const struct command_call *call, struct err *err)
{
	return records_repair(app, call->arg, call->force, err);
}

int command_PIPE(struct app *app, const struct command_call *call, struct err *err)
{
	return records_pipe(app, call->arg, err);
}

int command_RUN(struct app *app, const struct command_call *call, struct err *err)
{
	int rc = app_allows(app, ":run", err);

	if (rc == 0)
		shell_ask(&app->shell, call->arg, -1);
	return rc;
}

static const char *const index_states[] = {
	[INDEX_BUILDING] = "being built",
	[INDEX_DONE] = "complete",
	[INDEX_STOPPED] = "stopped",
	[INDEX_FAILED] = "failed",
};

static void add_index(struct app *app, size_t part, struct buf *out)
{
	const char *path = recording_index_path(app->rec, part);
	const struct index *index = recording_index(app->rec, part);
	struct index_progress p;

	if (!index) {
		buf_adds(out, "index not begun");
		return;
	}
	index_progress(index, &p);
	buf_addf(out,
		 "index %s: %llu records, %llu damaged, %llu of %llu bytes read; "
		 "it has %llu bytes, ",
		 index_states[p.state], (unsigned long long)p.records,
		 (unsigned long long)p.damaged, (unsigned long long)p.bytes_done,
		 (unsigned long long)p.bytes_total, (unsigned long long)p.index_bytes);
	buf_adds(out, *path ? "in " : "not kept");
	text_escape_str(out, path);
}

int command_SLICE(struct app *app, const struct command_call *call, struct err *err)
{
	return records_slice(app, call->arg, call->force, err);
}

int command_REINDEX(struct app *app, const struct command_call *call, struct err *err)
{
	size_t n = recording_parts(app->rec);
	char **paths = mem_alloc(n * sizeof(*paths));
	int rc;

	(void)call;
	for (size_t i = 0; i < n; i++)
		paths[i] = mem_strdup(recording_path(app->rec, i));
	rc = app_open_recording(app, paths, n, session_at(app->session), err);
	app->opt->next->reindex = rc == 0;
	for (size_t i = 0; i < n; i++)
		free(paths[i]);
	free(paths);
	return rc;
}

int command_FOLLOW(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	session_follow_toggle(app->session);
	return 0;
}

int command_ORDER(struct app *app, const struct command_call *call, struct err *err)
{
	struct buf text = BUF_INIT;
	size_t at;
	int rc;

	buf_addf(&text, "%s ", setting_name(SETTING_ORDER));
	at = text.len;
	buf_adds(&text, call->arg);
	rc = settings_set(app, text.p, err);
	if (rc < 0 && err->offset != ERR_NO_OFFSET)
		err->offset -= at;
	buf_release(&text);
	return rc;
}

/* One line is a message; lines of several files are a page. */
int command_INDEX(struct app *app, const struct command_call *call, struct err *err)
{
	struct buf text = BUF_INIT;

	(void)call;
	(void)err;
	for (size_t i = 0; i < recording_parts(app->rec); i++) {
		if (i)
			buf_addc(&text, '\n');
		add_index(app, i, &text);
	}
	if (recording_parts(app->rec) == 1)
		app_say(app, "%s", text.p);
	else
		app_push(app, view_text_new("index", "indexes of all files", &text));
	buf_release(&text);
	return 0;
}

int command_VERSION(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	app_say(app, "perfnav " PERFNAV_VERSION);
	return 0;
}

int command_Q(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	app->quit = true;
	return 0;
}

int command_QUIT(struct app *app, const struct command_call *call, struct err *err)
{
	return command_Q(app, call, err);
}

int command_QA(struct app *app, const struct command_call *call, struct err *err)
{
	return command_Q(app, call, err);
}

/* Whatever is to be saved is written whenever the browser ends. */
int command_WQ(struct app *app, const struct command_call *call, struct err *err)
{
	return command_Q(app, call, err);
}
