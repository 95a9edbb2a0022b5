/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/checkpoint.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "index/groups.h"
#include "index/index_private.h"
#include "index/size.h"
#include "index/tables.h"

enum {
	PACK_LEVEL = -1, /* of zstd */
	/*
	 * Limit for the bytes of new entries in a checkpoint: more than 8 blocks can produce, even
	 * if each of their rows has a long name.
	 */
	NEWS_MAX = 64 << 20
};

void checkpoint_sizes(struct index *index, struct table_sizes *sizes)
{
	for (int i = 0; i < TABLES; i++)
		sizes->entries[i] = pages_count(table_pages(index, (enum index_table)i));
	sizes->strings = tasks_strings(&index->tasks);
}

void checkpoint_room_init(struct checkpoint_room *room)
{
	*room = (struct checkpoint_room){ BUF_INIT, BUF_INIT, mem_check(ZSTD_createCCtx(), 0) };
}

void checkpoint_room_release(struct checkpoint_room *room)
{
	buf_release(&room->news);
	buf_release(&room->packed);
	ZSTD_freeCCtx(room->zstd);
}

/* Write the checkpoint, followed by the new entries in compressed form. */
static int write_packed(struct index *index, struct checkpoint *checkpoint,
			struct checkpoint_room *room, struct err *err)
{
	size_t bound = ZSTD_compressBound(room->news.len), n;
	struct buf *out = &room->packed;
	uint64_t offset;

	checkpoint->size = (uint32_t)room->news.len;
	buf_reset(out);
	buf_add(out, checkpoint, sizeof(*checkpoint));
	n = ZSTD_compressCCtx(room->zstd, buf_room(out, bound), bound, room->news.p, room->news.len,
			      PACK_LEVEL);
	if (ZSTD_isError(n))
		return err_set(err, ERR_IO, "cannot compress: %s", ZSTD_getErrorName(n));
	buf_added(out, n);
	return container_add(&index->container, TAG_CHECKPOINT, out->p, out->len, &offset, err);
}

int checkpoint_write(struct index *index, const struct block_job *job,
		     struct buf changes[HISTORIES], struct table_sizes *last,
		     struct checkpoint_room *room, struct err *err)
{
	struct checkpoint checkpoint = job->checkpoint;
	struct table_sizes now = job->sizes;
	struct buf *news = &room->news;

	/* This thread adds to these two tables, so their sizes are the current ones. */
	now.entries[TABLE_BLOCKS] = pages_count(&index->blocks);
	now.entries[TABLE_FRAMES] = pages_count(&index->frames);
	for (int i = 0; i < TABLES; i++)
		checkpoint.entries[i] = (uint32_t)(now.entries[i] - last->entries[i]);
	for (int i = TABLES; i < TABLES_KEPT; i++)
		checkpoint.entries[i] = (uint32_t)(changes[i - TABLES].len / tables[i].entry);
	checkpoint.strings = now.strings - last->strings;
	buf_reset(news);
	for (int i = 0; i < TABLES; i++) {
		size_t room_for = checkpoint.entries[i] * tables[i].entry;

		buf_added(news, tables_flatten(index, (enum index_table)i, last->entries[i],
					       now.entries[i], buf_room(news, room_for)));
	}
	for (int i = 0; i < HISTORIES; i++) {
		buf_add(news, changes[i].p, changes[i].len);
		buf_reset(&changes[i]);
	}
	tasks_copy_strings(&index->tasks, last->strings, now.strings, news);
	*last = now;
	return write_packed(index, &checkpoint, room, err);
}

/* ---- reading ---- */

/* A checkpoint with its entries. Nothing in it is trusted. */
struct checkpoint_reading {
	struct checkpoint head;
	uint8_t *news; /* inflated entries and strings, to be freed */
	const uint8_t *entries[TABLES_KEPT];
	const uint8_t *strings;
};

static bool split(const uint8_t *p, size_t len, struct checkpoint_reading *r)
{
	size_t at = 0, size;

	r->news = NULL;
	if (len < sizeof(r->head))
		return false;
	memcpy(&r->head, p, sizeof(r->head));
	size = r->head.size;
	if (size > NEWS_MAX)
		return false;
	r->news = mem_alloc(size + 1);
	if (ZSTD_decompress(r->news, size, p + sizeof(r->head), len - sizeof(r->head)) != size)
		return false;
	for (int i = 0; i < TABLES_KEPT; i++) {
		if (r->head.entries[i] > (size - at) / tables[i].entry)
			return false;
		r->entries[i] = r->news + at;
		at += r->head.entries[i] * tables[i].entry;
	}
	r->strings = r->news + at;
	return r->head.strings == size - at && (at == size || !r->news[size - 1]);
}

static bool blocks_follow(const struct index *index, const struct checkpoint_reading *r,
			  uint64_t chunk)
{
	uint64_t rows = index_rows(index);

	for (uint32_t i = 0; i < r->head.entries[TABLE_BLOCKS]; i++) {
		struct block_desc d;

		memcpy(&d, r->entries[TABLE_BLOCKS] + i * sizeof(d), sizeof(d));
		if (d.first_row != rows || !d.rows || d.rows > BLOCK_ROWS || d.chunk > chunk ||
		    d.size > chunk - d.chunk)
			return false;
		rows += d.rows;
	}
	return rows == r->head.rows;
}

