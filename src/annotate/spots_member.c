/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/spots_member.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "field/row_values.h"
#include "wire/names.h"

/* The fields that are read of each sample. */
enum {
	OF_IP,
	OF_PERIOD,
	MEMORY_FIELDS, /* from here on only if some event has them */
	OF_WEIGHT = MEMORY_FIELDS,
	OF_DATA_SRC,
	SAMPLE_FIELDS
};

/* The fields of the sample. */
struct spot_sample {
	uint64_t v[SAMPLE_FIELDS];
	bool has[SAMPLE_FIELDS];
};

static void read_sample(struct spots_member *m, const struct row_info *info,
			struct spot_sample *sample)
{
	const struct row_value_list *list = row_values_row(m->row_values, info);

	memset(sample, 0, sizeof(*sample));
	for (size_t i = 0; i < list->values.n; i++) {
		const struct row_value *v = &list->values.v[i];

		sample->v[v->field] = v->num;
		sample->has[v->field] = true;
	}
}

size_t spots_member_event(struct spots_member *m, const struct row_info *info)
{
	uint64_t key = (uint64_t)info->part << 32 | (uint32_t)info->event;
	uint32_t *number;
	bool fresh;

	if (info->event == EVENT_NONE)
		return ANNOTATION_EVENTS;
	if (m->event_key == key + 1)
		return m->event;
	number = map_put(&m->events, key, &fresh);
	if (fresh)
		*number = (uint32_t)spots_event(
			&m->found, reader_file(m->reader, info)->events.list.v[info->event].name);
	m->event_key = key + 1;
	m->event = *number;
	return *number;
}

static void add_memory(struct spots_member *m, const struct spot_sample *sample, size_t event,
		       uint32_t place)
{
	bool weighs = sample->has[OF_WEIGHT] && sample->v[OF_WEIGHT];
	struct annotation_memory *memory;
	struct buf name = BUF_INIT;
	size_t level;

	if (!weighs && !sample->has[OF_DATA_SRC])
		return;
	vec_fill(&m->events_at[event].memory, place + 1ul);
	memory = &m->events_at[event].memory.v[place];
	if (weighs) {
		memory->weighed++;
		memory->weight += sample->v[OF_WEIGHT];
	}
	if (!sample->has[OF_DATA_SRC])
		return;
	names_mem_level(&name, sample->v[OF_DATA_SRC]);
	level = name.len ? spots_level(&m->found, name.p) : ANNOTATION_LEVELS;
	if (level < ANNOTATION_LEVELS)
		memory->levels[level]++;
	buf_release(&name);
}

struct spot_stats *spots_member_stats(struct spots_member *m, size_t event, uint32_t place)
{
	vec_fill(&m->events_at[event].tallies, place + 1ul);
	return &m->events_at[event].tallies.v[place];
}

void spots_member_add_at(struct spots_member *m, uint64_t row, uint64_t period, size_t event,
			 uint32_t place)
{
	struct spot_stats *stats = spots_member_stats(m, event, place);

	if (!stats->count.samples || row < stats->row)
		stats->row = row;
	stats->count.samples++;
	stats->count.period += period;
}

static void add_sample(struct spots_member *m, const struct row_info *info,
		       const struct spot_sample *sample, size_t event, uint32_t place)
{
	if (m->options->chains) {
		if (m->places.list.v[place].row == info->row + 1)
			return;
		m->places.list.v[place].row = info->row + 1;
	}
	spots_member_add_at(m, info->row, sample->v[OF_PERIOD], event, place);
	add_memory(m, sample, event, place);
}

/*
 * Add the sample at the instruction where it was taken, or with chains at each call of its stack.
 */
static void add_places(struct spots_member *m, const struct row_info *info,
		       const struct spot_sample *sample, size_t event)
{
	uint32_t place;

	if (!m->options->chains) {
		place = sample->has[OF_IP]
				? spot_places_find(&m->places, info, info->misc & CPUMODE_MASK,
						   false, sample->v[OF_IP])
				: SPOT_NO_PLACE;
		if (place)
			add_sample(m, info, sample, event, place);
		return;
	}
	if (!chain_read(&m->chain, info))
		return;
	chain_frames(&m->chain);
	for (size_t i = 0; i < m->chain.frames.n; i++) {
		const struct chain_frame *frame = &m->chain.frames.v[i];

		place = spot_places_find(&m->places, info, frame->mode, false, frame->ip);
		if (place && frame->is_return && m->places.list.v[place].off)
			place = spot_places_add(&m->places, m->places.list.v[place].function,
						m->places.list.v[place].off - 1,
						m->places.list.v[place].addr);
		if (place)
			add_sample(m, info, sample, event, place);
	}
}

void spots_member_add(struct spots_member *m, const struct row_info *info)
{
	enum spot_patience patience_of_plain = m->places.patience;
	size_t event = spots_member_event(m, info);
	struct spot_sample sample;

	read_sample(m, info, &sample);
	spots_member_add_totals(m, event, 1, sample.v[OF_PERIOD]);
	if (event == ANNOTATION_EVENTS)
		return;
	m->places.patience = SPOT_KERNEL_WAIT; /* only plain samples can be put aside */
	add_places(m, info, &sample, event);
	spot_branches_add(&m->branches, info);
	m->places.patience = patience_of_plain;
}

/* Has any event of the recording weights or data sources? */
static bool has_memory(const struct recording *recording)
{
	for (size_t part = 0; part < recording_parts(recording); part++) {
		const struct events *events = &recording_file(recording, part)->events;

		for (size_t i = 0; i < events->list.n; i++)
			if (events->list.v[i].layout.sample_type &
			    (SAMPLE_WEIGHT | SAMPLE_WEIGHT_STRUCT | SAMPLE_DATA_SRC))
				return true;
	}
	return false;
}

struct spots_member *spots_member_open(struct recording *recording,
				       const struct annotation_options *options, bool user)
{
	static const struct field sample_fields[] = { [OF_IP] = { .id = F_ip },
						      [OF_PERIOD] = { .id = F_period },
						      [OF_WEIGHT] = { .id = F_weight },
						      [OF_DATA_SRC] = { .id = F_data_src_raw } };
	static const struct field *const of_samples[] = { &sample_fields[OF_IP],
							  &sample_fields[OF_PERIOD],
							  &sample_fields[OF_WEIGHT],
							  &sample_fields[OF_DATA_SRC] };
	struct spots_member *m = mem_zalloc(sizeof(*m));

	m->options = options;
	m->reader = reader_open(recording);
	spot_places_init(&m->places, m->reader, options, &m->found);
	m->places.user = user;
	m->row_values = row_values_open(m->reader, of_samples,
					has_memory(recording) ? SAMPLE_FIELDS : MEMORY_FIELDS);
	row_values_fill_period(m->row_values, OF_PERIOD);
	spot_branches_init(&m->branches, m->reader, &m->places, &m->found);
	chain_init(&m->chain, m->reader);
	return m;
}

void spots_member_close(struct spots_member *m)
{
	chain_release(&m->chain);
	spot_branches_release(&m->branches);
	row_values_close(m->row_values);
	reader_close(m->reader);
	spots_release(&m->found);
	spot_places_release(&m->places);
	spots_plain_release(&m->plain);
	for (size_t i = 0; i < ANNOTATION_EVENTS; i++) {
		vec_release(&m->events_at[i].tallies);
		vec_release(&m->events_at[i].memory);
	}
	map_release(&m->events);
	free(m);
}
