/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_WALK_H
#define WIRE_WALK_H

#include "wire/decode.h"

/*
 * The inside of the walker, for the files that share it: walk.c goes over rows, walk_when.c says
 * which are there, walk_raw.c knows raw data, and decode.c begins with a record.
 */

struct walk_claims;

struct walk {
	const struct layout *layout;
	const uint8_t *rec;
	uint32_t pos, end; /* the part being walked: header, body or trailer */
	uint32_t held;	   /* where the last ROW_HOLD was */
	uint16_t misc;
	uint64_t reg[REG_COUNT];
	bool scalar; /* in a list whose values are its elements */
	bool again;  /* over bytes that are in leaves already */
	bool stopped;
	bool trailer;
	bool dry;		/* nothing is told: only whether the rows fit is asked */
	const struct row *body; /* of the record, for the trailer's names */
	uint32_t index;
	struct walk_claims *claims; /* of the raw data being walked, or NULL */
	struct sink *sink;
	const char *note;
};

/* Walk rows from w->pos on; what they leave of the part is the caller's. */
void walk_rows(struct walk *w, const struct row *rows);

/* The walks of some kinds of rows. */
void walk_bytes(struct walk *w, const struct row *row);
void walk_raw(struct walk *w, const struct row *row);
void walk_place(struct walk *w, const struct row *row);

/* The item of a row whose bytes are at off. */
struct item walk_item(const struct walk *w, const struct row *row, uint32_t off, uint32_t len);

/* Call one function of the sink, unless the walk was stopped. */
void walk_tell(struct walk *w, bool (*fn)(struct sink *, const struct item *),
	       const struct item *item);

/* Bytes that no row describes, or that a row cannot use; none are not told. */
void walk_leaf(struct walk *w, enum word word, uint32_t off, uint32_t len, const char *note);

/* Remember what is wrong with the record; returns the note. */
const char *walk_wrong(struct walk *w, const char *note);

/* Is the row there? It may try how the rows behind it fit what is left. */
bool walk_when(struct walk *w, const struct row *row);

/* How many elements or bytes a row asks for. */
uint64_t walk_count(const struct walk *w, const struct row *row);

/*
 * A number's bytes: taken from the front, or those that were held back. False
 * when they are not there, which was told then.
 */
bool walk_take(struct walk *w, const struct row *row, uint32_t *off, uint64_t *v);

#endif
