/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_ROW_CONTEXT_H
#define FILTER_ROW_CONTEXT_H

#include "filter/eval_private.h"
#include "recording/derived.h"
#include "recording/row_record.h"
#include "wire/callchain.h"

/*
 * A row for which a filter is evaluated (filter/match.h), and the values of its fields: from the
 * index, from its record, or derived. The text of a value stays valid until the next value is read.
 */
/* The row. */
struct row_context {
	struct eval *eval;
	struct row_record record;
	const struct node *each;	/* the field over whose values the condition iterates */
	struct value current;		/* the current value of each */
	const struct node *other;	/* a second such field */
	struct value other_current;	/* the current value of other */
	enum cpumode mode;		/* of the following frames of the call chain */
	enum cpumode frame_mode;	/* of the last frame that was selected by its number */
	struct value slots[NODE_SLOTS]; /* of the current element */
};

/* The mode of frames without a marker before them. */
#define CHAIN_MODE_FIRST CPUMODE_USER

/* A value that belongs to no field. */
static inline struct value no_value(void)
{
	return (struct value){ .is = VALUE_ABSENT };
}

static inline struct value number_value(s128 num)
{
	return (struct value){ .is = VALUE_NUMBER, .num = num };
}

static inline struct value text_value(const char *p, size_t len)
{
	return (struct value){ .is = VALUE_TEXT, .p = p, .len = len };
}

/* Pass the items of its record to a sink, including those derived items that the filter uses. */
void row_context_walk(struct row_context *l, struct sink *sink);

/* Set *mode if the item is a marker of the call chain: it is the mode of the frames after it. */
void row_context_note_mode(enum cpumode *mode, const struct item *item);

/* The entries of the call chain in the record. */
struct row_chain {
	struct callchain entries; /* after the current one */
	uint64_t v;		  /* the current entry */
	enum field_id field;
	enum cpumode mode; /* the cpumode of v */
};

/* Begin before the first entry. Returns false if the record has no call chain. */
bool row_chain_begin(struct row_context *l, struct row_chain *chain);

/* Advance to the next entry. Returns false at the end. */
bool row_chain_next(struct row_chain *chain);

/* The value of a NODE_FIELD. */
struct value row_context_field(struct row_context *l, const struct node *node);

#endif
