/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/argument.h"

#include <string.h>

#include "records/show.h"
#include "shell/complete.h"
#include "shell/wordlist.h"
#include "spans/spans.h"
#include "term/look.h"
#include "views/presets.h"
#include "views/views.h"

static const char where_help[] = "only of the records that pass an expression";

size_t argument_where(const struct argument_word *w)
{
	const char *where = strstr(w->line + w->arg, " where ");
	size_t at = where ? (size_t)(where - w->line) + strlen(" where ") : 0;

	return at <= w->start ? at : 0;
}

/* ---- what is offered ---- */

static void offer(const struct argument_word *w, const char *text, const char *help)
{
	complete_word(w->line, w->start, w->end, text, help);
}

static bool is_first(const struct argument_word *w)
{
	return w->start == w->arg;
}

static void offer_filter(const struct argument_word *w, size_t from)
{
	complete_filter(w->app->session->reader, w->line, from, w->start, w->end);
}

/* Offer words of the expression after "where". False: the word is not in it. */
static bool offer_where(const struct argument_word *w)
{
	size_t where = argument_where(w);

	if (where)
		offer_filter(w, where);
	return where;
}

static void offer_fields(const struct argument_word *w)
{
	complete_fields(w->app->rec, w->line, w->start, w->end);
}

/*
 * Offer a name that consists of words with '-' between them and begins at from; the word under the
 * cursor may be one of them.
 */
static void offer_name(const struct argument_word *w, size_t from, const char *name,
		       const char *help)
{
	if (strlen(name) >= w->end - from && !strncmp(name, w->line + from, w->end - from))
		wordlist_offer_as(name + (w->start - from), name, help);
}

/* Where the name begins that the word is part of. */
static size_t name_begin(const struct argument_word *w)
{
	size_t from = w->start;

	while (from > w->arg && w->line[from - 1] != ' ')
		from--;
	return from;
}

static void offer_values(const struct argument_word *w, enum setting setting, size_t from)
{
	struct buf value = BUF_INIT;

	for (size_t k = 0; setting_word(setting, k, &value); k++) {
		offer_name(w, from, value.p, NULL);
		buf_reset(&value);
	}
	buf_release(&value);
}

static void offer_look(const struct argument_word *w)
{
	for (size_t i = 0; look_word(i); i++)
		offer_name(w, name_begin(w), look_word(i), NULL);
}

static void offer_presets(const struct argument_word *w, enum preset_kind kind)
{
	for (size_t i = 0; is_first(w) && preset_name(kind, i); i++)
		offer(w, preset_name(kind, i), preset_fields(kind, i));
}

/* ---- the kinds ---- */

static void complete_expr(const struct argument_word *w)
{
	offer_filter(w, w->arg);
}

/* :count and similar commands: fields, and the words between them. */
static void complete_count(const struct argument_word *w)
{
	static const struct {
		const char *word, *help;
	} words[] = {
		{ "by", "a line for each value of these fields" },
		{ "pivot", "a column for each value of this field" },
		{ "fold", "without the values of single records" },
		{ "sort", "by this column" },
		{ "where", where_help },
	};
	size_t before = w->start;

	if (offer_where(w))
		return;
	while (before > w->arg && w->line[before - 1] == ' ')
		before--;
	offer_fields(w);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (before > w->arg && before < w->start && !strchr(",(", w->line[before - 1]))
			offer(w, words[i].word, words[i].help);
}

static void complete_symbol(const struct argument_word *w)
{
	if (offer_where(w))
		return;
	if (is_first(w))
		complete_symbols(w->app->session->reader, w->line, w->start, w->end);
	else
		offer(w, "where", where_help);
}

/* :stackchart: a thread or a CPU, then where. */
static void complete_chart_of(const struct argument_word *w)
{
	if (offer_where(w))
		return;
	if (is_first(w)) {
		offer(w, "tid", "of a thread, by its number");
		offer(w, "cpu", "of a CPU, by its number");
	}
	offer(w, "where", where_help);
}

static void complete_branches(const struct argument_word *w)
{
	if (is_first(w))
		offer(w, "path", "the path through the code, stitched together");
	offer_presets(w, PRESET_BRANCHES);
	offer_where(w);
}

static void complete_memory(const struct argument_word *w)
{
	offer_presets(w, PRESET_MEMORY);
	offer_where(w);
}

static void complete_spans(const struct argument_word *w)
{
	const char *name;

	if (offer_where(w))
		return;
	for (size_t i = 0; is_first(w) && (name = spans_kind_name(w->app->rec, i)); i++)
		offer(w, name, "spans of this kind");
	offer(w, "where", where_help);
}

static void complete_offcpu(const struct argument_word *w)
{
	if (offer_where(w))
		return;
	if (is_first(w)) {
		offer(w, "blocked", "the time until somebody woke the thread");
		offer(w, "runnable", "the time from then until it ran");
	}
	offer(w, "where", where_help);
}

static void complete_column(const struct argument_word *w)
{
	if (is_first(w)) {
		offer(w, "add", "one more column");
		offer(w, "remove", "without a column");
	} else {
		offer_fields(w);
	}
}

