/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/pivot.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "filter/lex.h"

void pivot_where(const char *where, struct buf *out)
{
	buf_addf(out, *where ? "(%s) and " : "%s", where);
	buf_addf(out, "%s == SAMPLE", field_id_name(F_type));
}

/* ---- the list ---- */

struct list_item {
	const char *p;
	size_t len;
};

/* Get the next element of the list, without blanks around it. Returns false at the end. */
static bool next_item(const char **list, struct list_item *item)
{
	const char *p = *list + strspn(*list, " ,");

	*item = (struct list_item){ p, 0 };
	while (p[item->len] && p[item->len] != ',')
		item->len += lex_piece(p + item->len);
	*list = p + item->len;
	while (item->len && p[item->len - 1] == ' ')
		item->len--;
	return item->len;
}

/* Is it a ratio? Aggregates end with a parenthesis, and names of events do not. */
static bool is_ratio(const struct list_item *item)
{
	return item->p[item->len - 1] != ')' && memchr(item->p, '/', item->len);
}

/* ---- aggregates ---- */

/*
 * Append the text of an aggregate restricted to the samples of an event; a NULL: the number of
 * these.
 */
static void add_of_event(const struct aggregate *a, const char *condition, struct buf *out)
{
	const char *own = a ? a->filter_text : NULL;
	const char *where = a && a->kind != AGGREGATE_COUNT ? " where " : "";
	size_t end = !a ? 0 : own ? strlen(a->name) - strlen(own) - 1 : strlen(a->name) - 1;

	if (a)
		buf_add(out, a->name, own ? end - strlen(where) : end);
	else
		buf_adds(out, "count(");
	buf_adds(out, where);
	buf_addf(out, own ? "(%s) and " : "%s", own ? own : "");
	buf_addf(out, "%s)", condition);
}

static char *name_of(const struct aggregate *a, const char *event, bool several)
{
	struct buf name = BUF_INIT;

	buf_adds(&name, event);
	if (a && several)
		buf_addf(&name, " %s", a->name);
	return buf_take(&name);
}

struct pivot {
	struct aggregate *out;
	size_t n;			      /* number of columns in out */
	struct aggregate own[AGGREGATES_MAX]; /* the aggregates as given */
	size_t own_n;
	const struct shown_events *events;
	const struct recording *recording;
};

static int add_column(struct pivot *p, const struct aggregate *a, const char *event,
		      struct err *err)
{
	struct buf condition = BUF_INIT, text = BUF_INIT;
	struct aggregate *column = &p->out[p->n];
	size_t n;
	int rc;

	shown_event_condition(p->recording, event, &condition);
	add_of_event(a, condition.p, &text);
	rc = aggregates_parse(column, &n, text.p, err);
	p->n += n;
	if (!rc) {
		free(column->name);
		column->name = name_of(a, event, p->own_n > 1);
		column->clock = shown_event_is_clock(p->recording, event, column->field.id);
	}
	buf_release(&condition);
	buf_release(&text);
	return rc;
}

static int add_columns(struct pivot *p, struct err *err)
{
	size_t each = p->own_n ? p->own_n : 1;
	int rc = 0;

	if (p->events->names.n * each > AGGREGATES_MAX)
		return err_set(err, ERR_PARSE,
			       "%zu events have samples, and a table has at most %d columns of "
			       "them: select some with a filter",
			       p->events->names.n, AGGREGATES_MAX);
	for (size_t i = 0; i < p->events->names.n; i++)
		for (size_t k = 0; k < each && !rc; k++)
			rc = add_column(p, p->own_n ? &p->own[k] : NULL, p->events->names.v[i],
					err);
	return rc;
}

/* ---- ratios ---- */

/*
 * Return the length of a name without modifiers: cycles of cycles:u. Tracepoints have no modifiers.
 */
static size_t short_length(const char *name)
{
	static const char modifiers[] = "ukhHGISDpPeWb";
	const char *colon = strrchr(name, ':');

	if (!colon || !colon[1] || colon[1 + strspn(colon + 1, modifiers)])
		return strlen(name);
	return (size_t)(colon - name);
}

/* Find the choice of events with a name; SIZE_MAX: none, or several. */
static size_t find_event(const struct shown_events *events, const char *text, size_t len)
{
	size_t found = SIZE_MAX, n = 0;

	if (len > 1 && *text == '"' && text[len - 1] == '"') {
		text++;
		len -= 2;
	}
	for (size_t i = 0; i < events->names.n; i++) {
		const char *name = events->names.v[i];

		if (strlen(name) == len && !memcmp(name, text, len))
			return i;
		if (short_length(name) == len && !memcmp(name, text, len)) {
			found = i;
			n++;
		}
	}
	return n == 1 ? found : SIZE_MAX;
}

