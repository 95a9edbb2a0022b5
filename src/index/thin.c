/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/thin.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "file/window.h"
#include "index/build.h"
#include "index/index_private.h"
#include "index/kind.h"

enum {
	THIN_TAG = 1,	       /* block_header.thin */
	KINDS = 256,	       /* kinds in a block; a block with more stays whole */
	NUMBER_BYTES = 4,      /* bytes of the number of a kind or thread */
	READ_BYTES = 256 << 10 /* bytes of the recording that are read at a time */
};

/* The state while rows are being rebuilt. */
struct thin {
	const struct index *index;
	const struct stream *stream; /* the stream of the window */
	struct window window;
	uint32_t kind[KINDS];
	size_t kinds;
	struct map threads; /* from pid and tid to the number */
	struct block_writer block;
};

static uint64_t thread_key(const struct thread_entry *thread)
{
	return (uint64_t)thread->pid << 32 | thread->tid;
}

/* ---- making rows ---- */

static const struct kind *find_kind(const struct thin *t, const struct record *rec,
				    uint32_t *number)
{
	struct kind_entry entry = kind_of_record(t->index, rec);

	for (size_t i = 0; i < t->kinds; i++) {
		const struct kind *kind = index_kind(t->index, t->kind[i]);

		if (kind && kind_same(&kind->entry, &entry)) {
			*number = t->kind[i];
			return kind;
		}
	}
	return NULL;
}

static bool find_thread(const struct thin *t, const struct kind *kind, const struct record *rec,
			uint32_t *number)
{
	struct thread_entry thread = {
		(uint32_t)kind_field(t->index, kind, INDEX_FIELD_PID, rec),
		(uint32_t)kind_field(t->index, kind, INDEX_FIELD_TID, rec),
	};
	const uint32_t *known;

	*number = NO_THREAD;
	if (!kind_has_thread(kind))
		return true;
	known = map_get(&t->threads, thread_key(&thread));
	if (known)
		*number = *known;
	return known;
}

static bool add_row(struct thin *t, const struct record *rec)
{
	struct block_writer *w = &t->block;
	uint32_t number, thread, i = w->rows;
	const struct kind *kind = find_kind(t, rec, &number);

	if (!kind || rec->size < kind->offsets.min || !find_thread(t, kind, rec, &thread))
		return false;
	w->col[COL_SIZE][i] = rec->size;
	w->col[COL_KIND][i] = number;
	w->col[COL_THREAD][i] = thread;
	w->col[COL_CPU][i] = kind_field(t->index, kind, INDEX_FIELD_CPU, rec);
	w->col[COL_TIME][i] = kind_field(t->index, kind, INDEX_FIELD_TIME, rec);
	w->rows++;
	return true;
}

static void go_to(struct thin *t, const struct stream *stream)
{
	if (t->stream == stream)
		return;
	if (t->stream)
		window_release(&t->window);
	window_init(&t->window, stream->source, READ_BYTES);
	t->stream = stream;
}

/* Read the record at an offset. Returns false if it does not exist any more. */
static bool read_record(struct thin *t, uint64_t offset, struct record *rec)
{
	size_t avail;
	const uint8_t *p = window_get(&t->window, offset, RECORD_HEADER_SIZE, &avail);
	bool big = t->stream->big;

	if (avail < RECORD_HEADER_SIZE)
		return false;
	*rec = (struct record){
		.offset = offset,
		.size = load_u16(p + 6, big),
		.type = load_u32(p, big),
		.misc = load_u16(p + 4, big),
	};
	rec->bytes = window_get(&t->window, offset, (size_t)rec->size, &avail);
	return rec->size >= RECORD_HEADER_SIZE && avail >= rec->size;
}

/* Rebuild the rows from a place on, until the block has `end` rows. */
static bool add_rows(struct thin *t, const struct block_jump *from, uint32_t end)
{
	const struct perf_file *file = t->index->file;
	uint64_t offset = from->offset;
	struct record rec;

	if (from->stream >= file->streams.n || from->in)
		return false;
	go_to(t, &file->streams.v[from->stream]);
	while (t->block.rows < end) {
		if (!read_record(t, offset, &rec) || !add_row(t, &rec))
			return false;
		offset += rec.size;
	}
	return true;
}

static bool make_rows(struct thin *t, const struct block_jump *jumps, uint32_t n, uint32_t rows)
{
	bool ok = true;

	for (uint32_t i = 0; ok && i < n; i++) {
		ok = add_rows(t, &jumps[i], i + 1 < n ? jumps[i + 1].row : rows);
		vec_push(&t->block.jumps, jumps[i]);
	}
	return ok && t->block.rows == rows;
}

static void thin_init(struct thin *t, const struct index *index)
{
	*t = (struct thin){ .index = index };
	block_writer_init(&t->block);
}

