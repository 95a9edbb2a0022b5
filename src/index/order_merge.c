/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/order_merge.h"

#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "base/mem.h"
#include "base/vec.h"
#include "file/spool.h"
#include "index/index_private.h"
#include "index/order.h"
#include "index/page.h"

enum {
	MERGE_WAYS = 32,
	SOURCE_ENTRIES = 4096, /* entries that are read from a spool at a time */
	CHECK_STOP = 65536     /* entries between two checks for a stop */
};

/* ---- which blocks are crowded ---- */

struct overlap {
	uint64_t block;
	struct order_entry first, last;
};

static struct overlap overlap_of(const struct index *index, uint64_t block)
{
	const struct block_desc *desc = index_block(index, block);

	return (struct overlap){
		block,
		{ desc->key_min, desc->first_row },
		{ desc->key_max, desc->first_row + desc->rows - 1 },
	};
}

static int by_first(const void *pa, const void *pb, void *arg)
{
	struct overlap a = overlap_of(arg, *(const uint32_t *)pa);
	struct overlap b = overlap_of(arg, *(const uint32_t *)pb);

	return entry_before(&a.first, &b.first) ? -1 : entry_before(&b.first, &a.first);
}

static int by_number(const void *pa, const void *pb)
{
	const uint64_t *a = pa, *b = pb;

	return *a < *b ? -1 : *a > *b;
}

/* Only the numbers are sorted, because there can be millions of them. */
static uint32_t *list_blocks(struct index *index, uint64_t n)
{
	uint32_t *list = mem_alloc((n + 1) * sizeof(*list));

	for (uint64_t i = 0; i < n; i++)
		list[i] = (uint32_t)i;
	qsort_r(list, n, sizeof(*list), by_first, index);
	return list;
}

static size_t furthest(const struct overlap *v, size_t n)
{
	size_t best = 0;

	for (size_t i = 1; i < n; i++)
		if (entry_before(&v[best].last, &v[i].last))
			best = i;
	return best;
}

/*
 * Find the crowded blocks. If too many blocks overlap, the block that reaches furthest is taken
 * out, because that leaves the fewest overlaps.
 */
static void find_crowded(struct index *index)
{
	uint64_t n = index_blocks(index);
	size_t most = index->options.overlap ? index->options.overlap : ORDER_OVERLAP, live = 0;
	struct overlap *v = mem_alloc((most + 1) * sizeof(*v));
	uint32_t *list = list_blocks(index, n);
	VEC(uint64_t) crowded = { 0 };

	for (uint64_t i = 0; i < n; i++) {
		struct overlap next = overlap_of(index, list[i]);
		size_t kept = 0;

		for (size_t k = 0; k < live; k++)
			if (!entry_before(&v[k].last, &next.first))
				v[kept++] = v[k];
		live = kept;
		v[live++] = next;
		if (live > most) {
			size_t out = furthest(v, live);

			vec_push(&crowded, v[out].block);
			v[out] = v[--live];
		}
	}
	if (crowded.n)
		qsort(crowded.v, crowded.n, sizeof(*crowded.v), by_number);
	for (size_t i = 0; i < crowded.n; i++) {
		uint64_t le = htole64(crowded.v[i]);

		pages_add(&index->crowded, &le);
	}
	vec_release(&crowded);
	free(list);
	free(v);
}

/* ---- merging ---- */

/* A reader of sorted entries: of one block, or of a part of a spool that is read in pieces. */
struct entry_source {
	struct order_entry *v;
	size_t i, n;
	uint64_t offset, left; /* entries of the spool that are not read yet */
};

/* The target of merged entries: a spool, or pages (fd < 0). */
struct merge_sink {
	struct index *index;
	int fd;
	uint64_t written; /* to the spool */
	struct order_entry v[BLOCK_ROWS];
	uint32_t n;
	struct buf packed;
};

