/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/shape.h"

#include <string.h>

#include "base/text.h"

void shape_release(struct shape *shape)
{
	vec_release(&shape->pieces);
	buf_release(&shape->texts);
}

void shape_reset(struct shape *shape)
{
	shape->pieces.n = 0;
	shape->choices = shape->choice = 0;
	buf_reset(&shape->texts);
}

static struct shape_piece *add_piece(struct shape *shape, enum shape_kind kind)
{
	struct shape_piece *piece = vec_add(&shape->pieces);

	piece->kind = kind;
	piece->choice = shape->choice;
	return piece;
}

void shape_text(struct shape *shape, const char *text, size_t len)
{
	struct shape_piece *piece = add_piece(shape, SHAPE_TEXT);

	piece->text = shape->texts.len;
	text_escape(&shape->texts, text, len);
	piece->len = shape->texts.len - piece->text;
	/*
	 * The escaped form of bytes above 0x7f depends on their neighbours, and their case on more
	 * than that.
	 */
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)text[i] >= 0x80)
			piece->kind = SHAPE_ANY;
}

void shape_part(struct shape *shape, size_t piece, size_t from, size_t len)
{
	struct shape_piece *part = add_piece(shape, SHAPE_TEXT);

	part->text = shape->pieces.v[piece].text + from;
	part->len = len;
}

void shape_chars(struct shape *shape, const char *chars)
{
	struct shape_piece *piece = add_piece(shape, SHAPE_CHARS);

	for (; *chars; chars++)
		piece->chars[(unsigned char)*chars >> 6 & 1] |= 1ull << (*chars & 63);
}

void shape_any(struct shape *shape)
{
	add_piece(shape, SHAPE_ANY);
}

uint32_t shape_begin(struct shape *shape)
{
	uint32_t outer = shape->choice;

	if (!outer)
		shape->choice = ++shape->choices;
	return outer;
}

void shape_end(struct shape *shape, uint32_t begun)
{
	shape->choice = begun;
}

/* ---- a needle ---- */

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

static char upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c & ~0x20) : c;
}

bool shape_needle(struct shape_needle *needle, const char *text, size_t len, bool nocase)
{
	*needle = (struct shape_needle){ .nocase = nocase };
	needle->len = len < SHAPE_NEEDLE_MAX ? (unsigned)len : SHAPE_NEEDLE_MAX;
	for (unsigned i = 0; i < needle->len; i++) {
		if (nocase && (unsigned char)text[i] >= 0x80)
			return false;
		needle->text[i] = nocase ? lower(text[i]) : text[i];
	}
	return needle->len;
}

static bool fits(const struct shape_needle *needle, unsigned at, char c)
{
	return needle->text[at] == (needle->nocase ? lower(c) : c);
}

/*
 * Continue a match of the needle's first at bytes in the text from byte i on. Returns a bit for the
 * length that is matched at the text's end; SHAPE_START if the match ends earlier.
 */
static uint64_t go_on(const struct shape_needle *needle, const char *text, size_t len, size_t i,
		      unsigned at)
{
	while (i < len && fits(needle, at, text[i])) {
		i++;
		if (++at == needle->len)
			return SHAPE_FOUND;
	}
	return i == len ? 1ull << at : SHAPE_START;
}

uint64_t shape_look_text(const struct shape_needle *needle, const char *text, size_t len,
			 uint64_t from)
{
	char first = needle->text[0], other = needle->nocase ? upper(first) : first;
	uint64_t to = SHAPE_START;

	for (; from; from &= from - 1) {
		uint64_t bits = go_on(needle, text, len, 0, (unsigned)__builtin_ctzll(from));

		if (bits == SHAPE_FOUND)
			return SHAPE_FOUND;
		/* A match that ends before the text's end adds nothing. */
		to |= bits;
	}
	for (size_t i = 1; i < len; i++) {
		uint64_t bits;

		if (text[i] != first && text[i] != other)
			continue;
		bits = go_on(needle, text, len, i, 0);
		if (bits == SHAPE_FOUND)
			return SHAPE_FOUND;
		to |= bits;
	}
	return to;
}

static bool has_char(const struct shape_piece *piece, char c)
{
	return (unsigned char)c < 0x80 &&
	       piece->chars[(unsigned char)c >> 6] >> ((unsigned char)c & 63) & 1;
}

static uint64_t look_chars(const struct shape_piece *piece, const struct shape_needle *needle,
			   uint64_t from)
{
	for (unsigned at = 0; at < needle->len; at++) {
		char c = needle->text[at];

		if (!(from >> at & 1))
			continue;
		if (!has_char(piece, c) && !(needle->nocase && has_char(piece, upper(c))))
			continue;
		if (at + 1 == needle->len)
			return SHAPE_FOUND;
		from |= 2ull << at;
	}
	return from;
}

static uint64_t look_piece(const struct shape *shape, const struct shape_piece *piece,
			   const struct shape_needle *needle, uint64_t from)
{
	switch (piece->kind) {
	case SHAPE_TEXT:
		return shape_look_text(needle, shape->texts.p + piece->text, piece->len, from);
	case SHAPE_CHARS:
		return look_chars(piece, needle, from);
	case SHAPE_ANY:
	default:
		return SHAPE_FOUND;
	}
}

/* Try all pieces of a choice again and again, until they add nothing. */
static uint64_t look_choice(const struct shape *shape, size_t first, size_t end,
			    const struct shape_needle *needle, uint64_t from)
{
	uint64_t before;

	do {
		before = from;
		for (size_t i = first; i < end; i++) {
			uint64_t bits = look_piece(shape, &shape->pieces.v[i], needle, from);

			if (bits == SHAPE_FOUND)
				return SHAPE_FOUND;
			from |= bits;
		}
	} while (from != before);
	return from;
}

uint64_t shape_look(const struct shape *shape, const struct shape_needle *needle, uint64_t from)
{
	for (size_t i = 0, end; i < shape->pieces.n && from != SHAPE_FOUND; i = end) {
		const struct shape_piece *piece = &shape->pieces.v[i];

		end = i + 1;
		while (piece->choice && end < shape->pieces.n &&
		       shape->pieces.v[end].choice == piece->choice)
			end++;
		from = piece->choice ? look_choice(shape, i, end, needle, from)
				     : look_piece(shape, piece, needle, from);
	}
	return from;
}
