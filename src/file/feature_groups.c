/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/feature_groups.h"

#include "base/text.h"
#include "file/section.h"

static const char unnamed[] = "{anon_group}";

/* Read groups in ascending order without overlap, so that each event is visited once. */
static void read_groups(struct event_group *groups, size_t n, struct cursor *c)
{
	size_t next = 0;

	for (uint32_t left = cursor_u32(c); left && !c->failed; left--) {
		uint32_t size = cursor_u32(c);
		const uint8_t *name = cursor_take(c, size);
		size_t leader = cursor_u32(c), members = cursor_u32(c);
		struct event_group *group;

		if (c->failed || leader < next || leader >= n || members > n - leader)
			continue;
		group = &groups[leader];
		group->members = (uint32_t)members;
		group->name_len = text_nul(name, size);
		if (group->name_len != sizeof(unnamed) - 1 ||
		    memcmp(name, unnamed, group->name_len) != 0)
			group->name = (const char *)name;
		for (size_t i = leader; i < leader + members; i++)
			groups[i].leader = (uint32_t)leader;
		next = leader + members;
	}
}

/* A dummy event that tracks for all others is not disabled either. */
static void guess_groups(struct event_group *groups, const struct events *events)
{
	for (size_t i = 1; i < events->list.n; i++) {
		const struct attr *attr = &events->list.v[i].attr;

		if (attr_flag(attr, ATTR_DISABLED) || attr_flag(attr, ATTR_MMAP) ||
		    !attr_flag(&events->list.v[0].attr, ATTR_DISABLED))
			continue;
		groups[i].leader = groups[i - 1].leader;
		groups[groups[i].leader].members = (uint32_t)(i + 1 - groups[i].leader);
	}
}

struct event_group *feature_groups(const struct features *features, const struct events *events)
{
	const struct feature_section *section = features_find(features, FEATURE_GROUP_DESC);
	size_t n = events->list.n;
	struct event_group *groups = mem_zalloc((n + !n) * sizeof(*groups));

	for (size_t i = 0; i < n; i++)
		groups[i].leader = (uint32_t)i;
	if (section && section->bytes) {
		struct cursor c = { section->bytes, section->place.size, features->big, false };

		read_groups(groups, n, &c);
	} else if (!features->list.n) {
		guess_groups(groups, events);
	}
	return groups;
}