/* A sorted part of a spool. */
struct sequence {
	uint64_t offset, entries;
};

struct order_merge {
	struct index *index;
	int spool; /* the spool that is read */
	struct merge_sink sink;
	struct err *err;
};

/*
 * Estimate the final size: the index so far, and all entries in the spool that is read and in the
 * spool that is written.
 */
static uint64_t room_needed(const struct index *index)
{
	return index->container.size +
	       2 * index_crowded(index) * BLOCK_ROWS * sizeof(struct order_entry);
}

static int write_spool(struct merge_sink *s, struct err *err)
{
	size_t len = s->n * sizeof(s->v[0]);

	if (!spool_write_at(s->fd, s->written, s->v, len))
		return spool_failed(err, "the time order", s->index->options.spool_dir, errno,
				    room_needed(s->index));
	s->written += len;
	s->n = 0;
	return 0;
}

static int flush(struct merge_sink *s, struct err *err)
{
	struct page_entry page;
	int rc;

	if (!s->n)
		return 0;
	if (s->fd >= 0)
		return write_spool(s, err);
	rc = page_write(&s->index->container, s->v, s->n, &s->packed, &page, err);
	if (!rc)
		pages_add(&s->index->order_pages, &page);
	s->n = 0;
	return rc;
}

static int refill(const struct order_merge *m, struct entry_source *f)
{
	size_t want = f->left < SOURCE_ENTRIES ? (size_t)f->left : SOURCE_ENTRIES;
	size_t len = want * sizeof(*f->v);

	f->i = 0;
	f->n = want;
	if (io_read_at(m->spool, f->offset, f->v, len) < len)
		return err_set(m->err, ERR_IO, "cannot read the time order: %s", io_why_few(errno));
	f->offset += len;
	f->left -= want;
	return 0;
}

static void sift_down(struct entry_source *v, size_t n)
{
	struct entry_source top = v[0];
	size_t at = 0;

	for (;;) {
		size_t child = 2 * at + 1;

		if (child + 1 < n &&
		    entry_before(&v[child + 1].v[v[child + 1].i], &v[child].v[v[child].i]))
			child++;
		if (child >= n || !entry_before(&v[child].v[v[child].i], &top.v[top.i]))
			break;
		v[at] = v[child];
		at = child;
	}
	v[at] = top;
}

static int by_entry(const void *pa, const void *pb)
{
	const struct entry_source *a = pa, *b = pb;

	return entry_before(&a->v[a->i], &b->v[b->i]) ? -1 : 1;
}

/* Merge all entries of the sources, none of which is empty, into the sink, and free the sources. */
static int merge(struct order_merge *m, struct entry_source *v, size_t n)
{
	uint64_t count = 0;
	int rc = 0;

	qsort(v, n, sizeof(*v), by_entry);
	while (n && !rc) {
		m->sink.v[m->sink.n++] = v[0].v[v[0].i++];
		if (m->sink.n == BLOCK_ROWS)
			rc = flush(&m->sink, m->err);
		if (!rc && v[0].i == v[0].n && v[0].left)
			rc = refill(m, &v[0]);
		if (++count % CHECK_STOP == 0 && atomic_load(&m->index->stop))
			rc = ERR_STOPPED;
		if (v[0].i == v[0].n) {
			free(v[0].v);
			v[0] = v[--n];
		}
		if (n)
			sift_down(v, n);
	}
	while (n)
		free(v[--n].v);
	return rc ? rc : flush(&m->sink, m->err);
}

/* Merge the sources, and describe the sequence that results in the spool. */
static int merge_group(struct order_merge *m, struct entry_source *sources, size_t n,
		       struct sequence *out)
{
	out->offset = m->sink.written;
	if (merge(m, sources, n))
		return m->err->code ? (int)m->err->code : ERR_STOPPED;
	out->entries = (m->sink.written - out->offset) / sizeof(struct order_entry);
	return 0;
}

/* ---- levels ---- */

