/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/reader.h"

#include <stdlib.h>

#include "index/witness.h"
#include "recording/cgroups.h"
#include "recording/instructions.h"
#include "recording/mappings.h"
#include "recording/reader_private.h"
#include "recording/symbols.h"
#include "recording/userstack.h"
#include "wire/find.h"

struct reader *reader_open(struct recording *recording)
{
	struct reader *reader = mem_zalloc(sizeof(*reader));

	reader->recording = recording;
	block_slots_init(&reader->blocks, recording_unpacked(recording));
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
	block_slots_release(&reader->blocks);
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

void reader_walk(struct reader *reader, uint64_t number)
{
	block_slots_walk(&reader->blocks, number);
}

struct block *reader_block(struct reader *reader, uint64_t number)
{
	struct shared_block *shared = block_slots_get(&reader->blocks, number);

	if (shared)
		return &shared->block;
	recording_note_unreadable(reader->recording);
	return NULL;
}

size_t reader_block_part(const struct block *block)
{
	return ((const struct shared_block *)(const void *)block)->part;
}

static inline void set_row(const struct shared_block *c, uint32_t i, struct row_info *info)
{
	const struct block *block = &c->block;

	info->row = block->desc.first_row + i;
	info->ordinal = block->desc.first_ordinal + i;
	info->offset = c->offset[i];
	info->stream = block->stream[i];
	info->in = block->in[i];
	info->size = c->col[COL_SIZE][i];
	info->time = c->col[COL_TIME][i];
	info->recorded_time = block_recorded_time(block, c->col[COL_TIME], i);
	info->cpu = (uint32_t)c->col[COL_CPU][i];
	if (c->damages)
		info->ordinal = info->damage ? ROW_NO_ORDINAL : info->ordinal - c->damages[i];
}

void reader_row_like(const struct block *block, uint32_t i, struct row_info *info)
{
	set_row((const struct shared_block *)(const void *)block, i, info);
}

static inline const struct kind *kind_in(const struct index *index, uint64_t number)
{
	static const struct kind none = { .entry = { .layout = EVENT_NONE, .event = EVENT_NONE } };
	const struct kind *kind = index_kind(index, number);

	return kind ? kind : &none;
}

static inline void set_kind(struct row_info *info, const struct kind *kind)
{
	info->type = kind->entry.type;
	info->misc = kind->entry.misc;
	info->layout = kind->entry.layout;
	info->event = kind->entry.event;
	info->flags = kind->entry.flags;
	info->has_time = index_offsets_has(&kind->offsets, INDEX_FIELD_TIME);
	info->has_pid = index_offsets_has(&kind->offsets, INDEX_FIELD_PID);
	info->has_tid = index_offsets_has(&kind->offsets, INDEX_FIELD_TID);
	info->has_cpu = index_offsets_has(&kind->offsets, INDEX_FIELD_CPU);
	info->damage = kind->reason;
	info->kind = kind;
}

static inline void set_thread(struct row_info *info, const struct thread_entry *thread)
{
	info->pid = thread->pid;
	info->tid = thread->tid;
}

static inline const struct index *unpacked(const struct reader *reader, struct shared_block *c)
{
	const struct index *index = atomic_load_explicit(&c->index, memory_order_acquire);

	return index ? index : blocks_unpack(recording_unpacked(reader->recording), c);
}

void reader_rows_in(struct reader *reader, struct block *block, const uint64_t *rows, uint32_t n,
		    struct row_info *infos)
{
	struct shared_block *c = (struct shared_block *)(void *)block;
	const struct index *index = unpacked(reader, c);
	const struct kind *kind = NULL;
	const struct thread_entry *thread = NULL;
	uint64_t kind_number = 0, thread_number = 0;

