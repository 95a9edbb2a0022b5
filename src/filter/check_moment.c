/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/check_moment.h"

#include "field/walltime.h"
#include "file/feature_time.h"
#include "recording/span.h"

struct moment_search {
	struct span span;
	uint64_t at; /* the first time of day */
	bool before, inside, after;
};

static bool is_time_of_day(const struct node *node)
{
	return node->kind == NODE_MOMENT && !node->moment.has_day;
}

static bool find_time_of_day(const struct node *node, void *arg)
{
	(void)arg;
	return !is_time_of_day(node);
}

static bool check_node(const struct node *node, void *arg)
{
	struct moment_search *s = arg;
	uint64_t at;

	if (!is_time_of_day(node) || !walltime_find(&node->moment, &s->span, &at))
		return true;
	if (!s->before && !s->inside && !s->after)
		s->at = at;
	s->before |= at < s->span.wall_first;
	s->after |= at > s->span.wall_last;
	s->inside |= at >= s->span.wall_first && at <= s->span.wall_last;
	return true;
}

bool check_moment(const struct filter *filter, const struct recording *recording, struct buf *out)
{
	struct moment_search s = { .at = 0 };

	/* The span is expensive. */
	if (!filter || !filter->root || node_visit(filter->root, find_time_of_day, NULL))
		return false;
	span_of(recording, &s.span);
	node_visit(filter->root, check_node, &s);
	if (s.inside || s.before == s.after)
		return false;
	wall_add(out, s.at, WALL_LOCAL);
	buf_addf(out, " is %s the recording, which %s at ", s.before ? "before" : "after",
		 s.before ? "begins" : "ends");
	wall_add(out, s.before ? s.span.wall_first : s.span.wall_last, WALL_LOCAL);
	return true;
}
