/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_PACKER_H
#define INDEX_PACKER_H

#include "base/vec.h"
#include "index/index.h"

/*
 * The second half of building: a thread that packs filled blocks, writes them and
 * lets readers see them, while the scan fills the next ones. What it writes depends
 * on the blocks alone, not on the timing of the threads.
 */
struct packer;

/* A piece of an inflated stream, not yet compressed. */
struct raw_frame {
	uint32_t stream;
	uint64_t offset;
	struct buf bytes;
};

/* The sizes of the tables. */
struct table_sizes {
	uint64_t entries[TABLES];
	uint64_t strings;
};

/* What one block consists of; the scan fills it, the packer empties it. */
struct block_job {
	struct block_writer block;
	struct block_desc desc; /* places and keys without times; the packer adds the rest */
	VEC(struct raw_frame) frames;
	size_t frame_bytes;
	struct buf changes[HISTORIES]; /* entries that the block's records are, by history */
	uint64_t records, damaged, bytes_done; /* of the whole build, behind this block */
	uint64_t inflated;		       /* likewise */
	bool has_checkpoint;		       /* that is to be written behind the block: */
	struct checkpoint checkpoint;
	struct table_sizes sizes;
};

/*
 * threaded false: packer_give() does the work itself. sizes: those of the tables at the last
 * checkpoint.
 */
struct packer *packer_open(struct index *index, bool threaded, const struct table_sizes *sizes);

/* An empty job; waits while all are filled and not yet written. */
struct block_job *packer_take(struct packer *packer);

/* Give a filled job, which is written after those given before. */
void packer_give(struct packer *packer, struct block_job *job);

/* Wait until all given jobs are written. */
void packer_drain(struct packer *packer);

/* True after a write has failed: the scan can stop. */
bool packer_failed(struct packer *packer);

/* Wait until all is written, and free the packer. Returns the first error. */
int packer_close(struct packer *packer, struct err *err);

#endif