	for (uint32_t k = 0; k < n; k++) {
		uint32_t i = (uint32_t)(rows[k] - block->desc.first_row);
		struct row_info *info = &infos[k];

		if (!kind || c->col[COL_KIND][i] != kind_number) {
			kind_number = c->col[COL_KIND][i];
			kind = kind_in(index, kind_number);
		}
		if (!thread || c->col[COL_THREAD][i] != thread_number) {
			thread_number = c->col[COL_THREAD][i];
			thread = index_thread(index, thread_number);
		}
		info->part = c->part;
		set_kind(info, kind);
		set_thread(info, thread);
		set_row(c, i, info);
	}
}

void reader_row_in(struct reader *reader, struct block *block, uint32_t i, struct row_info *info)
{
	struct shared_block *c = (struct shared_block *)(void *)block;
	const struct index *index = unpacked(reader, c);

	info->part = c->part;
	set_kind(info, kind_in(index, c->col[COL_KIND][i]));
	set_thread(info, index_thread(index, c->col[COL_THREAD][i]));
	set_row(c, i, info);
}

void reader_row_head(struct reader *reader, struct block *block, uint32_t i, struct row_info *info)
{
	const struct shared_block *c = (const struct shared_block *)(const void *)block;
	const struct index *index = recording_index(reader->recording, c->part);

	*info = (struct row_info){ .row = block->desc.first_row + i, .part = c->part };
	set_kind(info, kind_in(index, block_column(block, COL_KIND)[i]));
	set_thread(info, index_thread(index, block_column(block, COL_THREAD)[i]));
}

void reader_kind(const struct reader *reader, size_t part, uint64_t kind, struct row_info *info)
{
	*info = (struct row_info){ .part = part };
	set_kind(info, kind_in(recording_index(reader->recording, part), kind));
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

static inline const uint8_t *from_file(struct reader *reader, const struct perf_file *file,
				       const struct row_info *info, size_t want, size_t *avail)
{
	const struct source *source = file->streams.v[info->stream].source;

	return windows_get(&reader->windows, source, info->offset, want, avail);
}

const uint8_t *reader_file_bytes(struct reader *reader, const struct row_info *info, size_t want,
				 size_t *avail)
{
	return from_file(reader, reader_file(reader, info), info, want, avail);
}

static const uint8_t *from_index(struct reader *reader, const struct row_info *info, size_t want,
				 size_t *avail)
{
	return index_inflated(recording_index(reader->recording, info->part), &reader->frame,
			      info->stream, info->offset, want, avail);
}

static inline bool fits(bool big, const struct row_info *info, const uint8_t *p, size_t len)
{
	struct witness_facts facts = {
		.size = info->size,
		.time = info->recorded_time,
		.pid = info->pid,
		.tid = info->tid,
		.cpu = info->cpu,
	};

	/* Inlined for each byte order. */
	return big ? witness_agrees(info->kind, true, &facts, p, len)
		   : witness_agrees(info->kind, false, &facts, p, len);
}

bool reader_row_fits(const struct reader *reader, const struct row_info *info, const uint8_t *p,
		     size_t len)
{
	return fits(reader_file(reader, info)->header.big, info, p, len);
}

/* Was the record overwritten after the index was made? */
static inline bool is_other(bool big, const struct row_info *info, const uint8_t *p, size_t len)
{
	return info->kind && info->type != RECORD_DAMAGE && !fits(big, info, p, len);
}

const uint8_t *reader_bytes_on(struct reader *reader, const struct row_info *info, size_t *len,
			       size_t *avail)
{
	const struct perf_file *file = reader_file(reader, info);
	size_t want = info->size < RECORD_SIZE_MAX ? (size_t)info->size : RECORD_SIZE_MAX;
	const uint8_t *p;

	if (info->stream < file->streams.n)
		p = from_file(reader, file, info, want, avail);
	else
		p = from_index(reader, info, want, avail);
	*len = *avail < want ? 0 : want;
	if (*avail < want) {
		recording_note_unreadable(reader->recording);
	} else if (is_other(file->header.big, info, p, want)) {
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
