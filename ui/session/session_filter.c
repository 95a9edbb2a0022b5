/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_filter.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "filter/check.h"
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
		[SELECT_FOUND] = LIST_CURSOR_FOUND,
		[SELECT_NONE] = LIST_CURSOR_NONE,
		[SELECT_PENDING] = LIST_CURSOR_PENDING,
	};
	struct session *session = ctx;

	if (session->select)
		return results[session_order_match(session, session->select, number, dir, found)];
	*found = number;
	return LIST_CURSOR_FOUND;
}

bool session_filter_is_running(const struct session *session)
{
	struct select_progress progress;

	if (!session->select || session->cancelled)
		return false;
	select_progress(session->select, &progress);
	return !progress.done;
}

void session_filter_cancel(struct session *session)
{
	select_cancel(session->select);
	session->cancelled = true;
}

/* ---- results of earlier filters ---- */

static bool is_done(const struct select *select)
{
	struct select_progress progress;

	select_progress(select, &progress);
	return progress.done && !progress.failed;
}

/* Keep a result, and forget the oldest one. */
static void keep(struct session *session, struct select *select)
{
	select_free(session->kept[0]);
	memmove(&session->kept[0], &session->kept[1],
		(SESSION_KEPT - 1) * sizeof(session->kept[0]));
	session->kept[SESSION_KEPT - 1] = select;
}

static struct select *take_kept(struct session *session, const char *text)
{
	for (int i = 0; i < SESSION_KEPT; i++) {
		struct select *select = session->kept[i];

		if (!select || strcmp(select_filter(select)->text, text) != 0)
			continue;
		session->kept[i] = NULL;
		select_rest(select, false);
		return select;
	}
	return NULL;
}

/* noted: only results of filters with flags or notes. */
static void forget_kept(struct session *session, bool noted)
{
	for (int i = 0; i < SESSION_KEPT; i++) {
		if (!session->kept[i] || (noted && !select_filter(session->kept[i])->noted))
			continue;
		select_free(session->kept[i]);
		session->kept[i] = NULL;
	}
}

void session_filter_release(struct session *session)
{
	select_free(session->select);
	forget_kept(session, false);
	macros_release(&session->macros);
	for (size_t i = 0; i < session->own_macros.n; i++)
		free(session->own_macros.v[i]);
	vec_release(&session->own_macros);
	chips_release(&session->chips);
	chips_release(&session->entered.from);
	chips_release(&session->entered.to);
}

/* ---- the filter of the list ---- */

/*
 * Show records that pass the expression, "": all. The previous filter's result is kept; off: the
 * previous filter is likely to return, so its search continues.
 */
static int use_filter(struct session *session, const char *text, bool off, struct err *err)
{
	struct select *select = NULL, *old = session->select;
	struct filter *filter;

	if (old && !strcmp(select_filter(old)->text, text))
		return 0;
	if (*text)
		select = take_kept(session, text);
	if (*text && !select) {
		if (filter_parse(&filter, text, err) < 0)
			return ERR_PARSE;
		select = select_start(session->rec, filter, &session->watcher,
				      session_order_row(session, session->cursor.number));
	}
	if (old && (is_done(old) || (off && !session->cancelled))) {
		select_rest(old, true);
		keep(session, old);
	} else {
		select_free(old);
	}
	session->select = select;
	session->listed = select ? select_id(select) : 0;
	session->cancelled = false;
	session->cursor.src.next = select ? session_filter_next : NULL;
	list_cursor_changed(&session->cursor);
	return 0;
}

void session_filter_again(struct session *session)
{
	struct select *select = session->select;

	forget_kept(session, false);
	if (!select || select_filter(select)->tier < TIER_SYMBOLS)
		return;
	session->select = NULL;
	use_filter(session, select_filter(select)->text, false, NULL);
	select_free(select);
}

bool session_filter_resume(struct session *session)
{
	uint64_t id = session->select ? select_id(session->select) : session->listed;

	if (id == session->listed)
		return false;
	session->listed = id;
	list_cursor_changed(&session->cursor);
	return true;
}

void session_filter_applied(const struct session *session, struct buf *out)
{
	if (!session->chips.off)
		chips_text(&session->chips, out);
}

