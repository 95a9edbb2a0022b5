/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/weighing.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/measure.h"
#include "base/mem.h"
#include "base/text.h"
#include "filter/check.h"
#include "records/show.h"
#include "session/chips.h"

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

static int parse_field(struct weighing *w, const struct app *app, const char *arg, struct err *err,
		       const char **rest)
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

int weighing_parse(struct weighing *w, struct app *app, const char *arg, struct err *err)
{
	const char *rest = arg;
	struct buf where = BUF_INIT;
	int rc;

	*w = (struct weighing){ NULL };
	rc = parse_field(w, app, arg, err, &rest);
	if (rc == 0) {
		rest += strspn(rest, " ");
		if (*rest && !behind(rest, "where "))
			rc = err_set_at(err, ERR_PARSE, (uint64_t)(rest - arg),
					"expected by FIELD or where EXPR");
	}
	if (rc == 0)
		rc = records_filter_where(app, arg, behind(rest, "where "), &where, err);
	w->where = mem_strdup(where.p);
	buf_release(&where);
	if (rc < 0)
		weighing_release(w);
	return rc;
}

void weighing_release(struct weighing *w)
{
	free(w->where);
	free(w->field);
	if (w->one)
		eventpick_release(&w->event);
}

void weighing_pick_event(struct weighing *w, struct app *app)
{
	struct buf where = BUF_INIT;
	struct field field;
	bool weighs = w->field && field_find(&field, w->field, strlen(w->field));

	shown_event_where(w->where, weighs ? &field : NULL, &where);
	eventpick_init(&w->event, app->session, w->where, where.p);
	w->one = true;
	if (weighs)
		field_release(&field);
	buf_release(&where);
}

bool weighing_look(struct weighing *w)
{
	return w->one && eventpick_look(&w->event);
}

void weighing_act(struct weighing *w, enum action action)
{
	if (w->one)
		eventpick_next(&w->event, action == ACTION_EVENT_ALL);
}

void weighing_add_event(const struct weighing *w, struct buf *out)
{
	if (w->one)
		eventpick_title(&w->event, out);
}

void weighing_add_note(const struct weighing *w, struct buf *out)
{
	if (w->one)
		shown_events_note(&w->event.events, w->event.name, out);
}

char *weighing_topic(const struct weighing *what, const char *more)
{
	struct buf topic = BUF_INIT;

	buf_addf(&topic, "%s|%d|%s|%s", what->field ? what->field : "", what->weighed, more,
		 what->where);
	return buf_take(&topic);
}

struct filter *weighing_filter(const struct weighing *w)
{
	struct filter *filter = NULL;

	if (w->one)
		return eventpick_filter(&w->event);
	/* It was parsed before, so it is correct. */
	if (*w->where)
		filter_parse(&filter, w->where, NULL);
	return filter;
}

enum value_when weighing_when(const struct weighing *w)
{
	struct filter *filter = weighing_filter(w);
	enum value_when when = filter_when(filter);

	filter_free(filter);
	return w->weighed ? value_later(when, value_when(w->id)) : when;
}

struct quantity weighing_quantity(const struct weighing *w, enum quantity_kind kind)
{
	const struct eventpick *pick = &w->event;
	bool clock = w->one && shown_event_is_clock(pick->session->rec, pick->name, w->id);

	return (struct quantity){ kind, w->id, clock };
}

static struct quantity quantity_of(const struct weighing *w)
{
	return weighing_quantity(w, w->weighed ? QUANTITY_SUM : QUANTITY_COUNT);
}

void weighing_text_bare(const struct weighing *w, uint64_t v, struct buf *out)
{
	struct quantity quantity = quantity_of(w);

	quantity_text(&quantity, (int128)v, out);
}

bool weighing_is_time(const struct weighing *w)
{
	struct quantity quantity = quantity_of(w);

	return quantity_is_time(&quantity);
}

void weighing_add_unit(const struct weighing *w, struct buf *out)
{
	struct quantity quantity = quantity_of(w);

	quantity_add_unit(&quantity, out);
}

void weighing_text(const struct weighing *w, uint64_t v, struct buf *out)
{
	weighing_text_bare(w, v, out);
	weighing_add_unit(w, out);
}

void weighing_add_where(const struct weighing *w, struct buf *out)
{
	if (!*w->where)
		return;
	buf_adds(out, " where ");
	text_escape_str(out, w->where);
}

/* Has the filter the condition already, as one of those that all have to hold? */
static bool has_condition(const char *where, const char *condition)
{
	struct chips chips = { .off = false };
	bool has = false;

	chips_set(&chips, where);
	for (size_t i = 0; i < chips.list.n; i++)
		has |= !strcmp(chips.list.v[i].text, condition);
	chips_release(&chips);
	return has;
}

void weighing_records(const struct weighing *w, struct app *app, const char *condition,
		      enum action action)
{
	struct buf both = BUF_INIT;

	if (w->one)
		eventpick_condition(&w->event, &both);
	if (has_condition(w->where, both.p))
		buf_reset(&both);
	buf_addf(&both, "%s%s", both.len ? " and " : "", condition);
	records_filter_counted(app, w->where, both.p, action);
	buf_release(&both);
}
