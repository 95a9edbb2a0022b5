/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that count and add up the records of the list. */
#include <stdlib.h>
#include <string.h>

#include "analysis/aggregate.h"
#include "analysis/eventmix.h"
#include "analysis/grouping.h"
#include "base/mem.h"
#include "base/text.h"
#include "filter/lex.h"
#include "filter/spanfields.h"
#include "folders.h"
#include "records/records.h"
#include "session/eventpick.h"
#include "session/session_filter.h"
#include "session/session_markers.h"
#include "shell/command_run.h"
#include "views/annotation.h"
#include "views/args.h"
#include "views/branches.h"
#include "views/bytes.h"
#include "views/chart.h"
#include "views/compare.h"
#include "views/counts.h"
#include "views/counts_columns.h"
#include "views/flame.h"
#include "views/heat.h"
#include "views/latency.h"
#include "views/path.h"
#include "views/presets.h"
#include "views/span_views.h"
#include "views/thread_times.h"
#include "views/views.h"

/*
 * The parts of "AGGREGATES by FIELDS pivot event fold sort COLUMN where EXPR", each a text of its
 * own.
 */
struct words {
	char *text; /* begins with a blank, as does each of the words */
	/* NULL: not given. by is always given, but may be "". */
	char *aggregates, *by, *sort, *pivot;
	const char *where; /* NULL: not given; it points into the original text */
	bool fold;
};

/* The first or last such word outside of parentheses and strings, or NULL. */
static char *find_word(char *text, const char *word, bool last)
{
	size_t len = strlen(word);
	char *found = NULL;

	for (char *p = text; *p && (last || !found); p += lex_piece(p))
		if (!strncmp(p, word, len))
			found = p;
	return found;
}

/* Cut the text off before the last such word. Returns what follows the word, or NULL. */
static char *cut_at(char *text, const char *word)
{
	char *at = find_word(text, word, true);

	if (!at)
		return NULL;
	*at = '\0';
	return at + strlen(word);
}

/*
 * Remove a word at the end of the text. False: the text ends with another word, as "by folded"
 * does.
 */
static bool cut_end(char *text, const char *word)
{
	size_t len = strlen(text), n = strlen(word);

	while (len && text[len - 1] == ' ')
		len--;
	if (len < n || strncmp(text + len - n, word, n) != 0)
		return false;
	text[len - n] = '\0';
	return true;
}

static void split(struct words *w, const char *arg)
{
	struct buf text = BUF_INIT;
	char *where, *by;

	buf_addf(&text, " %s", arg);
	w->text = buf_take(&text);
	where = find_word(w->text, " where ", false);
	w->where = where ? arg + (where - w->text) + strlen("where ") : NULL;
	if (where)
		*where = '\0';
	w->sort = cut_at(w->text, " sort ");
	w->fold = cut_end(w->text, " fold");
	w->pivot = cut_at(w->text, " pivot ");
	by = cut_at(w->text, " by ");
	w->aggregates = by ? w->text + strspn(w->text, " ") : NULL;
	if (by && !*w->aggregates)
		w->aggregates = NULL;
	w->by = by ? by : w->text;
	w->by += strspn(w->by, " ");
}

/*
 * If there are aggregates among the fields: say where they belong. If there are only fields, also
 * before "by": say how to count by all of them.
 */
static void explain_aggregates(const struct counts_spec *spec, struct err *err)
{
	struct buf aggregates = BUF_INIT, fields = BUF_INIT;
	size_t len = spec->aggregates ? strcspn(spec->aggregates, " ") : 0;

	if (spec->aggregates)
		aggregates_sort_out(spec->aggregates, &aggregates, &fields);
	if (aggregates_sort_out(spec->by, &aggregates, &fields))
		err_set_at(err, ERR_PARSE, err->offset,
			   "only fields can define groups: write :count %s by %s", aggregates.p,
			   fields.len ? fields.p : field_id_name(F_comm));
	else if (field_id_find(spec->aggregates ? spec->aggregates : "", len))
		err_set_at(err, ERR_PARSE, err->offset,
			   "%.*s is a field: :count %.*s,%s counts by these fields", (int)len,
			   spec->aggregates, (int)len, spec->aggregates, spec->by);
	buf_release(&aggregates);
	buf_release(&fields);
}

