/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/index.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bell.h"
#include "base/search.h"
#include "base/text.h"
#include "base/thread.h"
#include "index/block_table.h"
#include "index/index_private.h"
#include "index/page.h"
#include "index/thin.h"

static void *build_thread(void *arg)
{
	build_run(arg);
	return NULL;
}

static void start_build(struct index *index)
{
	const char *why = NULL;

	if (container_create(&index->container, index->path, index->options.spool_dir, &why,
			     &index->err)) {
		atomic_store(&index->state, INDEX_FAILED);
		return;
	}
	index->has_file = index->path && !why;
	if (why)
		buf_addf(&index->notice, "%sthe index is not saved: %s: %s",
			 index->notice.len ? "; " : "", index->path, why);
	if (index->options.alone)
		build_run(index);
	else
		thread_start_or_run(&index->thread, "perfnav/index", build_thread, index);
}

struct index *index_open(const struct perf_file *file, const struct index_options *options)
{
	struct index *index = mem_zalloc(sizeof(*index));
	struct err err = ERR_INIT;
	enum store_found found = STORE_NONE;

	index->file = file;
	index->options = *options;
	index->path = options->path ? mem_strdup(options->path) : NULL;
	index->container.fd = index->container.rest = index->container.tail = -1;
	index->old = -1;
	buf_init(&index->notice);
	spill_pages_init(&index->block_pages, options->spool_dir);
	pages_init_in(&index->blocks, sizeof(struct block_desc), &index->block_pages.room);
	pages_init(&index->groups, sizeof(struct group_entry));
	pages_init(&index->kinds, sizeof(struct kind));
	pages_init(&index->kind_rows, sizeof(uint64_t));
	atomic_store(&index->rows_counted, UINT64_MAX);
	pages_init(&index->threads, sizeof(struct thread_entry));
	pages_init(&index->frames, sizeof(struct frame_entry));
	pages_init(&index->crowded, sizeof(uint64_t));
	pages_init(&index->order_pages, sizeof(struct page_entry));
	pages_init(&index->sizes, sizeof(struct size_entry));
	tasks_init(&index->tasks, options->spool_dir);
	history_init(&index->states, sizeof(struct state_entry), options->spool_dir);
	err_clear(&index->err);
	atomic_store(&index->state, INDEX_BUILDING);
	for (size_t i = 0; i < file->streams.n; i++)
		atomic_fetch_add(&index->bytes_total,
				 file->streams.v[i].end - file->streams.v[i].start);
	index->live = options->live && file->growing && file->streams.n == 1;
	atomic_store(&index->following, options->follow);
	if (index->path && !options->force)
		found = store_open(index, &err);
	if (found == STORE_USED) {
		atomic_store(&index->bytes_done, atomic_load(&index->bytes_total));
		atomic_store(&index->state, INDEX_DONE);
		return index;
	}
	if (found == STORE_STALE)
		buf_addf(&index->notice, "the index is rebuilt: %s (%s)", err.msg, index->path);
	start_build(index);
	return index;
}

void index_stop(struct index *index)
{
	atomic_store(&index->stop, true);
}

enum index_state index_wait(struct index *index)
{
	thread_join(&index->thread);
	return (enum index_state)atomic_load(&index->state);
}

void index_set_state(struct index *index, enum index_state state)
{
	atomic_store(&index->state, state);
	bell_ring(BELL_STATE);
}

bool index_is_behind(const struct index *index)
{
	const struct container *c = &index->container;

	return index->path && container_detached(c) && (c->tail_size || c->part);
}

void index_end(struct index *index)
{
	index_stop(index);
	bell_ring(BELL_STATE);
	index_wait(index);
}

bool index_follow(struct index *index, bool on)
{
	if (!index->live)
		return false;
	atomic_store(&index->following, on);
	bell_ring(BELL_STATE);
	return true;
}

void index_discard(struct index *index)
{
	index->discard = true;
}

static void remove_file(struct index *index)
{
	if (index->container.part)
		index->container.worth = false;
	else if (index->path)
		container_remove(&index->container, index->path);
}

void index_close(struct index *index)
{
	if (!index)
		return;
	index_end(index);
	if (index->discard)
		remove_file(index);
	container_close(&index->container);
	if (index->old >= 0)
		close(index->old);
	for (size_t i = 0; i < index->texts.n; i++)
		free(index->texts.v[i]);
	vec_release(&index->texts);
	block_table_close(index->table);
	pages_release(&index->blocks);
	spill_pages_release(&index->block_pages);
	pages_release(&index->groups);
	pages_release(&index->kinds);
	pages_release(&index->kind_rows);
	kind_rows_release(&index->counted);
	pages_release(&index->threads);
	pages_release(&index->crowded);
	pages_release(&index->order_pages);
	pages_release(&index->sizes);
	pages_release(&index->frames);
	tasks_release(&index->tasks);
	history_release(&index->states);
	buf_release(&index->notice);
	free(index->path);
	free(index);
}

