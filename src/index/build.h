/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_BUILD_H
#define INDEX_BUILD_H

#include "base/map.h"
#include "file/records.h"
#include "index/packer.h"

/* The scan's state, shared by build.c and inflate.c; private to them. */

struct kind_slot;
struct thread_slot;

struct build {
	struct index *index;
	struct packer *packer;
	struct block_job *job; /* being filled */
	struct map kind_map;   /* hash of a kind to its number */
	struct map thread_map; /* pid and tid to number */
	struct kind_slot *kind_cache;
	struct thread_slot *thread_cache;
	uint64_t row, ordinal;	/* of the next row, record */
	struct block_jump next; /* where the next row starts if it follows the last one */
	uint32_t stream;
	uint32_t plain; /* streams that are not inflated */
	uint64_t in;	/* of an inflated stream: offset of the COMPRESSED record; else 0 */
	struct order_carry carry;
	uint64_t done_before;	       /* bytes of the streams before this one */
	uint64_t done;		       /* bytes of this one */
	const struct records *records; /* the walk over this one; NULL: it has come to its end */
	const struct inflater *inflater;
	bool between; /* a COMPRESSED record is a row already, what it holds not yet */
	uint64_t known[RECORDS_KNOWN_TYPES][RECORDS_KNOWN_WORDS]; /* of records, so far noted */
	uint64_t done_at;   /* done_before + done at the last checkpoint, */
	uint64_t blocks_at; /* and blocks given since */
	struct err err;
};

/* A record or a damaged stretch becomes a row; a full block is given to the packer. */
void build_step(struct build *b, const struct record *rec);

/* Keep the bytes of a record of an inflated stream. */
void build_keep(struct build *b, uint32_t stream, uint64_t offset, const uint8_t *p, size_t len);

/* What the COMPRESSED records of one stream inflate to. */
struct inflater;

struct inflater *inflater_open(uint32_t stream);

/* Put the state into a checkpoint, and come to it again: records before its place are inflated. */
void inflater_note(const struct inflater *z, const struct build *b, struct checkpoint *checkpoint);
void inflater_resume(struct inflater *z, struct build *b, const struct stream *stream,
		     const struct checkpoint *checkpoint);

void inflater_record(struct inflater *z, struct build *b, const struct record *rec);

/* At the end of the stream; frees the inflater. */
void inflater_close(struct inflater *z, struct build *b);

#endif
