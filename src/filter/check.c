/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/check.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/map.h"
#include "base/text.h"
#include "recording/span.h"
#include "spans/spans.h"

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

/* Update best with the name of the format that needs the fewest edits from name. */
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

static bool is_unknown_member(struct recording *recording, enum field_id field, const char *member)
{
	if (!member)
		return false;
	if (field_is_of_span(field))
		return !spans_has_kind(recording, member, strlen(member));
	return field == F_tp_field && !is_known(recording, member);
}

static int refuse_kind(struct recording *recording, const char *name, struct err *err)
{
	struct buf text = BUF_INIT, kinds = BUF_INIT;
	const char *kind;
	int rc;

	for (size_t i = 0; (kind = spans_kind_name(recording, i)); i++)
		buf_addf(&kinds, "%s, ", kind);
	text_escape_str(&text, name);
	rc = err_set(err, ERR_PARSE,
		     "%s is not a kind of spans: expected %sor a name of --span or :define-span",
		     text.p, kinds.p);
	buf_release(&text);
	buf_release(&kinds);
	return rc;
}

static int refuse_field(const struct recording *recording, const char *name, struct err *err)
{
	const char *near = nearest(recording, name);
	struct buf text = BUF_INIT;
	int rc;

	text_escape_str(&text, name);
	if (near)
		buf_adds(&text, "; did you mean tp.");
	if (near)
		text_escape_str(&text, near);
	rc = err_set(err, ERR_PARSE, "no tracepoint of the recording has a field tp.%s%s", text.p,
		     near ? "?" : "");
	buf_release(&text);
	return rc;
}

static int refuse_member(struct recording *recording, enum field_id field, const char *member,
			 struct err *err)
{
	return field_is_of_span(field) ? refuse_kind(recording, member, err)
				       : refuse_field(recording, member, err);
}

/* ---- the time of day ---- */

#define NO_WALL                                                                                    \
	"the recording has no wall clock: it was made without -k CLOCK of perf record, or its "    \
	"CLOCK_DATA is missing"

static bool has_wall(const struct recording *recording)
{
	uint64_t wall;

	for (size_t part = 0; part < recording_parts(recording); part++)
		if (span_wall(recording, part, &wall))
			return true;
	return false;
}

/* ---- names that cannot exist ---- */

struct member_search {
	struct recording *recording;
	const struct node *unknown;
	const struct node *wall; /* the first node that needs a wall clock */
};

static bool look_for_member(const struct node *node, void *arg)
{
	struct member_search *m = arg;

	if (node->kind == NODE_FIELD && is_unknown_member(m->recording, node->field, node->member))
		m->unknown = node;
	if (!m->wall &&
	    (node->kind == NODE_MOMENT || (node->kind == NODE_FIELD && node->field == F_wall)))
		m->wall = node;
	return !m->unknown;
}

int check_filter(const struct filter *filter, struct recording *recording, struct err *err)
{
	struct member_search m = { .recording = recording };
	int rc;

	if (filter && filter->root)
		node_visit(filter->root, look_for_member, &m);
	if (!m.unknown && m.wall && !has_wall(recording))
		return err_set_at(err, ERR_PARSE, m.wall->pos, NO_WALL);
	if (!m.unknown)
		return 0;
	rc = refuse_member(recording, m.unknown->field, m.unknown->member, err);
	if (err)
		err->offset = m.unknown->pos;
	return rc;
}

int check_field(const struct field *field, struct recording *recording, struct err *err)
{
	if (!is_unknown_member(recording, field->id, field->member))
		return 0;
	return refuse_member(recording, field->id, field->member, err);
}

/* ---- names that do not occur ---- */

/* A name of the filter, and the nearest name that occurs, as a suggestion. */
struct wanted_name {
	const char *name;
	size_t len;
	bool occurs;
	unsigned steps; /* edits from the name to the suggestion; more than STEPS_MAX: no
			 * suggestion */
	struct buf like;
};

enum {
	STEPS_MAX = 2
};

static struct wanted_name wanted_of(const char *name, size_t len)
{
	return (struct wanted_name){
		.name = name,
		.len = len,
		.steps = STEPS_MAX + 1,
		.like = BUF_INIT,
	};
}

/* A part of a name is enough: sched_switch of sched:sched_switch, cycles of cycles:u. */
static unsigned steps_between(const char *name, const char *has)
{
	const char *colon = strchr(has, ':');
	size_t len = strcspn(name, "*");
	unsigned steps = text_distance(name, has, STEPS_MAX);

	if (colon && !strcasecmp(name, colon + 1))
		return 0;
	if (len && !strncasecmp(name, has, len))
		return steps < 1 ? steps : 1;
	if (colon && text_distance(name, colon + 1, STEPS_MAX) < steps)
		return text_distance(name, colon + 1, STEPS_MAX);
	return steps;
}

