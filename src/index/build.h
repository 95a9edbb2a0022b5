/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_BUILD_H
#define INDEX_BUILD_H

#include "base/map.h"
#include "file/records.h"
#include "index/build_pool.h"
#include "index/packer.h"
#include "index/pieces.h"
#include "index/threads.h"

/* The state of the scan. Private to scan.c, build.c, inflate.c and follow.c, which share it. */

struct inflater;
struct kind_slot;

struct thread_slot;

struct build {
	struct index *index;
	struct build_pool pool;
	struct packer *packer;
	struct block_job *job;	    /* the block that is being filled */
	struct map kind_map;	    /* from the hash of a kind to its number */
	VEC(uint32_t) damage_kinds; /* numbers of the kinds of damaged stretches */
	struct threads threads;
	struct kind_slot *kind_cache;
	struct thread_slot *thread_cache;
	uint64_t row, ordinal;	    /* of the next row, record */
	struct damage damage;	    /* the stretch that is not a row yet; reason NULL: none */
	struct damage last_damage;  /* the last one that is a row of a plain stream; NULL: none */
	struct inflating inflating; /* of all streams so far */
	struct block_jump next;	    /* where the next row starts if it follows the last one */
	uint32_t stream;
	uint32_t plain; /* number of streams that are not inflated */
	uint64_t in;	/* for an inflated stream: offset of the COMPRESSED record; else 0 */
	struct order_carry carry;
	uint64_t done_before;	       /* bytes of the streams before this stream */
	uint64_t done;		       /* bytes of this stream */
	const struct records *records; /* the walk over this stream; NULL: it has ended */
	const struct inflater *inflater;
	struct pieces *pieces; /* NULL: the walk makes all steps itself */
	bool rest_of_tail;     /* the next bytes are the rest of a record that is cut */
	uint64_t known[RECORDS_KNOWN_TYPES][RECORDS_KNOWN_WORDS]; /* sizes noted in checkpoints */
	uint64_t done_at;   /* done_before + done at the last checkpoint, */
	uint64_t blocks_at; /* and blocks that were given to the packer since then */
	bool big;	    /* the byte order of the recording */
	bool finished;	    /* the index of the initial data is complete */
	int64_t started;    /* ns of the clock at the start of the build */
	struct err err;
};

void build_init(struct build *b);
void build_release(struct build *b);

/*
 * Take data over from an unfinished index. build_know(): the numbers that identify threads and
 * kinds. build_know_sizes(): the sizes of records.
 */
void build_know(struct build *b);
void build_know_sizes(struct build *b, struct records *records);

/* Return true if the scan must end. */
bool build_stopped(struct build *b);

/* Make a row of each record from the current place of the walk to its end. */
void build_walk(struct build *b, struct records *records, struct inflater *z);

/* Give the current block to the packer, even if it is not full. */
void build_give(struct build *b);

/* Complete the index of all existing rows. */
int build_finish(struct build *b);

/*
 * Make a row of a record or a damaged stretch, and give a full block to the packer. Consecutive
 * damaged stretches become one row, which build_damage() completes. For an inflated stream, keep
 * the bytes.
 */
void build_step(struct build *b, const struct record *rec);

/* Complete the last damaged stretch, if there is one, and make a row of it. */
void build_damage(struct build *b);

/*
 * Prepare for a damaged stretch at an offset. Until the stretch is a row, no checkpoint is taken,
 * so the caller may then change the state that inflater_note() saves.
 */
void build_before_damage(struct build *b, uint64_t offset);

/* Inflate the COMPRESSED records of one stream. */

/* before: totals of the streams before this one. */
struct inflater *inflater_open(uint32_t stream, const struct inflating *before);

/*
 * Save the state in a checkpoint, and restore it; to restore it, the records before the
 * checkpoint's place are inflated again. next: offset of the next row in the inflated stream; NULL:
 * the next row is in the plain stream.
 */
void inflater_note(const struct inflater *z, const struct build *b, const uint64_t *next,
		   struct checkpoint *checkpoint);
void inflater_resume(struct inflater *z, struct build *b, const struct stream *stream,
		     const struct checkpoint *checkpoint);

void inflater_record(struct inflater *z, struct build *b, const struct record *rec);

/* End the stream: bytes that are not a complete record become a damaged stretch. */
void inflater_end(struct inflater *z, struct build *b);
void inflater_close(struct inflater *z);

#endif
