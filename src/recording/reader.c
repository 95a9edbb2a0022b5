/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/reader.h"

#include <stdlib.h>

#include "base/cache.h"
#include "base/text.h"
#include "file/windows.h"
#include "index/witness.h"
#include "recording/blocks.h"
#include "recording/cgroups.h"
#include "recording/comms.h"
#include "recording/instructions.h"
#include "recording/mappings.h"
#include "recording/packets.h"
#include "recording/payload.h"
#include "recording/summary.h"
#include "recording/symbols.h"
#include "recording/texts.h"
#include "recording/userstack.h"
#include "wire/find.h"
#include "wire/names.h"
#include "wire/tracetext.h"

enum {
	CACHED_BLOCKS = 4,
	RECORD_MAX = 65535
};

struct cached {
	struct shared_block *shared;
	uint64_t number;
};

/* The places where pages of a row's packets begin, as far as they are known. */
struct page_list {
	uint64_t row;
	size_t at; /* the page that is shown */
	VEC(struct packets_place) places;
	struct buf bytes; /* the record and the bytes of the page after it */
};

struct reader {
	struct recording *recording;
	struct cached blocks[CACHED_BLOCKS];
	struct cache cache;    /* of them */
	struct cached *latest; /* the block that was requested last; NULL: none */
	struct windows windows;
	struct frame_cache frame;
	struct tree tree; /* for summaries, without labels */
	struct texts texts;
	struct payload_producer producer;
	struct page_list pages;
	struct comms comms;
	struct span span;
	uint64_t span_blocks; /* blocks for which span was computed */
	bool hurries;	      /* see reader_set_wait() */
	/* NULL: not used yet */
	struct gaps *gaps;
	unsigned gap_kinds; /* kinds of gaps that gaps computes */
	struct mappings *mappings;
	struct userstack *userstack;
	struct cgroups *cgroups;
	struct symbols *symbols;
	struct instructions *instructions;
	struct reader_extra *extra;
	const _Atomic bool *stop; /* see reader_stop_at() */
	struct buf made[READER_MADE];
	unsigned made_turn;
};

struct reader *reader_open(struct recording *recording)
{
	struct reader *reader = mem_zalloc(sizeof(*reader));

	reader->recording = recording;
	windows_init(&reader->windows);
	buf_init(&reader->pages.bytes);
	comms_init(&reader->comms, recording);
	buf_init(&reader->tree.labels);
	reader->tree.bare = true;
	texts_init(&reader->texts);
	for (size_t i = 0; i < READER_MADE; i++)
		buf_init(&reader->made[i]);
	return reader;
}

void reader_close(struct reader *reader)
{
	if (!reader)
		return;
	if (reader->extra)
		reader->extra->close(reader->extra);
	for (size_t i = 0; i < CACHED_BLOCKS; i++)
		if (cache_has(&reader->cache, i))
			blocks_put(recording_unpacked(reader->recording), reader->blocks[i].shared);
	windows_release(&reader->windows);
	frame_cache_release(&reader->frame);
	tree_release(&reader->tree);
	vec_release(&reader->pages.places);
	buf_release(&reader->pages.bytes);
	texts_release(&reader->texts);
	for (size_t i = 0; i < READER_MADE; i++)
		buf_release(&reader->made[i]);
	comms_release(&reader->comms);
	gaps_close(reader->gaps);
	userstack_close(reader->userstack);
	mappings_close(reader->mappings);
	cgroups_close(reader->cgroups);
	instructions_close(reader->instructions);
	symbols_close(reader->symbols);
	free(reader);
}

void reader_set_wait(struct reader *reader, bool wait)
{
	reader->hurries = !wait;
}

bool reader_waits(const struct reader *reader)
{
	return !reader->hurries;
}

void reader_stop_at(struct reader *reader, const _Atomic bool *stop)
{
	reader->stop = stop;
}

const _Atomic bool *reader_stop(const struct reader *reader)
{
	return reader->stop;
}

struct reader_extra *reader_extra(struct reader *reader, reader_extra_make *make)
{
	if (!reader->extra)
		reader->extra = make(reader);
	return reader->extra;
}

struct recording *reader_recording(const struct reader *reader)
{
	return reader->recording;
}

const struct perf_file *reader_file(const struct reader *reader, const struct row_info *info)
{
	return recording_file(reader->recording, info->part);
}

struct mappings *reader_mappings(struct reader *reader)
{
	if (!reader->mappings)
		reader->mappings = mappings_open(reader->recording);
	return reader->mappings;
}

