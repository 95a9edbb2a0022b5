/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_LOOK_H
#define QUERY_LOOK_H

#include "query/evalin.h"

/*
 * A row that a filter is asked about (query/match.h), and the values of its fields: from the
 * index, from its record, or from what is known around it. What a value points to is good until
 * the next one is asked for.
 */
enum val_kind {
	VAL_NONE,
	VAL_NUMBER,
	VAL_TEXT,
	VAL_BYTES,
	VAL_HERE /* it has members, or is no whole number */
};

struct val {
	enum val_kind kind;
	s128 num;
	const void *p;
	size_t len;
};

/* The row that is looked at. Its bytes are read when they are first needed. */
struct look {
	struct eval *eval;
	const struct row_info *info;
	bool read;
	struct layout layout;
	const uint8_t *p;
	size_t len;
	const struct node *each;      /* the field whose values come one by one */
	struct val current;	      /* of each */
	const struct node *other;     /* likewise, while one of each is looked at */
	struct val other_current;     /* of other */
	enum cpumode mode;	      /* of the frames of the call chain that come now */
	enum cpumode frame_mode;      /* of the frame that was asked for by its number */
	struct val slots[NODE_SLOTS]; /* of the element that is looked at */
};

/* Of frames before which there is no marker. */
#define LOOK_MODE CPUMODE_USER

static inline struct val val_absent(void)
{
	return (struct val){ .kind = VAL_NONE };
}

static inline struct val val_number(s128 num)
{
	return (struct val){ .kind = VAL_NUMBER, .num = num };
}

static inline struct val val_text(const void *p, size_t len)
{
	return (struct val){ .kind = VAL_TEXT, .p = p, .len = len };
}

/* Its layout and bytes are at hand from then on; false: there is no record. */
bool look_read(struct look *l);

/* Tell a sink its items, with those that the filter derives; after look_read(). */
void look_walk(struct look *l, struct sink *sink);

struct val look_item(const struct item *item);

/* Markers of the call chain tell what the frames behind them are of. */
void look_note_mode(enum cpumode *mode, const struct item *item);

/* Entries of a call chain that begins at the same place in all records of its layout. */
struct look_chain {
	const uint8_t *p;
	uint64_t left;
	uint64_t v; /* the entry at hand */
	enum word word;
	enum cpumode mode; /* that it is of */
};

/* False: a walk has to find it. */
bool look_chain_begin(struct look *l, struct look_chain *chain);

/* To the next entry. False: there is none. */
bool look_chain_next(const struct look *l, struct look_chain *chain);

/* The value of a FIELD. */
struct val look_field(struct look *l, const struct node *node);

#endif
