/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/doubts.h"

#include <stdlib.h>

#include "base/mem.h"
#include "spans/damages.h"
#include "spans/losses.h"

/* The threads and CPUs whose records a part has. */
struct recorded {
	bool all_cpus;	  /* the events that end spans were recorded on all CPUs */
	bool all_threads; /* and in all threads: the idle thread has ended a span */
};

struct doubts {
	const struct spanmaking *of;
	struct reader *reader;
	struct losses **losses;	   /* for each part; NULL: there are no losses */
	struct recorded *recorded; /* for each part */
	bool unread;		   /* not all rows can be read */
};

static size_t count_parts(const struct doubts *d)
{
	return d->of->roles->parts;
}

static bool is_damaged(const struct doubts *d, size_t part)
{
	return index_damages(recording_index(d->of->recording, part));
}

static void open_losses(struct doubts *d)
{
	bool any = d->of->roles->all & EDGE_LOSS;

	for (size_t part = 0; part < count_parts(d); part++)
		any |= is_damaged(d, part);
	if (!any)
		return;
	d->losses = mem_alloc(count_parts(d) * sizeof(*d->losses));
	for (size_t part = 0; part < count_parts(d); part++) {
		d->losses[part] = losses_open();
		if (is_damaged(d, part))
			damages_find(d->reader, d->of->recording, part, d->losses[part]);
	}
}

/* Were the events that end spans recorded on all CPUs? False: it is not known. */
static bool has_all_cpus(const struct doubts *d, size_t part)
{
	const struct perf_file *file = recording_file(d->of->recording, part);
	const struct index *index = recording_index(d->of->recording, part);
	uint32_t online = features_cpus_online(&file->features);

	for (uint64_t i = 0; i < index_kinds(index); i++) {
		const struct kind_entry *kind = &index_kind(index, i)->entry;
		bool ends = spanroles_of(d->of->roles, part, i) & EDGE_ENDS;

		/* An event has an id for each CPU, and for each thread if these were chosen. */
		if ((d->of->pair ? kind->type == RECORD_SAMPLE : ends) &&
		    (kind->layout < 0 || file->events.list.v[kind->layout].ids.n < online))
			return false;
	}
	return online;
}

struct doubts *doubts_open(const struct spanmaking *of, struct reader *reader)
{
	struct doubts *d = mem_zalloc(sizeof(*d));

	d->of = of;
	d->reader = reader;
	open_losses(d);
	d->recorded = mem_zalloc(count_parts(d) * sizeof(*d->recorded));
	for (size_t part = 0; part < count_parts(d); part++)
		d->recorded[part].all_cpus = has_all_cpus(d, part);
	return d;
}

void doubts_close(struct doubts *d)
{
	if (!d)
		return;
	for (size_t i = 0; d->losses && i < count_parts(d); i++)
		losses_close(d->losses[i]);
	free(d->losses);
	free(d->recorded);
	free(d);
}

bool doubts_need_all_rows(const struct doubts *d)
{
	return d->losses;
}

static enum losses_what loss_of(uint32_t type)
{
	switch (type) {
	case RECORD_LOST:
		return LOSSES_LOST;
	case RECORD_THROTTLE:
		return LOSSES_THROTTLE;
	case RECORD_UNTHROTTLE:
		return LOSSES_UNTHROTTLE;
	default:
		return LOSSES_NOTHING;
	}
}

void doubts_row(struct doubts *d, size_t part, uint64_t number, uint64_t time, uint64_t cpu)
{
	const struct kind *kind;

	if (!block_is_time(time))
		return;
	kind = index_kind(recording_index(d->of->recording, part), number);
	if (kind && index_offsets_has(&kind->offsets, INDEX_FIELD_TIME))
		losses_take(d->losses[part],
			    index_offsets_has(&kind->offsets, INDEX_FIELD_CPU) ? (uint32_t)cpu
									       : UINT32_MAX,
			    time, loss_of(kind->entry.type));
}

void doubts_idle_end(struct doubts *d, size_t part)
{
	d->recorded[part].all_threads = true;
}

void doubts_unread(struct doubts *d)
{
	d->unread = true;
}

