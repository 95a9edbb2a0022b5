/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that count and add up the records of the list. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "tui/command_run.h"
#include "tui/view_counts.h"
#include "tui/view_records.h"

/* The parts of "AGGREGATES by FIELDS fold sort COLUMN where EXPR", each cut out of the text. */
struct words {
	char *text;
	char *aggregates, *by, *sort; /* NULL: not given; by always is */
	const char *where;	      /* likewise, in the text that was given */
	bool fold;
};

/* Cut the text off before the last such word; what stands behind it, or NULL. */
static char *cut_at(char *text, const char *word)
{
	char *at = strstr(text, word);

	for (char *next = at; next; next = strstr(next + 1, word))
		at = next;
	if (!at)
		return NULL;
	*at = '\0';
	return at + strlen(word);
}

static void split(struct words *w, const char *arg)
{
	const char *where = strstr(arg, " where ");
	char *by;

	w->where = where ? where + strlen(" where ") : NULL;
	w->text = mem_strndup(arg, where ? (size_t)(where - arg) : strlen(arg));
	w->sort = cut_at(w->text, " sort ");
	w->fold = cut_at(w->text, " fold");
	by = cut_at(w->text, " by ");
	w->aggregates = by ? w->text : NULL;
	w->by = by ? by : w->text + (strncmp(w->text, "by ", 3) ? 0 : 3);
}

/* The filter of its own, without one that of the list. */
static int read_where(struct app *app, const struct words *w, const char *arg, struct buf *out,
		      struct err *err)
{
	struct filter *filter;

	if (!w->where) {
		records_filter_applied(view_records_from(app->home), out);
		return 0;
	}
	buf_adds(out, w->where);
	if (filter_parse(&filter, w->where, err) == 0) {
		filter_free(filter);
		return 0;
	}
	err->offset += (uint64_t)(w->where - arg);
	return ERR_PARSE;
}

static int open_counts(struct app *app, const struct words *w, const char *arg,
		       const struct counts_spec *spec, struct err *err)
{
	struct counts_spec own = *spec;
	struct buf where = BUF_INIT;
	int rc = read_where(app, w, arg, &where, err);

	own.where = where.p;
	if (!rc) {
		rc = counts_open(app, &own, err);
		if (rc && err->offset != ERR_NO_OFFSET)
			err->offset += (uint64_t)(w->by - w->text);
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

/* "period,weight" as "sum(period),sum(weight)"; first: the first of these. */
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
		rc = open_counts(app, &w, call->arg,
				 &(struct counts_spec){ .by = w.by,
							.aggregates = sums.p,
							.sort = w.sort ? w.sort : first.p,
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

int command_SORT(struct app *app, const struct command_call *call, struct err *err)
{
	return counts_sort(app, call->arg, err);
}

int command_LINES(struct app *app, const struct command_call *call, struct err *err)
{
	struct command_call count = *call;

	count.arg = "srcfile,srcline";
	return command_COUNT(app, &count, err);
}
