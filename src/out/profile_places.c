/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/profile_places.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "recording/space_key.h"

void profile_places_release(struct profile_places *p)
{
	for (size_t i = 0; i < p->mappings.n; i++)
		free(p->mappings.v[i].dso);
	vec_release(&p->mappings);
	vec_release(&p->places);
	map_release(&p->by_likeness);
	map_release(&p->by_address);
}

static uint32_t number_mapping(struct profile_places *p, const struct row_info *info,
			       const struct mapping *mapping)
{
	struct profile_mapping own = {
		.start = mapping->start,
		.end = mapping->end,
		.offset = mapping->pgoff,
		.is_file = mapping->kind == MAPPING_USER && mapping->has_file,
		.build_id_size = mapping->build_id_size,
	};
	uint32_t *number;
	bool fresh;

	number = map_put(&p->by_likeness, space_key_of_mapping(mapping, info->part), &fresh);
	if (!fresh)
		return *number;
	own.dso = mem_strdup(mapping->dso);
	memcpy(own.build_id, mapping->build_id, sizeof(own.build_id));
	vec_push(&p->mappings, own);
	*number = (uint32_t)p->mappings.n;
	return *number;
}

void profile_places_add(void *arg, struct reader *reader, const struct row_info *info,
			const struct chain_frame *frame, struct buf *out)
{
	struct profile_places *p = arg;
	const struct mapping *mapping =
		mappings_find(reader_mappings(reader), info, frame->mode, frame->ip, NULL);
	struct profile_place place = {
		.row = info->row,
		.frame = *frame,
		.address = frame->ip - frame->caller,
		.mapping = mapping ? number_mapping(p, info, mapping) : 0,
	};
	uint64_t key = hash_pair(hash_u64(frame->ip), (uint64_t)place.mapping << 1 | frame->caller);
	uint32_t *number;
	bool fresh;

	number = map_put(&p->by_address, key, &fresh);
	if (fresh) {
		vec_push(&p->places, place);
		*number = (uint32_t)p->places.n;
	}
	buf_addf(out, "%u", *number);
}

const struct profile_place *profile_places_get(const struct profile_places *p, const char *number)
{
	return number ? &p->places.v[strtoul(number, NULL, 10) - 1] : NULL;
}