void index_progress(const struct index *index, struct index_progress *p)
{
	*p = (struct index_progress){
		.state = (enum index_state)atomic_load(&index->state),
		.bytes_done = atomic_load(&index->bytes_done),
		.bytes_total = atomic_load(&index->bytes_total),
		.rows = index_rows(index),
		.records = atomic_load(&index->records),
		.nanoseconds = atomic_load(&index->nanoseconds),
		.bytes_kept = atomic_load(&index->bytes_kept),
		.reused = index->reused,
		.has_file = index->has_file && !index_moved(index),
	};
	p->growing = index->live && !atomic_load(&index->ended);
	p->receiving = p->growing && index->file->spooled;
	p->damaged = index_damages(index);
	p->whole = p->state != INDEX_BUILDING || atomic_load(&index->whole);
	if (p->state != INDEX_BUILDING)
		p->index_bytes = index->container.size;
	if (p->state == INDEX_STOPPED)
		p->kept = index->container.part && index->container.worth;
	if (p->state == INDEX_FAILED)
		p->err = index->err;
}

const char *index_notice(const struct index *index)
{
	return index->notice.p;
}

const char *index_moved(const struct index *index)
{
	return container_moved(&index->container);
}

uint64_t index_rows(const struct index *index)
{
	const struct block_desc *last;
	uint64_t blocks;

	if (index->table)
		return block_table_rows(index->table);
	blocks = pages_count(&index->blocks);
	last = blocks ? pages_at(&index->blocks, blocks - 1) : NULL;
	return last ? last->first_row + last->rows : 0;
}

uint64_t index_blocks(const struct index *index)
{
	return index->table ? block_table_blocks(index->table) : pages_count(&index->blocks);
}

uint64_t index_groups(const struct index *index)
{
	return pages_count(&index->groups);
}

const struct block_desc *index_group(const struct index *index, uint64_t i)
{
	return &((const struct group_entry *)pages_at(&index->groups, i))->rows;
}

uint64_t index_group_end(const struct index *index, uint64_t i)
{
	uint64_t end = (i + 1) * GROUP_BLOCKS, blocks = index_blocks(index);

	return end < blocks ? end : blocks;
}

const struct block_desc *index_block(const struct index *index, uint64_t i)
{
	return index->table ? block_table_at(index->table, i) : pages_at(&index->blocks, i);
}

uint64_t index_block_of(const struct index *index, uint64_t row)
{
	return search_first(1, index_blocks(index), i, index_block(index, i)->first_row <= row) - 1;
}

uint64_t index_block_with(const struct index *index, uint64_t from, uint64_t kinds)
{
	uint64_t groups = index_groups(index), blocks = index_blocks(index);

	while (from < blocks) {
		uint64_t group = from / GROUP_BLOCKS;

		if (group < groups && !(index_group(index, group)->kinds & kinds))
			from = index_group_end(index, group);
		else if (index_block(index, from)->kinds & kinds)
			break;
		else
			from++;
	}
	return from;
}

static void widen(const struct block_desc *desc, uint64_t *first, uint64_t *last)
{
	*first = desc->time_min < *first ? desc->time_min : *first;
	*last = desc->time_max > *last ? desc->time_max : *last;
}

bool index_times(const struct index *index, uint64_t *first, uint64_t *last)
{
	uint64_t groups = index_groups(index), blocks = index_blocks(index);

	*first = UINT64_MAX;
	*last = 0;
	for (uint64_t i = 0; i < groups; i++)
		widen(index_group(index, i), first, last);
	for (uint64_t i = groups ? index_group_end(index, groups - 1) : 0; i < blocks; i++)
		widen(index_block(index, i), first, last);
	return *first <= *last;
}

/* Return the payload of a block, rebuilt if the block is thin. *size: its size. */
static uint8_t *load_payload(const struct index *index, const struct block_desc *desc,
			     uint32_t *size)
{
	uint8_t *payload = container_chunk(&index->container, desc->chunk, TAG_BLOCK, desc->size);
	uint8_t *whole;

	*size = desc->size;
	if (!payload || !atomic_load(&index->thin) || !thin_is(payload, desc->size))
		return payload;
	whole = thin_unpack(index, payload, desc->size, size);
	free(payload);
	return whole;
}

bool index_load(const struct index *index, uint64_t i, struct block *block)
{
	struct block_desc desc = *index_block(index, i);
	uint8_t *payload = load_payload(index, &desc, &desc.size);

	if (!payload)
		return false;
	if (block_open(block, &desc, payload))
		return true;
	block_close(block);
	return false;
}

