/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/span_views.h"

#include <string.h>

#include "base/text.h"
#include "filter/shown_event.h"
#include "filter/spandef.h"
#include "records/records.h"
#include "records/spans.h"
#include "spans/spans.h"
#include "views/counts.h"
#include "views/counts_columns.h"
#include "views/flame.h"
#include "wire/names.h"

/* The columns of aggregates. */
enum {
	ERRORS,
	OPENS,
	DOUBTS,
	TOTAL,
	MEAN,
	P50,
	P99,
	MAX,
	SURE_MAX,
	OPEN_MAX,
	DOUBT_TOTAL,
	DOUBT_MAX,
	SHAPE /* added by .shape */
};

#define OPEN "span.state == \"unfinished\""
#define DOUBTFUL "span.state == \"doubtful\""

static const char aggregates[] =
	"count(span.errno),count(" OPEN "),count(" DOUBTFUL "),sum(span.dur),avg(span.dur),"
	"p50(span.dur),p99(span.dur),max(span.dur),max(span.dur where span.state == \"complete\"),"
	"max(span.lasted where " OPEN "),sum(span.dur where " DOUBTFUL "),"
	"max(span.dur where " DOUBTFUL ")";

/*
 * Times of doubtful spans are parts of all totals and averages, as in other views. A total and a
 * maximum have a sign then.
 */
/* clang-format off */
static const struct counts_title titles[] = {
	[ERRORS] = { "errors", 50 },
	[OPENS] = { "open", 80 },
	[DOUBTS] = { "doubt", 90 },
	[TOTAL] = { "total", 0, COUNTS_DOUBTFUL, DOUBT_TOTAL },
	[MEAN] = { "mean", 146 },
	[P50] = { "p50", 134 },
	[P99] = { "p99", 116 },
	[MAX] = { "max", 0, COUNTS_DOUBTFUL, DOUBT_MAX },
	[SURE_MAX] = { "sure max", 170 },
	[OPEN_MAX] = { "open max", 100, COUNTS_LEAST },
	[DOUBT_TOTAL] = { "doubt total", COUNTS_HIDDEN },
	[DOUBT_MAX] = { "doubt max", COUNTS_HIDDEN },
	[SHAPE] = { "64 ns to 69 s", 190 },
};

/* Waits have no errors, but some are doubtful. */
static const struct counts_title wait_titles[] = {
	[ERRORS] = { "errors", 190 },
	[OPENS] = { "open", 80 },
	[DOUBTS] = { "doubt", 0 },
	[TOTAL] = { "total", 0, COUNTS_DOUBTFUL, DOUBT_TOTAL },
	[MEAN] = { "mean", 140 },
	[P50] = { "p50", 132 },
	[P99] = { "p99", 120 },
	[MAX] = { "max", 0, COUNTS_DOUBTFUL, DOUBT_MAX },
	[SURE_MAX] = { "sure max", 108 },
	[OPEN_MAX] = { "open max", 80, COUNTS_LEAST },
	[DOUBT_TOTAL] = { "doubt total", COUNTS_HIDDEN },
	[DOUBT_MAX] = { "doubt max", COUNTS_HIDDEN },
	[SHAPE] = { "64 ns to 69 s", 160 },
};
/* clang-format on */

/* The states of a thread that leaves its CPU (spans/spankind.c). */
static void explain_state(const char *value, struct buf *out)
{
	static const struct {
		const char *state, *words;
	} states[] = {
		{ "R", "runnable" }, { "R+", "preempted" },
		{ "S", "sleeping" }, { "D", "uninterruptible" },
		{ "T", "stopped" },  { "t", "traced" },
		{ "X", "dead" },     { "Z", "zombie" },
		{ "P", "parked" },   { "I", "idle" },
	};

	for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++) {
		if (!strcmp(value, states[i].state)) {
			buf_addf(out, " %s", states[i].words);
			return;
		}
	}
}

/*
 * Split "WORD [where EXPR]": returns the length of WORD; *where points to EXPR, NULL: there is
 * none.
 */
