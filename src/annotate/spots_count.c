/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/spots_count.h"

#include <stdlib.h>
#include <string.h>

#include "annotate/plain_counts.h"
#include "annotate/spot_branches.h"
#include "base/map.h"
#include "base/mem.h"
#include "field/fetch.h"
#include "field/row_values.h"
#include "filter/eval.h"
#include "query/block_pool.h"
#include "recording/row_run.h"
#include "stack/chain.h"
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

enum {
	SPOT_KINDS = 16,
	LATER_MAX = 1 << 16 /* rows of a member that wait for the kernel's symbols */
};

/* Plain samples of a member. All members have fewer than 2^32. */
#define PLAIN_MAX (UINT64_C(1) << 28)

/* The samples of an event at a place. */
struct spot_stats {
	struct annotation_count count;
	uint64_t row; /* of the first */
};

/* How the samples of a kind of records are counted. */
struct spot_kind {
	const struct kind *kind; /* NULL: unused */
	bool plain;		 /* only by ip and period, which have fixed offsets */
	size_t event;
	struct layout layout;
	struct field_offset ip, period;
	struct fetch_plan plan; /* the same, as OF_IP and OF_PERIOD */
	uint64_t usual_period;	/* of samples without a period */
};

/* The plain samples of all members, of an event in a function. */
struct plain_sum {
	size_t event, function; /* numbers in the spots of all members */
	struct plain_counts counts;
};

struct counter {
	struct recording *recording;
	const struct annotation_options *options;
	const struct filter *filter;
	const struct spots_part *part;
	struct block_pool pool;
	VEC(uint64_t) later;	    /* rows whose symbols were not read yet */
	VEC(struct plain_sum) sums; /* few, because few functions have the same name */
};

struct spots_member {
	struct counter *counter;
	struct reader *reader;
	struct eval *eval;
	struct row_values *row_values;
	struct chain chain;
	struct spot_kind kinds[SPOT_KINDS];
	struct mappings_stay stay; /* of the thread and the mode of the previous plain sample */
	bool stays;		   /* stay is set */
	bool late;		   /* it counts rows that others have missed */
	VEC(uint64_t) later;	   /* rows whose symbols were not waited for, ascending */
	struct spots found;
	struct spot_places places;
	struct spot_branches branches;
	struct {
		VEC(struct spot_stats) tallies;	      /* by the number of their place */
		VEC(struct annotation_memory) memory; /* by that number; may have fewer */
		struct plain_counts plain[SPOT_DENSE_FUNCTIONS];
	} events_at[ANNOTATION_EVENTS];
	uint64_t plain;	    /* samples in all plain_counts */
	struct map events;  /* numbers in found.events by part and event */
	uint64_t event_key; /* 1 + the key in events of the last event; event has its number */
	size_t event;
};

/* ---- one sample ---- */

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

/* The number of a row's event. ANNOTATION_EVENTS: the event is not counted. */
static size_t event_of(struct spots_member *m, const struct row_info *info)
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
	while (m->events_at[event].memory.n <= place)
		vec_add(&m->events_at[event].memory);
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

static struct spot_stats *stats_of(struct spots_member *m, size_t event, uint32_t place)
{
	while (m->events_at[event].tallies.n <= place)
		vec_add(&m->events_at[event].tallies);
	return &m->events_at[event].tallies.v[place];
}

static void add_count(struct spots_member *m, uint64_t row, uint64_t period, size_t event,
		      uint32_t place)
{
	struct spot_stats *stats = stats_of(m, event, place);

	if (!stats->count.samples || row < stats->row)
		stats->row = row;
	stats->count.samples++;
	stats->count.period += period;
}

static void add_sample(struct spots_member *m, const struct row_info *info,
		       const struct spot_sample *sample, size_t event, uint32_t place)
{
	if (m->counter->options->chains) {
		if (m->places.list.v[place].row == info->row + 1)
			return;
		m->places.list.v[place].row = info->row + 1;
	}
	add_count(m, info->row, sample->v[OF_PERIOD], event, place);
	add_memory(m, sample, event, place);
}

/*
 * Add the sample at the instruction where it was taken, or with chains at each call of its stack.
 */
static void add_places(struct spots_member *m, const struct row_info *info,
		       const struct spot_sample *sample, size_t event)
{
	uint32_t place;

	if (!m->counter->options->chains) {
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
		if (place && frame->caller && m->places.list.v[place].off)
			place = spot_places_add(&m->places, m->places.list.v[place].function,
						m->places.list.v[place].off - 1,
						m->places.list.v[place].addr);
		if (place)
			add_sample(m, info, sample, event, place);
	}
}