/*
 * Get the texts on both sides of the next slash after *at, without blanks. Returns false if there
 * are no more.
 */
static bool next_sides(const struct list_item *item, size_t *at, struct list_item *left,
		       struct list_item *right)
{
	while (*at + 1 < item->len && item->p[*at] != '/')
		++*at;
	if (*at + 1 >= item->len)
		return false;
	*left = (struct list_item){ item->p, *at };
	*right = (struct list_item){ item->p + *at + 1, item->len - *at - 1 };
	++*at;
	while (left->len && left->p[left->len - 1] == ' ')
		left->len--;
	for (; right->len && *right->p == ' '; right->p++)
		right->len--;
	return true;
}

/* Split at the slash that has names of events on both sides, because names can contain slashes. */
static bool split_ratio(const struct pivot *p, const struct list_item *item, size_t *over,
			size_t *under)
{
	struct list_item left, right;

	for (size_t at = 1; next_sides(item, &at, &left, &right);) {
		*over = find_event(p->events, left.p, left.len);
		*under = find_event(p->events, right.p, right.len);
		if (*over != SIZE_MAX && *under != SIZE_MAX)
			return true;
	}
	return false;
}

static bool exists(const struct pivot *p, const struct list_item *item)
{
	char *name = mem_strndup(item->p, item->len);
	bool is = shown_event_exists(p->recording, name);

	free(name);
	return is;
}

/* Are both sides events of the recording that can get samples while the index is being built? */
static bool may_come(const struct pivot *p, const struct list_item *item)
{
	struct list_item left, right;

	if (!p->events->growing)
		return false;
	for (size_t at = 1; next_sides(item, &at, &left, &right);)
		if (exists(p, &left) && exists(p, &right))
			return true;
	return false;
}

static int no_ratio(const struct pivot *p, const struct list_item *item, struct err *err)
{
	struct buf names = BUF_INIT, shown = BUF_INIT;
	int rc;

	text_escape(&shown, item->p, item->len);
	shown_events_others(p->events, NULL, &names);
	rc = err_set(
		err, ERR_PARSE,
		"%s is neither an aggregate nor a ratio of two events, EVENT/EVENT; the events "
		"are: %s",
		shown.p, names.p);
	buf_release(&names);
	buf_release(&shown);
	return rc;
}

/* Add a ratio. Its records are those of both events. */
static int add_ratio(struct pivot *p, const struct list_item *item, struct err *err)
{
	size_t each = p->own_n ? p->own_n : 1, over, under;
	const struct aggregate *a, *b;
	struct buf where = BUF_INIT;

	if (!split_ratio(p, item, &over, &under))
		return may_come(p, item) ? 0 : no_ratio(p, item, err);
	if (p->n == AGGREGATES_MAX)
		return err_set(err, ERR_PARSE, "a table has at most %d columns", AGGREGATES_MAX);
	a = &p->out[over * each];
	b = &p->out[under * each];
	buf_addf(&where, "(%s) or (%s)", a->filter_text, b->filter_text);
	p->out[p->n] = (struct aggregate){ .kind = AGGREGATE_RATIO,
					   .over = p->n - over * each,
					   .under = p->n - under * each,
					   .filter_text = buf_take(&where),
					   .name = mem_strndup(item->p, item->len) };
	p->n++;
	return 0;
}

/* ---- both ---- */

static int read_own(struct pivot *p, const char *list, struct err *err)
{
	struct buf own = BUF_INIT;
	struct list_item item;
	int rc;

	while (next_item(&list, &item)) {
		if (is_ratio(&item))
			continue;
		buf_adds(&own, own.len ? "," : "");
		buf_add(&own, item.p, item.len);
	}
	rc = aggregates_parse(p->own, &p->own_n, own.p, err);
	if (rc && err)
		err->offset = ERR_NO_OFFSET;
	buf_release(&own);
	return rc;
}

int pivot_aggregates(struct aggregate *aggregates, size_t *n, const char *list,
		     const struct recording *recording, const struct shown_events *events,
		     struct err *err)
{
	struct pivot p = { .out = aggregates, .events = events, .recording = recording };
	struct list_item item;
	int rc = read_own(&p, list ? list : "", err);

	if (!rc)
		rc = add_columns(&p, err);
	for (const char *at = list ? list : ""; !rc && next_item(&at, &item);)
		if (is_ratio(&item))
			rc = add_ratio(&p, &item, err);
	aggregates_release(p.own, p.own_n);
	*n = p.n;
	return rc;
}
