/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_PIECES_H
#define INDEX_PIECES_H

#include "file/records.h"
#include "index/block.h"
#include "index/build_pool.h"
#include "index/row_change.h"

/*
 * Pieces of a plain stream, which the threads of a build scan ahead of the walk over it. A piece
 * begins at a place where records seem to begin. If the walk arrives exactly there, the place was
 * right: the walk takes over the rows of the piece, and continues after them. Otherwise, it walks
 * over that part itself. So the rows are the same as without these threads.
 *
 * The rows of a piece depend only on the bytes of the piece. It ends before damage, a record with a
 * tail, a COMPRESSED record, and the end of the stream. All functions are for the thread that
 * walks, unless they state otherwise.
 */
struct pieces;

enum {
	PIECE_ROWS = 32 << 10,		/* a piece with more ends early */
	PIECE_LASTING = BLOCK_ROWS / 4, /* a block copies the rows of a piece that has fewer rows */
	PIECES_HELD = 8 /* a block refers to fewer pieces than this without copying their rows */
};

/*
 * A kind or a thread, the first row of the piece that has it, and its number in the index. The walk
 * sets the number. Some have several entries.
 */
struct piece_kind {
	struct kind_entry entry;
	uint32_t row;
	uint32_t number;
};

struct piece_thread {
	struct thread_entry entry;
	uint32_t row;
	uint32_t number;
};

/* A size of records that the scan of the piece has checked; see records_know_size(). */
struct piece_size {
	uint32_t row;
	uint32_t type;
	uint16_t size;
};

/* What a row changes. The name of a COMM is in piece.names. */
struct piece_change {
	uint32_t row;
	uint32_t name;
	struct row_change change;
};

/* Rows of consecutive records. The columns have numbers of kinds and threads of this piece. */
struct piece {
	uint64_t start; /* offset of the first record in the stream */
	uint32_t rows;
	/* Where each record begins, from `start` on. at[rows]: where the last record ends. */
	uint32_t at[PIECE_ROWS + 1];
	uint16_t kind[PIECE_ROWS], thread[PIECE_ROWS];
	uint32_t cpu[PIECE_ROWS];
	uint64_t time[PIECE_ROWS];
	VEC(struct piece_kind) kinds;
	VEC(struct piece_thread) threads; /* the first is for rows without a thread */
	VEC(struct piece_size) sizes;
	VEC(struct piece_change) changes;
	struct buf names;
	_Atomic uint32_t users; /* blocks that still need its rows, and the walk */
	struct pieces *pieces;
};

/*
 * Let the pool scan a stream from a place on, where a record begins. records: the walk, which is at
 * that place. NULL: there is too little to scan, or it cannot be scanned in pieces.
 */
struct pieces *pieces_open(const struct index *index, const struct records *records,
			   struct build_pool *pool);

/* Wait until no block needs a piece any more, and free everything. pieces may be NULL. */
void pieces_close(struct pieces *pieces);

/*
 * Return the piece whose rows begin exactly where the walk is, or NULL. May wait for it, or scan
 * it. Afterwards the caller calls piece_release().
 */
struct piece *pieces_take(struct pieces *pieces, const struct records *records);

/* Copy rows to a block, with the numbers of the index. For any thread. */
void piece_fill(const struct piece *piece, uint32_t row, uint32_t n, struct block_writer *w,
		uint32_t to);

/* For any thread. */
void piece_refer(struct piece *piece);
void piece_release(struct piece *piece);

#endif