static void complete_time(const struct argument_word *w)
{
	for (int i = 0; i < LIST_TIMES; i++)
		offer(w, list_time_name((enum list_time)i), NULL);
}

static void complete_type(const struct argument_word *w)
{
	complete_types(w->line, w->start, w->end);
}

static void complete_event(const struct argument_word *w)
{
	complete_shown_event(w->app->rec, w->line, w->start, w->end);
}

/* An event, or an expression. */
static void complete_markers(const struct argument_word *w)
{
	if (is_first(w))
		complete_event(w);
	complete_expr(w);
}

static void complete_copy(const struct argument_word *w)
{
	for (size_t i = 0; records_copy_name(i); i++)
		offer(w, records_copy_name(i), NULL);
}

/* The number of words before a byte of the argument. */
static unsigned words_before(const struct argument_word *w, size_t start)
{
	unsigned n = 0;

	for (size_t i = w->arg; i < start; i++)
		n += w->line[i] != ' ' && (i + 1 >= start || w->line[i + 1] == ' ');
	return n;
}

static void offer_actions(const struct argument_word *w, size_t from)
{
	struct buf help = BUF_INIT;

	for (int i = ACTION_NONE + 1; i < ACTION_COUNT; i++) {
		const struct action_info *info = action_info((enum action)i);

		buf_reset(&help);
		app_add_text(w->app, info->help, &help);
		offer_name(w, from, info->name, help.p);
	}
	buf_release(&help);
}

/* A key, an action if it gets one, and a view in which that is so. */
static void complete_keys(const struct argument_word *w, bool action)
{
	size_t from = name_begin(w);
	const char *in = strstr(w->line + w->arg, " in ");
	unsigned n = words_before(w, from);

	if (in && (size_t)(in - w->line) < w->start) {
		from = (size_t)(in - w->line) + strlen(" in ");
		for (size_t i = 0; views_name(i); i++)
			offer_name(w, from, views_name(i), "a view");
	} else if (action && n == 1) {
		offer_actions(w, from);
	} else if (n == (action ? 2 : 1)) {
		offer_name(w, from, "in", "in one view only");
	}
}

static void complete_map(const struct argument_word *w)
{
	complete_keys(w, true);
}

static void complete_unmap(const struct argument_word *w)
{
	complete_keys(w, false);
}

static void complete_setting(const struct argument_word *w)
{
	size_t from = name_begin(w), len = strcspn(w->line + w->arg, " =");

	for (int i = 0; i < SETTING_COUNT; i++) {
		const char *name = setting_name((enum setting)i);

		if (w->start <= w->arg + len)
			offer_name(w, from, name, setting_help((enum setting)i));
		else if (strlen(name) == len && !strncmp(name, w->line + w->arg, len))
			offer_values(w, (enum setting)i, from);
	}
}

static void complete_order(const struct argument_word *w)
{
	offer_values(w, SETTING_ORDER, w->arg);
}

static void complete_theme(const struct argument_word *w)
{
	offer_values(w, SETTING_THEME, w->arg);
}

static void complete_fetch(const struct argument_word *w)
{
	offer(w, "on", "fetch debug files from the servers");
	offer(w, "off", "stop fetching debug files");
}

static void complete_color(const struct argument_word *w)
{
	offer_filter(w, w->arg);
	offer_look(w);
}

static void complete_style(const struct argument_word *w)
{
	char name[STYLE_NAME];

	if (!is_first(w)) {
		offer_look(w);
		return;
	}
	for (unsigned i = 0; i < STYLE_COUNT; i++) {
		theme_style_name((enum style)i, name);
		offer_name(w, w->start, name, NULL);
	}
}

static void complete_topic(const struct argument_word *w)
{
	offer_fields(w);
	complete_functions(w->line, w->start, w->end, "");
	complete_type(w);
}

void argument_complete(enum argument kind, const struct argument_word *word)
{
	static void (*const kinds[ARGUMENTS])(const struct argument_word *word) = {
		[ARG_EXPR] = complete_expr,	    [ARG_FIELDS] = offer_fields,
		[ARG_TYPE] = complete_type,	    [ARG_EVENT] = complete_event,
		[ARG_COUNT] = complete_count,	    [ARG_SYMBOL] = complete_symbol,
		[ARG_CHART_OF] = complete_chart_of, [ARG_BRANCHES] = complete_branches,
		[ARG_MEMORY] = complete_memory,	    [ARG_SPANS] = complete_spans,
		[ARG_OFFCPU] = complete_offcpu,	    [ARG_COLUMN] = complete_column,
		[ARG_TIME] = complete_time,	    [ARG_COPY] = complete_copy,
		[ARG_MAP] = complete_map,	    [ARG_UNMAP] = complete_unmap,
		[ARG_SETTING] = complete_setting,   [ARG_ORDER] = complete_order,
		[ARG_FETCH] = complete_fetch,	    [ARG_COLOR] = complete_color,
		[ARG_STYLE] = complete_style,	    [ARG_THEME] = complete_theme,
		[ARG_TOPIC] = complete_topic,	    [ARG_MARKERS] = complete_markers,
	};

	if (kinds[kind])
		kinds[kind](word);
}
