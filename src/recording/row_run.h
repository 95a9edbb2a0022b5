/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_ROW_RUN_H
#define RECORDING_ROW_RUN_H

#include "recording/reader.h"

/*
 * Rows of a block and their records, one after the other. The results are the same as those of
 * reader_row_in() and reader_bytes(), but a row costs less if it has the kind and the thread of the
 * previous row.
 */
struct row_run {
	struct row_info info; /* the current row */
	const uint8_t *p;     /* its record, set by row_run_read() */
	size_t len;	      /* 0: the record cannot be read, or was overwritten */
	struct reader *reader;
	struct block *block;
	uint64_t kind, thread; /* their numbers in the index */
	bool begun;
	/* Bytes of a stream from an offset on. */
	const uint8_t *bytes;
	uint64_t from;
	size_t left;
	uint16_t stream;
};

/* Begin with a block; there is no row yet. */
void row_run_begin(struct row_run *run, struct reader *reader, struct block *block);

/* Go to row i of the block. Returns true if it has the kind and the thread of the previous row. */
bool row_run_go(struct row_run *run, uint32_t i);

/* Read the record of the row. Its bytes stay valid until the reader reads others. */
void row_run_read(struct row_run *run);

/* A row after the current one, and its record. */
struct row_run_record {
	const uint8_t *p;
	size_t len;
	uint64_t time; /* as row_info.time */
};

enum {
	ROW_RUN_RECORDS = 64
};

/*
 * Get the records of the rows i to end - 1. Stop at the first row that differs from the current row
 * in its kind or thread, whose bytes were not read with the current row, whose record does not
 * agree with the index, or whose tid does not follow its pid. The current row must have been read.
 * Returns the number of records, at most ROW_RUN_RECORDS; a further call may return more.
 */
uint32_t row_run_records(const struct row_run *run, uint32_t i, uint32_t end,
			 struct row_run_record records[ROW_RUN_RECORDS]);

/* Forget the bytes, because the reader has read others. */
static inline void row_run_forget(struct row_run *run)
{
	run->left = 0;
}

#endif
