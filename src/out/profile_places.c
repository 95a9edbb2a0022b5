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
	struct profile_mapping *known, own = {
		.row = info->row,
		.use = ++p->uses,
		.start = mapping->start,
		.end = mapping->end,
		.offset = mapping->pgoff,
		.is_file = mapping->kind == MAPPING_USER && mapping->has_file,
		.build_id_size = mapping->build_id_size,
	};
	uint32_t *number;
	bool fresh;

	number = map_put(&p->by_likeness, space_key_of_mapping(mapping, info->part), &fresh);
	if (!fresh) {
		known = &p->mappings.v[*number - 1];
		if (info->row < known->row) {
			known->row = own.row;
			known->use = own.use;
		}
		return *number;
	}
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
		.address = frame->ip - frame->is_return,
		.mapping = mapping ? number_mapping(p, info, mapping) : 0,
	};
	uint64_t key =
		hash_pair(hash_u64(frame->ip), (uint64_t)place.mapping << 1 | frame->is_return);
	uint32_t *number;
	bool fresh;

	number = map_put(&p->by_address, key, &fresh);
	if (fresh) {
		vec_push(&p->places, place);
		*number = (uint32_t)p->places.n;
	} else if (info->row < p->places.v[*number - 1].row) {
		p->places.v[*number - 1].row = info->row;
	}
	buf_addf(out, "%u", *number);
}

static int compare_uses(const void *pa, const void *pb, void *arg)
{
	const struct profile_mapping *mappings = arg;
	const struct profile_mapping *a = &mappings[*(const uint32_t *)pa];
	const struct profile_mapping *b = &mappings[*(const uint32_t *)pb];

	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	return a->use < b->use ? -1 : a->use > b->use;
}

void profile_places_sort(struct profile_places *p)
{
	size_t n = p->mappings.n;
	struct profile_mapping *sorted = mem_alloc((n + 1) * sizeof(*sorted));
	uint32_t *order = mem_alloc((n + 1) * sizeof(*order));
	uint32_t *numbers = mem_zalloc((n + 1) * sizeof(*numbers));

	for (uint32_t i = 0; i < n; i++)
		order[i] = i;
	qsort_r(order, n, sizeof(*order), compare_uses, p->mappings.v);
	for (uint32_t i = 0; i < n; i++) {
		sorted[i] = p->mappings.v[order[i]];
		numbers[order[i] + 1] = i + 1;
	}
	if (n)
		memcpy(p->mappings.v, sorted, n * sizeof(*sorted));
	for (size_t i = 0; i < p->places.n; i++)
		p->places.v[i].mapping = numbers[p->places.v[i].mapping];
	free(sorted);
	free(order);
	free(numbers);
}

const struct profile_place *profile_places_get(const struct profile_places *p, const char *number)
{
	return number ? &p->places.v[strtoul(number, NULL, 10) - 1] : NULL;
}