bool index_has_times(const struct index *index)
{
	const struct events *events = &index->file->events;

	for (size_t i = 0; i < events->list.n; i++)
		if (attr_flag(&events->list.v[i].attr, ATTR_SAMPLE_ID_ALL))
			return true;
	return false;
}

uint64_t index_crowded(const struct index *index)
{
	return pages_count(&index->crowded);
}

uint64_t index_crowded_at(const struct index *index, uint64_t i)
{
	return le64toh(*(const uint64_t *)pages_at(&index->crowded, i));
}

uint64_t index_pages(const struct index *index)
{
	return pages_count(&index->order_pages);
}

const struct page_entry *index_page(const struct index *index, uint64_t i)
{
	return pages_at(&index->order_pages, i);
}

bool index_page_load(const struct index *index, uint64_t i, struct order_entry *out)
{
	return page_read(&index->container, index_page(index, i), index_rows(index), out);
}

struct kind kind_of_entry(const struct index *index, const struct kind_entry *entry)
{
	struct layout layout = *events_layout(&index->file->events, entry->layout);
	struct kind kind = { .entry = *entry };

	if (entry->flags & KIND_NO_TRAILER)
		layout.trailer = 0;
	if (entry->type != RECORD_DAMAGE)
		index_offsets_bind(&kind.offsets, &layout, entry->type);
	return kind;
}

void index_add_kind(struct index *index, const struct kind_entry *entry, const char *reason)
{
	struct kind kind = kind_of_entry(index, entry);

	kind.reason = reason;
	pages_add(&index->kinds, &kind);
}

uint64_t index_kinds(const struct index *index)
{
	return pages_count(&index->kinds);
}

const struct kind *index_kind(const struct index *index, uint64_t i)
{
	return i < pages_count(&index->kinds) ? pages_at(&index->kinds, i) : NULL;
}

bool index_is_counted(const struct index *index)
{
	return atomic_load(&index->rows_counted) == index_rows(index);
}

uint64_t index_kind_rows(const struct index *index, uint64_t i)
{
	const struct pages *rows = &index->kind_rows;

	return i < pages_count(rows) ? le64toh(*(const uint64_t *)pages_at(rows, i)) : 0;
}

uint64_t index_threads(const struct index *index)
{
	return pages_count(&index->threads);
}

const struct thread_entry *index_thread(const struct index *index, uint64_t i)
{
	static const struct thread_entry nobody;

	return i < pages_count(&index->threads) ? pages_at(&index->threads, i) : &nobody;
}

const uint8_t *index_inflated(const struct index *index, struct frame_cache *cache, uint32_t stream,
			      uint64_t offset, size_t len, size_t *avail)
{
	return frame_get(cache, &index->container, &index->frames, stream, offset, len, avail);
}

struct tasks *index_tasks(struct index *index)
{
	return &index->tasks;
}

struct history *index_state_entries(struct index *index)
{
	return &index->states;
}

uint64_t index_damages(const struct index *index)
{
	return atomic_load(&index->damaged);
}

int index_set_damaged(struct err *err)
{
	return err_set(err, ERR_STALE, "the index is damaged: perfnav index --force rebuilds it");
}

/* Return why rows of the kind are not records; NULL: they are records. */
static const char *kind_reason(const struct index *index, uint64_t number)
{
	const struct kind *kind = index_kind(index, number);

	return kind ? kind->reason : NULL;
}

/* Return bits as in block_desc.kinds. A block without any of these bits has no damaged stretch. */
static uint64_t damage_kinds(const struct index *index)
{
	uint64_t n = index_kinds(index), bits = 0;

	for (uint64_t i = 0; i < n; i++)
		if (kind_reason(index, i))
			bits |= 1ull << (i & 63);
	return bits;
}

static bool each_of_block(const struct index *index, struct block *block, index_damage_fn *each,
			  void *arg)
{
	const uint64_t *kind = block_column(block, COL_KIND), *size = block_column(block, COL_SIZE);
	const uint64_t *offset = block_offsets(block);

	for (uint32_t i = 0; i < block->desc.rows; i++) {
		struct damage damage = { block->desc.first_row + i, offset[i], size[i],
					 kind_reason(index, kind[i]) };

		if (damage.reason && !each(arg, &damage))
			return false;
	}
	return true;
}

void index_each_damage(const struct index *index, index_damage_fn *each, void *arg)
{
	uint64_t n = index_blocks(index), bits = damage_kinds(index);
	bool more = true;

	for (uint64_t i = index_block_with(index, 0, bits); more && i < n;
	     i = index_block_with(index, i + 1, bits)) {
		struct block block;

		if (!index_load(index, i, &block))
			continue;
		more = each_of_block(index, &block, each, arg);
		block_close(&block);
	}
}