/* ---- the spans ---- */

/* Would the end of a span have been recorded? */
static bool is_recorded(const struct doubts *d, const struct recorded *recorded,
			const struct span_kind *kind)
{
	if (d->unread)
		return false;
	/* The events of a pair with a key are assumed to occur only in recorded threads. */
	return kind->scope == SPAN_CPU ||
	       (recorded->all_cpus &&
		(kind->scope == SPAN_THREAD || d->of->pair || recorded->all_threads));
}

static uint64_t time_of(const struct doubts *d, uint64_t row)
{
	struct row_info info;

	return reader_row(d->reader, row, &info, NULL) == 0 && row_has_time(&info) ? info.time : 0;
}

/* A thread off the CPU that was woken had been off until then, even if it ran later. */
static uint64_t until_wakeup(const struct doubts *d, const struct spantable *table, uint64_t number,
			     uint64_t row)
{
	uint64_t wakeup = table->has_wakeups ? *spantable_wakeup(table, number) : 0;
	uint64_t from = wakeup ? time_of(d, row) : 0, until = from ? time_of(d, wakeup - 1) : 0;

	return until > from ? until - from : 0;
}

/* Of spans without an end: settle how long they lasted at least. */
static void settle_lasted(const struct doubts *d, struct spantable *table)
{
	for (uint64_t block = 0; block < recording_blocks(d->of->recording); block++) {
		uint64_t first = table->first[SPAN_BEGINS].v[block], local;
		uint64_t end = table->first[SPAN_BEGINS].v[block + 1];
		size_t part = recording_part_of_block(d->of->recording, block, &local);
		uint64_t row = recording_block(d->of->recording, block).first_row;

		for (uint64_t i = first + 1; i <= end; i++) {
			struct span_begin *begin = spantable_begin(table, i);

			if (begin->state != SPAN_UNFINISHED)
				continue;
			if (!is_recorded(d, &d->recorded[part], &d->of->kinds[begin->kind - 1]))
				begin->dur = 0;
			else if (!begin->dur)
				begin->dur = until_wakeup(d, table, i, row + begin->at);
		}
	}
}

/*
 * Mark a span as doubtful if records in it can be missing; shorten one without an end, so that none
 * can.
 */
static void doubt_span(const struct losses *losses, uint32_t cpu, uint64_t from,
		       struct span_begin *begin)
{
	uint64_t until = from + begin->dur;

	if (begin->state == SPAN_UNFINISHED)
		begin->dur = losses_before(losses, cpu, from, until) - from;
	else if (losses_between(losses, cpu, from, until))
		begin->state = SPAN_DOUBTFUL;
}

/* Do the same for the spans of a block. */
static void doubt_block(const struct doubts *d, struct spantable *table, uint64_t number)
{
	struct block *block = reader_block(d->reader, number);
	uint64_t first = table->first[SPAN_BEGINS].v[number];
	uint64_t end = table->first[SPAN_BEGINS].v[number + 1];
	const struct losses *losses;
	const uint64_t *times, *cpus;

	if (!block || first == end)
		return;
	losses = d->losses[reader_block_part(block)];
	if (!losses_any(losses))
		return;
	times = block_column(block, COL_TIME);
	cpus = block_column(block, COL_CPU);
	for (uint64_t i = first + 1; i <= end; i++) {
		struct span_begin *begin = spantable_begin(table, i);
		uint32_t cpu = LOSSES_ALL;

		if (begin->state != SPAN_COMPLETE && begin->state != SPAN_UNFINISHED)
			continue;
		if (d->of->kinds[begin->kind - 1].scope == SPAN_CPU)
			cpu = (uint32_t)cpus[begin->at];
		doubt_span(losses, cpu, times[begin->at], begin);
	}
}

void doubts_apply(struct doubts *d, struct spantable *table)
{
	settle_lasted(d, table);
	if (!d->losses)
		return;
	for (size_t part = 0; part < count_parts(d); part++)
		losses_end(d->losses[part]);
	for (uint64_t block = 0; block < recording_blocks(d->of->recording); block++)
		doubt_block(d, table, block);
}