/* ---- samples that are counted by ip alone ---- */

static void set_kind(struct spots_member *m, const struct row_info *info, struct spot_kind *k)
{
	const uint64_t more = SAMPLE_BRANCH_STACK | SAMPLE_WEIGHT | SAMPLE_WEIGHT_STRUCT |
			      SAMPLE_DATA_SRC;

	*k = (struct spot_kind){ .kind = info->kind, .event = event_of(m, info) };
	reader_layout(m->reader, info, &k->layout);
	field_offset_find(&k->ip, &k->layout, info->type, F_ip);
	field_offset_find(&k->period, &k->layout, info->type, F_period);
	fetch_plan_add(&k->plan, &k->ip, OF_IP);
	fetch_plan_add(&k->plan, &k->period, OF_PERIOD);
	k->usual_period = k->layout.sample_type & SAMPLE_PERIOD ? 0 : k->layout.period;
	k->plain = !m->counter->options->chains && info->type == RECORD_SAMPLE && info->kind &&
		   k->event != ANNOTATION_EVENTS && !(k->layout.sample_type & more) &&
		   !k->plan.walk;
}

static const struct spot_kind *kind_of(struct spots_member *m, const struct row_info *info)
{
	struct spot_kind *k = &m->kinds[(uintptr_t)info->kind / 64 % SPOT_KINDS];

	if (k->kind != info->kind || !info->kind)
		set_kind(m, info, k);
	return k;
}

/* Make tallies of the plain samples, before their counts overflow. */
static void flush_counts(struct spots_member *m, size_t event, size_t function)
{
	struct plain_counts *counts = &m->events_at[event].plain[function];

	for (size_t off = 0; off < counts->samples.n; off++) {
		struct annotation_count count = plain_counts_at(counts, off);
		struct spot_stats *stats;

		if (!count.samples)
			continue;
		stats = stats_of(m, event,
				 spot_places_add(&m->places, function, off, counts->addr));
		/* The first sample of the function is one that was looked up. */
		if (!stats->count.samples)
			stats->row = counts->row;
		annotation_add(&stats->count, &count);
	}
	plain_counts_release(counts);
}

static void flush_plain(struct spots_member *m)
{
	for (size_t event = 0; event < ANNOTATION_EVENTS; event++)
		for (size_t i = 0; i < SPOT_DENSE_FUNCTIONS; i++)
			flush_counts(m, event, i);
	m->plain = 0;
}

/* Add a plain sample at a place that was looked up. */
static void add_plain(struct spots_member *m, size_t event, uint32_t number, uint64_t row,
		      uint64_t period)
{
	const struct spot_place *place = &m->places.list.v[number];

	if (place->function >= SPOT_DENSE_FUNCTIONS || place->off >= SPOT_DENSE_BYTES) {
		add_count(m, row, period, event, number);
		return;
	}
	plain_counts_add(&m->events_at[event].plain[place->function], place->off, period, row,
			 place->addr);
	m->plain++;
}

/* Add a plain sample. same: the previous one has its thread and its mode. */
static void place_plain(struct spots_member *m, const struct spot_kind *k, struct row_run *run,
			bool same, const struct spot_sample *sample)
{
	const struct row_info *info = &run->info;
	enum cpumode mode = info->misc & CPUMODE_MASK;
	uint64_t ip = sample->v[OF_IP], period = sample->v[OF_PERIOD];
	const struct spot_range *range;
	uint32_t place;

	if (!same || !m->stays || !mappings_stays(&m->stay, info->has_time, info->time, info->row))
		mappings_stay(reader_mappings(m->reader), info, mode, &m->stay);
	m->stays = true;
	range = mode == CPUMODE_USER ? spot_places_range(&m->places, m->stay.version, ip) : NULL;
	if (range && range->function < SPOT_DENSE_FUNCTIONS &&
	    ip - range->function_addr < SPOT_DENSE_BYTES) {
		plain_counts_add(&m->events_at[k->event].plain[range->function],
				 ip - range->function_addr, period, info->row,
				 range->function_addr);
		m->plain++;
		return;
	}
	if (range) {
		place = spot_places_in(&m->places, range, ip);
	} else {
		row_run_forget(run);
		place = spot_places_resolve(&m->places, info, mode, m->stay.version, ip);
	}
	if (place)
		add_plain(m, k->event, place, info->row, period);
}

static void take_number(void *arg, size_t i, uint64_t num, uint64_t whole)
{
	struct spot_sample *sample = arg;

	(void)whole;
	sample->v[i] = num;
	sample->has[i] = true;
}

