/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/spanviews.h"

#include <string.h>

#include "query/shown_event.h"
#include "spans/spans.h"
#include "tui/counts_columns.h"
#include "tui/view_counts.h"
#include "tui/view_flame.h"
#include "tui/view_records.h"

enum {
	MAX_COLUMN = 8 /* the aggregate max(span.dur) */
};

static const char aggregates[] = "count(span.errno),count(span.state == \"unfinished\"),"
				 "count(span.state == \"doubtful\"),sum(span.dur),avg(span.dur),"
				 "p50(span.dur),p99(span.dur),max(span.dur)";

static const struct counts_title titles[] = {
	{ "errors", 0 }, { "open", 0 },	 { "doubt", 100 }, { "total", 0 },
	{ "mean", 120 }, { "p50", 120 }, { "p99", 100 },   { "max", 0 },
};

/* "WORD [where EXPR]": the length of WORD, and where EXPR begins; NULL: there is none. */
static size_t first_word(const char *arg, const char **where)
{
	size_t len = strcspn(arg, " "), next;

	if (len == 5 && !strncmp(arg, "where", 5))
		len = 0;
	next = len + strspn(arg + len, " ");
	*where = !strncmp(arg + next, "where ", 6) ? arg + next + 6 : NULL;
	return len;
}

/* What a word and what is behind it is not; *where was found by first_word(). */
static int check_rest(const char *arg, size_t len, const char *where, struct err *err)
{
	size_t next = len + strspn(arg + len, " ");

	if (!where && arg[next])
		return err_set_at(err, ERR_PARSE, next, "expected where, or nothing more");
	return 0;
}

static int unknown_kind(struct err *err)
{
	struct buf names = BUF_INIT;
	const char *last = "";

	for (const struct span_kind *kind = span_kinds; kind->name; kind++) {
		if (strcmp(kind->name, last) != 0)
			buf_addf(&names, "%s%s", names.len ? ", " : "", kind->name);
		last = kind->name;
	}
	err_set_at(err, ERR_PARSE, 0, "expected a kind of spans: %s, or a name of :define-span",
		   names.p);
	buf_release(&names);
	return ERR_PARSE;
}

int spanviews_table(struct app *app, const char *arg, struct err *err)
{
	struct counts_spec spec = {
		.by = "span.name,span.kind",
		.aggregates = aggregates,
		.sort = "sum(span.dur)",
		.titles = titles,
		.empty = "no spans: of system calls perf trace record has some, perf sched record "
			 "of threads off the CPU",
		.cursor = MAX_COLUMN,
	};
	struct buf where = BUF_INIT, all = BUF_INIT;
	const char *expr;
	size_t len = first_word(arg, &expr);
	int rc = check_rest(arg, len, expr, err);

	if (len)
		spec.by = "span.name";
	if (!rc && len && !spans_has_kind(app->rec, arg, len))
		rc = unknown_kind(err);
	rc = rc ? rc : records_filter_where(app, arg, expr, &where, err);
	if (!rc) {
		buf_addf(&all, where.len ? "(%s) and " : "%s", where.p);
		if (len)
			buf_addf(&all, "span.kind == \"%.*s\"", (int)len, arg);
		else
			buf_adds(&all, "span.kind");
		buf_adds(&all, " and span.state != \"orphaned\"");
		spec.where = all.p;
		rc = counts_open(app, &spec, err);
	}
	buf_release(&where);
	buf_release(&all);
	return rc;
}

static bool is_word(const char *arg, size_t len, const char *word)
{
	return strlen(word) == len && !memcmp(arg, word, len);
}

int spanviews_offcpu(struct app *app, const char *arg, struct err *err)
{
	struct buf where = BUF_INIT, all = BUF_INIT;
	const char *expr, *field = "span.dur";
	size_t len = first_word(arg, &expr);
	int rc = check_rest(arg, len, expr, err);

	rc = rc ? rc : records_filter_where(app, arg, expr, &where, err);
	if (!rc) {
		bool blocked = is_word(arg, len, "blocked"),
		     runnable = is_word(arg, len, "runnable");

		field = blocked ? "span.blocked" : runnable ? "span.runnable" : field;
		buf_addf(&all, "by %s where ", field);
		/* Stacks are of one event: of several that begin spans, this one. */
		if (shown_event_exists(app->rec, "sched:sched_switch"))
			buf_adds(&all, "event == \"sched:sched_switch\" and ");
		buf_addf(&all, where.len ? "(%s) and " : "%s", where.p);
		buf_addf(&all, "span.kind == \"offcpu\" and %s", field);
		if (len && !blocked && !runnable)
			buf_addf(&all, " and span.name == \"%.*s\"", (int)len, arg);
		rc = flame_open(app, all.p, err);
		if (rc)
			err->offset = ERR_NO_OFFSET;
	}
	buf_release(&where);
	buf_release(&all);
	return rc;
}