static void meet(struct wanted_name *w, const char *has, size_t len)
{
	unsigned steps;
	char *text;

	w->occurs |= len == w->len && !memcmp(has, w->name, len);
	if (w->occurs)
		return;
	text = mem_strndup(has, len);
	steps = steps_between(w->name, text);
	if (steps < w->steps) {
		w->steps = steps;
		buf_reset(&w->like);
		buf_add(&w->like, has, len);
	}
	free(text);
}

/* The events of all parts and kinds of records; the same event can come several times. */
static void meet_events(struct wanted_name *w, const struct recording *recording)
{
	for (size_t part = 0; part < recording_parts(recording); part++) {
		const struct events *events = &recording_file(recording, part)->events;
		const struct index *index = recording_index(recording, part);

		for (uint64_t k = 0; k < index_kinds(index); k++) {
			int event = index_kind(index, k)->entry.event;

			if (event != EVENT_NONE)
				meet(w, events->list.v[event].name,
				     strlen(events->list.v[event].name));
		}
	}
}

static void meet_types(struct wanted_name *w, const struct recording *recording)
{
	struct buf name = BUF_INIT;

	for (size_t part = 0; part < recording_parts(recording); part++) {
		const struct index *index = recording_index(recording, part);

		for (uint64_t k = 0; k < index_kinds(index); k++) {
			buf_reset(&name);
			record_name(&name, index_kind(index, k)->entry.type);
			meet(w, name.p, name.len);
		}
	}
	buf_release(&name);
}

static bool meet_name(void *arg, const char *name, size_t len)
{
	struct wanted_name *w = arg;

	meet(w, name, len);
	return !w->occurs;
}

static void meet_comms(struct wanted_name *w, const struct recording *recording)
{
	meet(w, "swapper", 7); /* the name of task 0, which is in no record */
	for (size_t part = 0; part < recording_parts(recording); part++)
		tasks_each_name(index_tasks(recording_index(recording, part)), meet_name, w);
}

/* Fields whose values a condition can name. */
static const struct occurrence {
	enum field_id field;
	void (*meet)(struct wanted_name *w, const struct recording *recording);
	const char *none; /* text before the name */
	bool each;	  /* each name of a list has to occur, and so do those that are excluded */
} occurrences[] = {
	{ F_event, meet_events, "no record belongs to the event ", true },
	{ F_type, meet_types, "no record has the type ", false },
	{ F_comm, meet_comms, "no task is called ", false },
};

static const struct occurrence *occurrence_of(const struct node *node)
{
	if (!node || node->kind != NODE_FIELD || node->index >= 0)
		return NULL;
	for (size_t i = 0; i < sizeof(occurrences) / sizeof(occurrences[0]); i++)
		if (occurrences[i].field == node->field)
			return &occurrences[i];
	return NULL;
}

static void add_absent(const struct occurrence *o, const struct wanted_name *w, struct buf *out)
{
	buf_adds(out, o->none);
	text_escape(out, w->name, w->len);
	if (w->steps > STEPS_MAX)
		return;
	buf_adds(out, "; did you mean ");
	text_escape(out, w->like.p, w->like.len);
	buf_addc(out, '?');
}

/*
 * Look for one name. Returns false for a name that does not occur; out then has the message for the
 * first such name.
 */
static bool occurs(const struct occurrence *o, const struct recording *recording, const char *name,
		   size_t len, struct buf *out)
{
	struct wanted_name w = wanted_of(name, len);
	bool found;

	o->meet(&w, recording);
	found = w.occurs;
	if (!found && !out->len)
		add_absent(o, &w, out);
	buf_release(&w.like);
	return found;
}

static bool texts_occur(const struct node *node, const struct recording *recording, struct buf *out)
{
	const struct occurrence *o = occurrence_of(node->a);
	bool any = false, all = true;

	if (!o || node->op == OP_CONTAINS || (node->negate && !o->each))
		return true;
	for (size_t i = 0; i < node->texts.n; i++) {
		bool one = occurs(o, recording, node->texts.v[i].p, node->texts.v[i].len, out);

		any |= one;
		all &= one;
	}
	return o->each ? all : any;
}

static bool number_occurs(const struct node *number, const struct recording *recording,
			  struct buf *out)
{
	const struct node type = { .kind = NODE_FIELD, .field = F_type, .index = -1 };
	struct buf name = BUF_INIT;
	bool found;

	record_name(&name, (uint32_t)number->num);
	found = occurs(occurrence_of(&type), recording, name.p, name.len, out);
	buf_release(&name);
	return found;
}

static bool is_type(const struct node *node)
{
	return node->a && node->a->kind == NODE_FIELD && node->a->field == F_type;
}

static bool is_named(const struct node *node)
{
	return node && node->kind == NODE_NUMBER && node->named;
}

/* Types are numbers; messages have their names. */
static bool types_occur(const struct node *node, const struct recording *recording, struct buf *out)
{
	bool any = false;

	if (node->kind == NODE_COMPARE)
		return node->op != OP_EQ || !is_named(node->b) ||
		       number_occurs(node->b, recording, out);
	for (size_t i = 0; i < node->ranges.n; i++)
		any |= node->ranges.v[i].hi || !is_named(node->ranges.v[i].lo) ||
		       number_occurs(node->ranges.v[i].lo, recording, out);
	return any;
}