static void add_all(struct spots_member *m, size_t event, uint64_t samples, uint64_t periods)
{
	struct annotation_count count = { samples, periods };

	annotation_add(&m->found.total, &count);
	annotation_add(&m->found.all[event], &count);
}

static void count_plain(struct spots_member *m, const struct spot_kind *k, struct row_run *run,
			bool same)
{
	const struct row_info *info = &run->info;
	struct spot_sample sample;

	row_run_read(run);
	sample.has[OF_IP] = false;
	sample.v[OF_PERIOD] = k->usual_period;
	if (run->len)
		fetch_plan_load(&k->plan, &k->layout, info->type, run->p, run->len, take_number,
				&sample);
	if (!m->late)
		add_all(m, k->event, 1, sample.v[OF_PERIOD]);
	if (sample.has[OF_IP])
		place_plain(m, k, run, same, &sample);
	if (!m->places.missed || m->late)
		return;
	vec_push(&m->later, info->row);
	m->places.patience = m->later.n < LATER_MAX ? SPOT_KERNEL_LATER : SPOT_KERNEL_WAIT;
	m->places.missed = false;
}

/* Load a number of a record. Returns false if the kind or this record lacks it. */
static inline bool load_field(const struct spot_kind *k, const struct field_offset *place,
			      const struct row_run_record *record, uint64_t *number)
{
	if (place->kind != OFFSET_FIXED || (size_t)place->at + place->size > record->len)
		return false;
	*number = field_offset_part(place, field_offset_number(place, k->layout.big, record->p));
	return true;
}

/*
 * Add the plain samples of the rows from i on that are in the range of the previous one, which was
 * at its start. Returns their number.
 */
static uint32_t count_range(struct spots_member *m, const struct spot_kind *k,
			    const struct row_run *run, uint32_t i, uint32_t end)
{
	struct row_run_record records[ROW_RUN_RECORDS];
	enum cpumode mode = run->info.misc & CPUMODE_MASK;
	uint32_t n = row_run_records(run, i, end, records), done = 0;
	uint64_t row = run->block->desc.first_row + i, periods = 0;

	if (mode != CPUMODE_USER || !m->stays)
		return 0;
	for (; done < n; done++) {
		const struct row_run_record *r = &records[done];
		const struct spot_range *range;
		uint64_t ip, period = k->usual_period;

		if (!load_field(k, &k->ip, r, &ip) ||
		    !mappings_stays(&m->stay, run->info.has_time, r->time, row + done))
			break;
		load_field(k, &k->period, r, &period);
		range = spot_places_range(&m->places, m->stay.version, ip);
		if (!range || range->function >= SPOT_DENSE_FUNCTIONS ||
		    ip - range->function_addr >= SPOT_DENSE_BYTES)
			break;
		plain_counts_add(&m->events_at[k->event].plain[range->function],
				 ip - range->function_addr, period, row + done,
				 range->function_addr);
		periods += period;
	}
	m->plain += done;
	add_all(m, k->event, done, periods);
	return done;
}

/* ---- members ---- */

/* Only plain samples are counted later, so this one waits. */
static void count_row(struct spots_member *m, const struct row_info *info)
{
	enum spot_patience patience_of_plain = m->places.patience;
	size_t event = event_of(m, info);
	struct spot_sample sample;

	read_sample(m, info, &sample);
	annotation_add(&m->found.total, &(struct annotation_count){ 1, sample.v[OF_PERIOD] });
	if (event == ANNOTATION_EVENTS)
		return;
	annotation_add(&m->found.all[event], &(struct annotation_count){ 1, sample.v[OF_PERIOD] });
	m->places.patience = SPOT_KERNEL_WAIT;
	add_places(m, info, &sample, event);
	spot_branches_add(&m->branches, info);
	m->places.patience = patience_of_plain;
}

/* The block, which a row with a user stack can have displaced. NULL: it is damaged. */
static struct block *block_again(struct spots_member *m, uint64_t number)
{
	struct block *block = reader_block(m->reader, number);

	return block && !block->bad ? block : NULL;
}

