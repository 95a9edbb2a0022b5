/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_GETTER_H
#define QUERY_GETTER_H

#include <stdatomic.h>

#include "query/value.h"
#include "recording/notes.h"

/*
 * The words of a row that are in none of its bytes: the rows DERIVED of wire/words.def. Each names
 * a getter, which can be in any file of this layer.
 */

/* What a getter looks at, which is what its words cost. */
enum getter_from {
	GETTER_FROM_KIND,   /* what all rows of a kind agree in */
	GETTER_FROM_COLUMN, /* the row's time alone */
	GETTER_FROM_ROW,    /* what the index has of the row, and of those around it */
	GETTER_FROM_RECORD, /* the bytes of the record, or behind it */
	GETTER_FROM_NOTES,  /* what somebody has noted */
	GETTER_FROM_STATE   /* what was mapped or known then, and symbols */
};

enum getter_json {
	GETTER_JSON_ALWAYS, /* out/json.c knows where */
	GETTER_JSON_CHOSEN  /* only where the word was chosen */
};

struct stacktext;

/* What the getters of one thread share. Zeroed but for the reader: for one row. */
struct getter_context {
	struct reader *reader;
	bool keeps;		     /* for many rows, so that the following is kept: */
	const struct notes *notes;   /* as of its beginning; NULL: none */
	const _Atomic bool *stop;    /* NULL: nobody stops it */
	struct stacktext *stacks[2]; /* NULL: nobody asked; the other with inlined ones */
};

/*
 * Set the value of v->word, which is absent before. Its text can be made in v->room, or be good
 * until the reader's next call.
 */
typedef void getter_fn(struct getter_context *c, const struct row_info *info, struct value *v);

struct getter {
	getter_fn *get;
	enum getter_from from;
	enum value_when when;
	enum getter_json json;
};

#define DERIVED(id, name, alias, type, form, names, tier, help, getter, ...) getter_fn getter;
#include "wire/words.def"

/* Of words that are not derived get is NULL. */
extern const struct getter getters[WORD_COUNT];

/* NULL: the word is not derived. */
static inline const struct getter *getter_of(enum word word)
{
	return getters[word].get ? &getters[word] : NULL;
}

/* Is the word derived, from that? */
static inline bool getter_is_from(enum word word, enum getter_from from)
{
	return getters[word].get && getters[word].from == from;
}

/* Is the word derived from all rows together? */
static inline bool getter_is_from_all(enum word word)
{
	return getter_is_from(word, GETTER_FROM_ROW) && getters[word].when == VALUE_AT_END;
}

/* Is it a time between two moments, not one of them? */
static inline bool getter_is_duration(enum word word)
{
	return getters[word].get && getters[word].from != GETTER_FROM_COLUMN &&
	       word_info(word)->form == WF_TIME;
}

void getter_context_release(struct getter_context *c);

#endif
