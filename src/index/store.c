/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Check that an index on the disk is complete and belongs to this recording. */
#include <endian.h>
#include <string.h>

#include "index/block_table.h"
#include "index/groups.h"
#include "index/identity.h"
#include "index/index_private.h"
#include "index/sort.h"
#include "index/witness.h"

enum {
	CHECK_ALL_BYTES = 16 << 20, /* of an index; larger ones are not checked completely */
	/* Tables are not larger than the recording, except if few bytes inflate to many records. */
	TABLES_BYTES = 64 << 20,
	RECHECK_ROWS = 1 << 17 /* rows that index_recheck() compares, if no block needs more */
};

static const void *table(struct index *index, const struct directory_entry *dir, uint64_t n,
			 enum index_tag tag, size_t elem, uint64_t *count)
{
	return container_table(&index->container, dir, n, tag, elem, count);
}

/* Check that all rows of the crowded blocks are in pages, and that the pages are consecutive. */
static bool pages_sound(const struct index *index, const uint64_t *crowded, uint64_t n_crowded,
			const struct page_entry *pages, uint64_t n_pages)
{
	uint64_t n = index_blocks(index), rows = 0;

	for (uint64_t i = 0; i < n_crowded; i++) {
		uint64_t block = le64toh(crowded[i]);

		if (block >= n || (i && block <= le64toh(crowded[i - 1])))
			return false;
		rows += index_block(index, block)->rows;
	}
	for (uint64_t i = 0; i < n_pages; i++) {
		if (!pages[i].rows || pages[i].rows > BLOCK_ROWS || pages[i].rows > rows ||
		    (i && !entry_before(&pages[i - 1].last, &pages[i].first)))
			return false;
		rows -= pages[i].rows;
	}
	return !rows;
}

/* Check the chunks of blocks and of pieces of inflated streams. */
static bool chunks_whole(const struct index *index)
{
	if (index->container.size > CHECK_ALL_BYTES)
		return true;
	for (uint64_t i = 0; i < index_blocks(index); i++) {
		const struct block_desc *desc = index_block(index, i);

		if (!container_chunk_whole(&index->container, desc->chunk, TAG_BLOCK, desc->size))
			return false;
	}
	for (uint64_t i = 0; i < pages_count(&index->frames); i++) {
		const struct frame_entry *frame = pages_at(&index->frames, i);

		if (!container_chunk_whole(&index->container, frame->chunk, TAG_FRAME,
					   frame->chunk_size))
			return false;
	}
	for (uint64_t i = 0; i < index_pages(index); i++) {
		const struct page_entry *page = index_page(index, i);

		if (!container_chunk_whole(&index->container, page->chunk, TAG_PAGE, page->size))
			return false;
	}
	return history_whole(&index->tasks.changes) && history_whole(&index->states);
}

static void use_kinds(struct index *index, const struct kind_entry *entries, uint64_t n,
		      const char *strings)
{
	for (uint64_t i = 0; i < n; i++)
		index_add_kind(index, &entries[i],
			       entries[i].type == RECORD_DAMAGE ? strings + entries[i].reason
								: NULL);
}

bool store_kinds_sound(const struct index *index, const struct kind_entry *entries, uint64_t n,
		       uint64_t strings)
{
	int64_t events = (int64_t)index->file->events.list.n;

	for (uint64_t i = 0; i < n; i++)
		if (entries[i].layout < EVENT_NONE || entries[i].layout >= events ||
		    entries[i].event < EVENT_NONE || entries[i].event >= events ||
		    (entries[i].type == RECORD_DAMAGE && entries[i].reason >= strings))
			return false;
	return true;
}

/* place: of the table of the blocks. Returns false if the table of the groups is damaged. */
static bool use_blocks(struct index *index, uint64_t place, uint64_t blocks,
		       const struct group_entry *entries, uint64_t groups, uint64_t rows)
{
	if (!groups_sound(entries, groups, blocks, rows))
		return false;
	index->table = block_table_open(&index->container, place, blocks, entries);
	pages_init_flat(&index->groups, sizeof(*entries), entries, groups);
	return true;
}

static int use_tables(struct index *index, const struct index_end *end, struct err *err)
{
	uint64_t n = 0, blocks, kinds, threads, tasks, strings, frames, crowded, pages;
	uint64_t states, groups, counts, place = 0;
	const struct directory_entry *dir = container_directory(&index->container, end, &n);
	const struct group_entry *gr;
	const struct kind_entry *k;
	const struct page_entry *pg;
	const uint64_t *cr, *kr;
	const struct history_fence *ts, *ss;
	const void *th, *fr;
	const char *st;

	if (!dir)
		return err_set(err, ERR_STALE, "its table of contents is damaged");
	gr = table(index, dir, n, TAG_GROUPS, sizeof(*gr), &groups);
	k = table(index, dir, n, TAG_KINDS, sizeof(*k), &kinds);
	kr = table(index, dir, n, TAG_KIND_ROWS, sizeof(*kr), &counts);
	th = table(index, dir, n, TAG_THREADS, sizeof(struct thread_entry), &threads);
	ts = table(index, dir, n, TAG_TASKS, sizeof(*ts), &tasks);
	ss = table(index, dir, n, TAG_STATES, sizeof(*ss), &states);
	st = table(index, dir, n, TAG_STRINGS, 1, &strings);
	fr = table(index, dir, n, TAG_FRAMES, sizeof(struct frame_entry), &frames);
	cr = table(index, dir, n, TAG_CROWD, sizeof(*cr), &crowded);
	pg = table(index, dir, n, TAG_ORDER, sizeof(*pg), &pages);
	if (!gr || !k || !kr || !th || !ts || !ss || !st || !fr || !cr || !pg ||
	    !container_place(&index->container, dir, n, TAG_BLOCKS, sizeof(struct block_desc),
			     &place, &blocks) ||
	    !store_kinds_sound(index, k, kinds, strings) ||
	    !kind_rows_sound(kr, counts, kinds, end->rows) || (strings && st[strings - 1]) ||
	    !history_fences_sound(ts, tasks) || !history_fences_sound(ss, states) ||
	    !use_blocks(index, place, blocks, gr, groups, end->rows) ||
	    !pages_sound(index, cr, crowded, pg, pages))
		return err_set(err, ERR_STALE, "its tables are damaged");
	pages_init_flat(&index->kind_rows, sizeof(*kr), kr, counts);
	atomic_store(&index->rows_counted, end->rows);
	pages_init_flat(&index->threads, sizeof(struct thread_entry), th, threads);
	pages_init_flat(&index->frames, sizeof(struct frame_entry), fr, frames);
	pages_init_flat(&index->crowded, sizeof(*cr), cr, crowded);
	pages_init_flat(&index->order_pages, sizeof(*pg), pg, pages);
	use_kinds(index, k, kinds, st);
	tasks_use(&index->tasks, &index->container, ts, tasks, st, strings);
	history_clear(&index->states);
	if (states)
		history_use(&index->states, &index->container, ss, states);
	return 0;
}