struct userstack *reader_userstack(struct reader *reader)
{
	if (!reader->userstack)
		reader->userstack = userstack_open(reader);
	return reader->userstack;
}

struct cgroups *reader_cgroups(struct reader *reader)
{
	if (!reader->cgroups)
		reader->cgroups = cgroups_open(reader->recording);
	return reader->cgroups;
}

struct symbols *reader_symbols(struct reader *reader)
{
	if (!reader->symbols)
		reader->symbols = symbols_open(reader->recording, reader_mappings(reader));
	return reader->symbols;
}

struct instructions *reader_instructions(struct reader *reader)
{
	if (!reader->instructions)
		reader->instructions = instructions_open(reader);
	return reader->instructions;
}

struct block *reader_block(struct reader *reader, uint64_t number)
{
	struct blocks *blocks = recording_unpacked(reader->recording);
	struct cached *cached;
	size_t slot;

	if (reader->latest && reader->latest->number == number)
		return &reader->latest->shared->block;
	for (size_t i = 0; i < CACHED_BLOCKS; i++) {
		cached = &reader->blocks[i];
		if (cache_has(&reader->cache, i) && cached->number == number) {
			cache_use(&reader->cache, i);
			reader->latest = cached;
			return &cached->shared->block;
		}
	}
	slot = cache_oldest(&reader->cache, CACHED_BLOCKS);
	cached = &reader->blocks[slot];
	if (cache_has(&reader->cache, slot))
		blocks_put(blocks, cached->shared);
	cache_clear(&reader->cache, slot);
	reader->latest = NULL;
	cached->shared = blocks_get(blocks, number);
	if (!cached->shared) {
		recording_note_unreadable(reader->recording);
		return NULL;
	}
	cached->number = number;
	cache_use(&reader->cache, slot);
	reader->latest = cached;
	return &cached->shared->block;
}

size_t reader_block_part(const struct block *block)
{
	return ((const struct shared_block *)(const void *)block)->part;
}

void reader_row_like(const struct block *block, uint32_t i, struct row_info *info)
{
	const struct shared_block *c = (const struct shared_block *)(const void *)block;

	info->row = block->desc.first_row + i;
	info->ordinal = block->desc.first_ordinal + i;
	info->offset = c->offset[i];
	info->stream = block->stream[i];
	info->in = block->in[i];
	info->size = c->col[COL_SIZE][i];
	info->time = c->col[COL_TIME][i];
	info->cpu = (uint32_t)c->col[COL_CPU][i];
	info->witness = witness_of(&info->kind->entry,
				   &(struct witness_facts){
					   .size = info->size,
					   .time = block_recorded_time(block, c->col[COL_TIME], i),
					   .pid = info->pid,
					   .tid = info->tid,
					   .cpu = info->cpu,
				   });
	if (c->damages)
		info->ordinal = info->damage ? ROW_NO_ORDINAL : info->ordinal - c->damages[i];
}

void reader_row_in(struct reader *reader, struct block *block, uint32_t i, struct row_info *info)
{
	static const struct kind no_kind = { .entry = { .layout = EVENT_NONE,
							.event = EVENT_NONE } };
	struct shared_block *c = (struct shared_block *)(void *)block;
	const struct index *index = atomic_load_explicit(&c->index, memory_order_acquire);
	const struct kind *kind;
	const struct thread_entry *thread;

	if (!index)
		index = blocks_unpack(recording_unpacked(reader->recording), c);
	kind = index_kind(index, c->col[COL_KIND][i]);
	thread = index_thread(index, c->col[COL_THREAD][i]);
	if (!kind)
		kind = &no_kind;
	*info = (struct row_info){
		.part = c->part,
		.type = kind->entry.type,
		.misc = kind->entry.misc,
		.layout = kind->entry.layout,
		.event = kind->entry.event,
		.flags = kind->entry.flags,
		.pid = thread->pid,
		.tid = thread->tid,
		.has_time = plan_has(&kind->plan, INDEX_FIELD_TIME),
		.has_pid = plan_has(&kind->plan, INDEX_FIELD_PID),
		.has_tid = plan_has(&kind->plan, INDEX_FIELD_TID),
		.has_cpu = plan_has(&kind->plan, INDEX_FIELD_CPU),
		.damage = kind->reason,
		.kind = kind,
	};
	reader_row_like(block, i, info);
}

bool row_is_inflated(const struct reader *reader, const struct row_info *info)
{
	return info->stream >= reader_file(reader, info)->streams.n;
}

