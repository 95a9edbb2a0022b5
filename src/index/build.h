/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_BUILD_H
#define INDEX_BUILD_H

#include "base/map.h"
#include "file/records.h"
#include "index/packer.h"
#include "index/threads.h"

/* The scan's state, shared by scan.c, build.c, inflate.c and follow.c; private to them. */

struct inflater;
struct kind_slot;

struct thread_slot;

struct build {
	struct index *index;
	struct packer *packer;
	struct block_job *job;	    /* being filled */
	struct map kind_map;	    /* hash of a kind to its number */
	VEC(uint32_t) damage_kinds; /* numbers of the kinds of damaged stretches */
	struct threads threads;
	struct kind_slot *kind_cache;
	struct thread_slot *thread_cache;
	uint64_t row, ordinal;	    /* of the next row, record */
	struct damage damage;	    /* the stretch that is not a row yet; reason NULL: none */
	struct damage last_damage;  /* that became a row of a plain stream; reason NULL: none */
	struct inflating inflating; /* of all streams so far */
	struct block_jump next;	    /* where the next row starts if it follows the last one */
	uint32_t stream;
	uint32_t plain; /* streams that are not inflated */
	uint64_t in;	/* of an inflated stream: offset of the COMPRESSED record; else 0 */
	struct order_carry carry;
	uint64_t done_before;	       /* bytes of the streams before this one */
	uint64_t done;		       /* bytes of this one */
	const struct records *records; /* the walk over this one; NULL: it has come to its end */
	const struct inflater *inflater;
	bool rest_of_tail; /* what comes next is what a record has of a tail that is cut */
	uint64_t known[RECORDS_KNOWN_TYPES][RECORDS_KNOWN_WORDS]; /* of records, so far noted */
	uint64_t done_at;   /* done_before + done at the last checkpoint, */
	uint64_t blocks_at; /* and blocks given since */
	bool big;	    /* the byte order of the recording */
	bool finished;	    /* an index of what there was at first is complete */
	int64_t started;    /* ns of the clock, when the build was */
	struct err err;
};

enum {
	NO_THREAD = 0 /* number of the entry for records without a thread */
};

void build_init(struct build *b);
void build_release(struct build *b);

/* The numbers of threads and kinds, and the sizes of records, that an unfinished index knows. */
void build_know(struct build *b);
void build_know_sizes(struct build *b, struct records *records);

/* The scan is to end. */
bool build_stopped(struct build *b);

/* All records from where the walk is to its end become rows. */
void build_walk(struct build *b, struct records *records, struct inflater *z);

/* Give the block that is being filled to the packer, as it is. */
void build_give(struct build *b);

/* Complete the index of all rows there are. */
int build_finish(struct build *b);

/*
 * A record or a damaged stretch becomes a row, and a full block is given to the packer. Damaged
 * stretches that follow one another are one row, which build_damage() completes. Of an inflated
 * stream the bytes are kept.
 */
void build_step(struct build *b, const struct record *rec);

/* The damaged stretch that came last is complete and becomes a row. */
void build_damage(struct build *b);

/*
 * A damaged stretch comes at an offset. Afterwards the scan may change what inflater_note() says:
 * no checkpoint comes before the stretch is a row.
 */
void build_before_damage(struct build *b, uint64_t offset);

/* What the COMPRESSED records of one stream inflate to. */

/* before: of the streams before this one. */
struct inflater *inflater_open(uint32_t stream, const struct inflating *before);

/*
 * Put the state into a checkpoint, and come to it again: records before its place are inflated.
 * next: where the next row begins in the inflated stream; NULL: it is not of that.
 */
void inflater_note(const struct inflater *z, const struct build *b, const uint64_t *next,
		   struct checkpoint *checkpoint);
void inflater_resume(struct inflater *z, struct build *b, const struct stream *stream,
		     const struct checkpoint *checkpoint);

void inflater_record(struct inflater *z, struct build *b, const struct record *rec);

/* At the end of the stream: what is left is a damaged stretch. */
void inflater_end(struct inflater *z, struct build *b);
void inflater_close(struct inflater *z);

#endif
