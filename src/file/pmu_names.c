/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/pmu_names.h"

#include "file/feature_rows.h"

void pmu_names_init(struct pmu_names *names, const struct features *features)
{
	const struct feature_section *section = features_find(features, FEATURE_PMU_MAPPINGS);
	struct cursor c;

	*names = (struct pmu_names){ 0 };
	if (!section || !section->bytes)
		return;
	c = (struct cursor){ section->bytes, section->place.size, features->big, false };
	for (uint32_t left = cursor_u32(&c); left && !c.failed; left--) {
		uint32_t type = cursor_u32(&c);
		size_t len;
		const char *name = feature_string(&c, &len);
		uint32_t *index;
		bool fresh;

		if (!name)
			break;
		index = map_put(&names->by_type, type, &fresh);
		if (!fresh)
			continue;
		*index = (uint32_t)names->list.n;
		vec_push(&names->list, mem_strndup(name, len));
	}
}

void pmu_names_release(struct pmu_names *names)
{
	for (size_t i = 0; i < names->list.n; i++)
		free(names->list.v[i]);
	vec_release(&names->list);
	map_release(&names->by_type);
}

const char *pmu_names_find(const struct pmu_names *names, uint64_t type)
{
	const uint32_t *index = map_get(&names->by_type, type);

	return index ? names->list.v[*index] : NULL;
}