int reader_row(struct reader *reader, uint64_t row, struct row_info *info, struct err *err)
{
	struct block *block = NULL;

	/* The index publishes states before the rows from which they come. */
	if (row < recording_rows(reader->recording))
		block = reader_block(reader, recording_block_of(reader->recording, row));
	if (!block || row - block->desc.first_row >= block->desc.rows)
		return err_set(
			err, ERR_STALE,
			"the index is damaged at row %llu: perfnav index --force rebuilds it",
			(unsigned long long)row);
	reader_row_in(reader, block, (uint32_t)(row - block->desc.first_row), info);
	if (block->bad)
		return err_set(
			err, ERR_STALE,
			"the index is damaged at row %llu: perfnav index --force rebuilds it",
			(unsigned long long)row);
	return 0;
}

static const uint8_t *from_file(struct reader *reader, const struct row_info *info, size_t want,
				size_t *avail)
{
	const struct perf_file *file = reader_file(reader, info);
	const struct source *source = file->streams.v[info->stream].source;

	return windows_get(&reader->windows, source, info->offset, want, avail);
}

static const uint8_t *from_index(struct reader *reader, const struct row_info *info, size_t want,
				 size_t *avail)
{
	return index_inflated(recording_index(reader->recording, info->part), &reader->frame,
			      info->stream, info->offset, want, avail);
}

/* Was the record overwritten after the index was made? */
static bool is_other(const struct reader *reader, const struct row_info *info, const uint8_t *p,
		     size_t len)
{
	return info->kind && info->type != RECORD_DAMAGE &&
	       witness_of_bytes(info->kind, reader_file(reader, info)->header.big, p, len) !=
		       info->witness;
}

const uint8_t *reader_bytes_on(struct reader *reader, const struct row_info *info, size_t *len,
			       size_t *avail)
{
	size_t want = info->size < RECORD_MAX ? (size_t)info->size : RECORD_MAX;
	const uint8_t *p;

	if (!row_is_inflated(reader, info))
		p = from_file(reader, info, want, avail);
	else
		p = from_index(reader, info, want, avail);
	*len = *avail < want ? 0 : want;
	if (*avail < want) {
		recording_note_unreadable(reader->recording);
	} else if (is_other(reader, info, p, want)) {
		recording_note_rewritten(reader->recording, info->part);
		*len = 0;
	}
	return p;
}

const uint8_t *reader_bytes(struct reader *reader, const struct row_info *info, size_t *len)
{
	size_t avail;

	return reader_bytes_on(reader, info, len, &avail);
}

void reader_layout(const struct reader *reader, const struct row_info *info, struct layout *layout)
{
	*layout = *events_layout(&reader_file(reader, info)->events, info->layout);
	if (info->flags & KIND_NO_TRAILER)
		layout->trailer = 0;
}

bool reader_number(struct reader *reader, const struct row_info *info, enum field_id field,
		   uint64_t *num)
{
	struct layout layout;
	size_t len;
	const uint8_t *p = reader_bytes(reader, info, &len);

	reader_layout(reader, info, &layout);
	return find_number(&layout, p, len, field, num);
}

static void record_tree(struct reader *reader, const struct row_info *info, const uint8_t *p,
			size_t len, struct tree *tree)
{
	struct layout layout;

	reader_layout(reader, info, &layout);
	if (info->type == RECORD_DAMAGE)
		tree_rest(tree, p, len, reader_damage(reader, info));
	else if (!len)
		tree_rest(tree, p, len, NULL);
	else
		tree_decode(tree, &layout, p, len);
}

bool reader_payload(struct reader *reader, const struct row_info *info, struct payload *payload)
{
	size_t len;
	const uint8_t *p;

	if (info->type != RECORD_AUXTRACE)
		return false;
	p = reader_bytes(reader, info, &len);
	return payload_find(reader_file(reader, info), info, p, len, payload);
}

enum trace_format reader_trace_format(struct reader *reader, const struct row_info *info)
{
	return payload_format(reader, info->part, &reader->producer);
}

bool reader_packets(struct reader *reader, const struct row_info *info, struct packets *packets)
{
	const struct perf_file *file = reader_file(reader, info);
	struct payload payload;

	if (!reader_payload(reader, info, &payload))
		return false;
	packets_init(packets, reader_trace_format(reader, info),
		     file->streams.v[info->stream].source, payload.offset, payload.there,
		     payload.start);
	return true;
}

/* ---- trees, with pages of packets ---- */

