/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_WALK_H
#define WIRE_WALK_H

#include "wire/decode.h"

/*
 * What the files of the walker share: walk.c goes over rows, walk_when.c decides which rows are
 * present, walk_raw.c knows raw data, decode.c begins with a record.
 */

struct walk_claims;

struct walk {
	const struct layout *layout;
	const uint8_t *rec;
	uint32_t pos, end;	 /* the part that is walked: header, body or trailer */
	uint32_t held;		 /* the bytes of the last ROW_HOLD */
	uint16_t misc;		 /* of the record's header */
	uint64_t reg[REG_COUNT]; /* numbers that rows have saved for later rows */
	bool scalar;		 /* in a list whose elements are plain values */
	bool again;		 /* over bytes that already belong to leaves: no new leaves */
	bool stopped;
	bool trailer;
	bool dry;		    /* call no sink: only find out whether the rows fit */
	const struct row *body;	    /* the record's rows, for the trailer's names */
	uint32_t index;		    /* of the element of the list */
	struct walk_claims *claims; /* of the raw data that is walked, or NULL */
	struct sink *sink;
	const char *note; /* the first that is wrong with the record, or NULL */
};

/* Walk rows from w->pos on. The caller handles bytes that they leave. */
void walk_rows(struct walk *w, const struct row *rows);

/* Walk a row of one of these kinds. */
void walk_bytes(struct walk *w, const struct row *row);
void walk_raw(struct walk *w, const struct row *row);
void walk_place(struct walk *w, const struct row *row);

/* The item of a row whose bytes are at `off`. */
struct item walk_item(const struct walk *w, const struct row *row, uint32_t off, uint32_t len);

/* Pass an item to a function of the sink, unless the walk was stopped. */
void walk_pass(struct walk *w, bool (*fn)(struct sink *, const struct item *),
	       const struct item *item);

/* Pass bytes that no row describes or can use to the sink. len 0: do nothing. */
void walk_leaf(struct walk *w, enum field_id field, uint32_t off, uint32_t len, const char *note);

/* Note what is wrong with the record. Returns the note. */
const char *walk_wrong(struct walk *w, const char *note);

/* Is the row present? This may try whether the following rows fit the bytes left. */
bool walk_when(struct walk *w, const struct row *row);

/* The number of elements or bytes that a row asks for. */
uint64_t walk_count(const struct walk *w, const struct row *row);

/*
 * Take a number's bytes from the front, or where the last ROW_HOLD kept them. False: they do not
 * exist; the sink has got a note.
 */
bool walk_take(struct walk *w, const struct row *row, uint32_t *off, uint64_t *v);

#endif
