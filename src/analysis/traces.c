/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/traces.h"

#include <string.h>

#include "recording/payload.h"
#include "wire/find.h"

enum {
	LIST_MAX = 4096 /* queues or buffers; a file can name any number of them */
};

static const struct {
	uint64_t flag;
	enum trace_count count;
} flag_counts[] = {
	{ AUX_TRUNCATED, TRACE_TRUNCATED },
	{ AUX_OVERWRITE, TRACE_OVERWRITE },
	{ AUX_PARTIAL, TRACE_PARTIAL },
	{ AUX_COLLISION, TRACE_COLLISION },
};

/* The current row and its record. */
struct collector {
	struct trace_scan *scan;
	struct reader *reader;
	const struct row_info *info;
	struct trace_loss *loss;
	struct layout layout;
	const uint8_t *rec;
	size_t len;
};

static uint64_t field(const struct collector *c, enum field_id field)
{
	uint64_t v = 0;

	find_number(&c->layout, c->rec, c->len, field, &v);
	return v;
}

/* Return the blocks of a key; NULL if there are too many keys. */
static struct trace_blocks *blocks_of(struct collector *c, struct map *map,
				      struct trace_list *blocks, uint64_t key)
{
	const uint32_t *known = map_get(map, key);
	struct trace_blocks *b;
	bool fresh;

	if (known)
		return &blocks->list.v[*known];
	if (blocks->list.n == LIST_MAX) {
		c->scan->traces.left_out++;
		return NULL;
	}
	*map_put(map, key, &fresh) = (uint32_t)blocks->list.n;
	b = vec_add(&blocks->list);
	b->key = key;
	return b;
}

/* Keep the CPU or thread only if all blocks have the same. */
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
 * Add a block. It should begin at the end of the previous block, or a little before it because perf
 * rounds sizes up. In a buffer that is overwritten again and again there is no next block.
 */
static void add_block(struct collector *c, struct trace_blocks *b, uint64_t offset, uint64_t size,
		      bool overwrite)
{
	if (b->has_next && !overwrite && offset > b->next) {
		c->loss->gap = offset - b->next;
		b->count[TRACE_GAPS]++;
		b->count[TRACE_MISSING] += c->loss->gap;
	}
	b->has_next = !overwrite;
	b->next = offset + size;
	b->blocks++;
	b->bytes += size;
}

static void add_auxtrace(struct collector *c)
{
	uint64_t offset = field(c, F_auxtrace_offset), size = field(c, F_auxtrace_size);
	int32_t cpu = (int32_t)field(c, F_auxtrace_cpu), tid = (int32_t)field(c, F_auxtrace_tid);
	struct trace_blocks *b =
		blocks_of(c, &c->scan->queues, &c->scan->traces.queues, field(c, F_auxtrace_idx));
	struct payload payload;

	if (!b)
		return;
	b->has_key = true;
	keep_same(b, cpu >= 0, cpu, &b->has_cpu, &b->cpu);
	keep_same(b, tid >= 0, tid, &b->has_tid, &b->tid);
	add_block(c, b, offset, size, c->scan->traces.snapshot);
	if (reader_payload(c->reader, c->info, &payload))
		c->loss->cut = payload.size - payload.there;
	b->count[TRACE_CUT] += c->loss->cut;
}

/* Records of one buffer have the same event id, or at least the same CPU. */
static void add_aux(struct collector *c)
{
	const struct row_info *info = c->info;
	uint64_t flags = field(c, F_aux_flags), id = 0;
	bool has_id = find_number(&c->layout, c->rec, c->len, F_id, &id);
	struct trace_blocks *b = blocks_of(c, &c->scan->buffers, &c->scan->traces.buffers,
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
	if (!c->scan->traces.has_snapshot)
		c->scan->traces.snapshot |= (flags & AUX_OVERWRITE) != 0;
	add_block(c, b, field(c, F_aux_offset), field(c, F_aux_size), flags & AUX_OVERWRITE);
}

static void add_info(struct collector *c)
{
	struct traces *traces = &c->scan->traces;
	uint64_t snapshot = 0;

	if (!traces->has_producer)
		traces->producer = (uint32_t)field(c, F_auxtrace_info_type);
	traces->has_snapshot |=
		find_number(&c->layout, c->rec, c->len, F_trace_snapshot, &snapshot);
	traces->snapshot = traces->has_snapshot ? snapshot != 0 : traces->snapshot;
	traces->has_producer = true;
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

static trace_adder adder_of(uint32_t type)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (types[i].type == type)
			return types[i].add;
	return NULL;
}

bool trace_scan_wants(uint32_t type)
{
	return adder_of(type) != NULL;
}

void trace_scan_row(struct trace_scan *scan, struct reader *reader, const struct row_info *info,
		    struct trace_loss *loss)
{
	struct collector c = { .scan = scan, .reader = reader, .info = info, .loss = loss };
	trace_adder add = adder_of(info->type);

	*loss = (struct trace_loss){ 0 };
	if (!add)
		return;
	c.rec = reader_bytes(reader, info, &c.len);
	reader_layout(reader, info, &c.layout);
	add(&c);
}

void trace_scan_release(struct trace_scan *scan)
{
	traces_release(&scan->traces);
	map_release(&scan->queues);
	map_release(&scan->buffers);
}

/* ---- all of them ---- */

static bool kind_counts(const struct index *index, uint64_t number)
{
	const struct kind *kind = index_kind(index, number);

	return kind && trace_scan_wants(kind->entry.type);
}

/* Return the kinds that matter, as bits of block_desc.kinds. */
static uint64_t kind_bits(const struct index *index)
{
	uint64_t bits = 0;

	for (uint64_t k = 0; k < index_kinds(index); k++)
		if (kind_counts(index, k))
			bits |= 1ull << (k & 63);
	return bits;
}

static void add_rows(struct trace_scan *scan, struct reader *reader, const struct index *index,
		     uint64_t number)
{
	struct block *block = reader_block(reader, number);
	const uint64_t *kinds = block ? block_column(block, COL_KIND) : NULL;

	for (uint32_t i = 0; kinds && i < block->desc.rows; i++) {
		struct trace_loss loss;
		struct row_info info;

		if (!kind_counts(index, kinds[i]))
			continue;
		reader_row_in(reader, block, i, &info);
		trace_scan_row(scan, reader, &info, &loss);
	}
}

void traces_collect(struct recording *recording, size_t part, struct traces *traces)
{
	const struct index *index = recording_index(recording, part);
	uint64_t first = recording_first_block(recording, part);
	struct trace_scan scan = { 0 };
	struct reader *reader = reader_open(recording);
	uint64_t n = index_blocks(index), kinds = kind_bits(index);

	for (uint64_t i = index_block_with(index, 0, kinds); i < n;
	     i = index_block_with(index, i + 1, kinds))
		add_rows(&scan, reader, index, first + i);
	reader_close(reader);
	*traces = scan.traces;
	map_release(&scan.queues);
	map_release(&scan.buffers);
}

void traces_release(struct traces *traces)
{
	vec_release(&traces->queues.list);
	vec_release(&traces->buffers.list);
}
