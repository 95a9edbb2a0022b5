/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_TYPES_H
#define FILTER_TYPES_H

#include "base/vec.h"
#include "index/index.h"

/* The number of records of each type, sorted by type; damage does not count. */
struct type_counts {
	VEC(struct type_count {
		uint32_t type;
		uint64_t count;
	})
	list;
};

/* Count the rows published so far. */
void types_count(const struct index *index, const _Atomic bool *stop, struct type_counts *types);
void types_release(struct type_counts *types);

#endif