static void thin_release(struct thin *t)
{
	if (t->stream)
		window_release(&t->window);
	map_release(&t->threads);
	block_writer_release(&t->block);
}

/* ---- packing ---- */

static bool know_kind(struct thin *t, uint64_t number)
{
	for (size_t i = t->kinds; i--;)
		if (t->kind[i] == number)
			return true;
	if (t->kinds == KINDS)
		return false;
	t->kind[t->kinds++] = (uint32_t)number;
	return true;
}

static bool know_thread(struct thin *t, uint64_t number)
{
	bool fresh;

	if (number != NO_THREAD)
		*map_put(&t->threads, thread_key(index_thread(t->index, number)), &fresh) =
			(uint32_t)number;
	return true;
}

/* Append each new number of a column, and mark it as known. */
static uint32_t put_numbers(struct thin *t, const struct block_writer *w, enum column_id id,
			    struct buf *out)
{
	size_t before = out->len;

	for (uint32_t i = 0; i < w->rows; i++) {
		uint64_t number = w->col[id][i];
		size_t known = t->kinds + map_count(&t->threads);
		uint32_t v = (uint32_t)number;

		if (!(id == COL_KIND ? know_kind(t, number) : know_thread(t, number)))
			return 0;
		if (t->kinds + map_count(&t->threads) > known)
			buf_add(out, &v, NUMBER_BYTES);
	}
	return (uint32_t)(out->len - before);
}

static bool same_rows(const struct block_writer *a, const struct block_writer *b)
{
	for (int c = 0; c < COL_COUNT; c++)
		if (memcmp(a->col[c], b->col[c], a->rows * sizeof(a->col[c][0])) != 0)
			return false;
	return true;
}

bool thin_pack(const struct index *index, const struct block_writer *w, struct buf *out)
{
	struct block_header head = { .rows = w->rows,
				     .jumps = (uint32_t)w->jumps.n,
				     .thin = THIN_TAG };
	size_t at = out->len;
	struct thin t;
	bool ok;

	thin_init(&t, index);
	buf_add(out, &head, sizeof(head));
	buf_add(out, w->jumps.v, w->jumps.n * sizeof(*w->jumps.v));
	head.column_size[COL_KIND] = put_numbers(&t, w, COL_KIND, out);
	head.column_size[COL_THREAD] = put_numbers(&t, w, COL_THREAD, out);
	memcpy(out->p + at, &head, sizeof(head));
	ok = head.column_size[COL_KIND] &&
	     make_rows(&t, w->jumps.v, (uint32_t)w->jumps.n, w->rows) && same_rows(w, &t.block);
	thin_release(&t);
	if (!ok)
		out->len = at;
	return ok;
}

/* ---- unpacking ---- */

static void take_numbers(struct thin *t, const uint8_t *p, const struct block_header *head)
{
	uint32_t kinds = head->column_size[COL_KIND] / NUMBER_BYTES;
	uint32_t n = kinds + head->column_size[COL_THREAD] / NUMBER_BYTES;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t number;

		memcpy(&number, p + (size_t)i * NUMBER_BYTES, NUMBER_BYTES);
		if (i < kinds)
			know_kind(t, number);
		else
			know_thread(t, number);
	}
}

bool thin_is(const uint8_t *payload, size_t len)
{
	struct block_header head;

	if (len < sizeof(head))
		return false;
	memcpy(&head, payload, sizeof(head));
	return head.thin == THIN_TAG;
}

static bool is_whole(const struct block_header *head, size_t len)
{
	return head->rows <= BLOCK_ROWS && sizeof(*head) + head->jumps * sizeof(struct block_jump) +
							   head->column_size[COL_KIND] +
							   head->column_size[COL_THREAD] ==
						   len;
}

uint8_t *thin_unpack(const struct index *index, const uint8_t *payload, size_t len, uint32_t *size)
{
	struct block_header head;
	struct buf whole = BUF_INIT;
	struct block_jump *jumps;
	struct block_desc desc;
	struct thin t;

	if (!thin_is(payload, len))
		return NULL;
	memcpy(&head, payload, sizeof(head));
	if (!is_whole(&head, len))
		return NULL;
	thin_init(&t, index);
	jumps = mem_alloc(head.jumps * sizeof(*jumps));
	memcpy(jumps, payload + sizeof(head), head.jumps * sizeof(*jumps));
	take_numbers(&t, payload + sizeof(head) + head.jumps * sizeof(*jumps), &head);
	if (make_rows(&t, jumps, head.jumps, head.rows))
		block_writer_pack(&t.block, &whole, &desc);
	free(jumps);
	thin_release(&t);
	*size = (uint32_t)whole.len;
	return whole.len ? (uint8_t *)buf_take(&whole) : NULL;
}
