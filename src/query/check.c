/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/check.h"

#include <string.h>

#include "base/text.h"

/* ---- fields of tracepoints ---- */

static const struct tracefmts *formats_of(const struct recording *recording, size_t part)
{
	return &recording_file(recording, part)->formats;
}

static bool is_known(const struct recording *recording, const char *name)
{
	for (size_t part = 0; part < recording_parts(recording); part++) {
		const struct tracefmts *formats = formats_of(recording, part);

		for (size_t i = 0; i < formats->list.n; i++)
			if (tracefmt_has(formats->list.v[i], name))
				return true;
	}
	return false;
}

/* The name that is the least steps away from one, best if it is less. */
static void nearest_in(const struct tracefmt *format, const char *name, unsigned *best,
		       const char **found)
{
	for (size_t k = 0; k < format->names.n; k++) {
		unsigned d = text_distance(name, format->names.v[k], 2);

		if (d < *best) {
			*best = d;
			*found = format->names.v[k];
		}
	}
}

static const char *nearest(const struct recording *recording, const char *name)
{
	unsigned best = 3;
	const char *found = NULL;

	for (size_t part = 0; part < recording_parts(recording); part++) {
		const struct tracefmts *formats = formats_of(recording, part);

		for (size_t i = 0; i < formats->list.n; i++)
			nearest_in(formats->list.v[i], name, &best, &found);
	}
	return found;
}

static bool is_unknown_member(const struct recording *recording, enum word word, const char *member)
{
	return word == W_tp_field && member && !is_known(recording, member);
}

static void add_unknown_member(const struct recording *recording, const char *name, struct buf *out)
{
	const char *near = nearest(recording, name);

	buf_adds(out, "no tracepoint of the recording has a field tp.");
	text_escape_str(out, name);
	if (near)
		buf_addf(out, "; did you mean tp.%s?", near);
}

/* ---- names of events ---- */

static const struct event *event_at(const struct recording *recording, size_t part, size_t i)
{
	const struct events *events = &recording_file(recording, part)->events;

	return i < events->list.n ? &events->list.v[i] : NULL;
}

static bool is_event(const struct recording *recording, const struct text *name)
{
	const struct event *event;

	for (size_t part = 0; part < recording_parts(recording); part++)
		for (size_t i = 0; (event = event_at(recording, part, i)); i++)
			if (strlen(event->name) == name->len &&
			    !memcmp(event->name, name->p, name->len))
				return true;
	return false;
}

/* cycles of cycles:u, sched: of all of that group, or a slip. */
static bool is_like(const char *event, const char *name)
{
	size_t len = strcspn(name, "*");

	return (len && !strncmp(event, name, len)) || text_distance(event, name, 2) <= 2;
}

static const char *event_like(const struct recording *recording, const char *name)
{
	const struct event *event;

	for (size_t part = 0; part < recording_parts(recording); part++)
		for (size_t i = 0; (event = event_at(recording, part, i)); i++)
			if (is_like(event->name, name))
				return event->name;
	return NULL;
}

static void add_unknown_event(const struct recording *recording, const char *name, struct buf *out)
{
	const char *like = event_like(recording, name);

	buf_adds(out, "no event of the recording is called ");
	text_escape_str(out, name);
	buf_adds(out, like ? "; did you mean " : "; perfnav info lists them");
	if (like)
		text_escape_str(out, like);
	buf_adds(out, like ? "?" : "");
}

/* ---- filters ---- */

struct unknown {
	const struct recording *recording;
	const char *member; /* of a tracepoint, */
	const char *event;  /* or an event's name: what was found */
};

static const char *unknown_event(const struct node *node, const struct recording *recording)
{
	if (node->kind != NODE_TEXTS || node->op == OP_CONTAINS || node->a->kind != NODE_FIELD ||
	    node->a->word != W_event)
		return NULL;
	for (size_t i = 0; i < node->texts.n; i++)
		if (!is_event(recording, &node->texts.v[i]))
			return node->texts.v[i].p;
	return NULL;
}

static bool is_unknown(const struct node *node, void *arg)
{
	struct unknown *u = arg;

	if (node->kind == NODE_FIELD && is_unknown_member(u->recording, node->word, node->member))
		u->member = node->member;
	u->event = unknown_event(node, u->recording);
	return !u->member && !u->event;
}

bool check_filter(const struct filter *filter, const struct recording *recording, struct buf *out)
{
	struct unknown unknown = { .recording = recording };

	if (filter)
		node_visit(filter->root, is_unknown, &unknown);
	if (unknown.member)
		add_unknown_member(recording, unknown.member, out);
	else if (unknown.event)
		add_unknown_event(recording, unknown.event, out);
	return unknown.member || unknown.event;
}

bool check_field(const struct field *field, const struct recording *recording, struct buf *out)
{
	if (!is_unknown_member(recording, field->word, field->member))
		return false;
	add_unknown_member(recording, field->member, out);
	return true;
}
