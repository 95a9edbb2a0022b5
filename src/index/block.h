/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_BLOCK_H
#define INDEX_BLOCK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/buf.h"
#include "base/vec.h"
#include "index/column.h"
#include "index/format.h"

/* The columns that every row has. */
enum column_id {
	COL_SIZE,   /* bytes of the record, or of the damaged stretch */
	COL_KIND,   /* number of the row's kind */
	COL_THREAD, /* number of the row's thread, 0 if the record has neither pid nor tid */
	COL_CPU,
	COL_TIME, /* ns; 0 if the record has no time */
	COL_COUNT
};

enum {
	BLOCK_ROWS = COLUMN_MAX
};

/* Is this number in COL_TIME a time? 0 and all ones mean that the record has none. */
static inline bool block_is_time(uint64_t time)
{
	return time && time != UINT64_MAX;
}

/* A block that the builder is filling. */
struct block_writer {
	uint32_t rows;
	uint64_t *col[COL_COUNT]; /* BLOCK_ROWS numbers each */
	VEC(struct block_jump) jumps;
};

void block_writer_init(struct block_writer *w);
void block_writer_release(struct block_writer *w);

/* Append the payload of the block's chunk, and set desc->kinds, desc->threads and desc->cpus. */
void block_writer_pack(const struct block_writer *w, struct buf *out, struct block_desc *desc);

/* A block for reading, by any thread. A column is unpacked at its first use. */
struct block {
	struct block_desc desc;
	uint8_t *payload;
	struct block_header head;
	const uint8_t *jumps;
	const uint8_t *packed[COL_COUNT];
	pthread_mutex_t lock;		  /* guards the following members while they are made */
	uint64_t *_Atomic col[COL_COUNT]; /* NULL: not unpacked yet */
	uint64_t *_Atomic offset;	  /* of each row in its stream, computed from sizes and
					   * jumps */
	uint16_t *stream;		  /* each row's stream; set together with offset */
	uint64_t *in;	  /* for an inflated stream: offset of the COMPRESSED record; else 0 */
	_Atomic bool bad; /* a column cannot be unpacked: its numbers are 0 */
	uint64_t shift;	  /* of the times in desc and COL_TIME; see index/shift.h */
};

/* Take over a payload (desc->size bytes, malloc'd) for reading. Returns false if it is damaged. */
bool block_open(struct block *block, const struct block_desc *desc, uint8_t *payload);
void block_close(struct block *block);

/* Shift the block's times. Call it before any column is read. */
void block_shift(struct block *block, uint64_t shift);

const uint64_t *block_column(struct block *block, enum column_id id);

/*
 * Return the time of a row as the record has it, without the block's shift. times: the column
 * COL_TIME.
 */
static inline uint64_t block_recorded_time(const struct block *block, const uint64_t *times,
					   uint32_t row)
{
	return times[block->shift ? block->desc.rows + row : row];
}

/* Set the bit of each row for which yes() accepts the number in a column (index/column.h). */
void block_match(struct block *block, enum column_id id, bool (*yes)(void *arg, uint64_t v),
		 void *arg, uint64_t *bits);

/* Return the offset, the stream and the offset of the COMPRESSED record of each row. */
const uint64_t *block_offsets(struct block *block);

/* Rows whose records follow one another in a stream. Begin with zeros. */
struct block_stretch {
	uint32_t row, end;	/* the first row, and the row after the last one */
	struct block_jump jump; /* where the record of the first row is */
	uint32_t jumps;		/* up to here */
};

/* Go to the next stretch of a block. Returns false after the last one. */
bool block_next_stretch(const struct block *block, struct block_stretch *stretch);

#endif
