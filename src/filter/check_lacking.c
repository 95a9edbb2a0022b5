/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/check_lacking.h"

#include <string.h>

#include "base/map.h"
#include "base/text.h"

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
		return node_is_field(node->a, field);
	default:
		return false;
	}
}

/* Return false for a condition on the event, or on a type other than SAMPLE. */
static bool is_of_samples(const struct node *node, void *arg)
{
	(void)arg;
	if (node_is_field(node, F_event) ||
	    (node->kind == NODE_NOT && node_is_field(node->a->a, F_type)))
		return false;
	return !node_is_field(node->a, F_type) ||
	       (node->kind == NODE_COMPARE && node->op == OP_EQ && node_is_named(node->b) &&
		node->b->num == RECORD_SAMPLE);
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
			    index_offsets_has(&kind->offsets, column))
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
	struct buf names = BUF_INIT;
	size_t n = 0, i;

	if (!filter || !filter->root || recording_state(recording) != INDEX_DONE ||
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
