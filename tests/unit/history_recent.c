/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The groups of recent entries, after each entry that is added. */
#include "index/history_recent.h"

#include "tap.h"

struct entry {
	struct moment at;
	uint64_t number; /* of its addition */
};

enum {
	IDS = 7,
	TIMES = 50
};

/* Is the entry in its place: after the one before, and later if they are equal? */
static bool in_order(const struct entry *before, const struct entry *e)
{
	int order = history_compare(before, e);

	return order < 0 || (!order && before->number < e->number);
}

static bool is_good(const struct history_group *group, uint64_t *sum)
{
	const struct entry *e = (const void *)group->p;
	bool good = group->sorted == (group->n >= HISTORY_GROUP);

	for (size_t i = 0; i < group->n; i++) {
		*sum += e[i].number;
		if (i)
			good = good && (group->sorted ? in_order(&e[i - 1], &e[i])
						      : e[i - 1].number + 1 == e[i].number);
	}
	return good;
}

/* Each entry is in one group, and there are few groups. */
static bool are_good(const struct history_recent *recent)
{
	struct history_group group;
	size_t at = 0, groups = 0, n = 0;
	uint64_t sum = 0;
	bool good = true;

	while (history_recent_next(recent, &at, &group)) {
		good = good && is_good(&group, &sum);
		n += group.n;
		groups++;
	}
	return good && n == recent->n && groups <= HISTORY_GROUPS && sum == n * (n - 1) / 2;
}

int main(void)
{
	struct history_recent recent;
	struct history_group group;
	size_t at = 0, good = 0, tried = 0;

	history_recent_init(&recent, sizeof(struct entry));
	ok(!history_recent_next(&recent, &at, &group), "no entries, no groups");
	for (uint64_t i = 0; i < HISTORY_RUN; i++) {
		struct entry e = { { i * 7919 % TIMES, i * 31 % 3, (uint32_t)(i * i % IDS), 0 },
				   i };

		history_recent_add(&recent, &e);
		if (i < 5000 || i > HISTORY_RUN - 200) {
			good += are_good(&recent);
			tried++;
		}
	}
	is_uint(good, tried, "the groups are sorted, and have each entry once");
	ok(history_recent_next(&recent, &at, &group) && group.n == HISTORY_RUN && group.sorted,
	   "all entries are one group at last");
	ok(!history_recent_next(&recent, &at, &group), "... the only one");
	history_recent_release(&recent);
	return done_testing();
}