static size_t first_word(const char *arg, const char **where)
{
	size_t len = strcspn(arg, " "), next;

	if (len == 5 && !strncmp(arg, "where", 5))
		len = 0;
	next = len + strspn(arg + len, " ");
	*where = !strncmp(arg + next, "where ", 6) ? arg + next + 6 : NULL;
	return len;
}

/* Refuse anything but a word and what first_word() found in *where. */
static int check_rest(const char *arg, size_t len, const char *where, struct err *err)
{
	size_t next = len + strspn(arg + len, " ");

	if (!where && arg[next])
		return err_set_at(err, ERR_PARSE, next, "expected \"where EXPR\", or nothing");
	return 0;
}

static int unknown_kind(struct recording *recording, struct err *err)
{
	struct buf names = BUF_INIT;
	const char *name;

	for (size_t i = 0; (name = spans_kind_name(recording, i)); i++)
		buf_addf(&names, "%s%s", names.len ? ", " : "", name);
	err_set_at(err, ERR_PARSE, 0, "expected a kind of spans: %s, or a name of :define-span",
		   names.p);
	buf_release(&names);
	return ERR_PARSE;
}

static bool is_of_table(const char *name, size_t len)
{
	for (const struct span_kind *kind = span_kinds; kind->name; kind++)
		if (strlen(kind->name) == len && !memcmp(kind->name, name, len))
			return true;
	return false;
}

/*
 * Append a text with span.KIND. in place of span. A record that begins a span of the user's kind
 * may also begin a span of the table, and span.* is of the latter. If len is 0, the text is not
 * changed.
 */
static void add_of_kind(const char *text, const char *kind, size_t len, struct buf *out)
{
	const char *at;

	for (; (at = strstr(text, "span.")); text = at + 5) {
		buf_add(out, text, (size_t)(at - text));
		buf_addf(out, len ? "span.%.*s." : "span.", (int)len, kind);
	}
	buf_adds(out, text);
}

static bool is_of_waits(const char *arg)
{
	static const char kind[] = "offcpu";

	return strcspn(arg, " ") == strlen(kind) && text_begins_with(arg, kind);
}

void span_views_warn(struct app *app, const struct spanpair *pair)
{
	struct buf text = BUF_INIT;

	if (spandef_warn(pair, app->rec, &text))
		app_complain(app, "%s", text.p);
	buf_release(&text);
}

int span_views_table(struct app *app, const char *arg, struct err *err)
{
	struct counts_spec spec = {
		.titles = is_of_waits(arg) ? wait_titles : titles,
		.empty = "no spans: perf trace record records system calls, perf sched record "
			 "waits of threads off the CPU",
		.cursor = MAX + 1,
		.shape = P50 + 1,
		.explain = explain_state,
	};
	struct buf where = BUF_INIT, all = BUF_INIT, sums = BUF_INIT, first = BUF_INIT;
	const char *expr;
	size_t len = first_word(arg, &expr);
	bool own = len && !is_of_table(arg, len);
	int rc = check_rest(arg, len, expr, err);

	if (own)
		spec.empty = "no record here begins a span of this kind";

	if (!rc && len && !spans_has_kind(app->rec, arg, len))
		rc = unknown_kind(app->rec, err);
	rc = rc ? rc : records_filter_where(app, arg, expr, &where, err);
	if (!rc && own)
		span_views_warn(app, spans_pair(app->rec, arg, len));
	if (!rc) {
		struct buf by = BUF_INIT;

		buf_addf(&all, where.len ? "(%s) and " : "%s", where.p);
		if (len && !own)
			buf_addf(&all, "span.kind == \"%.*s\" and ", (int)len, arg);
		add_of_kind(len ? "span.name" : "span.name,span.kind", arg, own ? len : 0, &by);
		add_of_kind(len && !own ? "" : "span.kind and ", arg, own ? len : 0, &all);
		add_of_kind("span.state != \"orphaned\"", arg, own ? len : 0, &all);
		add_of_kind(aggregates, arg, own ? len : 0, &sums);
		add_of_kind("sum(span.dur)", arg, own ? len : 0, &first);
		spec.by = by.p;
		spec.aggregates = sums.p;
		spec.sort = first.p;
		spec.where = all.p;
		rc = counts_open(app, &spec, err);
		buf_release(&by);
	}
	buf_release(&first);
	buf_release(&sums);
	buf_release(&where);
	buf_release(&all);
	return rc;
}

