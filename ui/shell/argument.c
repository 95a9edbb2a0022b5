/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/argument.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "out/formats.h"
#include "records/copy.h"
#include "session/write_request.h"
#include "shell/complete.h"
#include "shell/filenames.h"
#include "shell/wordlist.h"
#include "spans/spans.h"
#include "term/look.h"
#include "views/presets.h"
#include "views/views.h"

static const char where_help[] = "only records that match an expression";

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
	complete_fields(w->app->session->reader, w->line, w->start, w->end);
}

/*
 * Offer a name that consists of words with '-' between them and begins at `from`; the word under
 * the cursor may be one of them.
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

/* ---- files ---- */

/* A name that completion continues. */
struct file_word {
	const struct argument_word *word;
	size_t from; /* where it begins */
};

static void offer_file(void *arg, const char *path, bool folder)
{
	const struct file_word *f = arg;

	offer_name(f->word, f->from, path, folder ? "a folder" : NULL);
}

/* Offer the files whose names continue what begins at `from`. */
static void offer_files(const struct argument_word *w, size_t from)
{
	struct file_word f = { w, from };
	char *begin;

	/* Commands with files are turned off. */
	if (w->app->opt->secure)
		return;
	begin = mem_strndup(w->line + from, w->end - from);
	filenames_each(begin, offer_file, &f);
	free(begin);
}

static const char write_format[] = "--format", write_fields[] = "--fields",
		  write_scope[] = "--scope";

/* Is `word` the word before the name that begins at `from`? */
static bool follows(const struct argument_word *w, size_t from, const char *word)
{
	size_t len = strlen(word), at = from;

	while (at > w->arg && w->line[at - 1] == ' ')
		at--;
	return at < from && at >= w->arg + len && !memcmp(w->line + at - len, word, len) &&
	       (at == w->arg + len || w->line[at - len - 1] == ' ');
}

/* Offer the value of the option before the word. False: there is none. */
static bool offer_write_value(const struct argument_word *w, size_t from)
{
	const struct format *format;

	if (follows(w, from, write_format)) {
		for (size_t i = 0; (format = format_at(i)); i++)
			offer_name(w, from, format->name, format->ends);
		return true;
	}
	if (follows(w, from, write_scope)) {
		for (size_t i = 0; i < WRITE_SCOPES; i++)
			offer_name(w, from, write_scope_name((enum write_scope)i), NULL);
		return true;
	}
	if (!follows(w, from, write_fields) && !follows(w, from, "-F"))
		return false;
	offer_fields(w);
	return true;
}

static void offer_write_options(const struct argument_word *w, size_t from)
{
	static const struct {
		const char *option, *help;
	} options[] = {
		{ write_format, "the format; without it, the extension of the file decides" },
		{ write_fields, "fields, separated by commas; without it, the default ones" },
		{ "--inline", "inlined functions as frames of their own" },
		{ write_scope, "all, filtered or flagged records, or those from mark a to b" },
	};

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		offer_name(w, from, options[i].option, options[i].help);
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
		{ "fold", "one line for each value of the first field" },
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

/* FILE, then what is counted. */
static void complete_compare(const struct argument_word *w)
{
	if (name_begin(w) == w->arg)
		offer_files(w, w->arg);
	else
		complete_count(w);
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
		offer(w, "blocked", "the time until a record wakes the thread");
		offer(w, "runnable", "the time from the wakeup until the thread runs");
		offer(w, "unfinished", "waits without an end, and how long they lasted at least");
	}
	offer(w, "where", where_help);
}

static void complete_ran(const struct argument_word *w)
{
	if (is_first(w))
		offer(w, "cpu", "another CPU, by its number");
}

static void complete_file(const struct argument_word *w)
{
	if (name_begin(w) == w->arg)
		offer_files(w, w->arg);
}

/* FILE and options, in any order. */
static void complete_write(const struct argument_word *w)
{
	size_t from = name_begin(w);

	if (offer_write_value(w, from))
		return;
	if (from == w->arg && w->line[from] != '-')
		offer_files(w, from);
	else
		offer_write_options(w, from);
}

static void complete_slice(const struct argument_word *w)
{
	size_t from = name_begin(w);

	if (from == w->arg)
		offer_files(w, from);
	else
		offer_name(w, from, "--scrub", "without personal data");
}

/* The options of :write; the command after them is that of another program. */
static void complete_pipe(const struct argument_word *w)
{
	size_t from = name_begin(w);

	if (!offer_write_value(w, from))
		offer_write_options(w, from);
}

static void complete_column(const struct argument_word *w)
{
	if (is_first(w)) {
		offer(w, "add", "one more column");
		offer(w, "remove", "one column less");
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

/* The arguments of :map and :unmap: a key; for :map an action; then "in" and a view. */
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
		[ARG_FILE] = complete_file,	    [ARG_WRITE] = complete_write,
		[ARG_SLICE] = complete_slice,	    [ARG_PIPE] = complete_pipe,
		[ARG_COMPARE] = complete_compare,   [ARG_TOPIC] = complete_topic,
		[ARG_MARKERS] = complete_markers,   [ARG_RAN] = complete_ran,
	};

	if (kinds[kind])
		kinds[kind](word);
}
