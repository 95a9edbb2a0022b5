/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/spots_plain.h"

#include "annotate/spots_member.h"

enum {
	OF_IP,
	OF_PERIOD,
	PLAIN_FIELDS
};

enum {
	LATER_MAX = 1 << 16 /* rows of a member that wait for the kernel's symbols */
};

/* Plain samples of a member. All members have fewer than 2^32. */
#define PLAIN_MAX (UINT64_C(1) << 28)

/* The fields of a plain sample. */
struct plain_sample {
	uint64_t v[PLAIN_FIELDS];
	bool has[PLAIN_FIELDS];
};

void spots_plain_set_kind(struct spots_member *m, const struct row_info *info, struct spot_kind *k)
{
	const uint64_t more = SAMPLE_BRANCH_STACK | SAMPLE_WEIGHT | SAMPLE_WEIGHT_STRUCT |
			      SAMPLE_DATA_SRC;

	*k = (struct spot_kind){ .kind = info->kind, .event = spots_member_event(m, info) };
	reader_layout(m->reader, info, &k->layout);
	field_offset_find(&k->ip, &k->layout, info->type, F_ip);
	field_offset_find(&k->period, &k->layout, info->type, F_period);
	fetch_plan_add(&k->plan, &k->ip, OF_IP);
	fetch_plan_add(&k->plan, &k->period, OF_PERIOD);
	k->usual_period = k->layout.sample_type & SAMPLE_PERIOD ? 0 : k->layout.period;
	k->plain = !m->options->chains && info->type == RECORD_SAMPLE && info->kind &&
		   k->event != ANNOTATION_EVENTS && !(k->layout.sample_type & more) &&
		   !k->plan.walk;
}

/* Make tallies of the plain samples, before their counts overflow. */
static void flush_counts(struct spots_member *m, size_t event, size_t function)
{
	struct plain_counts *counts = &m->plain.counts[event][function];

	for (size_t off = 0; off < counts->samples.n; off++) {
		struct annotation_count count = plain_counts_at(counts, off);
		struct spot_stats *stats;

		if (!count.samples)
			continue;
		stats = spots_member_stats(
			m, event, spot_places_add(&m->places, function, off, counts->addr));
		/* The first sample of the function is one that was looked up. */
		if (!stats->count.samples)
			stats->row = counts->row;
		annotation_add(&stats->count, &count);
	}
	plain_counts_release(counts);
}

static void flush_all(struct spots_member *m)
{
	for (size_t event = 0; event < ANNOTATION_EVENTS; event++)
		for (size_t i = 0; i < SPOT_DENSE_FUNCTIONS; i++)
			flush_counts(m, event, i);
	m->plain.n = 0;
}

void spots_plain_begin(struct spots_member *m)
{
	if (m->plain.n >= PLAIN_MAX)
		flush_all(m);
	m->plain.has_lifetime = false;
}

/*
 * Add a plain sample to the counts by offset, which small offsets in the first functions have. The
 * caller adds it to their number.
 */
static inline bool add_dense(struct spots_member *m, size_t event, size_t function, uint64_t off,
			     uint64_t addr, uint64_t period, uint64_t row)
{
	if (function >= SPOT_DENSE_FUNCTIONS || off >= SPOT_DENSE_BYTES)
		return false;
	plain_counts_add(&m->plain.counts[event][function], off, period, row, addr);
	return true;
}

/* Add a plain sample at a place that was looked up. */
static void add_plain(struct spots_member *m, size_t event, uint32_t number, uint64_t row,
		      uint64_t period)
{
	const struct spot_place *place = &m->places.list.v[number];

	if (add_dense(m, event, place->function, place->off, place->addr, period, row))
		m->plain.n++;
	else
		spots_member_add_at(m, row, period, event, number);
}

/* Add a plain sample. same: the previous one has its thread and its mode. */
static void place_plain(struct spots_member *m, const struct spot_kind *k, struct row_run *run,
			bool same, const struct plain_sample *sample)
{
	const struct row_info *info = &run->info;
	enum cpumode mode = info->misc & CPUMODE_MASK;
	uint64_t ip = sample->v[OF_IP], period = sample->v[OF_PERIOD];
	const struct spot_range *range;
	uint32_t place;

	if (!same || !m->plain.has_lifetime ||
	    !mappings_lifetime_has(&m->plain.lifetime, info->has_time, info->time, info->row))
		mappings_lifetime(reader_mappings(m->reader), info, mode, &m->plain.lifetime);
	m->plain.has_lifetime = true;
	range = mode == CPUMODE_USER ? spot_places_range(&m->places, m->plain.lifetime.version, ip)
				     : NULL;
	if (range && add_dense(m, k->event, range->function, ip - range->function_addr,
			       range->function_addr, period, info->row)) {
		m->plain.n++;
		return;
	}
	if (range) {
		place = spot_places_in(&m->places, range, ip);
	} else {
		row_run_forget(run);
		place = spot_places_resolve(&m->places, info, mode, m->plain.lifetime.version, ip);
	}
	if (place)
		add_plain(m, k->event, place, info->row, period);
}

