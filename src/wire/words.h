/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_WORDS_H
#define WIRE_WORDS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * The vocabulary: each name that a user can see, once. A word can be a column of the list, a node
 * of the detail tree, a key in JSON and a word of the filter language. words.def is the only list
 * of words.
 */
enum word {
	WORD_NONE,
#define WORD(id, ...) W_##id,
#include "wire/words.def"
	WORD_COUNT
};

enum word_type {
	WT_UINT,
	WT_SINT,
	WT_BOOL,
	WT_FLOAT,
	WT_STR,	   /* text of the recording, which needs escapes */
	WT_BYTES,  /* shown as hex */
	WT_OBJECT, /* has members, named with a dot */
	WT_LIST	   /* any number of elements */
};

/* How a number is shown. */
enum word_form {
	WF_DEC,
	WF_HEX,
	WF_TIME, /* ns, shown as seconds with nine decimals */
	WF_SIZE, /* bytes */
	WF_ENUM, /* one of several names */
	WF_MASK	 /* any of several names */
};

struct names;

struct word_info {
	const char *name;
	const char *alias; /* a second name, or NULL */
	enum word_type type;
	enum word_form form;
	const struct names *names; /* for WF_ENUM and WF_MASK */
	uint8_t tier;		   /* cost of reading it: tiers of FILTER.md, 0: index only */
	const char *help;
	/* Derived from the name by words.c: */
	const char *key;   /* the part behind the last dot if the word is a member */
	enum word parent;  /* the object or list that this word is a member of */
	const char *group; /* the prefix if it is neither: JSON nests by it, the tree does not */
	uint8_t group_len;
	uint8_t quoted_len;
	const char *quoted; /* the key as JSON has it: "key": */
};

/* The table. It is complete once words_ready is set. */
extern struct word_info words_table[WORD_COUNT];
extern _Atomic bool words_ready;
void words_init(void);

/* Information about a valid word. The first caller builds the table. */
static inline const struct word_info *word_info(enum word word)
{
	if (!atomic_load_explicit(&words_ready, memory_order_acquire))
		words_init();
	return &words_table[word];
}

/* Does the word show a number as names? */
static inline bool word_has_names(const struct word_info *info)
{
	return info->form == WF_ENUM || info->form == WF_MASK;
}

static inline const char *word_name(enum word word)
{
	return word_info(word)->name;
}

/*
 * The word for a name or alias of len bytes, also through the prefixes stack., br. and mem.;
 * WORD_NONE if there is none.
 */
enum word word_find(const char *name, size_t len);

/*
 * A word for an unknown name: one that differs only in case, else the first word of the group of
 * that name (name, dot, ...), else the nearest one to a misspelt name, else the longest one that
 * the name begins with; WORD_NONE if none is near.
 */
enum word word_suggest(const char *name);

/*
 * Does the last part of the word stand for a name of the recording, the label of an item:
 * uregs.REG, iregs.REG, tp.FIELD, and what is derived from them?
 */
bool word_is_open(enum word word);

/* Is it a word of a tracepoint's field? */
static inline bool word_is_tp(enum word word)
{
	return word == W_tp_field || (word >= W_tp_uint && word <= W_tp_list);
}

/* Is it a word of the span that a record begins or ends: span.WORD? */
static inline bool word_is_of_span(enum word word)
{
	return word >= W_span_kind && word <= W_span_begin;
}

/* Is the word inside a list, so that a record can have several values? */
bool word_in_list(enum word word);

/* Does a record have at most one value of the word? */
bool word_is_single(enum word word);

/* Does a number stand for "not known" (linux/perf_event.h, perf_branch_entry.cycles)? */
static inline bool word_says_unknown(enum word word, uint64_t num)
{
	return word == W_br_cycles && !num;
}

/* The type as text for the user: "uint", "string", ... */
const char *word_type_name(enum word word);
const char *word_unit(enum word word);

/*
 * Append a number as the screen shows it: names of enums and masks, hex, seconds. A value without a
 * name is shown as a number.
 */
void word_text(struct buf *buf, enum word word, uint64_t num);

#endif