/* Returns false if the block is damaged. */
static bool count_rows(struct spots_member *m, uint64_t number, const struct rows *rows)
{
	const _Atomic bool *stop = m->counter->options->stop;
	struct block *block = NULL;
	bool plain = false; /* the previous sample was */
	struct row_run run;
	uint32_t n;

	m->stays = false;
	for (uint32_t i = rows_next(rows, 0), end = 0; i < BLOCK_ROWS; i = rows_next(rows, i + 1)) {
		const struct spot_kind *k;
		bool same;

		end = i < end ? end : rows_gap(rows, i);

		if (!plain) {
			block = block_again(m, number);
			if (!block)
				return false;
			row_run_begin(&run, m->reader, block);
		}
		same = row_run_go(&run, i);
		k = kind_of(m, &run.info);
		plain = k->plain;
		if (plain) {
			count_plain(m, k, &run, same);
			while ((n = count_range(m, k, &run, i + 1, end)))
				i += n;
			continue;
		}
		count_row(m, &run.info);
		/* A block with user stacks can take seconds. */
		if (stop && atomic_load(stop))
			return true;
	}
	return !block || !block->bad;
}

static int look_at_block(struct spots_member *m, uint64_t number)
{
	struct counter *c = m->counter;
	struct rows rows;
	int64_t found = eval_block(m->eval, number, &rows);

	if (found < 0)
		return found == EVAL_STOPPED ? block_pool_fail(&c->pool, ERR_STOPPED, "stopped")
					     : block_pool_damaged(&c->pool);
	if (m->plain >= PLAIN_MAX)
		flush_plain(m);
	if (!count_rows(m, number, &rows))
		return block_pool_damaged(&c->pool);
	if (c->options->stop && atomic_load(c->options->stop))
		return block_pool_fail(&c->pool, ERR_STOPPED, "stopped");
	return 0;
}

static void *run_member(void *arg)
{
	struct spots_member *m = arg;
	struct counter *c = m->counter;
	uint64_t number;

	while (block_pool_next(&c->pool, &number) && !look_at_block(m, number))
		if (c->options->done)
			*c->options->done += recording_block(c->recording, number).rows;
	return NULL;
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

static struct spots_member *open_member(struct counter *c)
{
	static const struct field sample_fields[] = { [OF_IP] = { .id = F_ip },
						      [OF_PERIOD] = { .id = F_period },
						      [OF_WEIGHT] = { .id = F_weight },
						      [OF_DATA_SRC] = { .id = F_data_src_raw } };
	static const struct field *const of_samples[] = { &sample_fields[0], &sample_fields[1],
							  &sample_fields[2], &sample_fields[3] };
	struct spots_member *m = mem_zalloc(sizeof(*m));

	m->counter = c;
	m->reader = reader_open(c->recording);
	spot_places_init(&m->places, m->reader, c->options, &m->found);
	m->places.user = c->part->user;
	m->eval = eval_open(m->reader, c->filter);
	eval_stop_at(m->eval, c->options->stop);
	m->row_values = row_values_open(m->reader, of_samples,
					has_memory(c->recording) ? SAMPLE_FIELDS : MEMORY_FIELDS);
	row_values_fill_period(m->row_values, OF_PERIOD);
	spot_branches_init(&m->branches, m->reader, &m->places, &m->found);
	chain_init(&m->chain, m->reader);
	return m;
}

static void close_member(struct spots_member *m)
{
	chain_release(&m->chain);
	spot_branches_release(&m->branches);
	row_values_close(m->row_values);
	eval_close(m->eval);
	reader_close(m->reader);
	spots_release(&m->found);
	spot_places_release(&m->places);
	vec_release(&m->later);
	for (size_t i = 0; i < ANNOTATION_EVENTS; i++) {
		vec_release(&m->events_at[i].tallies);
		vec_release(&m->events_at[i].memory);
		for (size_t k = 0; k < SPOT_DENSE_FUNCTIONS; k++)
			plain_counts_release(&m->events_at[i].plain[k]);
	}
	map_release(&m->events);
	free(m);
}

/* ---- all together ---- */

/* Numbers of a member's functions, events and levels in the spots of all members. */
struct spot_numbers {
	size_t *functions;
	size_t events[ANNOTATION_EVENTS], levels[ANNOTATION_LEVELS];
};

static uint32_t take_memory(struct spots *to, const struct spots *from,
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
static void take_spots(struct spots *to, const struct spots_member *m, size_t event,
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
			spot->memory = take_memory(to, &m->found, numbers,
						   &m->events_at[event].memory.v[i]);
	}
}

static void take_branches(struct spots *to, const struct spots_member *m,
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

static struct plain_counts *sum_of(struct counter *c, size_t event, size_t function)
{
	size_t i = 0;

	while (i < c->sums.n && (c->sums.v[i].event != event || c->sums.v[i].function != function))
		i++;
	if (i == c->sums.n)
		vec_push(&c->sums, ((struct plain_sum){ .event = event, .function = function }));
	return &c->sums.v[i].counts;
}

/* Make spots of the plain samples of all members. */
static void take_sums(struct counter *c, struct spots *to)
{
	for (size_t i = 0; i < c->sums.n; i++) {
		struct plain_sum *sum = &c->sums.v[i];

		vec_reserve(&to->list, to->list.n + plain_counts_places(&sum->counts));
		for (size_t off = 0; off < sum->counts.samples.n; off++)
			if (sum->counts.samples.v[off])
				vec_push(&to->list,
					 ((struct spot){
						 .event = (uint32_t)sum->event,
						 .function = (uint32_t)sum->function,
						 .off = (uint32_t)off,
						 .addr = sum->counts.addr,
						 .row = sum->counts.row,
						 .count = plain_counts_at(&sum->counts, off),
						 .memory = SPOT_NO_MEMORY,
					 }));
		plain_counts_release(&sum->counts);
	}
	vec_release(&c->sums);
}

static void take_member(struct spots *to, struct spots_member *m)
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
		take_spots(to, m, i, &numbers);
		for (size_t k = 0; k < from->functions.n && k < SPOT_DENSE_FUNCTIONS; k++)
			if (m->events_at[i].plain[k].samples.n)
				plain_counts_move(sum_of(m->counter, numbers.events[i],
							 numbers.functions[k]),
						  &m->events_at[i].plain[k]);
	}
	take_branches(to, m, &numbers);
	free(numbers.functions);
}

