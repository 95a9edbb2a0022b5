/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/spots_join.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Numbers of a member's functions, events and levels in the spots of all members. */
struct spot_numbers {
	size_t *functions;
	size_t events[ANNOTATION_EVENTS], levels[ANNOTATION_LEVELS];
};

static uint32_t add_memory(struct spots *to, const struct spots *from,
			   const struct spot_numbers *numbers,
			   const struct annotation_memory *memory)
{
	struct annotation_memory *added = vec_add(&to->memories);

	added->weighed = memory->weighed;
	added->weight = memory->weight;
	for (size_t i = 0; i < from->levels.n; i++)
		if (numbers->levels[i] < ANNOTATION_LEVELS)
			added->levels[numbers->levels[i]] += memory->levels[i];
	return (uint32_t)to->memories.n - 1;
}

/* Make spots of an event's counts at each place. */
static void add_spots(struct spots *to, const struct spots_member *m, size_t event,
		      const struct spot_numbers *numbers)
{
	for (size_t i = 1; i < m->events_at[event].tallies.n; i++) {
		const struct spot_stats *stats = &m->events_at[event].tallies.v[i];
		const struct spot_place *place = &m->places.list.v[i];
		struct spot *spot;

		if (!stats->count.samples)
			continue;
		spot = vec_add(&to->list);
		*spot = (struct spot){ .event = (uint32_t)numbers->events[event],
				       .function = (uint32_t)numbers->functions[place->function],
				       .off = (uint32_t)place->off,
				       .addr = place->addr,
				       .row = stats->row,
				       .count = stats->count,
				       .memory = SPOT_NO_MEMORY };
		if (i < m->events_at[event].memory.n)
			spot->memory = add_memory(to, &m->found, numbers,
						  &m->events_at[event].memory.v[i]);
	}
}

static void add_branches(struct spots *to, const struct spots_member *m,
			 const struct spot_numbers *numbers)
{
	for (size_t i = 0; i < m->found.blocks.n; i++) {
		vec_push(&to->blocks, m->found.blocks.v[i]);
		to->blocks.v[to->blocks.n - 1].function =
			numbers->functions[m->found.blocks.v[i].function];
	}
	for (size_t i = 1; i < m->places.list.n; i++) {
		const struct spot_place *place = &m->places.list.v[i];

		if (place->taken)
			vec_push(&to->branches,
				 ((struct spot_branch){ numbers->functions[place->function],
							place->off, place->taken,
							place->mispredicted }));
	}
}

void spots_join(struct spots *to, struct spots_member *m)
{
	const struct spots *from = &m->found;
	struct spot_numbers numbers = {
		.functions = mem_alloc((from->functions.n + 1) * sizeof(*numbers.functions)),
	};

	annotation_add(&to->total, &from->total);
	for (size_t i = 0; i < from->functions.n; i++)
		numbers.functions[i] = spots_function(to, from->functions.v[i].dso,
						      strlen(from->functions.v[i].dso),
						      from->functions.v[i].symaddr);
	for (size_t i = 0; i < from->levels.n; i++)
		numbers.levels[i] = spots_level(to, from->levels.v[i]);
	for (size_t i = 0; i < from->events.n; i++) {
		numbers.events[i] = spots_event(to, from->events.v[i]);
		if (numbers.events[i] == ANNOTATION_EVENTS)
			continue;
		annotation_add(&to->all[numbers.events[i]], &from->all[i]);
		add_spots(to, m, i, &numbers);
		for (size_t k = 0; k < from->functions.n && k < SPOT_DENSE_FUNCTIONS; k++)
			if (m->plain.counts[i][k].samples.n)
				plain_counts_move(spots_plain_counts(to, numbers.events[i],
								     numbers.functions[k]),
						  &m->plain.counts[i][k]);
	}
	add_branches(to, m, &numbers);
	free(numbers.functions);
}