/* Does a record exist for each condition? Of negated conditions only the events are looked for. */
static bool all_occur(const struct node *node, const struct recording *recording, bool denied,
		      struct buf *out)
{
	const struct occurrence *o;
	bool good = true;

	buf_reset(out);
	if (node->kind == NODE_NOT)
		return all_occur(node->a, recording, !denied, out);
	if (node_is_joint(node))
		return all_occur(node->a, recording, denied, out) &&
		       all_occur(node->b, recording, denied, out);
	o = occurrence_of(node->a);
	if (!o || (denied && !o->each))
		return true;
	if (node->kind == NODE_TEXTS)
		good = texts_occur(node, recording, out);
	else if (is_type(node) && (node->kind == NODE_COMPARE || node->kind == NODE_IN))
		good = types_occur(node, recording, out);
	return good;
}

bool check_absent(const struct filter *filter, const struct recording *recording, struct buf *out)
{
	struct index_progress progress;
	struct buf text = BUF_INIT;
	bool absent;

	recording_progress(recording, &progress);
	absent = filter && filter->root && progress.state == INDEX_DONE &&
		 !all_occur(filter->root, recording, false, &text);
	if (absent)
		buf_add(out, text.p, text.len);
	buf_release(&text);
	return absent;
}

/* ---- fields that not all samples have ---- */

enum {
	LACKING_MAX = 2 /* events that a message names */
};

/* perf records them in all samples of an event, or in none. */
static const struct optional {
	enum field_id field;
	enum index_field column;
} optionals[] = {
	{ F_cpu, INDEX_FIELD_CPU },
	{ F_tid, INDEX_FIELD_TID },
	{ F_pid, INDEX_FIELD_PID },
	{ F_time, INDEX_FIELD_TIME },
};

/* Is the condition true only of records with the field? */
static bool requires(const struct node *node, enum field_id field)
{
	switch (node->kind) {
	case NODE_AND:
		return requires(node->a, field) || requires(node->b, field);
	case NODE_OR:
		return requires(node->a, field) && requires(node->b, field);
	case NODE_COMPARE:
	case NODE_IN:
		return node->a->kind == NODE_FIELD && node->a->field == field;
	default:
		return false;
	}
}

/* Is it not a choice of events, or of other types than SAMPLE? */
static bool is_of_samples(const struct node *node, void *arg)
{
	(void)arg;
	if ((node->kind == NODE_FIELD && node->field == F_event) ||
	    (node->kind == NODE_NOT && is_type(node->a)))
		return false;
	return !is_type(node) || (node->kind == NODE_COMPARE && node->op == OP_EQ &&
				  is_named(node->b) && node->b->num == RECORD_SAMPLE);
}

/* Append the first events whose samples lack a field. Returns the number of all such events. */
static size_t add_lacking(const struct recording *recording, enum index_field column,
			  struct buf *out)
{
	struct map seen = { NULL }; /* by the hash of the name */
	size_t n = 0;

	for (size_t part = 0; part < recording_parts(recording); part++) {
		const struct events *events = &recording_file(recording, part)->events;
		const struct index *index = recording_index(recording, part);

		for (uint64_t k = 0; k < index_kinds(index); k++) {
			const struct kind *kind = index_kind(index, k);
			const char *name;
			bool fresh;

			if (kind->entry.type != RECORD_SAMPLE || kind->entry.event == EVENT_NONE ||
			    plan_has(&kind->plan, column))
				continue;
			name = events->list.v[kind->entry.event].name;
			map_put(&seen, secret_hash(name, strlen(name)), &fresh);
			if (!fresh || n++ >= LACKING_MAX)
				continue;
			buf_adds(out, n > 1 ? ", " : "");
			text_escape_str(out, name);
		}
	}
	map_release(&seen);
	return n;
}

bool check_lacking(const struct filter *filter, const struct recording *recording, struct buf *out)
{
	struct index_progress progress;
	struct buf names = BUF_INIT;
	size_t n = 0, i;

	recording_progress(recording, &progress);
	if (!filter || !filter->root || progress.state != INDEX_DONE ||
	    !node_visit(filter->root, is_of_samples, NULL))
		return false;
	for (i = 0; !n && i < sizeof(optionals) / sizeof(optionals[0]); i++)
		if (requires(filter->root, optionals[i].field))
			n = add_lacking(recording, optionals[i].column, &names);
	if (n)
		buf_addf(out, "samples of %s", names.p);
	if (n > LACKING_MAX)
		buf_addf(out, " and %zu more", n - LACKING_MAX);
	if (n)
		buf_addf(out, " have no %s: the filter hides them",
			 field_id_name(optionals[i - 1].field));
	buf_release(&names);
	return n;
}