static void begin_pages(struct reader *reader, const struct row_info *info)
{
	struct page_list *pages = &reader->pages;

	/* The format becomes known with its record. */
	if (pages->places.n && pages->row == info->row &&
	    pages->places.v[0].trace.format == reader_trace_format(reader, info))
		return;
	pages->row = info->row;
	pages->at = 0;
	pages->places.n = 0;
}

bool reader_turn_page(struct reader *reader, const struct row_info *info, bool next)
{
	struct page_list *pages = &reader->pages;

	if (pages->row != info->row || (next ? pages->at + 1 >= pages->places.n : !pages->at))
		return false;
	pages->at += next ? 1 : -1;
	return true;
}

/* Return the record's bytes followed by shown bytes of the payload, from an offset on. */
static const uint8_t *bytes_and_payload(struct reader *reader, const struct row_info *info,
					const struct payload *payload, uint64_t from, size_t *len,
					size_t *shown)
{
	uint64_t left = payload->there - from;
	size_t want = left < PAYLOAD_SHOWN ? (size_t)left : PAYLOAD_SHOWN, avail;
	const struct source *source = reader_file(reader, info)->streams.v[info->stream].source;
	const uint8_t *p;
	int64_t n;

	if (!from) {
		p = from_file(reader, info, (size_t)info->size + want, &avail);
		*len = avail < info->size ? 0 : (size_t)info->size;
		*shown = avail < info->size + want ? 0 : want;
		return p;
	}
	p = reader_bytes(reader, info, len);
	buf_reset(&reader->pages.bytes);
	buf_add(&reader->pages.bytes, p, *len);
	buf_fill(&reader->pages.bytes, 0, want);
	n = source_read(source, payload->offset + from, reader->pages.bytes.p + *len, want);
	*shown = n < (int64_t)want ? 0 : want;
	return (const uint8_t *)reader->pages.bytes.p;
}

static void payload_tree(struct reader *reader, const struct row_info *info,
			 const struct payload *payload, struct tree *tree)
{
	struct page_list *pages = &reader->pages;
	struct packets packets;
	const struct name *producer;
	size_t len, shown;
	const uint8_t *p;

	begin_pages(reader, info);
	reader_packets(reader, info, &packets);
	if (!pages->places.n)
		vec_push(&pages->places, packets.place);
	packets_seek(&packets, &pages->places.v[pages->at]);
	p = bytes_and_payload(reader, info, payload, packets.place.offset, &len, &shown);
	record_tree(reader, info, p, len, tree);
	producer = reader->producer.found ? names_find(&names_auxtrace, reader->producer.type)
					  : NULL;
	payload_append(tree, payload, shown, &packets, producer ? producer->name : NULL);
	if (pages->at + 1 == pages->places.n && packets.place.offset < payload->there &&
	    packets.place.number > pages->places.v[pages->at].number)
		vec_push(&pages->places, packets.place);
	packets_release(&packets);
}

void reader_tree(struct reader *reader, const struct row_info *info, struct tree *tree)
{
	struct payload payload;
	const uint8_t *p;
	size_t len;

	if (reader_payload(reader, info, &payload)) {
		payload_tree(reader, info, &payload, tree);
		return;
	}
	p = reader_bytes(reader, info, &len);
	record_tree(reader, info, p, len, tree);
	payload_open_sample(tree, info, reader_trace_format(reader, info));
}

bool reader_comm_bytes(struct reader *reader, const struct row_info *info, struct buf *out)
{
	struct task_moment moment = {
		.tid = info->tid,
		.time = info->has_time ? info->time : 0,
		.row = info->row - recording_first_row(reader->recording, info->part),
	};

	if (!info->has_tid || (int32_t)info->tid < 0 || (int32_t)info->pid < 0)
		return false;
	return comms_get(&reader->comms, info->part, &moment, out);
}

bool reader_ppid(struct reader *reader, const struct row_info *info, uint32_t *ppid)
{
	struct task_moment moment = {
		.tid = info->pid,
		.row = info->row - recording_first_row(reader->recording, info->part),
	};

	if (!info->has_pid || (int32_t)info->pid < 0)
		return false;
	for (size_t part = info->part + 1; part--; moment.row = UINT64_MAX) {
		if (part != info->part && recording_separate(reader->recording))
			break;
		moment.time =
			info->has_time ? recording_time_in(reader->recording, part, info->time) : 0;
		if (tasks_parent(index_tasks(recording_index(reader->recording, part)),
				 &reader->comms.lists, &moment, ppid))
			return true;
	}
	return false;
}

