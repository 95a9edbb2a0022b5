/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_TYPES_H
#define QUERY_TYPES_H

#include "base/vec.h"
#include "index/index.h"

/* How many records there are of each type, in the order of types; damage is no record. */
struct type_counts {
	VEC(struct type_count {
		uint32_t type;
		uint64_t count;
	})
	list;
};

/* From the rows published so far. */
void types_count(const struct index *index, const _Atomic bool *stop, struct type_counts *types);
void types_release(struct type_counts *types);

#endif