typedef VEC(struct sequence) sequences;

static int open_sink(struct order_merge *m, bool pages)
{
	m->sink.fd = pages ? -1 : spool_file(m->index->options.spool_dir, m->err);
	m->sink.written = 0;
	return pages || m->sink.fd >= 0 ? 0 : ERR_IO;
}

/* Read from the spool, which has been written. */
static void turn(struct order_merge *m)
{
	if (m->spool >= 0)
		spool_close(m->spool);
	m->spool = m->sink.fd;
	m->sink.fd = -1;
}

/* Open up to MERGE_WAYS crowded blocks, starting with the i-th. */
static int open_blocks(struct order_merge *m, uint64_t i, uint64_t end,
		       struct entry_source *sources, size_t *n)
{
	struct order_entry *room = mem_alloc(BLOCK_ROWS * sizeof(*room));
	bool ok = true;

	for (*n = 0; ok && i < end; i++) {
		uint64_t block = index_crowded_at(m->index, i);
		struct entry_source *f = &sources[*n];

		*f = (struct entry_source){ .n = index_block(m->index, block)->rows };
		f->v = mem_alloc(f->n * sizeof(*f->v));
		ok = sort_load(m->index, block, true, f->v, room);
		++*n;
	}
	free(room);
	if (ok)
		return 0;
	while (*n)
		free(sources[--*n].v);
	return err_set(m->err, ERR_IO, "cannot read back the new index");
}

static int merge_blocks(struct order_merge *m, sequences *out)
{
	uint64_t total = index_crowded(m->index);
	int rc = open_sink(m, total <= MERGE_WAYS);

	for (uint64_t i = 0; !rc && i < total; i += MERGE_WAYS) {
		struct entry_source sources[MERGE_WAYS];
		uint64_t end = total - i < MERGE_WAYS ? total : i + MERGE_WAYS;
		size_t n;

		rc = open_blocks(m, i, end, sources, &n);
		if (!rc)
			rc = merge_group(m, sources, n, vec_add(out));
	}
	turn(m);
	return rc;
}

static int merge_sequences(struct order_merge *m, const sequences *in, sequences *out)
{
	int rc = open_sink(m, in->n <= MERGE_WAYS);

	for (size_t i = 0; !rc && i < in->n; i += MERGE_WAYS) {
		struct entry_source sources[MERGE_WAYS];
		size_t n = 0;

		for (; !rc && n < MERGE_WAYS && i + n < in->n; n++) {
			sources[n] = (struct entry_source){ .offset = in->v[i + n].offset,
							    .left = in->v[i + n].entries };
			sources[n].v = mem_alloc(SOURCE_ENTRIES * sizeof(*sources[n].v));
			rc = refill(m, &sources[n]);
		}
		if (!rc)
			rc = merge_group(m, sources, n, vec_add(out));
		else
			while (n)
				free(sources[--n].v);
	}
	turn(m);
	return rc;
}

static int write_pages(struct order_merge *m)
{
	sequences in = { 0 }, out = { 0 };
	int rc = merge_blocks(m, &in);

	while (!rc && in.n > 1) {
		sequences other = in;

		rc = merge_sequences(m, &in, &out);
		in = out;
		out = other;
		out.n = 0;
	}
	vec_release(&in);
	vec_release(&out);
	if (m->spool >= 0)
		spool_close(m->spool);
	return rc;
}

int order_merge_write(struct index *index, struct err *err)
{
	struct order_merge *m;
	int rc;

	if (!index_has_times(index))
		return 0;
	find_crowded(index);
	if (!index_crowded(index))
		return 0;
	m = mem_zalloc(sizeof(*m));
	m->index = index;
	m->spool = -1;
	m->sink.index = index;
	buf_init(&m->sink.packed);
	m->err = err;
	rc = write_pages(m);
	buf_release(&m->sink.packed);
	free(m);
	return rc;
}