static int open_counts(struct app *app, const struct words *w, const char *arg,
		       const struct counts_spec *spec, struct err *err)
{
	struct counts_spec own = *spec;
	struct buf where = BUF_INIT;
	int rc = records_filter_where(app, arg, w->where, &where, err);

	if (!*own.by)
		own.by = GROUPING_USUAL;
	own.where = where.p;
	own.pivot = w->pivot;
	if (!rc && w->pivot &&
	    strcmp(w->pivot + strspn(w->pivot, " "), field_id_name(F_event)) != 0) {
		rc = err_set_at(err, ERR_PARSE, (uint64_t)(w->pivot - w->text - 1),
				"expected \"event\": only its values can become columns");
	} else if (!rc) {
		rc = counts_open(app, &own, err);
		if (rc)
			explain_aggregates(&own, err);
		if (rc && err->offset != ERR_NO_OFFSET)
			err->offset += (uint64_t)(w->by - w->text - 1);
	}
	buf_release(&where);
	return rc;
}

int command_COUNT(struct app *app, const struct command_call *call, struct err *err)
{
	struct words w;
	int rc;

	split(&w, call->arg);
	rc = open_counts(
		app, &w, call->arg,
		&(struct counts_spec){
			.by = w.by, .aggregates = w.aggregates, .sort = w.sort, .fold = w.fold },
		err);
	free(w.text);
	return rc;
}

/* Turn "period,weight" into "sum(period),sum(weight)". first gets the first of these. */
static void make_sums(const char *fields, struct buf *out, struct buf *first)
{
	for (const char *p = fields + strspn(fields, " ,"); *p; p += strspn(p, " ,")) {
		size_t len = strcspn(p, " ,");

		buf_addf(out, "%ssum(%.*s)", out->len ? "," : "", (int)len, p);
		if (!first->len)
			buf_adds(first, out->p);
		p += len;
	}
}

int command_SUM(struct app *app, const struct command_call *call, struct err *err)
{
	struct buf sums = BUF_INIT, first = BUF_INIT;
	struct words w;
	int rc;

	split(&w, call->arg);
	if (w.aggregates)
		make_sums(w.aggregates, &sums, &first);
	if (first.len)
		rc = open_counts(
			app, &w, call->arg,
			&(struct counts_spec){ .by = w.by,
					       .aggregates = sums.p,
					       /* Events side by side have no such column. */
					       .sort = w.sort	 ? w.sort
						       : w.pivot ? NULL
								 : first.p,
					       .fold = w.fold },
			err);
	else
		rc = err_set_at(err, ERR_PARSE, 0,
				"expected FIELD by FIELDS, as in period by comm");
	free(w.text);
	buf_release(&sums);
	buf_release(&first);
	return rc;
}

int command_SHOW_EVENT(struct app *app, const struct command_call *call, struct err *err)
{
	struct buf name = BUF_INIT;
	int rc = eventpick_choose(app->session, call->arg, err);

	text_escape_str(&name, call->arg);
	if (!rc)
		app_say(app, "Views that show one event at a time now show %s.", name.p);
	buf_release(&name);
	return rc;
}

int command_CHART(struct app *app, const struct command_call *call, struct err *err)
{
	return chart_open(app, call->arg, err);
}

int command_HEAT(struct app *app, const struct command_call *call, struct err *err)
{
	return latency_is_field(call->arg) ? latency_open(app, call->arg, err)
					   : heat_open(app, call->arg, err);
}

int command_STRIPS(struct app *app, const struct command_call *call, struct err *err)
{
	return thread_times_open(app, call->arg, err);
}

int command_MARKERS(struct app *app, const struct command_call *call, struct err *err)
{
	return session_markers_set(app->session, call->arg, err);
}

int command_BYTES(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	bytes_open(app);
	return 0;
}

/* Remove "per second" and the like from the end of "by FIELDS per second". */
static enum compare_unit cut_unit(struct words *w)
{
	enum compare_unit unit;
	char *by;

	if (w->by == w->text) /* only "where EXPR" */
		return COMPARE_AS_COUNTED;
	by = w->by - 1; /* a blank */
	unit = cut_end(by, " in percent")   ? COMPARE_PERCENT
	       : cut_end(by, " per second") ? COMPARE_PER_SECOND
					    : COMPARE_AS_COUNTED;
	if (!*by)
		w->by = by;
	return unit;
}