/*
 * Keep an index of an earlier state of the recording: its records are unchanged, but the end has
 * moved.
 */
static enum store_found keep_old(struct index *index)
{
	index->old = index->container.fd;
	index->container.fd = -1;
	container_close(&index->container);
	return STORE_GROWN;
}

static enum store_found drop_all(struct index *index)
{
	pages_release(&index->kinds);
	block_table_close(index->table);
	index->table = NULL;
	pages_init(&index->groups, sizeof(struct group_entry));
	atomic_store(&index->rows_counted, UINT64_MAX);
	pages_init(&index->kind_rows, sizeof(uint64_t));
	pages_init(&index->threads, sizeof(struct thread_entry));
	pages_init(&index->frames, sizeof(struct frame_entry));
	pages_init(&index->crowded, sizeof(uint64_t));
	pages_init(&index->order_pages, sizeof(struct page_entry));
	tasks_use(&index->tasks, NULL, NULL, 0, NULL, 0);
	history_clear(&index->states);
	container_close(&index->container);
	return STORE_STALE;
}

/*
 * Compare records if ctime differs. chmod and rename change ctime and leave the records unchanged,
 * but a program that writes records can also restore mtime.
 */
static int adopt(struct index *index, struct index_header *header, struct err *err)
{
	if (!witness_blocks(index))
		return err_set(err, ERR_STALE,
			       "the recording was overwritten after its index was made");
	header->ctime_ns = index->file->ctime_ns;
	container_adopt(&index->container, index->path, header);
	return 0;
}

static bool is_as_long(const struct perf_file *file)
{
	for (size_t i = 0; i < file->sources.n; i++)
		if (source_size_now(file->sources.v[i]) != source_size(file->sources.v[i]))
			return false;
	return true;
}

/*
 * Read the times before the bytes are compared, so that a write in the meantime is noticed later.
 */
bool index_recheck(struct index *index)
{
	const struct perf_file *file = index->file;
	int64_t ctime_ns = perf_file_ctime(file);
	struct index_header header;
	enum identity_relation relation;
	struct source_id now;

	if (!is_as_long(file) || source_identify(file->sources.v[0], &now) ||
	    container_header(index->container.fd, &header, NULL))
		return false;
	relation = identity_compare(file, &header.identity);
	if (relation == IDENTITY_OTHER || !witness_rows(index, RECHECK_ROWS))
		return false;
	if (relation == IDENTITY_SAME && index->has_file && !index_moved(index) &&
	    atomic_load(&index->state) == INDEX_DONE) {
		header.identity.mtime_ns = now.mtime_ns;
		header.ctime_ns = ctime_ns;
		container_adopt(&index->container, index->path, &header);
	}
	return true;
}

uint64_t store_tables_max(const struct index *index)
{
	return atomic_load(&index->bytes_total) + TABLES_BYTES;
}

enum store_found store_open(struct index *index, struct err *err)
{
	struct index_header header;
	struct index_end end;
	enum identity_relation relation;
	int rc = container_open(&index->container, index->path, index->file->id.uid, &header, &end,
				err);

	if (rc)
		return rc == ERR_STALE ? STORE_STALE : STORE_NONE;
	index->container.spool_dir = index->options.spool_dir;
	index->container.loadable = store_tables_max(index);
	relation = identity_compare(index->file, &header.identity);
	/* The builder prepares an index that may grow. */
	if (index->live && relation != IDENTITY_OTHER)
		return keep_old(index);
	if (relation == IDENTITY_LONGER && header.identity.data_bytes < index->bytes_total)
		return keep_old(index);
	if (relation == IDENTITY_OTHER)
		rc = err_set(err, ERR_STALE, "the recording has changed since its index was made");
	if (!rc)
		rc = use_tables(index, &end, err);
	if (!rc && !chunks_whole(index))
		rc = err_set(err, ERR_STALE, "its blocks are damaged");
	if (!rc && relation == IDENTITY_SAME && header.ctime_ns != index->file->ctime_ns)
		rc = adopt(index, &header, err);
	if (rc)
		return drop_all(index);
	index->reused = index->has_file = true;
	atomic_store(&index->records, end.records);
	atomic_store(&index->damaged, end.rows - end.records);
	atomic_store(&index->nanoseconds, end.nanoseconds);
	return STORE_USED;
}
