/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_CHECKPOINT_H
#define INDEX_CHECKPOINT_H

#include "index/packer.h"

/*
 * Checkpoints among the chunks of an index. An interrupted build, or a build for a recording that
 * has grown, resumes from the last one. Their places depend only on the recording, so the index is
 * the same whether its build was interrupted or not.
 */
enum {
	CHECKPOINT_BLOCKS = 8,	   /* the most blocks between two checkpoints */
	CHECKPOINT_BYTES = 8 << 20 /* the most bytes of the recording, plus one block */
};

/* Store the sizes of the tables at the time when a block is given to the packer. */
void checkpoint_sizes(struct index *index, struct table_sizes *sizes);

/*
 * Memory that all checkpoints share. Checkpoints of a recording with many names need much memory.
 */
struct checkpoint_room {
	struct buf news, packed;
	struct ZSTD_CCtx_s *zstd;
};
void checkpoint_room_init(struct checkpoint_room *room);
void checkpoint_room_release(struct checkpoint_room *room);

/*
 * Write the checkpoint of a job. changes: the entries of histories since the previous checkpoint;
 * it is emptied. last: the sizes at the previous checkpoint; it receives the new sizes. Returns 0
 * or ERR_IO.
 */
int checkpoint_write(struct index *index, const struct block_job *job,
		     struct buf changes[HISTORIES], struct table_sizes *last,
		     struct checkpoint_room *room, struct err *err);

/*
 * Check a checkpoint whose chunk is at an offset of the index and, if it follows the previous ones,
 * add its entries to the tables. Returns false, and changes nothing, if it cannot be used.
 */
bool checkpoint_apply(struct index *index, const uint8_t *payload, size_t len, uint64_t chunk,
		      struct checkpoint *checkpoint);

#endif