static bool place_sound(const struct index *index, const struct checkpoint *head)
{
	const struct perf_file *file = index->file;
	const struct stream *stream;

	if (head->stream >= file->streams.n || head->records > head->rows ||
	    head->before.packed > atomic_load(&index->bytes_total) ||
	    head->inflating.packed > atomic_load(&index->bytes_total))
		return false;
	stream = &file->streams.v[head->stream];
	return head->position >= stream->start && head->position <= stream->end;
}

/* Check the offsets into the strings, and the numbers of events. */
static bool entries_sound(const struct index *index, const struct checkpoint_reading *r)
{
	uint64_t strings = index->tasks.strings.len + r->head.strings;

	for (uint32_t i = 0; i < r->head.entries[TABLE_TASKS]; i++) {
		struct task_entry t;

		memcpy(&t, r->entries[TABLE_TASKS] + i * sizeof(t), sizeof(t));
		if (t.len > TASK_NAME && t.place >= strings)
			return false;
	}
	return store_kinds_sound(index, (const void *)r->entries[TABLE_KINDS],
				 r->head.entries[TABLE_KINDS], strings);
}

/* Return one shared copy of a reason. There are only a few different reasons. */
static const char *kept_text(struct index *index, const char *text)
{
	for (size_t i = 0; i < index->texts.n; i++)
		if (!strcmp(index->texts.v[i], text))
			return index->texts.v[i];
	vec_push(&index->texts, mem_strdup(text));
	return index->texts.v[index->texts.n - 1];
}

static void add_entry(struct index *index, enum index_table table, const uint8_t *p)
{
	struct kind_entry entry;
	struct frame_entry frame;
	struct block_desc desc;
	const char *reason = NULL;

	if (table == TABLE_FRAMES) {
		memcpy(&frame, p, sizeof(frame));
		size_add_frame(index, &frame);
	}
	if (table == TABLE_BLOCKS) {
		memcpy(&desc, p, sizeof(desc));
		groups_add_block(index, &desc);
		return;
	}
	if (table != TABLE_KINDS) {
		pages_add(table_pages(index, table), p);
		return;
	}
	memcpy(&entry, p, sizeof(entry));
	if (entry.type == RECORD_DAMAGE)
		reason = kept_text(index, index->tasks.strings.p + entry.reason);
	index_add_kind(index, &entry, reason);
}

/* Count the rows of a block that is in the file. kinds: number of kinds. False: it is damaged. */
static bool count_block(const struct index *index, const struct block_desc *desc, uint64_t kinds,
			struct kind_rows *counts)
{
	uint8_t *payload = container_chunk(&index->container, desc->chunk, TAG_BLOCK, desc->size);
	const uint64_t *kind;
	struct block block;
	bool good;

	if (!payload)
		return false;
	good = block_open(&block, desc, payload);
	kind = good ? block_column(&block, COL_KIND) : NULL;
	good = good && !block.bad;
	for (uint32_t i = 0; good && i < desc->rows; i++)
		good = kind[i] < kinds;
	if (good)
		kind_rows_count(counts, kinds, kind, desc->rows);
	block_close(&block);
	return good;
}

/* Count the rows of the new blocks. Returns false, and counts none, if a block is damaged. */
static bool count_rows(struct index *index, const struct checkpoint_reading *r)
{
	uint64_t kinds = index_kinds(index) + r->head.entries[TABLE_KINDS];
	struct kind_rows counts = { .n = 0 };
	bool good = true;

	for (uint32_t i = 0; good && i < r->head.entries[TABLE_BLOCKS]; i++) {
		struct block_desc desc;

		memcpy(&desc, r->entries[TABLE_BLOCKS] + i * sizeof(desc), sizeof(desc));
		good = count_block(index, &desc, kinds, &counts);
	}
	if (good)
		kind_rows_move(&counts, &index->counted);
	kind_rows_release(&counts);
	return good;
}

static bool apply_checkpoint(struct index *index, const struct checkpoint_reading *r,
			     uint64_t chunk)
{
	if (!place_sound(index, &r->head) || !blocks_follow(index, r, chunk) ||
	    !entries_sound(index, r) || !count_rows(index, r))
		return false;
	tasks_add_strings(&index->tasks, r->strings, r->head.strings);
	for (int t = TABLES; t < TABLES_KEPT; t++)
		for (uint32_t i = 0; i < r->head.entries[t]; i++)
			history_add(table_history(index, (enum index_table)t),
				    r->entries[t] + i * tables[t].entry);
	/*
	 * Publish the numbers of records first: a reader that sees a row must find as many records.
	 */
	atomic_store(&index->records, r->head.records);
	atomic_store(&index->damaged, r->head.rows - r->head.records);
	/* Add blocks last, because they refer to the other tables. */
	for (int t = TABLES - 1; t >= 0; t--)
		for (uint32_t i = 0; i < r->head.entries[t]; i++)
			add_entry(index, (enum index_table)t, r->entries[t] + i * tables[t].entry);
	return true;
}

bool checkpoint_apply(struct index *index, const uint8_t *payload, size_t len, uint64_t chunk,
		      struct checkpoint *checkpoint)
{
	struct checkpoint_reading r;
	bool ok = split(payload, len, &r) && apply_checkpoint(index, &r, chunk);

	free(r.news);
	if (!ok)
		return false;
	*checkpoint = r.head;
	return true;
}
