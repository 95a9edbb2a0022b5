/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/spanmaker.h"

#include <string.h>

#include "base/mem.h"

uint64_t spanpair_thread(const struct row_info *info)
{
	return edges_thread(info);
}

static void get_side(struct spanmaker *m, const struct row_info *info, bool begins,
		     struct edge_side *side)
{
	uint64_t key[2];

	if (m->of->pair->key(m->pair_state, info, begins, key))
		*side = (struct edge_side){ 1, key[0], key[1] };
}

/* Get what a row does for the spans of a pair. */
static void get_edge(struct spanmaker *m, const struct row_info *info, bool begins, bool ends,
		     struct edge *edge)
{
	*edge = (struct edge){ .name = 0 };
	if (ends)
		get_side(m, info, false, &edge->end);
	if (begins)
		get_side(m, info, true, &edge->begin);
	if (!edge->begin.kind)
		return;
	buf_reset(&m->text);
	m->of->pair->name(m->pair_state, info, &m->text);
	edge->name = spannames_add(m->of->names, m->text.p, m->text.len);
}

static void add(struct spanmaker *m, const struct spanrow *like, unsigned does,
		const struct edge_side *side)
{
	struct spanrow *r = vec_add(&m->made);

	*r = *like;
	r->does = (uint8_t)does;
	r->kind = (uint8_t)side->kind;
	r->owner = side->owner;
	r->key = side->key;
}

static void add_edge(struct spanmaker *m, const struct spanrow *like, const struct edge *edge)
{
	if (edge->end.kind)
		add(m, like, SPANROW_ENDS | (edge->has_ret ? SPANROW_HAS_RET : 0u), &edge->end);
	if (edge->begin.kind)
		add(m, like, SPANROW_BEGINS, &edge->begin);
	if (edge->wakes.kind)
		add(m, like, SPANROW_WAKES, &edge->wakes);
}

/* Add what a row of a block does. begin, end: its entries; 0: none. */
static void make_row(struct spanmaker *m, struct block *block, uint32_t at, unsigned roles,
		     uint64_t begin, uint64_t end)
{
	const struct spanpair *pair = m->of->pair;
	struct spanrow like = { .at = (uint16_t)at };
	struct row_info info;
	struct edge edge;
	size_t first = m->made.n;

	reader_row_in(m->reader, block, at, &info);
	if (!row_has_time(&info))
		return;
	like.time = info.time;
	like.tid = info.has_tid ? info.tid : UINT32_MAX;
	if (roles & EDGE_EXIT && info.has_tid)
		add(m, &like, SPANROW_EXITS, &(struct edge_side){ 0 });
	if (pair)
		get_edge(m, &info, begin, end, &edge);
	else if (roles & (EDGE_BEGINS | EDGE_ENDS | EDGE_WAKES))
		edges_get(m->edges, m->reader, &info, &edge);
	else
		return;
	like.name = edge.name;
	like.ret = edge.ret;
	add_edge(m, &like, &edge);
	for (size_t i = first; i < m->made.n; i++)
		m->made.v[i].number = m->made.v[i].does & SPANROW_ENDS ? end : begin;
}

/* Does a row do anything? For the spans of a pair, its entries decide. */
static bool does_any(const struct spanpair *pair, bool begins, bool ends, unsigned roles)
{
	if (!pair)
		return roles & (EDGE_BEGINS | EDGE_ENDS | EDGE_WAKES | EDGE_EXIT);
	return begins || ends || roles & EDGE_EXIT;
}

/* Make what the rows from..end of a block do. Returns false if the block is damaged. */
static bool make_each(struct spanmaker *m, uint64_t number, uint32_t from, uint32_t end)
{
	const struct spantable *table = m->of->table;
	const struct span_rows *entries = spantable_rows(table, number);
	struct block *block = reader_block(m->reader, number);
	const uint64_t *kinds = block ? block_column(block, COL_KIND) : NULL;
	uint64_t begin = spantable_before(table, SPAN_BEGINS, number, from);
	uint64_t finish = spantable_before(table, SPAN_ENDS, number, from);

	for (uint32_t i = from; block && i < end && i < block->desc.rows; i++) {
		bool begins = spantable_has(entries, SPAN_BEGINS, i);
		bool ends = spantable_has(entries, SPAN_ENDS, i);
		unsigned roles = spanroles_of(m->of->roles, reader_block_part(block), kinds[i]);

		begin += begins;
		finish += ends;
		if (!does_any(m->of->pair, begins, ends, roles))
			continue;
		make_row(m, block, i, roles, begins ? begin : 0, ends ? finish : 0);
		/* Get the block again, because making names can load other blocks. */
		block = reader_block(m->reader, number);
		kinds = block ? block_column(block, COL_KIND) : NULL;
	}
	return block && !block->bad;
}

struct spanbatch *spanmaker_make(struct spanmaker *m, uint64_t number, uint32_t from, uint32_t end)
{
	struct block *block = reader_block(m->reader, number);
	struct spanbatch *batch;

	m->made.n = 0;
	if (!make_each(m, number, from, end))
		m->made.n = 0;
	vec_push(&m->made, (struct spanrow){ .at = UINT16_MAX });
	batch = mem_alloc(sizeof(*batch) + m->made.n * sizeof(batch->v[0]));
	batch->block = number;
	batch->part = block ? reader_block_part(block) : 0;
	batch->n = (uint32_t)m->made.n;
	memset(batch->place, 0, sizeof(batch->place));
	memcpy(batch->v, m->made.v, m->made.n * sizeof(batch->v[0]));
	for (uint32_t i = batch->n - 1; i-- > 0;)
		batch->place[batch->v[i].at] = (uint16_t)(i + 1);
	return batch;
}

struct spanbatch *spanmaker_make_block(void *maker, uint64_t number)
{
	return spanmaker_make(maker, number, 0, BLOCK_ROWS);
}

void spanmaker_open(struct spanmaker *m, const struct spanmaking *of, const _Atomic bool *stop)
{
	m->of = of;
	m->reader = reader_open(of->recording);
	m->edges = edges_open(of->recording, of->names);
	if (of->pair)
		m->pair_state = of->pair->open(of->pair, m->reader, stop);
}

void spanmaker_close(struct spanmaker *m)
{
	if (!m->reader)
		return;
	edges_close(m->edges);
	if (m->of->pair)
		m->of->pair->close(m->pair_state);
	buf_release(&m->text);
	vec_release(&m->made);
	reader_close(m->reader);
}