static void set_number(void *arg, size_t i, uint64_t num, uint64_t whole)
{
	struct plain_sample *sample = arg;

	(void)whole;
	sample->v[i] = num;
	sample->has[i] = true;
}

/* Keep a row whose symbols were not waited for. If there are many, the next one waits. */
static void put_aside(struct spots_member *m, uint64_t row)
{
	vec_push(&m->plain.later, row);
	m->places.patience = m->plain.later.n < LATER_MAX ? SPOT_KERNEL_LATER : SPOT_KERNEL_WAIT;
	m->places.missed = false;
}

void spots_plain_add(struct spots_member *m, const struct spot_kind *k, struct row_run *run,
		     bool same)
{
	const struct row_info *info = &run->info;
	struct plain_sample sample;

	row_run_read(run);
	sample.has[OF_IP] = false;
	sample.v[OF_PERIOD] = k->usual_period;
	if (run->len)
		fetch_plan_load(&k->plan, &k->layout, info->type, run->p, run->len, set_number,
				&sample);
	if (!m->plain.late)
		spots_member_add_totals(m, k->event, 1, sample.v[OF_PERIOD]);
	if (sample.has[OF_IP])
		place_plain(m, k, run, same, &sample);
	if (m->places.missed && !m->plain.late)
		put_aside(m, info->row);
}

/* Load a number of a record. Returns false if the kind or this record lacks it. */
static inline bool load_field(const struct spot_kind *k, const struct field_offset *offset,
			      const struct row_run_record *record, uint64_t *number)
{
	if (offset->kind != OFFSET_FIXED || (size_t)offset->at + offset->size > record->len)
		return false;
	/* the usual case */
	if (offset->size == sizeof(*number) && !offset->bits) {
		*number = load_u64(record->p + offset->at, k->layout.big);
		return true;
	}
	*number = field_offset_part(offset, field_offset_number(offset, k->layout.big, record->p));
	return true;
}

/* Consecutive samples of one event in one function, which are counted together. */
struct plain_batch {
	const struct spot_range *range; /* of the first; NULL: the batch is empty */
	uint32_t n;
	uint64_t offs[ROW_RUN_RECORDS], periods[ROW_RUN_RECORDS];
};

/* Find how many of the first records are samples in one function with known ranges. */
static void find_batch(const struct spots_member *m, const struct spot_kind *k,
		       const struct row_info *info, uint64_t row,
		       const struct row_run_record *records, uint32_t n, struct plain_batch *batch)
{
	const struct mappings_lifetime lifetime = m->plain.lifetime;
	bool has_period = k->period.kind == OFFSET_FIXED;

	for (batch->n = 0; batch->n < n; batch->n++) {
		const struct row_run_record *r = &records[batch->n];
		const struct spot_range *range;
		uint64_t ip, period = k->usual_period;

		if (!load_field(k, &k->ip, r, &ip) ||
		    !mappings_lifetime_has(&lifetime, info->has_time, r->time, row + batch->n))
			return;
		range = spot_places_range(&m->places, lifetime.version, ip);
		if (!batch->n)
			batch->range = range;
		if (!range || range->function != batch->range->function ||
		    range->function_addr != batch->range->function_addr ||
		    ip - range->function_addr >= SPOT_DENSE_BYTES)
			return;
		if (has_period)
			load_field(k, &k->period, r, &period);
		batch->offs[batch->n] = ip - range->function_addr;
		batch->periods[batch->n] = period;
	}
}

uint32_t spots_plain_add_range(struct spots_member *m, const struct spot_kind *k,
			       const struct row_run *run, uint32_t i, uint32_t end)
{
	struct row_run_record records[ROW_RUN_RECORDS];
	enum cpumode mode = run->info.misc & CPUMODE_MASK;
	uint64_t row = run->block->desc.first_row + i;
	struct plain_batch batch;
	uint32_t n;

	if (mode != CPUMODE_USER || !m->plain.has_lifetime)
		return 0;
	n = row_run_records(run, i, end, records);
	find_batch(m, k, &run->info, row, records, n, &batch);
	if (!batch.n || batch.range->function >= SPOT_DENSE_FUNCTIONS)
		return 0;
	m->plain.n += batch.n;
	spots_member_add_totals(
		m, k->event, batch.n,
		plain_counts_add_many(&m->plain.counts[k->event][batch.range->function], batch.offs,
				      batch.periods, batch.n, row, batch.range->function_addr));
	return batch.n;
}

void spots_plain_release(struct spots_plain *plain)
{
	vec_release(&plain->later);
	for (size_t event = 0; event < ANNOTATION_EVENTS; event++)
		for (size_t i = 0; i < SPOT_DENSE_FUNCTIONS; i++)
			plain_counts_release(&plain->counts[event][i]);
}
