/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/spanpass.h"

#include <stdlib.h>

#include "base/stop.h"
#include "spans/doubts.h"
#include "spans/pairing.h"
#include "spans/spanevents.h"
#include "spans/spanmaker.h"
#include "spans/spanthreads.h"
#include "spans/wantedrows.h"

enum {
	ROWS_PER_CHECK = 256 /* rows between two checks of stop: a few ms */
};

/* The block of the current row. */
struct current_block {
	uint64_t number, first_row, end_row;
	/* Only if samples or losses are noted; valid if the block is not damaged: */
	bool has_columns;
	size_t part;
	const uint64_t *kinds, *times, *cpus;
	const uint64_t *threads; /* only if samples are noted */
};

struct spanpass {
	struct spanmaking of;
	struct spantable *table; /* the table of the makers */
	struct spanroles roles;
	struct spanmaker makers[2]; /* for this thread, and for the thread that works ahead */
	struct spanrows *rows;
	struct spanthreads *threads;
	struct pairing *pairing;
	struct doubts *doubts;
	bool all_rows; /* not only those that begin, end or contradict spans */
	bool runs;     /* samples can contradict spans off the CPU */

	struct reader *looker; /* reads the columns of blocks; NULL: they are not needed */
	struct current_block block;
};

/* Make entries for the rows that can begin and end spans. Returns false if stopped. */
static bool make_entries(struct spanpass *p, const _Atomic bool *stop)
{
	struct reader *reader = p->makers[0].reader;
	uint64_t n = recording_blocks(p->of.recording);
	uint64_t bits[2][SPAN_WORDS];
	const struct block *seen;

	for (uint64_t block = 0; block < n; block++) {
		if (stop_wanted(stop))
			return false;
		if (p->of.pair) {
			p->of.pair->match(p->makers[0].pair_state, block, bits[SPAN_BEGINS],
					  bits[SPAN_ENDS]);
		} else {
			spanroles_match(&p->roles, reader, block, EDGE_BEGINS, bits[SPAN_BEGINS]);
			spanroles_match(&p->roles, reader, block, EDGE_ENDS, bits[SPAN_ENDS]);
		}
		spantable_add_block(p->table, bits[SPAN_BEGINS], bits[SPAN_ENDS]);
		seen = reader_block(reader, block);
		if (!seen || seen->bad)
			doubts_unread(p->doubts);
	}
	spantable_alloc(p->table);
	return true;
}

static void enter_block(struct spanpass *p, uint64_t row)
{
	struct current_block *b = &p->block;
	struct block_desc desc;
	struct block *block;

	b->number = recording_block_of(p->of.recording, row);
	desc = recording_block(p->of.recording, b->number);
	b->first_row = desc.first_row;
	b->end_row = desc.first_row + desc.rows;
	block = p->looker ? reader_block(p->looker, b->number) : NULL;
	b->has_columns = false;
	if (!block)
		return;
	b->part = reader_block_part(block);
	b->kinds = block_column(block, COL_KIND);
	b->times = block_column(block, COL_TIME);
	b->cpus = block_column(block, COL_CPU);
	b->threads = p->runs ? block_column(block, COL_THREAD) : NULL;
	b->has_columns = !block->bad;
}

/* Note that the thread of a sample is on a CPU. */
static void note_sample(struct spanpass *p, unsigned roles, uint32_t at)
{
	const struct current_block *b = &p->block;
	const struct index *index = recording_index(p->of.recording, b->part);
	const struct thread_entry *entry = index_thread(index, b->threads[at]);
	uint32_t cpu = roles & EDGE_HAS_CPU ? (uint32_t)b->cpus[at] : UINT32_MAX;

	if (entry && entry->tid)
		spanthreads_sample(p->threads, spanthreads_id(b->part, entry->tid), b->times[at],
				   cpu);
}

/* Pair what a row of the current block does. */
static void pair_row(struct spanpass *p, uint64_t row)
{
	uint32_t at = (uint32_t)(row - p->block.first_row), place;
	const struct spanbatch *batch = spanrows_get(p->rows, p->block.number);
	struct spanbatch *one = NULL;

	if (!batch)
		batch = one = spanmaker_make(&p->makers[0], p->block.number, at, at + 1);
	place = batch->place[at];
	for (const struct edge *edge = &batch->v[place - 1]; place && edge->row == row; edge++) {
		if (edge->does == EDGE_ENDS && !edge->tid)
			doubts_idle_end(p->doubts, edge->part);
		pairing_take(p->pairing, edge);
	}
	free(one);
}