static bool is_word(const char *arg, size_t len, const char *word)
{
	return strlen(word) == len && !memcmp(arg, word, len);
}

/* Refuse a question about switches or wakeups if the recording has none. */
static int check_events(struct app *app, bool wakeups, struct err *err)
{
	if (!shown_event_exists(app->rec, "sched:sched_switch"))
		return err_set_at(err, ERR_PARSE, 0,
				  "the recording has no samples of sched:sched_switch: perf sched "
				  "record records them");
	if (!wakeups || records_spans_has_wakeups(app->rec))
		return 0;
	return err_set_at(err, ERR_PARSE, 0,
			  "no record here wakes a thread: also record sched:sched_waking");
}

/*
 * Append the condition of off-CPU stacks. They are of one event: if several events begin spans, of
 * this one.
 */
static void add_offcpu(const char *field, struct buf *out)
{
	buf_addf(out, "span.kind == \"offcpu\" and %s and event == \"sched:sched_switch\"", field);
}

const char *span_views_offcpu_rest(const char *where, const char *field)
{
	struct buf own = BUF_INIT;
	const char *rest = NULL;

	add_offcpu(field, &own);
	if (!strncmp(where, own.p, own.len)) {
		rest = where + own.len;
		rest += strncmp(rest, " and ", 5) ? 0 : 5;
	}
	buf_release(&own);
	return rest;
}

/* Is this a state of a thread that is off its CPU? Without a name it is a number. */
static bool is_state(const char *arg, size_t len)
{
	uint64_t value;

	for (const struct span_kind *k = span_kinds; k->name; k++)
		if (!strcmp(k->name, "offcpu") && k->names &&
		    names_value(k->names, arg, len, &value))
			return true;
	return strspn(arg, "0123456789") >= len;
}

int span_views_offcpu(struct app *app, const char *arg, struct err *err)
{
	struct buf where = BUF_INIT, all = BUF_INIT;
	const char *expr, *field = "span.dur";
	size_t len = first_word(arg, &expr);
	bool blocked = is_word(arg, len, "blocked"), runnable = is_word(arg, len, "runnable");
	bool waker = is_word(arg, len, "waker"), wakeups = blocked || runnable || waker;
	bool open = is_word(arg, len, "unfinished"), state = len && !wakeups && !open;
	int rc = check_rest(arg, len, expr, err);

	if (!rc && state && !is_state(arg, len))
		rc = err_set_at(err, ERR_PARSE, 0,
				"expected blocked, runnable, waker, unfinished or a state: R, R+, "
				"S, D, T, t, X, Z, P or I");
	rc = rc ? rc : check_events(app, wakeups, err);
	rc = rc ? rc : records_filter_where(app, arg, expr, &where, err);
	if (!rc) {
		field = blocked || waker ? "span.blocked"
			: runnable	 ? "span.runnable"
			: open		 ? "span.lasted"
					 : field;
		buf_addf(&all, "by %s where ", field);
		add_offcpu(field, &all);
		buf_addf(&all, where.len ? " and (%s)" : "%s", where.p);
		if (open)
			buf_adds(&all, " and " OPEN);
		if (state)
			buf_addf(&all, " and span.name == \"%.*s\"", (int)len, arg);
		rc = waker ? flame_open_wakers(app, all.p, err) : flame_open(app, all.p, err);
		if (rc)
			err->offset = ERR_NO_OFFSET;
	}
	buf_release(&where);
	buf_release(&all);
	return rc;
}
