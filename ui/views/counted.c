/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/counted.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/measure.h"
#include "base/mem.h"
#include "filter/check.h"
#include "records/records.h"
#include "session/conditions.h"
#include "session/session_filter.h"
#include "widgets/event_style.h"
#include "widgets/parts.h"

/* What follows a keyword at the beginning of the argument. NULL: it is not there. */
static const char *behind(const char *arg, const char *keyword)
{
	size_t len = strlen(keyword);

	return strncmp(arg, keyword, len) ? NULL : arg + len;
}

/* Find the field, its length and what follows it. NULL: there is none. */
static const char *find_field(const char *arg, size_t *len, const char **rest)
{
	const char *at = behind(arg, "sum("), *by = behind(arg, "by ");

	if (behind(arg, "where ") || !*arg)
		return NULL;
	if (at) {
		*len = strcspn(at, ") ");
		*rest = at[*len] == ')' ? at + *len + 1 : arg;
		return at[*len] == ')' ? at : NULL;
	}
	at = by ? by + strspn(by, " ") : arg;
	*len = strcspn(at, " ");
	*rest = at + *len;
	return at;
}

static int parse_field(struct counted_records *w, const struct app *app, const char *arg,
		       struct err *err, const char **rest)
{
	struct field field;
	size_t len;
	const char *at = find_field(arg, &len, rest);
	int rc;

	if (!at)
		return 0;
	if (!field_find(&field, at, len)) {
		if (at == arg) {
			*rest = arg;
			return 0;
		}
		return err_set_at(err, ERR_PARSE, (uint64_t)(at - arg),
				  "expected a field; Tab lists them");
	}
	rc = measure_check(&field, err);
	if (!rc)
		rc = check_field(&field, app->rec, err);
	w->id = field.id;
	field_release(&field);
	if (rc < 0)
		err->offset = (uint64_t)(at - arg);
	w->field = mem_strndup(at, len);
	w->weighed = true;
	return rc;
}

int counted_parse(struct counted_records *w, struct app *app, const char *arg, struct err *err)
{
	const char *rest = arg;
	struct buf where = BUF_INIT;
	int rc;

	*w = (struct counted_records){ .session = app->session };
	rc = parse_field(w, app, arg, err, &rest);
	if (rc == 0) {
		rest += strspn(rest, " ");
		if (*rest && !behind(rest, "where "))
			rc = err_set_at(err, ERR_PARSE, (uint64_t)(rest - arg),
					"expected \"by FIELD\" or \"where EXPR\"");
	}
	if (rc == 0)
		rc = records_filter_where(app, arg, behind(rest, "where "), &where, err);
	w->where = mem_strdup(where.p);
	buf_release(&where);
	if (rc < 0)
		counted_release(w);
	return rc;
}

void counted_release(struct counted_records *w)
{
	free(w->where);
	free(w->field);
	if (w->by_event)
		eventpick_release(&w->event);
}

void counted_pick_event(struct counted_records *w, struct app *app)
{
	struct buf where = BUF_INIT;
	struct field field;
	bool weighs = w->field && field_find(&field, w->field, strlen(w->field));

	shown_event_where(w->where, weighs ? &field : NULL, &where);
	eventpick_init(&w->event, app->session, w->where, where.p);
	w->by_event = true;
	if (weighs)
		field_release(&field);
	buf_release(&where);
}

void counted_drop_event(struct counted_records *w)
{
	eventpick_release(&w->event);
	w->by_event = false;
}

bool counted_look(struct counted_records *w)
{
	return w->by_event && eventpick_look(&w->event);
}

void counted_act(struct counted_records *w, enum action action)
{
	if (w->by_event)
		eventpick_next(&w->event, action == ACTION_EVENT_ALL);
}

void counted_add_event(const struct counted_records *w, struct buf *out)
{
	if (w->by_event)
		counted_add_picked(&w->event, out);
}

void counted_add_picked(const struct eventpick *pick, struct buf *out)
{
	buf_adds(out, PARTS_MAIN);
	eventpick_add_name(pick, out);
	buf_adds(out, PARTS_HINT);
	eventpick_add_place(pick, out);
	buf_adds(out, PARTS_MAIN);
}

void counted_add_note(const struct counted_records *w, struct buf *out)
{
	if (w->by_event)
		shown_events_note(&w->event.events, w->event.name, out);
}

