/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_filter.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "filter/check.h"
#include "filter/check_absent.h"
#include "filter/cost.h"
#include "filter/eval.h"
#include "session/session_columns.h"
#include "session/session_order.h"

enum {
	TIER_SYMBOLS = 3 /* from here on more than records is read */
};

enum list_cursor_found session_filter_next(void *ctx, uint64_t number, int dir, uint64_t *found)
{
	static const enum list_cursor_found results[] = {
		[SELECTION_FOUND] = LIST_CURSOR_FOUND,
		[SELECTION_NONE] = LIST_CURSOR_NONE,
		[SELECTION_PENDING] = LIST_CURSOR_PENDING,
	};
	struct session *session = ctx;

	if (!session->selection) {
		*found = number;
		return LIST_CURSOR_FOUND;
	}
	return results[session_order_match(session, session->selection, number, dir, found)];
}

bool session_filter_is_running(const struct session *session)
{
	struct selection_progress progress;

	if (!session->selection || session->cancelled)
		return false;
	selection_progress(session->selection, &progress);
	return !progress.done;
}

void session_filter_cancel(struct session *session)
{
	selection_cancel(session->selection);
	session->cancelled = true;
}

void session_filter_release(struct session *session)
{
	selection_free(session->selection);
	selection_cache_clear(&session->earlier);
	macros_release(&session->macros);
	for (size_t i = 0; i < session->own_macros.n; i++)
		free(session->own_macros.v[i]);
	vec_release(&session->own_macros);
	conditions_release(&session->conditions);
	conditions_release(&session->entered.from);
	conditions_release(&session->entered.to);
}

/* ---- the filter of the list ---- */

static bool is_done(const struct selection *selection)
{
	struct selection_progress progress;

	selection_progress(selection, &progress);
	return progress.done && !progress.failed;
}

/*
 * Show records that pass the expression, "": all. The previous filter's result is kept; off: the
 * previous filter is likely to return, so its search continues.
 */
static int use_filter(struct session *session, const char *text, bool off, struct err *err)
{
	struct selection *selection = NULL, *old = session->selection;
	struct filter *filter;

	if (old && !strcmp(selection_filter(old)->text, text))
		return 0;
	if (*text)
		selection = selection_cache_take(&session->earlier, text);
	if (*text && !selection) {
		if (filter_parse(&filter, text, err) < 0)
			return ERR_PARSE;
		selection = selection_start(session->rec, filter, &session->watcher,
					    session_order_row(session, session->cursor.number));
	}
	if (old && (is_done(old) || (off && !session->cancelled)))
		selection_cache_keep(&session->earlier, old);
	else
		selection_free(old);
	session->selection = selection;
	session->listed = selection ? selection_id(selection) : 0;
	session->cancelled = false;
	session->cursor.src.next = selection ? session_filter_next : NULL;
	list_cursor_changed(&session->cursor);
	return 0;
}

bool session_filter_has_symbols(const struct filter *filter)
{
	return filter->tier >= TIER_SYMBOLS;
}

void session_filter_again(struct session *session)
{
	struct selection *selection = session->selection;

	selection_cache_clear(&session->earlier);
	if (!selection || !session_filter_has_symbols(selection_filter(selection)))
		return;
	session->selection = NULL;
	use_filter(session, selection_filter(selection)->text, false, NULL);
	selection_free(selection);
}

bool session_filter_resume(struct session *session)
{
	uint64_t id = session->selection ? selection_id(session->selection) : session->listed;

	if (id == session->listed)
		return false;
	session->listed = id;
	list_cursor_changed(&session->cursor);
	return true;
}

void session_filter_applied(const struct session *session, struct buf *out)
{
	if (!session->conditions.off)
		conditions_text(&session->conditions, out);
}

void session_filter_add_title(const struct session *session, const char *where, struct buf *out)
{
	if (*where) {
		buf_adds(out, " where ");
		text_escape_str(out, where);
	} else if (!session_filter_is(session, "")) {
		buf_adds(out, ", unfiltered");
	}
}

bool session_filter_is(const struct session *session, const char *where)
{
	struct buf now = BUF_INIT;
	bool same;

	session_filter_applied(session, &now);
	same = !strcmp(now.p, where);
	buf_release(&now);
	return same;
}

/* Show what passes the conditions that are on. They have already been parsed. */
static int apply(struct session *session, struct err *err)
{
	struct buf text = BUF_INIT;
	int rc;

	session->conditions.restored = false;
	if (!session->conditions.list.n)
		session->conditions.off = false;
	session_filter_applied(session, &text);
	rc = use_filter(session, text.p, session->conditions.off, err);
	session_columns_follow(session);
	buf_release(&text);
	return rc;
}

void session_filter_apply(struct session *session)
{
	apply(session, NULL);
}

void session_filter_noted(struct session *session)
{
	selection_cache_forget_noted(&session->earlier);
	if (!session->selection || !selection_filter(session->selection)->noted)
		return;
	selection_free(session->selection);
	session->selection = NULL;
	apply(session, NULL);
}