/* Count the rows that were put aside, until one misses symbols. *i: how many were counted. */
static int count_late(struct spots_member *m, size_t *i, struct err *err)
{
	struct counter *c = m->counter;
	bool *missed = &m->places.missed;

	for (*missed = false; *i < c->later.n && !*missed; *i += !*missed) {
		uint64_t row = c->later.v[*i], number = recording_block_of(c->recording, row);
		struct block *block = block_again(m, number);
		struct row_run run;

		if (c->options->stop && atomic_load(c->options->stop))
			return err_set(err, ERR_STOPPED, "stopped");
		if (!block)
			return index_set_damaged(err);
		row_run_begin(&run, m->reader, block);
		row_run_go(&run, (uint32_t)(row - block->desc.first_row));
		m->stays = false;
		count_plain(m, kind_of(m, &run.info), &run, false);
	}
	return 0;
}

/* Count the rows that were put aside. Something else is done while symbols are read. */
static int run_late(struct counter *c, struct spots *spots, struct err *err)
{
	struct spots_member *m = open_member(c);
	size_t i = 0;
	int rc;

	m->late = true;
	m->places.patience = SPOT_KERNEL_ASK;
	rc = count_late(m, &i, err);
	if (!rc && i < c->later.n) {
		if (c->part->meanwhile)
			c->part->meanwhile(c->part->arg, spots);
		m->places.patience = SPOT_KERNEL_WAIT;
		rc = count_late(m, &i, err);
	}
	take_member(spots, m);
	close_member(m);
	take_sums(c, spots);
	return rc;
}

static int run_members(struct counter *c, struct spots *spots, struct err *err)
{
	void *members[BLOCK_POOL_MAX];
	unsigned n;
	int rc;

	block_pool_init(&c->pool, c->recording, c->options->stop);
	c->pool.worker = c->options->worker;
	c->pool.blocks = c->part->blocks < c->pool.blocks ? c->part->blocks : c->pool.blocks;
	n = block_pool_size(&c->pool);
	for (unsigned i = 0; i < n; i++)
		members[i] = open_member(c);
	rc = block_pool_run(&c->pool, run_member, members, n);
	if (rc)
		err_set(err, c->pool.err.code, "%s", c->pool.err.msg);
	for (unsigned i = 0; i < n; i++) {
		struct spots_member *m = members[i];

		for (size_t k = 0; k < m->later.n; k++)
			vec_push(&c->later, m->later.v[k]);
		take_member(spots, m);
		close_member(m);
	}
	take_sums(c, spots);
	block_pool_release(&c->pool);
	return rc || !c->later.n ? rc : run_late(c, spots, err);
}

int spots_count(struct spots *spots, struct recording *recording,
		const struct annotation_options *options, const struct spots_part *part,
		struct err *err)
{
	struct counter c = { .recording = recording, .options = options, .part = part };
	struct buf where = BUF_INIT;
	struct filter *filter = NULL;
	int rc;

	buf_adds(&where, "type == SAMPLE");
	if (*options->where)
		buf_addf(&where, " and (%s)", options->where);
	rc = filter_parse(&filter, where.p, err);
	c.filter = filter;
	if (!rc)
		rc = run_members(&c, spots, err);
	filter_free(filter);
	buf_release(&where);
	vec_release(&c.later);
	return rc;
}
