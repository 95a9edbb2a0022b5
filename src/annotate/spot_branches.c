/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/spot_branches.h"

#include "stack/chain.h"
#include "wire/branches.h"

/* The fields that are read of each branch in a branch stack. */
enum {
	OF_FROM,
	OF_TO,
	OF_MISPRED,
	OF_CYCLES
};

static void read_stack(struct spot_branches *b, const struct row_info *info)
{
	const struct row_value_list *list = row_values_row(b->values, info);

	b->stack.n = 0;
	for (size_t i = 0; i < list->values.n; i++) {
		const struct row_value *v = &list->values.v[i];

		while (b->stack.n <= v->element && v->element < UINT16_MAX)
			vec_add(&b->stack);
		if (v->element < b->stack.n)
			b->stack.v[v->element].v[v->field] = v->num;
	}
}

/* Add the code from the target of a branch to the next branch. */
static void add_block(struct spot_branches *b, uint32_t first, uint32_t last, uint64_t cycles)
{
	const struct spot_place *from = &b->places->list.v[first], *to = &b->places->list.v[last];
	struct spot_block *block;
	uint32_t *number;
	bool fresh;

	if (from->function != to->function || from->off > to->off ||
	    to->off - from->off > BRANCH_BLOCK_MAX)
		return;
	number = map_put(&b->blocks, (uint64_t)first << 32 | last, &fresh);
	if (fresh) {
		*number = (uint32_t)b->found->blocks.n;
		vec_push(&b->found->blocks, ((struct spot_block){ .function = from->function,
								  .first = from->off,
								  .last = to->off }));
	}
	block = &b->found->blocks.v[*number];
	block->count++;
	block->timed += cycles != 0;
	block->cycles += cycles;
}

void spot_branches_add(struct spot_branches *b, const struct row_info *info)
{
	const struct layout *layout =
		events_layout(&reader_file(b->reader, info)->events, info->layout);

	if (!(layout->sample_type & SAMPLE_BRANCH_STACK) || chain_has_calls(layout))
		return;
	read_stack(b, info);
	for (size_t i = 0; i < b->stack.n; i++) {
		const struct spot_branch_entry *entry = &b->stack.v[i];
		uint32_t from = spot_places_find(b->places, info, CPUMODE_USER, true,
						 entry->v[OF_FROM]),
			 to;

		if (!from)
			continue;
		b->places->list.v[from].taken++;
		b->places->list.v[from].mispredicted += entry->v[OF_MISPRED] != 0;
		if (i + 1 == b->stack.n)
			continue;
		to = spot_places_find(b->places, info, CPUMODE_USER, true,
				      b->stack.v[i + 1].v[OF_TO]);
		if (to)
			add_block(b, to, from, entry->v[OF_CYCLES]);
	}
}

void spot_branches_init(struct spot_branches *b, struct reader *reader, struct spot_places *places,
			struct spots *found)
{
	static const struct field fields[] = { [OF_FROM] = { .id = F_br_from },
					       [OF_TO] = { .id = F_br_to },
					       [OF_MISPRED] = { .id = F_br_mispred },
					       [OF_CYCLES] = { .id = F_br_cycles } };
	static const struct field *const of[SPOT_BRANCH_FIELDS] = { &fields[0], &fields[1],
								    &fields[2], &fields[3] };

	*b = (struct spot_branches){ .reader = reader, .places = places, .found = found };
	b->values = row_values_open(reader, of, SPOT_BRANCH_FIELDS);
}

void spot_branches_release(struct spot_branches *b)
{
	row_values_close(b->values);
	vec_release(&b->stack);
	map_release(&b->blocks);
}
