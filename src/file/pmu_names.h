/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_PMU_NAMES_H
#define FILE_PMU_NAMES_H

#include "base/map.h"
#include "base/vec.h"
#include "file/features.h"

/* PMU_MAPPINGS, read once for any number of look-ups. */
struct pmu_names {
	struct map by_type;
	VEC(char *) list;
};

void pmu_names_init(struct pmu_names *names, const struct features *features);
void pmu_names_release(struct pmu_names *names);

/* The name of an attr's type, not escaped. NULL: it is unknown. */
const char *pmu_names_find(const struct pmu_names *names, uint64_t type);

#endif
