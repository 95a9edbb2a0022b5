/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inflate COMPRESSED records, check the records inside them, and make rows of these. */
#include <stdlib.h>

#include "file/zstream.h"
#include "index/build.h"
#include "index/index_private.h"

enum {
	/*
	 * Limits of the inflated size of all streams. Larger data are a decompression bomb and not
	 * a recording.
	 */
	INFLATED_FREE = 64 << 20,
	INFLATED_RATIO = 1024 /* times the compressed size */
};

struct inflater {
	struct zstream *z;
	struct buf bytes;	 /* inflated bytes that are not yet cut into records */
	struct inflating before; /* of the streams before this one */
	uint64_t offset;	 /* of bytes in the inflated stream */
	uint32_t stream;	 /* number of the inflated stream */
	const char *broken;	 /* why the stream cannot be inflated further; NULL: it can */
	bool again;		 /* the stream is inflated again, up to a checkpoint */
	uint64_t rows_end;	 /* end of the data that already have rows, records or damage */
};

struct inflater *inflater_open(uint32_t stream, const struct inflating *before)
{
	struct inflater *z = mem_zalloc(sizeof(*z));

	buf_init(&z->bytes);
	z->stream = stream;
	z->before = *before;
	return z;
}

/*
 * Return why these bytes cannot begin with a record; NULL: they can. Records of the kernel were in
 * its ring buffer, where they are padded to 8 bytes. zstd has no checksum here and may inflate
 * damaged data to any bytes.
 */
static const char *inflated_damage(const uint8_t *p, uint16_t size, bool big)
{
	uint32_t type = load_u32(p, big);
	const struct record_desc *desc = record_find(type);
	bool kernel = type && type < RECORD_USER_START;

	if (size < RECORD_HEADER_SIZE || (desc && size < desc->min) || (!desc && !kernel) ||
	    (kernel && size % 8))
		return "the decompressed bytes are not a record: all data after them are skipped";
	return NULL;
}

static bool is_row_already(const struct inflater *z)
{
	return z->again && z->offset < z->rows_end;
}

/* Make one damaged stretch of the remaining inflated bytes. */
static void break_off(struct inflater *z, struct build *b, const uint8_t *p, size_t len,
		      const char *why)
{
	struct record rest = {
		.offset = z->offset,
		.size = len,
		.type = RECORD_DAMAGE,
		.bytes = p,
		.damage = why,
	};

	if (len && !is_row_already(z)) {
		build_before_damage(b, z->offset);
		build_step(b, &rest);
	}
	z->broken = why;
}

/*
 * Turn complete records into rows. Returns the bytes left, which wait for the next COMPRESSED
 * record.
 */
static size_t cut_records(struct inflater *z, struct build *b)
{
	bool big = b->index->file->header.big;
	const uint8_t *p = (const uint8_t *)z->bytes.p;
	size_t left = z->bytes.len;
	const char *why;

	while (left >= RECORD_HEADER_SIZE) {
		uint16_t size = load_u16(p + 6, big);
		struct record rec = {
			.offset = z->offset,
			.size = size,
			.type = load_u32(p, big),
			.misc = load_u16(p + 4, big),
			.bytes = p,
		};

		why = inflated_damage(p, size, big);
		if (why) {
			break_off(z, b, p, left, why);
			z->offset += left;
			return 0;
		}
		if (size > left)
			break;
		if (!is_row_already(z))
			build_step(b, &rec);
		p += size;
		left -= size;
		z->offset += size;
	}
	return left;
}

static void add_inflated(struct inflater *z, struct build *b)
{
	size_t left = cut_records(z, b);
	struct buf rest = BUF_INIT;

	buf_add(&rest, z->bytes.p + z->bytes.len - left, left);
	buf_release(&z->bytes);
	z->bytes = rest;
}

/* Make a damaged stretch of the plain stream from data that cannot be inflated. */
static void add_broken(const struct inflater *z, struct build *b, const struct record *rec,
		       const uint8_t *p, size_t len, const char *why)
{
	struct record damage = {
		.offset = rec->offset + (uint64_t)(p - rec->bytes),
		.size = len,
		.type = RECORD_DAMAGE,
		.damage = why,
	};

	if (len && !z->again)
		build_step(b, &damage);
}

