/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_PIECE_SCAN_H
#define INDEX_PIECE_SCAN_H

#include "index/pieces.h"

/* The scan of pieces (index/pieces.h), one after the other, by one thread. */
struct piece_scan;

enum {
	PIECE_SLACK = 8 << 10 /* bytes read after a piece: mostly enough for its last record */
};

/* Where a piece begins and ends, and what the records before it have shown. */
struct piece_part {
	uint64_t from, end; /* of the stream; the records of the piece begin before end */
	bool first;	    /* a record begins at `from`; otherwise search the first record */
	uint64_t known[RECORDS_KNOWN_TYPES][RECORDS_KNOWN_WORDS]; /* see struct records */
	uint16_t largest;
};

/* direct: see window_load(). mapped: see window_map(). */
struct piece_scan *piece_scan_open(const struct index *index, const struct stream *stream,
				   int direct, struct mapped *mapped);
void piece_scan_close(struct piece_scan *scan);

/* This scan will get all pieces from an offset on: let another thread read ahead of it. */
void piece_scan_read_ahead(struct piece_scan *scan, uint64_t from);

/* Read a piece. The first function returns false if it would have to wait for the disk. */
bool piece_scan_load_cached(struct piece_scan *scan, const struct piece_part *part);
void piece_scan_load(struct piece_scan *scan, const struct piece_part *part);

/*
 * Make the rows of a piece that was read. It gets none if no record begins near its beginning, or
 * if its bytes disappeared.
 */
void piece_scan_run(struct piece_scan *scan, const struct piece_part *part, struct piece *piece);

#endif
