/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_SHAPE_H
#define BASE_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/vec.h"

/*
 * What texts can look like that are all made in the same way, and whether one of them can have a
 * needle in it. A shape is a row of pieces, one behind the other. It may allow more texts than
 * there are, never fewer: "no" is certain.
 */
struct shape_piece {
	enum shape_kind {
		SHAPE_TEXT,  /* len bytes of texts, from text on */
		SHAPE_CHARS, /* any number of the characters of a set */
		SHAPE_ANY    /* any text */
	} kind;
	uint32_t choice; /* those with the same number are a choice; 0: part of none */
	size_t text, len;
	uint64_t chars[2]; /* of CHARS: bits of ASCII */
};

struct shape {
	VEC(struct shape_piece) pieces;
	struct buf texts;
	uint32_t choices, choice; /* how many there were, and the one that is open, 0: none */
};

#define SHAPE_INIT                                                                                 \
	{                                                                                          \
		.texts = BUF_INIT                                                                  \
	}

/* The characters of numbers in any base, with signs, points and blanks around them. */
#define SHAPE_NUMBER "0123456789abcdefABCDEFxX+-. "

void shape_release(struct shape *shape);

/* Forget all pieces. */
void shape_reset(struct shape *shape);

/* A text that is escaped as text_escape() does, each of its bytes for itself. */
void shape_text(struct shape *shape, const char *text, size_t len);
void shape_chars(struct shape *shape, const char *chars);
void shape_any(struct shape *shape);

/*
 * The pieces between these two come in any order, any number of times or not at all. A choice
 * inside of another one is a part of it: begin returns what end takes.
 */
uint32_t shape_begin(struct shape *shape);
void shape_end(struct shape *shape, uint32_t begun);

enum {
	SHAPE_NEEDLE_MAX = 63 /* bytes; of a longer needle the first ones are looked for */
};

struct shape_needle {
	char text[SHAPE_NEEDLE_MAX];
	unsigned len;
	bool nocase; /* text is in lower case */
};

/* False: nothing can be said about such a needle, it may be anywhere. */
bool shape_needle(struct shape_needle *needle, const char *text, size_t len, bool nocase);

/*
 * How many first bytes of the needle may be the last ones of what was looked at: a bit for each
 * number. SHAPE_START is an empty text, SHAPE_FOUND a text that may have the whole needle.
 */
#define SHAPE_START 1ull
#define SHAPE_FOUND 0ull

/* Go on with a text of the shape. */
uint64_t shape_look(const struct shape *shape, const struct shape_needle *needle, uint64_t from);

/* Go on with one text. */
uint64_t shape_look_text(const struct shape_needle *needle, const char *text, size_t len,
			 uint64_t from);

#endif
