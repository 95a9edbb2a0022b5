/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/spanmaker.h"

#include <string.h>

#include "base/mem.h"

uint64_t spanpair_thread(const struct row_info *info)
{
	return edges_thread(info);
}

/* Add what a row does as one side of a span of the pair. NULL: it lacks a field of the key. */
static struct edge *add_side(struct spanmaker *m, const struct row_info *info, enum edge_role does)
{
	struct edge *edge;
	uint64_t key[2];

	if (!m->of->pair->key(m->pair_state, info, does == EDGE_BEGINS, key))
		return NULL;
	edge = edge_add(&m->made, info, does);
	edge->kind = 1;
	edge->owner = key[0];
	edge->key = key[1];
	return edge;
}

/* Add what a row does for the spans of a pair. */
static void add_of_pair(struct spanmaker *m, const struct row_info *info, bool begins, bool ends)
{
	struct edge *edge;

	if (ends)
		add_side(m, info, EDGE_ENDS);
	edge = begins ? add_side(m, info, EDGE_BEGINS) : NULL;
	if (!edge)
		return;
	buf_reset(&m->text);
	m->of->pair->name(m->pair_state, info, &m->text);
	edge->name = spannames_add(m->of->names, m->text.p, m->text.len);
}

/* Add what a row of a block does. begin, end: its entries; 0: none. */
static void make_row(struct spanmaker *m, struct block *block, uint32_t at, unsigned roles,
		     uint64_t begin, uint64_t end)
{
	struct row_info info;
	size_t first = m->made.list.n;

	reader_row_in(m->reader, block, at, &info);
	if (!row_has_time(&info))
		return;
	if (roles & EDGE_EXIT && info.has_tid)
		edge_add(&m->made, &info, EDGE_EXIT);
	if (m->of->pair)
		add_of_pair(m, &info, begin, end);
	else if (roles & (EDGE_BEGINS | EDGE_ENDS | EDGE_WAKES))
		edges_get(m->edges, m->reader, &info, &m->made);
	for (size_t i = first; i < m->made.list.n; i++) {
		struct edge *edge = &m->made.list.v[i];

		edge->entry = edge->does == EDGE_ENDS ? end : begin;
	}
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
	uint64_t first = recording_block(m->of->recording, number).first_row;
	size_t n;
	struct spanbatch *batch;

	m->made.list.n = 0;
	if (!make_each(m, number, from, end))
		m->made.list.n = 0;
	vec_push(&m->made.list, (struct edge){ .row = UINT64_MAX });
	n = m->made.list.n;
	batch = mem_alloc(sizeof(*batch) + n * sizeof(batch->v[0]));
	batch->block = number;
	batch->n = (uint32_t)n;
	memset(batch->place, 0, sizeof(batch->place));
	memcpy(batch->v, m->made.list.v, n * sizeof(batch->v[0]));
	for (size_t i = n - 1; i-- > 0;)
		batch->place[batch->v[i].row - first] = (uint16_t)(i + 1);
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
	if (of->pair)
		m->pair_state = of->pair->open(of->pair, m->reader, stop);
	else
		m->edges = edges_open(of->events, of->names);
}

void spanmaker_close(struct spanmaker *m)
{
	if (!m->reader)
		return;
	edges_close(m->edges);
	if (m->of->pair)
		m->of->pair->close(m->pair_state);
	buf_release(&m->text);
	vec_release(&m->made.list);
	reader_close(m->reader);
}