/*
 * "FILE AGGREGATE by FIELDS UNIT where EXPR"; only FILE is needed. If a function or a flame graph
 * is on top and there is only a file, that is compared.
 */
int command_COMPARE(struct app *app, const struct command_call *call, struct err *err)
{
	size_t len = strcspn(call->arg, " ");
	const char *rest = call->arg + len + strspn(call->arg + len, " ");
	char *path = folders_expand(call->arg, len);
	struct buf where = BUF_INIT;
	enum compare_unit unit;
	struct words w;
	int rc = args_check_recording(path, err);

	if (rc) {
		free(path);
		return rc;
	}
	if (!*rest && (annotation_compare(app, path) || flame_compare(app, path))) {
		free(path);
		return 0;
	}
	split(&w, rest);
	unit = cut_unit(&w);
	rc = records_filter_where(app, call->arg, w.where, &where, err);
	if (!rc)
		rc = compare_open(app, path, *w.by ? w.by : "event,comm", w.aggregates, unit,
				  where.p, err);
	free(w.text);
	free(path);
	buf_release(&where);
	return rc;
}

/*
 * Append the field by which records are sorted. The longest spans include those without an end:
 * longest gets the name before ".lasted". For a number of a span, also append the state of the span
 * to `by`, because a doubtful one may be too great.
 */
static void add_sorted(const char *name, bool least, struct buf *sorted, struct buf *longest,
		       struct buf *by)
{
	const char *end = strrchr(name, '.');
	size_t len = end ? (size_t)(end - name) : 0;
	struct field field;

	if (field_find(&field, name, strlen(name))) {
		if (end && spanfields_is(field.id))
			buf_addf(by, ",%.*s.state", (int)len, name);
		if (field.id == F_span_dur && field.cut == FIELD_WHOLE && !least)
			buf_add(longest, name, len);
		field_release(&field);
	}
	if (longest->len)
		buf_addf(sorted, "%s.lasted", longest->p);
	else
		buf_adds(sorted, name);
}

/* Report that the records have numbers of several events, which are not comparable. */
static void say_mixed(struct app *app, const char *name, const char *where)
{
	struct aggregate a = { .kind = AGGREGATE_MAX };
	struct buf events = BUF_INIT;
	struct filter *filter = NULL;

	if (!field_find(&a.field, name, strlen(name)))
		return;
	if (*where)
		filter_parse(&filter, where, NULL);
	if (eventmix_find(app->rec, filter, &a, &events))
		app_say(app,
			"The unit of %s depends on the event (%s): %s event == EVENT shows one.",
			name, events.p, app_key_of(app, ACTION_FILTER));
	filter_free(filter);
	field_release(&a.field);
	buf_release(&events);
}

/* Show the records of the list, those with most of a field first, or with least. */
static int open_sorted(struct app *app, const char *field, bool least, struct err *err)
{
	static const struct counts_title longest_titles[] = {
		{ NULL, 0 },
		{ "unfinished not ranked", COUNTS_IN_TITLE },
	};
	struct buf where = BUF_INIT, number = BUF_INIT, sort = BUF_INIT, by = BUF_INIT;
	struct buf sorted = BUF_INIT, longest = BUF_INIT;
	const char *condition = strstr(field, " where ");
	/* A counter value of perf stat has no time and no task. */
	bool counter = text_begins_with(field, "stat.");
	int rc;

	if (condition)
		return err_set_at(err, ERR_PARSE, (uint64_t)(condition + 1 - field) + least,
				  "expected only a field: :filter EXPR selects the records");
	buf_adds(&by, counter ? "ordinal" : "ordinal,time");
	add_sorted(field, least, &sorted, &longest, &by);
	buf_adds(&by, counter ? ",id.event,stat.cpu,stat.thread" : ",comm,tid,event");
	session_filter_applied(app->session, &where);
	buf_addf(&number, "%s(%s)", least ? "min" : "max", sorted.p);
	buf_addf(&sort, "%s%s", least ? "-" : "", number.p);
	if (longest.len)
		buf_addf(&number, ",count(%s.state == \"unfinished\" and not %s)", longest.p,
			 sorted.p);
	rc = counts_open(app,
			 &(struct counts_spec){ .by = by.p,
						.aggregates = number.p,
						.titles = longest.len ? longest_titles : NULL,
						.sort = sort.p,
						.where = where.p },
			 err);
	if (rc == 0)
		say_mixed(app, field, where.p);
	/* The column of a text that was made here means nothing to the user. */
	if (rc < 0)
		err->offset = ERR_NO_OFFSET;
	buf_release(&where);
	buf_release(&sorted);
	buf_release(&longest);
	buf_release(&number);
	buf_release(&sort);
	buf_release(&by);
	return rc;
}