char *counted_topic(const struct counted_records *what, const char *more)
{
	struct buf topic = BUF_INIT;

	buf_addf(&topic, "%s|%d|%s|%s", what->field ? what->field : "", what->weighed, more,
		 what->where);
	return buf_take(&topic);
}

struct filter *counted_filter(const struct counted_records *w)
{
	struct filter *filter = NULL;

	if (w->by_event)
		return eventpick_filter(&w->event);
	/* It has already been parsed, so it is correct. */
	if (*w->where)
		filter_parse(&filter, w->where, NULL);
	return filter;
}

enum value_when counted_when(const struct counted_records *w)
{
	struct filter *filter = counted_filter(w);
	enum value_when when = filter_when(filter);

	filter_free(filter);
	return w->weighed ? value_later(when, value_when(w->id)) : when;
}

struct quantity counted_quantity(const struct counted_records *w, enum quantity_kind kind)
{
	const struct eventpick *pick = &w->event;
	bool clock = w->by_event && shown_event_is_clock(pick->session->rec, pick->name, w->id);

	return (struct quantity){ kind, w->id, clock };
}

static struct quantity quantity_of(const struct counted_records *w)
{
	return counted_quantity(w, w->weighed ? QUANTITY_SUM : QUANTITY_COUNT);
}

void counted_text_bare(const struct counted_records *w, uint64_t v, struct buf *out)
{
	struct quantity quantity = quantity_of(w);

	quantity_text(&quantity, (int128)v, out);
}

bool counted_is_ns(const struct counted_records *w)
{
	struct quantity quantity = quantity_of(w);

	return quantity_is_ns(&quantity);
}

void counted_add_unit(const struct counted_records *w, struct buf *out)
{
	struct quantity quantity = quantity_of(w);

	quantity_add_unit(&quantity, out);
}

void counted_text(const struct counted_records *w, uint64_t v, struct buf *out)
{
	counted_text_bare(w, v, out);
	counted_add_unit(w, out);
}

void counted_add_where(const struct counted_records *w, struct buf *out)
{
	counted_add_where_of(w->session, w->where, out);
}

void counted_add_where_of(const struct session *session, const char *where, struct buf *out)
{
	buf_adds(out, PARTS_LONG);
	session_filter_add_title(session, where, out);
	buf_adds(out, PARTS_MAIN);
}

static bool has_condition(const struct conditions *conditions, const char *condition)
{
	bool has = false;

	for (size_t i = 0; i < conditions->list.n; i++)
		has |= !strcmp(conditions->list.v[i].text, condition);
	return has;
}

/* Has the filter all conditions of the expression already? */
static bool has_conditions(const struct conditions *conditions, const char *expr)
{
	struct conditions wanted = { .off = false };
	bool has = true;

	conditions_set(&wanted, expr);
	for (size_t i = 0; i < wanted.list.n; i++)
		has &= has_condition(conditions, wanted.list.v[i].text);
	conditions_release(&wanted);
	return has;
}

/* Find the event of a part that one of the conditions selects. NULL: there is none. */
static const char *selected_event(const struct recording *rec, size_t part,
				  const struct conditions *conditions)
{
	const struct events *events = &recording_file(rec, part)->events;
	const char *found = NULL;

	for (size_t i = 0; i < events->list.n && !found; i++) {
		struct buf condition = BUF_INIT;

		shown_event_condition(rec, events->list.v[i].name, &condition);
		if (has_conditions(conditions, condition.p))
			found = events->list.v[i].name;
		buf_release(&condition);
	}
	return found;
}

enum style counted_style(const struct counted_records *w)
{
	const struct recording *rec = w->session->rec;
	const char *found = w->by_event ? w->event.name : NULL;
	struct conditions conditions = { .off = false };

	conditions_set(&conditions, w->where);
	for (size_t part = 0; !w->by_event && !found && part < recording_parts_ready(rec); part++)
		found = selected_event(rec, part, &conditions);
	conditions_release(&conditions);
	return found ? event_style(rec, found) : STYLE_NORMAL;
}

void counted_records(const struct counted_records *w, struct app *app, const char *condition,
		     enum action action)
{
	struct conditions conditions = { .off = false };
	struct buf both = BUF_INIT;

	if (w->by_event)
		eventpick_condition(&w->event, &both);
	conditions_set(&conditions, w->where);
	if (has_conditions(&conditions, both.p))
		buf_reset(&both);
	conditions_release(&conditions);
	buf_addf(&both, "%s%s", both.len ? " and " : "", condition);
	records_filter_counted(app, w->where, both.p, action);
	buf_release(&both);
}