/* Show what passes the conditions that are on. They have been parsed before. */
static int apply(struct session *session, struct err *err)
{
	struct buf text = BUF_INIT;
	int rc;

	session->chips.restored = false;
	if (!session->chips.list.n)
		session->chips.off = false;
	session_filter_applied(session, &text);
	rc = use_filter(session, text.p, session->chips.off, err);
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
	forget_kept(session, true);
	if (!session->select || !select_filter(session->select)->noted)
		return;
	select_free(session->select);
	session->select = NULL;
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
	if (rc < 0)
		return rc;
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
	if (!text[strspn(text, " ")] || filter_parse_in(&filter, text, &context, err) < 0)
		return;
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
	const struct filter *filter = session->select ? select_filter(session->select) : NULL;

	return check_absent(filter, session->rec, out) || check_lacking(filter, session->rec, out);
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
	chips_forget_escaped(&session->chips);
	session->unwarned = good;
	session_filter_warn(session);
}

/* ---- changes ---- */

int session_filter_set(struct session *session, const char *expr, struct err *err)
{
	struct buf text = BUF_INIT;
	int rc = session_filter_resolve(session, expr, &text, err);

	if (rc == 0) {
		chips_set(&session->chips, text.p);
		session->chips.off = false;
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
		session->chips.off = false;
		if (!chips_add(&session->chips, text.p))
			session_notify(session, SESSION_FILTER_HAS);
		rc = apply(session, err);
		used(session, rc == 0);
	}
	buf_release(&text);
	return rc;
}

void session_filter_clear(struct session *session)
{
	chips_clear(&session->chips);
	apply(session, NULL);
}

void session_filter_enter(struct session *session, struct chips *before)
{
	struct session_entered *entered = &session->entered;

	chips_release(&entered->from);
	entered->from = *before;
	*before = (struct chips){ .off = false };
	chips_copy(&entered->to, &session->chips);
	entered->is = true;
}

bool session_filter_leave(struct session *session)
{
	struct session_entered *entered = &session->entered;
	bool same = entered->is && chips_same(&session->chips, &entered->to);

	entered->is = false;
	if (!same)
		return false;
	chips_copy(&session->chips, &entered->from);
	session_filter_apply(session);
	return true;
}

bool session_filter_has(struct session *session)
{
	if (!session->chips.list.n)
		session_notify(session, SESSION_FILTER_NONE);
	return session->chips.list.n;
}

void session_filter_toggle(struct session *session)
{
	if (!session_filter_has(session))
		return;
	if (!chips_unescape(&session->chips))
		session->chips.off = !session->chips.off;
	apply(session, NULL);
}

void session_filter_off(struct session *session)
{
	struct session_entered *entered = &session->entered;
	bool same = entered->is && chips_same(&session->chips, &entered->to);

	session->chips.off = true;
	chips_forget_escaped(&session->chips);
	if (same)
		chips_copy(&entered->to, &session->chips);
	apply(session, NULL);
}

const char *session_filter_escape(struct session *session)
{
	const char *off = chips_escape(&session->chips);

	if (off)
		apply(session, NULL);
	return off;
}

void session_filter_drop(struct session *session)
{
	if (session_filter_has(session) && chips_drop(&session->chips))
		apply(session, NULL);
}

/* ---- one condition ---- */

int session_filter_replace(struct session *session, size_t i, const char *expr, struct err *err)
{
	struct buf text = BUF_INIT;
	int rc = session_filter_resolve(session, expr, &text, err);

	if (rc == 0 && i < session->chips.list.n)
		chips_replace(&session->chips, i, text.p);
	if (rc == 0)
		rc = apply(session, err);
	used(session, rc == 0);
	buf_release(&text);
	return rc;
}

static void all_off(struct session *session)
{
	for (size_t i = 0; i < session->chips.list.n; i++)
		session->chips.list.v[i].off = true;
}

/* If all are off, only this one is turned on. */
void session_filter_toggle_one(struct session *session, size_t i)
{
	struct chip *chip = &session->chips.list.v[i];

	if (session->chips.off)
		all_off(session);
	session->chips.off = false;
	chip->off = !chip->off;
	chip->escaped = false;
	apply(session, NULL);
}

void session_filter_only(struct session *session, size_t i)
{
	session->chips.off = false;
	all_off(session);
	session_filter_toggle_one(session, i);
}

void session_filter_remove(struct session *session, size_t i)
{
	chips_remove(&session->chips, i);
	apply(session, NULL);
}

/* ---- one row ---- */

bool session_filter_hides(struct session *session, uint64_t row)
{
	struct row_info info;
	struct eval *eval;
	uint64_t found = row;
	bool passes;

	if (!session->select)
		return false;
	switch (select_next(session->select, session->reader, row, 1, &found)) {
	case SELECT_FOUND:
		return found != row;
	case SELECT_NONE:
		return true;
	case SELECT_PENDING:
	default:
		break;
	}
	if (reader_row(session->reader, row, &info, NULL) < 0)
		return true;
	eval = eval_open(session->reader, select_filter(session->select));
	passes = eval_row(eval, &info);
	eval_close(eval);
	return !passes;
}
