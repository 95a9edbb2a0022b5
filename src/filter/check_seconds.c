/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/check_seconds.h"

#include "base/text.h"
#include "recording/span.h"

enum {
	SECOND = 1000000000
};

struct seconds_search {
	const struct recording *recording;
	uint64_t found; /* 0: none */
};

/* Is a number in ns before the recording, and one in seconds in it, to the full second? */
static bool means_seconds(const struct recording *recording, const struct node *node)
{
	struct span span;

	if (node->kind != NODE_NUMBER || node->seconds || node->num <= 0)
		return false;
	span_of(recording, &span);
	return span.has && node->num < span.first &&
	       node->num * SECOND >= (s128)span.first - SECOND &&
	       node->num * SECOND <= (s128)span.last + SECOND;
}

static bool check_node(const struct node *node, void *arg)
{
	struct seconds_search *s = arg;

	if ((node->kind != NODE_COMPARE && node->kind != NODE_IN) ||
	    !node_is_field(node->a, F_time) || node->a->member)
		return true;
	if (node->kind == NODE_COMPARE && means_seconds(s->recording, node->b))
		s->found = (uint64_t)node->b->num;
	for (size_t i = 0; node->kind == NODE_IN && i < node->ranges.n; i++)
		if (means_seconds(s->recording, node->ranges.v[i].lo))
			s->found = (uint64_t)node->ranges.v[i].lo->num;
	return !s->found;
}

bool check_seconds(const struct filter *filter, const struct recording *recording, struct buf *out)
{
	struct seconds_search s = { .recording = recording };

	if (filter && filter->root)
		node_visit(filter->root, check_node, &s);
	if (s.found)
		buf_addf(out, "time is in ns: for seconds, write %llus",
			 (unsigned long long)s.found);
	return s.found;
}
