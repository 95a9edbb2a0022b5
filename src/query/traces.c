/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/traces.h"

#include <string.h>

#include "base/map.h"
#include "recording/payload.h"
#include "wire/find.h"

enum {
	LIST_MAX = 4096, /* queues or buffers: a file can name any number of them */
	AUX_OVERWRITE = 2
};

/* Flags of AUX records: PERF_AUX_FLAG_* of linux/perf_event.h. */
static const struct {
	uint64_t flag;
	enum trace_count count;
} flag_counts[] = {
	{ 1, TRACE_TRUNCATED },
	{ AUX_OVERWRITE, TRACE_OVERWRITE },
	{ 4, TRACE_PARTIAL },
	{ 8, TRACE_COLLISION },
};

struct collector {
	struct traces *traces;
	struct reader *reader;
	struct map queues, buffers; /* key to number in the list */
	struct row_info info;	    /* the row at hand, and its record */
	struct layout layout;
	const uint8_t *rec;
	size_t len;
};

static uint64_t field(const struct collector *c, enum word word)
{
	uint64_t v = 0;

	find_number(&c->layout, c->rec, c->len, word, &v);
	return v;
}

/* The blocks of a key; NULL when there are too many keys. */
static struct trace_blocks *blocks_of(struct collector *c, struct map *map,
				      struct trace_list *blocks, uint64_t key)
{
	const uint32_t *known = map_get(map, key);
	struct trace_blocks *b;
	bool fresh;

	if (known)
		return &blocks->list.v[*known];
	if (blocks->list.n == LIST_MAX) {
		c->traces->left_out++;
		return NULL;
	}
	*map_put(map, key, &fresh) = (uint32_t)blocks->list.n;
	b = vec_add(&blocks->list);
	b->key = key;
	return b;
}

/* CPU and thread are told only when they are those of all blocks. */
static void keep_same(const struct trace_blocks *b, bool has_new, int32_t v, bool *has,
		      int32_t *kept)
{
	if (!b->blocks) {
		*has = has_new;
		*kept = v;
	} else if (!has_new || v != *kept) {
		*has = false;
	}
}

/*
 * A block begins where the last one ended, or a little before: perf rounds sizes
 * up. In a buffer that is written over again and again nothing follows.
 */
static void add_block(struct trace_blocks *b, uint64_t offset, uint64_t size, bool overwrite)
{
	if (b->has_next && !overwrite && offset > b->next) {
		b->count[TRACE_GAPS]++;
		b->count[TRACE_MISSING] += offset - b->next;
	}
	b->has_next = !overwrite;
	b->next = offset + size;
	b->blocks++;
	b->bytes += size;
}

static void add_auxtrace(struct collector *c)
{
	uint64_t offset = field(c, W_auxtrace_offset), size = field(c, W_auxtrace_size);
	int32_t cpu = (int32_t)field(c, W_auxtrace_cpu), tid = (int32_t)field(c, W_auxtrace_tid);
	struct trace_blocks *b =
		blocks_of(c, &c->queues, &c->traces->queues, field(c, W_auxtrace_idx));
	struct payload payload;

	if (!b)
		return;
	b->has_key = true;
	keep_same(b, cpu >= 0, cpu, &b->has_cpu, &b->cpu);
	keep_same(b, tid >= 0, tid, &b->has_tid, &b->tid);
	add_block(b, offset, size, false);
	if (reader_payload(c->reader, &c->info, &payload))
		b->count[TRACE_CUT] += payload.size - payload.there;
}

/* Records of one buffer carry one event id, or at least come from one CPU. */
static void add_aux(struct collector *c)
{
	const struct row_info *info = &c->info;
	uint64_t flags = field(c, W_aux_flags), id = 0;
	bool has_id = find_number(&c->layout, c->rec, c->len, W_id, &id);
	struct trace_blocks *b = blocks_of(c, &c->buffers, &c->traces->buffers,
					   has_id	   ? id
					   : info->has_cpu ? info->cpu
							   : 0);

	if (!b)
		return;
	b->has_key = has_id;
	keep_same(b, info->has_cpu, (int32_t)info->cpu, &b->has_cpu, &b->cpu);
	keep_same(b, info->has_tid, (int32_t)info->tid, &b->has_tid, &b->tid);
	for (size_t i = 0; i < sizeof(flag_counts) / sizeof(flag_counts[0]); i++)
		b->count[flag_counts[i].count] += (flags & flag_counts[i].flag) != 0;
	add_block(b, field(c, W_aux_offset), field(c, W_aux_size), flags & AUX_OVERWRITE);
}

static void add_info(struct collector *c)
{
	if (!c->traces->has_producer)
		c->traces->producer = (uint32_t)field(c, W_auxtrace_info_type);
	c->traces->has_producer = true;
}

/* ---- the rows that count ---- */

typedef void (*trace_adder)(struct collector *c);

static const struct {
	uint32_t type;
	trace_adder add;
} types[] = {
	{ RECORD_AUX, add_aux },
	{ RECORD_AUXTRACE_INFO, add_info },
	{ RECORD_AUXTRACE, add_auxtrace },
};

/* What is to be done with rows of a kind; NULL: nothing. */
static trace_adder adder_of(const struct index *index, uint64_t number)
{
	const struct kind *kind = index_kind(index, number);

	for (size_t i = 0; kind && i < sizeof(types) / sizeof(types[0]); i++)
		if (types[i].type == kind->entry.type)
			return types[i].add;
	return NULL;
}

/* The kinds that count, as blocks have their bits. */
static uint64_t kind_bits(const struct index *index)
{
	uint64_t bits = 0;

	for (uint64_t k = 0; k < index_kinds(index); k++)
		if (adder_of(index, k))
			bits |= 1ull << (k & 63);
	return bits;
}

static void add_rows(struct collector *c, const struct index *index, uint64_t number)
{
	struct block *block = reader_block(c->reader, number);
	const uint64_t *kinds = block ? block_column(block, COL_KIND) : NULL;

	for (uint32_t i = 0; kinds && i < block->desc.rows; i++) {
		trace_adder add = adder_of(index, kinds[i]);

		if (!add)
			continue;
		reader_row_in(c->reader, block, i, &c->info);
		c->rec = reader_bytes(c->reader, &c->info, &c->len);
		reader_layout(c->reader, &c->info, &c->layout);
		add(c);
	}
}

void traces_collect(struct recording *recording, struct traces *traces)
{
	const struct index *index = recording_index(recording);
	struct collector c = { .traces = traces };
	uint64_t n = index_blocks(index), kinds = kind_bits(index);

	memset(traces, 0, sizeof(*traces));
	c.reader = reader_open(recording);
	for (uint64_t i = 0; i < n; i++)
		if (index_block(index, i)->kinds & kinds)
			add_rows(&c, index, i);
	reader_close(c.reader);
	map_release(&c.queues);
	map_release(&c.buffers);
}

void traces_release(struct traces *traces)
{
	vec_release(&traces->queues.list);
	vec_release(&traces->buffers.list);
}
