/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_GROUPING_H
#define QUERY_GROUPING_H

#include "query/filter.h"
#include "recording/reader.h"

/*
 * Rows counted by the values of some fields. The groups are in the order of their
 * counts, largest first, then of their values.
 */
struct grouping;

enum {
	GROUP_FIELDS_MAX = 8
};

struct group {
	uint64_t count;
	/* values as text for people, and whether the rows have the field at all */
	const char *text[GROUP_FIELDS_MAX];
	struct text raw[GROUP_FIELDS_MAX]; /* text as the recording has it; p NULL: it is none */
	bool has[GROUP_FIELDS_MAX];
	enum word word[GROUP_FIELDS_MAX]; /* value.word */
	bool is_number[GROUP_FIELDS_MAX]; /* num holds the value (signed for signed words) */
	uint64_t num[GROUP_FIELDS_MAX];
};

/* filter may be NULL. ERR_STALE when a block of the index is damaged. */
int grouping_run(struct grouping **grouping, struct recording *recording,
		 const struct filter *filter, const struct field *by, size_t n, struct err *err);
size_t grouping_groups(const struct grouping *grouping);
const struct group *grouping_group(const struct grouping *grouping, size_t i);
void grouping_free(struct grouping *grouping);

#endif