/* Sort totals by a column; those that :sort has opened also by another field of the records. */
static int sort_totals(struct app *app, const char *by, bool least, struct err *err)
{
	struct view *totals = app_view(app);
	int rc = counts_sort(app, by, err);

	if (rc == 0 || !counts_of_records(app))
		return rc;
	rc = open_sorted(app, by + least, least, err);
	if (rc == 0)
		app_replace(app, totals);
	return rc;
}

int command_SORT(struct app *app, const struct command_call *call, struct err *err)
{
	bool least = *call->arg == '-';

	if (!*call->arg && !counts_on_top(app))
		return err_set_at(err, ERR_PARSE, 0, "expected a field, such as period");
	if (!*call->arg)
		app_pop(app);
	else if (counts_on_top(app))
		return sort_totals(app, call->arg, least, err);
	else
		return open_sorted(app, call->arg + least, least, err);
	return 0;
}

static int unknown_preset(enum preset_kind kind, struct err *err)
{
	struct buf names = BUF_INIT;
	int rc;

	for (size_t i = 0; preset_name(kind, i); i++)
		buf_addf(&names, "%s%s",
			 !i			     ? ""
			 : !preset_name(kind, i + 1) ? " or "
						     : ", ",
			 preset_name(kind, i));
	rc = err_set_at(err, ERR_PARSE, 0, "expected %s", names.p);
	buf_release(&names);
	return rc;
}

/* "edge where EXPR", for the records that have what is counted. */
static int open_preset(struct app *app, enum preset_kind kind, const struct command_call *call,
		       struct err *err)
{
	struct buf where = BUF_INIT, both = BUF_INIT;
	const struct counts_spec *spec;
	struct words w;
	int rc;

	split(&w, call->arg);
	spec = preset_find(kind, w.by);
	rc = spec ? records_filter_where(app, call->arg, w.where, &where, err)
		  : unknown_preset(kind, err);
	if (!rc) {
		struct counts_spec own = *spec;

		buf_addf(&both, where.len ? "(%s) and %s" : "%s%s", where.p, spec->where);
		own.sort = w.sort ? w.sort : spec->sort;
		own.fold = w.fold;
		own.where = both.p;
		rc = counts_open(app, &own, err);
	}
	free(w.text);
	buf_release(&where);
	buf_release(&both);
	return rc;
}

/* "tid,cpu", or the name of a preset. */
int command_SPLIT(struct app *app, const struct command_call *call, struct err *err)
{
	const struct counts_spec *spec = preset_find(PRESET_MEMORY, call->arg);

	if (!spec)
		spec = preset_find(PRESET_BRANCHES, call->arg);
	return counts_split(app, spec ? spec : &(struct counts_spec){ .by = call->arg }, err);
}

int command_BRANCHES(struct app *app, const struct command_call *call, struct err *err)
{
	if (!strcmp(call->arg, "path") || !strcmp(call->arg, "way")) {
		path_open_stitched(app);
		return 0;
	}
	if (*call->arg)
		return open_preset(app, PRESET_BRANCHES, call, err);
	branches_open(app, 0);
	return 0;
}

int command_MEM(struct app *app, const struct command_call *call, struct err *err)
{
	if (*call->arg)
		return open_preset(app, PRESET_MEMORY, call, err);
	memory_open(app);
	return 0;
}

int command_SPANS(struct app *app, const struct command_call *call, struct err *err)
{
	return span_views_table(app, call->arg, err);
}

int command_OFFCPU(struct app *app, const struct command_call *call, struct err *err)
{
	return span_views_offcpu(app, call->arg, err);
}

int command_LINES(struct app *app, const struct command_call *call, struct err *err)
{
	struct command_call count = *call;

	count.arg = "srcfile,srcline";
	return command_COUNT(app, &count, err);
}