void inflater_note(const struct inflater *z, const struct build *b, const uint64_t *next,
		   struct checkpoint *checkpoint)
{
	checkpoint->before = z->before;
	checkpoint->inflating = b->inflating;
	if (!z->z)
		return;
	checkpoint->flags |= CHECKPOINT_INFLATING;
	checkpoint->in = b->in;
	checkpoint->inflated = next ? *next : z->offset;
	if (z->broken)
		checkpoint->flags |= CHECKPOINT_BROKEN;
}

/*
 * Inflate the stream again from its beginning, because a zstd stream has no entry points. If the
 * record at the checkpoint holds data after the checkpoint, they become rows.
 */
static void inflate_again(struct inflater *z, struct build *b, const struct stream *stream,
			  const struct checkpoint *checkpoint)
{
	struct records records;
	struct record rec;

	z->again = true;
	b->inflating = z->before;
	z->rows_end = checkpoint->inflated;
	records_init(&records, stream, stream->start);
	while (records.pos < checkpoint->position && !build_stopped(b) &&
	       records_next(&records, &rec))
		if (!rec.damage &&
		    (rec.type == RECORD_COMPRESSED || rec.type == RECORD_COMPRESSED2))
			inflater_record(z, b, &rec);
	records_release(&records);
	z->again = false;
}

void inflater_resume(struct inflater *z, struct build *b, const struct stream *stream,
		     const struct checkpoint *checkpoint)
{
	z->before = checkpoint->before;
	b->inflating = checkpoint->inflating;
	if (!(checkpoint->flags & CHECKPOINT_INFLATING))
		return;
	if (checkpoint->flags & CHECKPOINT_BROKEN) {
		z->z = zstream_open();
		z->broken = "damaged";
		z->offset = checkpoint->inflated;
		return;
	}
	inflate_again(z, b, stream, checkpoint);
}

/* Return how many bytes a record may inflate to. Its own bytes are already in sum->packed. */
static struct zstream_limit limit_of(const struct inflating *sum)
{
	uint64_t all = INFLATED_FREE + INFLATED_RATIO * sum->packed;
	uint64_t left = all > sum->inflated ? all - sum->inflated : 0;

	if (left >= ZSTREAM_RECORD_MAX)
		return zstream_limit;
	return (struct zstream_limit){
		(size_t)left,
		"the compressed records inflate to more than 64 MiB plus 1024 times their size",
	};
}

/*
 * Inflate the data of a record, and append them to the bytes that are left over. Return NULL or the
 * error.
 */
static const char *inflate(struct inflater *z, struct build *b, const uint8_t *p, size_t len)
{
	size_t before = z->bytes.len;
	struct zstream_limit limit;
	const char *why;

	b->inflating.packed += len;
	limit = limit_of(&b->inflating);
	why = zstream_feed(z->z, p, len, &limit, &z->bytes);
	b->inflating.inflated += z->bytes.len - before;
	return why;
}

void inflater_record(struct inflater *z, struct build *b, const struct record *rec)
{
	uint32_t stream = b->stream;
	const uint8_t *p;
	size_t len = zstream_data(rec->bytes, rec->size, rec->type, b->index->file->header.big, &p);

	if (z->broken && zstream_is_start(p, len)) {
		zstream_close(z->z);
		buf_reset(&z->bytes);
		z->z = NULL;
		z->broken = NULL;
	}
	if (z->broken) {
		add_broken(z, b, rec, p, len, "compressed data after damage in their stream");
		return;
	}
	if (!z->z)
		z->z = zstream_open();
	z->broken = inflate(z, b, p, len);
	if (z->broken) {
		add_broken(z, b, rec, p, len, z->broken);
		return;
	}
	b->stream = z->stream;
	b->in = rec->offset;
	add_inflated(z, b);
	build_damage(b);
	b->stream = stream;
	b->in = 0;
}

void inflater_end(struct inflater *z, struct build *b)
{
	uint32_t stream = b->stream;

	if (!z->bytes.len || z->broken)
		return;
	b->stream = z->stream;
	break_off(z, b, (const uint8_t *)z->bytes.p, z->bytes.len,
		  "the compressed data end inside a record");
	build_damage(b);
	b->stream = stream;
	/* More data may follow later. */
	z->broken = NULL;
}

void inflater_close(struct inflater *z)
{
	zstream_close(z->z);
	buf_release(&z->bytes);
	free(z);
}
