/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/check.h"

#include "base/text.h"

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

struct unknown {
	const struct recording *recording;
	const char *name;
};

static bool is_unknown(const struct node *node, void *arg)
{
	struct unknown *u = arg;

	if (node->kind == NODE_FIELD && node->word == W_tp_field && node->member &&
	    !is_known(u->recording, node->member))
		u->name = node->member;
	return !u->name;
}

bool check_filter(const struct filter *filter, const struct recording *recording, struct buf *out)
{
	struct unknown unknown = { .recording = recording };
	const char *name, *near;

	if (filter)
		node_visit(filter->root, is_unknown, &unknown);
	name = unknown.name;
	if (!name)
		return false;
	near = nearest(recording, name);
	buf_addf(out, "no tracepoint of the recording has a field tp.%s", name);
	if (near)
		buf_addf(out, "; did you mean tp.%s?", near);
	return true;
}
