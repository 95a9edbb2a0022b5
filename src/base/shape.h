/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_SHAPE_H
#define BASE_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/vec.h"

/*
 * The possible forms of texts that are all made in the same way. With it, a caller finds out
 * whether such a text can contain a needle. "100 us" and "7 us" have the shape of a
 * number, as SHAPE_CHARS, and the text " us". A shape is a sequence of pieces. It can allow more
 * texts than exist, but never fewer, so the answer "no" is always right.
 */
struct shape_piece {
	enum shape_kind {
		SHAPE_TEXT,  /* len bytes of texts, from offset text on */
		SHAPE_CHARS, /* any number of characters of a set */
		SHAPE_ANY    /* any text */
	} kind;
	uint32_t choice; /* pieces with the same number are one choice; 0: none */
	size_t text, len;
	uint64_t chars[2]; /* of CHARS: a bit for each ASCII character */
};

struct shape {
	VEC(struct shape_piece) pieces;
	struct buf texts;
	uint32_t choices, choice; /* choices so far, and the open one; 0: none */
};

#define SHAPE_INIT                                                                                 \
	{                                                                                          \
		.texts = BUF_INIT                                                                  \
	}

/* The characters of numbers in any base, with signs, points and blanks. */
#define SHAPE_NUMBER "0123456789abcdefABCDEFxX+-. "

void shape_release(struct shape *shape);

/* Remove all pieces. */
void shape_reset(struct shape *shape);

/* Append a text, escaped as text_escape() does byte by byte. */
void shape_text(struct shape *shape, const char *text, size_t len);
/* Append len bytes of the text of an earlier piece. */
void shape_part(struct shape *shape, size_t piece, size_t from, size_t len);
void shape_chars(struct shape *shape, const char *chars);
void shape_any(struct shape *shape);

/*
 * The pieces between these two calls can occur in any order and any number of times, or not at all.
 * A choice inside another one is a part of it. shape_begin() returns the argument of shape_end().
 */
uint32_t shape_begin(struct shape *shape);
void shape_end(struct shape *shape, uint32_t begun);

enum {
	SHAPE_NEEDLE_MAX = 63 /* bytes; only so many bytes of a longer needle are searched */
};

struct shape_needle {
	char text[SHAPE_NEEDLE_MAX];
	unsigned len;
	bool nocase; /* ignore case; text is in lower case */
};

/* Prepare a needle. False: this needle is not supported, so any text may contain it. */
bool shape_needle(struct shape_needle *needle, const char *text, size_t len, bool nocase);

/*
 * The beginnings of the needle that can be at the end of the text so far: a bit for each length.
 * SHAPE_START stands for an empty text. SHAPE_FOUND stands for a text that may contain the whole
 * needle: it has no bit, because there is nothing left to look for.
 */
#define SHAPE_START 1ull
#define SHAPE_FOUND 0ull

/* Continue with any text of the shape. */
uint64_t shape_look(const struct shape *shape, const struct shape_needle *needle, uint64_t from);

/* Continue with a given text. */
uint64_t shape_look_text(const struct shape_needle *needle, const char *text, size_t len,
			 uint64_t from);

#endif