/* ---- expressions ---- */

/* $f is the record under the cursor, $'a.f the one at a mark. */
static bool row_of_mark(void *arg, char mark, struct row_info *info)
{
	struct session *session = arg;
	uint64_t row = UINT64_MAX;

	if (!mark)
		row = session_at(session);
	else if ((unsigned char)mark < JUMPS_MARKS)
		row = session->jumps.marks[(unsigned char)mark];
	return row != UINT64_MAX && reader_row(session->reader, row, info, NULL) == 0;
}

void session_filter_context(struct session *session, struct filter_context *context)
{
	*context = (struct filter_context){ .row = row_of_mark,
					    .arg = session,
					    .reader = session->reader,
					    .macros = &session->macros };
}

/* The column is one of the typed text, unless that was resolved to another text. */
static int check(struct session *session, const struct filter *filter, const char *expr,
		 struct err *err)
{
	int rc = check_filter(filter, session->rec, err);

	if (rc < 0 && err && strcmp(filter->text, expr) != 0)
		err->offset = ERR_NO_OFFSET;
	return rc;
}

/* An expression that is only the name of a task, an event or a type: suggest the condition. */
static void suggest(const struct session *session, const char *expr, struct err *err)
{
	size_t start = strspn(expr, " "), len = strlen(expr + start);
	const char *name = expr + start, *quote;
	enum field_id field;

	while (len && name[len - 1] == ' ')
		len--;
	if (!err || !len || memchr(name, '"', len) || memchr(name, '\\', len))
		return;
	field = check_field_named(session->rec, name, len);
	quote = field == F_type ? "" : "\"";
	if (field)
		err_set_at(err, ERR_PARSE, start,
			   "%.*s is not a field; did you mean %s == %s%.*s%s?", (int)len, name,
			   field_id_name(field), quote, (int)len, name, quote);
}

int session_filter_resolve(struct session *session, const char *expr, struct buf *out,
			   struct err *err)
{
	struct filter_context context;
	struct filter *filter;
	int rc;

	session_filter_context(session, &context);
	rc = filter_resolve(expr, &context, out, err);
	if (rc == 0)
		rc = filter_parse(&filter, out->p, err);
	if (rc < 0) {
		suggest(session, expr, err);
		return rc;
	}
	rc = check(session, filter, expr, err);
	filter_free(filter);
	return rc;
}

int session_filter_define(struct session *session, const char *line, bool own, struct err *err)
{
	int rc = macros_define(&session->macros, line, err);
	size_t len = strcspn(line, " ("), i = 0;

	if (rc < 0 || !own)
		return rc;
	while (i < session->own_macros.n && (strncmp(session->own_macros.v[i], line, len) != 0 ||
					     !strchr(" (", session->own_macros.v[i][len])))
		i++;
	if (i == session->own_macros.n)
		vec_push(&session->own_macros, NULL);
	free(session->own_macros.v[i]);
	session->own_macros.v[i] = mem_strdup(line);
	return 0;
}

static void add_size(struct buf *out, uint64_t bytes)
{
	static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
	double size = (double)bytes;
	size_t unit = 0;

	for (; size >= 1024 && unit + 1 < sizeof(units) / sizeof(units[0]); unit++)
		size /= 1024;
	buf_addf(out, unit ? "%.1f %s" : "%.0f %s", size, units[unit]);
}

void session_filter_cost(struct session *session, const char *text, struct buf *note,
			 struct err *err)
{
	struct filter_context context;
	struct filter_cost cost;
	struct filter *filter;

	session_filter_context(session, &context);
	if (!text[strspn(text, " ")])
		return;
	if (filter_parse_in(&filter, text, &context, err) < 0) {
		suggest(session, text, err);
		return;
	}
	if (check(session, filter, text, err) < 0) {
		filter_free(filter);
		return;
	}
	filter_cost(filter, session->reader, &cost);
	if (!cost.tier) {
		buf_adds(note, "reads the index only");
	} else if (!cost.rows) {
		buf_adds(note, "reads nothing: no record can match");
	} else {
		buf_addf(note, "reads %s%llu records: up to ", cost.about ? "about " : "",
			 (unsigned long long)cost.rows);
		add_size(note, cost.bytes);
	}
	if (cost.partial)
		buf_adds(note, ", and the part not yet indexed");
	/* This surprises many users. */
	if (strstr(text, "not ") || strstr(text, "!("))
		buf_adds(note, "; not f == 1 also matches records that lack f");
	filter_free(filter);
}

bool session_filter_absent(const struct session *session, struct buf *out)
{
	const struct filter *filter = session->selection ? selection_filter(session->selection)
							 : NULL;

	return check_warn(filter, session->rec, out);
}

bool session_filter_warn(struct session *session)
{
	struct buf text = BUF_INIT;
	bool absent;

	if (!session->unwarned || session_filter_is_running(session))
		return false;
	session->unwarned = false;
	absent = session_filter_absent(session, &text);
	buf_release(&text);
	if (absent)
		session_notify(session, SESSION_FILTER_ABSENT);
	return absent;
}