bool reader_wall(struct reader *reader, const struct row_info *info, uint64_t *wall)
{
	if (!info->has_time || !info->time || info->time == UINT64_MAX ||
	    !span_wall(reader->recording, info->part, wall))
		return false;
	*wall += info->time;
	return true;
}

struct buf *reader_made_text(struct reader *reader)
{
	struct buf *text = &reader->made[reader->made_turn++ % READER_MADE];

	buf_reset(text);
	return text;
}

const struct span *reader_span(struct reader *reader)
{
	uint64_t n = recording_blocks(reader->recording);

	if (!reader->span_blocks || reader->span_blocks != n)
		span_of(reader->recording, &reader->span);
	reader->span_blocks = n;
	return &reader->span;
}

bool reader_gap(struct reader *reader, const struct row_info *info, enum gap_of of, int64_t *gap)
{
	const struct recording *recording = reader->recording;
	uint64_t block = recording_block_of(recording, info->row);

	if (!(reader->gap_kinds >> of & 1)) {
		gaps_close(reader->gaps);
		reader->gap_kinds |= 1u << of;
		reader->gaps = gaps_open(recording, reader->gap_kinds);
	}
	gaps_stop_at(reader->gaps, reader->stop);
	return gaps_get(reader->gaps, block,
			(uint32_t)(info->row - recording_block(recording, block).first_row), of,
			gap);
}

void reader_comm(struct reader *reader, const struct row_info *info, struct buf *out)
{
	struct buf comm = BUF_INIT;

	if (reader_comm_bytes(reader, info, &comm))
		text_escape(out, comm.p, comm.len);
	buf_release(&comm);
}

void reader_type(const struct reader *reader, const struct row_info *info, struct buf *out)
{
	(void)reader;
	record_name(out, info->type);
}

void reader_event(const struct reader *reader, const struct row_info *info, struct buf *out)
{
	recording_event_name(reader->recording, info->part, info->event, out);
}

const char *reader_damage(const struct reader *reader, const struct row_info *info)
{
	(void)reader;
	return info->damage;
}

bool reader_trace_bytes(struct reader *reader, const struct row_info *info, struct buf *out)
{
	const char *text;
	size_t len;

	text = texts_get(&reader->texts, reader, info, &len);
	if (text)
		buf_add(out, text, len);
	return text;
}

/* The text of a tracepoint is more useful than the place of its sample. */
static bool trace_summary(struct reader *reader, const struct row_info *info, struct buf *out)
{
	struct buf text = BUF_INIT;
	bool has = reader_trace_bytes(reader, info, &text);
	struct layout layout;
	const uint8_t *p;
	size_t len;

	text_escape(out, text.p, text.len);
	buf_release(&text);
	reader_layout(reader, info, &layout);
	if (has || info->type != RECORD_SAMPLE || !layout.format)
		return has;
	p = reader_bytes(reader, info, &len);
	return tracetext_fields(&layout, p, len, out);
}

void reader_summary(struct reader *reader, const struct row_info *info,
		    const struct summary_names *names, struct buf *out)
{
	const struct record_desc *desc = record_find(info->type);
	const char *damage = reader_damage(reader, info);
	struct payload payload;
	const uint8_t *p;
	size_t len;

	if (damage) {
		buf_addf(out, "%llu bytes: ", (unsigned long long)info->size);
		text_escape_str(out, damage);
		return;
	}
	if (!desc) {
		buf_addf(out, "%llu bytes of a type that is not known",
			 (unsigned long long)info->size);
		return;
	}
	if (trace_summary(reader, info, out))
		return;
	p = reader_bytes(reader, info, &len);
	record_tree(reader, info, p, len, &reader->tree);
	summary_text(desc, &reader->tree, names, out);
	if (reader_payload(reader, info, &payload))
		payload_summary(&payload, out);
}

void reader_summary_shape(struct reader *reader, const struct row_info *info, struct shape *shape,
			  size_t *raw)
{
	const struct record_desc *desc = record_find(info->type);
	struct layout layout;
	bool known;

	reader_layout(reader, info, &layout);
	*raw = 0;
	if (info->type == RECORD_SAMPLE && layout.format) {
		known = texts_shape(reader, info, shape, raw);
	} else {
		known = desc && info->type != RECORD_DAMAGE && info->type != RECORD_AUXTRACE;
		if (known)
			summary_shape(desc, &layout, shape);
	}
	if (!known)
		shape_any(shape);
}

bool reader_summary_fits(struct reader *reader, const struct row_info *info, size_t raw)
{
	return texts_fit(&reader->texts, reader, info, raw);
}
