/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_PACKER_H
#define INDEX_PACKER_H

#include "base/vec.h"
#include "index/build_pool.h"
#include "index/pieces.h"

/*
 * The second half of a build: its threads pack filled blocks, write them and publish them to
 * readers, while the scan fills the next blocks. The output depends only on the blocks, not on the
 * number and the timing of the threads.
 */
struct packer;

/* A piece of an inflated stream, not yet compressed. */
struct raw_frame {
	uint32_t stream;
	uint64_t offset;
	struct buf bytes;
};

/* Numbers of entries of the tables, and bytes of strings. */
struct table_sizes {
	uint64_t entries[TABLES];
	uint64_t strings;
};

/* Rows of a block that are in a piece. The packer copies them. */
struct block_span {
	struct piece *piece;
	uint32_t row, n;
	uint32_t to; /* row of the block */
};

/* Everything of one block. The scan fills it, and the packer empties it. */
struct block_job {
	struct block_writer block;
	struct block_desc desc; /* places; the packer adds the rest */
	VEC(struct block_span) spans;
	VEC(struct raw_frame) frames;
	size_t frame_bytes;
	struct buf changes[HISTORIES]; /* entries made from the block's records, for each history */
	uint64_t records, damaged, bytes_done; /* of the whole build, up to the end of this block */
	uint64_t inflated;		       /* bytes, also of the whole build */
	bool has_checkpoint;		       /* to be written after the block: */
	struct checkpoint checkpoint;
	struct table_sizes sizes;
};

/*
 * Open a packer. If the pool has no threads, packer_give() packs and writes the block itself.
 * sizes: of the tables at the last checkpoint. All functions are for the builder.
 */
struct packer *packer_open(struct index *index, struct build_pool *pool,
			   const struct table_sizes *sizes);

/* Get an empty job. Waits while all jobs are filled and not yet written. */
struct block_job *packer_take(struct packer *packer);

/* Give the job that was taken last to the packer. Jobs are written in the order of giving. */
void packer_give(struct packer *packer);

/* Wait until all given jobs are written, and counted in index->counted. */
void packer_drain(struct packer *packer);

/* Has a write failed? The scan can then stop. */
bool packer_failed(struct packer *packer);

/* Wait until all jobs are written, and free the packer. Returns the first error. */
int packer_close(struct packer *packer, struct err *err);

#endif