/* The user has typed another filter: warn about its names, now or when all is known. */
static void used(struct session *session, bool good)
{
	conditions_forget_escaped(&session->conditions);
	session->unwarned = good;
	session_filter_warn(session);
}

/* ---- changes ---- */

int session_filter_set(struct session *session, const char *expr, struct err *err)
{
	struct buf text = BUF_INIT;
	int rc = session_filter_resolve(session, expr, &text, err);

	if (rc == 0) {
		conditions_set(&session->conditions, text.p);
		session->conditions.off = false;
		rc = apply(session, err);
		used(session, rc == 0);
	}
	buf_release(&text);
	return rc;
}

int session_filter_add(struct session *session, const char *expr, struct err *err)
{
	struct buf text = BUF_INIT;
	int rc = session_filter_resolve(session, expr, &text, err);

	if (rc == 0) {
		enum conditions_added added = conditions_add(&session->conditions, text.p);

		if (added != CONDITIONS_NEW)
			session_notify(session, added == CONDITIONS_AGAIN ? SESSION_FILTER_AGAIN
									  : SESSION_FILTER_HAS);
		rc = apply(session, err);
		used(session, rc == 0);
	}
	buf_release(&text);
	return rc;
}

void session_filter_clear(struct session *session)
{
	conditions_clear(&session->conditions);
	apply(session, NULL);
}

void session_filter_enter(struct session *session, struct conditions *before)
{
	struct session_entered *entered = &session->entered;

	conditions_release(&entered->from);
	entered->from = *before;
	*before = (struct conditions){ .off = false };
	conditions_copy(&entered->to, &session->conditions);
	entered->is = true;
}

bool session_filter_leave(struct session *session)
{
	struct session_entered *entered = &session->entered;
	bool same = entered->is && conditions_same(&session->conditions, &entered->to);

	entered->is = false;
	if (!same)
		return false;
	conditions_copy(&session->conditions, &entered->from);
	session_filter_apply(session);
	return true;
}

bool session_filter_has(struct session *session)
{
	if (!session->conditions.list.n)
		session_notify(session, SESSION_FILTER_NONE);
	return session->conditions.list.n;
}

void session_filter_toggle(struct session *session)
{
	if (!session_filter_has(session))
		return;
	if (!conditions_unescape(&session->conditions) && !conditions_turn_on(&session->conditions))
		session->conditions.off = !session->conditions.off;
	apply(session, NULL);
}

void session_filter_off(struct session *session)
{
	struct session_entered *entered = &session->entered;
	bool same = entered->is && conditions_same(&session->conditions, &entered->to);

	session->conditions.off = true;
	conditions_forget_escaped(&session->conditions);
	if (same)
		conditions_copy(&entered->to, &session->conditions);
	apply(session, NULL);
}

const char *session_filter_escape(struct session *session)
{
	const char *off = conditions_escape(&session->conditions);

	if (off)
		apply(session, NULL);
	return off;
}

void session_filter_drop(struct session *session)
{
	if (session_filter_has(session) && conditions_drop(&session->conditions))
		apply(session, NULL);
}

/* ---- one condition ---- */

int session_filter_replace(struct session *session, size_t i, const char *expr, struct err *err)
{
	struct buf text = BUF_INIT;
	int rc = session_filter_resolve(session, expr, &text, err);

	if (rc == 0 && i < session->conditions.list.n)
		conditions_replace(&session->conditions, i, text.p);
	if (rc == 0)
		rc = apply(session, err);
	used(session, rc == 0);
	buf_release(&text);
	return rc;
}

/* If all are off, only this one is turned on. */
void session_filter_toggle_one(struct session *session, size_t i)
{
	struct condition *condition = &session->conditions.list.v[i];

	if (session->conditions.off)
		conditions_turn_off(&session->conditions);
	condition->off = !condition->off;
	condition->escaped = false;
	apply(session, NULL);
}

void session_filter_only(struct session *session, size_t i)
{
	conditions_turn_off(&session->conditions);
	session_filter_toggle_one(session, i);
}

void session_filter_remove(struct session *session, size_t i)
{
	conditions_remove(&session->conditions, i);
	apply(session, NULL);
}

/* ---- one row ---- */

bool session_filter_hides(struct session *session, uint64_t row)
{
	struct row_info info;
	struct eval *eval;
	uint64_t found = row;
	bool passes;

	if (!session->selection)
		return false;
	switch (selection_next(session->selection, session->reader, row, 1, &found)) {
	case SELECTION_FOUND:
		return found != row;
	case SELECTION_NONE:
		return true;
	case SELECTION_PENDING:
	default:
		break;
	}
	if (reader_row(session->reader, row, &info, NULL) < 0)
		return true;
	eval = eval_open(session->reader, selection_filter(session->selection));
	passes = eval_row(eval, &info);
	eval_close(eval);
	return !passes;
}
