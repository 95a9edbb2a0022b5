/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/check_kind.h"

#include "base/text.h"
#include "filter/spandef.h"
#include "spans/spans.h"

struct kind_search {
	struct recording *recording;
	struct buf *out;
	bool found;
};

static bool is_doubtful(struct recording *recording, const char *name, size_t len, struct buf *out)
{
	const struct spanpair *pair = spans_pair(recording, name, len);
	const char *rival = pair ? spandef_rival(pair, recording) : NULL;

	if (!spans_has_kind(recording, name, len)) {
		buf_adds(out, "no kind of spans is called ");
		text_escape(out, name, len);
		return true;
	}
	if (rival)
		buf_addf(out,
			 "span.kind is %s in records that also begin spans of %s: write "
			 "span.%s.kind",
			 rival, pair->kind.name, pair->kind.name);
	return rival;
}

static bool check_node(const struct node *node, void *arg)
{
	struct kind_search *s = arg;

	if (node->kind != NODE_TEXTS || node->op == OP_CONTAINS ||
	    !node_is_field(node->a, F_span_kind) || node->a->member)
		return true;
	for (size_t i = 0; i < node->texts.n && !s->found; i++)
		s->found =
			is_doubtful(s->recording, node->texts.v[i].p, node->texts.v[i].len, s->out);
	return !s->found;
}

bool check_kind(const struct filter *filter, struct recording *recording, struct buf *out)
{
	struct kind_search s = { .recording = recording, .out = out };

	if (filter && filter->root)
		node_visit(filter->root, check_node, &s);
	return s.found;
}
