/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_CHECKPOINT_H
#define INDEX_CHECKPOINT_H

#include "index/packer.h"

/*
 * Checkpoints among the chunks of an index: from one an interrupted build goes on,
 * and one of a recording that has grown since. They stand at places that follow
 * from the recording alone, so that an index is the same whether its build was
 * interrupted or not.
 */
enum {
	CHECKPOINT_BLOCKS = 8,	   /* at most so many blocks lie between two */
	CHECKPOINT_BYTES = 8 << 20 /* and, but for one block, so much of the recording */
};

/* The tables' sizes when a block was given to the packer. */
void checkpoint_sizes(struct index *index, struct table_sizes *sizes);

/*
 * Write the job's checkpoint; changes has the entries of histories since the one before, and is
 * emptied, last has the sizes at the one before, and receives the new.
 */
int checkpoint_write(struct index *index, const struct block_job *job,
		     struct buf changes[HISTORIES], struct table_sizes *last, struct err *err);

/*
 * Check a checkpoint whose chunk is at an offset of the index and, where it follows
 * the ones before it, add what it says to the tables. False: it cannot be used, and
 * nothing has changed.
 */
bool checkpoint_apply(struct index *index, const uint8_t *payload, size_t len, uint64_t chunk,
		      struct checkpoint *checkpoint);

#endif