/* Process the next row in time order. */
static void take_row(struct spanpass *p, uint64_t row)
{
	const struct current_block *b = &p->block;
	unsigned roles;
	uint32_t at;

	if (row < b->first_row || row >= b->end_row)
		enter_block(p, row);
	at = (uint32_t)(row - b->first_row);
	if (b->has_columns && p->all_rows)
		doubts_row(p->doubts, b->part, b->kinds[at], b->times[at], b->cpus[at]);
	if (p->runs) {
		roles = b->has_columns ? spanroles_of(&p->roles, b->part, b->kinds[at]) : 0;
		if (roles & EDGE_RUNS)
			note_sample(p, roles, at);
		if (!(roles & (EDGE_EXIT | EDGE_WAKES | EDGE_BEGINS | EDGE_ENDS)))
			return;
	}
	pair_row(p, row);
}

static bool take_rows(struct spanpass *p, struct order *order, const _Atomic bool *stop)
{
	struct order_entry entry = { 0 };
	/*
	 * With losses, all rows are needed, because the record before a loss has the time of its
	 * beginning.
	 */
	struct wantedrows *wanted =
		p->all_rows ? NULL : wantedrows_open(&p->of, p->makers[0].reader, p->runs);
	struct order_walk *walk =
		walk_open(order, &entry, 1, wanted ? wantedrows_get : NULL, wanted);
	void *const makers[2] = { &p->makers[0], &p->makers[1] };
	enum walk_found found = WALK_FOUND;
	bool stopped = false;

	spanmaker_open(&p->makers[1], &p->of, stop);
	p->rows = spanrows_open(spanmaker_make_block, makers, recording_blocks(p->of.recording));
	for (uint64_t n = 1; !stopped && (found = walk_next(walk, &entry)) == WALK_FOUND; n++) {
		take_row(p, entry.row);
		stopped = n % ROWS_PER_CHECK == 0 && stop_wanted(stop);
	}
	if (found == WALK_DAMAGED)
		doubts_unread(p->doubts);
	spanrows_close(p->rows);
	walk_close(walk);
	wantedrows_close(wanted);
	return !stopped;
}

/* Set the members of the table that must be set before it has entries. */
static void prepare_table(struct spanpass *p, unsigned has)
{
	p->table->has_rets = has & SPANEVENTS_RET;
	p->table->has_wakeups = has & SPANEVENTS_WAKEUPS;
	p->table->has_offs = has & SPANEVENTS_OFFCPU;
	p->table->by_symbols = has & SPANEVENTS_SYMBOLS;
	p->table->spool_dir = recording_spool_dir(p->of.recording);
}

static bool run(struct spanpass *p, struct order *order, const _Atomic bool *stop)
{
	unsigned has = p->of.pair ? 0 : spanevents_has(p->of.events);

	if ((!p->of.pair && !has) || order_is_file(order))
		return true;
	spanroles_find(&p->roles, p->of.events, p->of.recording);
	p->doubts = doubts_open(&p->of, p->makers[0].reader);
	p->runs = has & SPANEVENTS_OFFCPU && p->roles.all & EDGE_RUNS;
	p->all_rows = doubts_need_all_rows(p->doubts);
	if (p->runs || p->all_rows)
		p->looker = reader_open(p->of.recording);
	prepare_table(p, has);
	if (!make_entries(p, stop))
		return false;
	p->threads = spanthreads_open();
	p->pairing = pairing_open(&p->of, p->table, p->threads, p->runs);
	if (!take_rows(p, order, stop))
		return false;
	pairing_end(p->pairing);
	doubts_apply(p->doubts, p->table);
	return true;
}

bool spanpass_run(struct recording *recording, const struct spanpair *pair, struct spantable *table,
		  struct spannames *names, const _Atomic bool *stop)
{
	struct spanpass p = {
		.of = { .recording = recording,
			.pair = pair,
			.kinds = pair ? &pair->kind : span_kinds,
			.names = names,
			.table = table,
			.roles = &p.roles },
		.table = table,
	};
	struct order *order = recording_order(recording);
	struct spanevents *events;
	bool done;

	if (!order)
		return false;
	events = spanevents_open(recording, names);
	p.of.events = events;
	spanmaker_open(&p.makers[0], &p.of, stop);
	done = run(&p, order, stop);
	pairing_close(p.pairing);
	spanthreads_close(p.threads);
	doubts_close(p.doubts);
	spanmaker_close(&p.makers[0]);
	spanmaker_close(&p.makers[1]);
	reader_close(p.looker);
	spanroles_release(&p.roles);
	spanevents_close(events);
	order_close(order);
	return done;
}
