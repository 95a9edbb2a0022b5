/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANROLES_H
#define SPANS_SPANROLES_H

#include "base/vec.h"
#include "spans/spanevents.h"

/* The roles that rows of each kind can have in spans. */
struct spanroles {
	VEC(uint8_t) * kinds; /* for the kinds of each part: enum edge_role */
	size_t parts;
	unsigned all; /* of all kinds */
};

/* Fill in roles, which must be zeroed. */
void spanroles_find(struct spanroles *roles, const struct spanevents *events,
		    const struct recording *recording);
void spanroles_release(struct spanroles *roles);

static inline unsigned spanroles_of(const struct spanroles *roles, size_t part, uint64_t kind)
{
	return kind < roles->kinds[part].n ? roles->kinds[part].v[kind] : 0;
}

/* Set the bits of a block's rows that have one of some roles; of a damaged block none. */
void spanroles_match(const struct spanroles *roles, struct reader *reader, uint64_t block,
		     unsigned wanted, uint64_t *bits);

#endif
