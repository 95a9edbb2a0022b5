/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "item.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct item {
	const struct item_target *to;
	const struct line *line;
	const struct word *args; /* the values, without the type before them */
	size_t count;
	unsigned width; /* of an integer, or of the length before a text64 */
};

static uint64_t item_value(const struct item *it, size_t i)
{
	if (word_is_quoted(&it->args[i]))
		fail_at(it->line, "a number should stand instead of \"%s\"", it->args[i].text);
	return names_eval(it->to->names, it->line, it->args[i].text);
}

static const struct word *item_string(const struct item *it, size_t i)
{
	if (it->args[i].quote != 0)
		fail_at(it->line, "a quoted string should stand instead of %s", it->args[i].text);
	return &it->args[i];
}

/* Fits as an unsigned or as a negative number? */
static bool value_fits(uint64_t value, unsigned bits)
{
	return bits >= 64 || value >> bits == 0 || ~value >> (bits - 1) == 0;
}

static void put_int(const struct item *it)
{
	for (size_t i = 0; i < it->count; i++) {
		uint64_t value = item_value(it, i);

		if (!value_fits(value, 8 * it->width))
			fail_at(it->line, "%s does not fit in %u bytes", it->args[i].text,
				it->width);
		bytes_int(it->to->out, value, it->width, it->to->image->big);
	}
}

/* Not an expression: nothing else here is a fraction. */
static void put_f64(const struct item *it)
{
	for (size_t i = 0; i < it->count; i++) {
		uint64_t bits;
		double value;
		char *end;

		value = strtod(it->args[i].text, &end);
		if (*end || word_is_quoted(&it->args[i]))
			fail_at(it->line, "%s is not a number", it->args[i].text);
		memcpy(&bits, &value, sizeof(bits));
		bytes_int(it->to->out, bits, 8, it->to->image->big);
	}
}

/* Bytes, with their number before them if the item has a width. */
static void put_text(const struct item *it)
{
	for (size_t i = 0; i < it->count; i++) {
		const struct word *w = item_string(it, i);

		bytes_int(it->to->out, w->len, it->width, it->to->image->big);
		bytes_add(it->to->out, w->text, w->len);
	}
}

static void put_str(const struct item *it)
{
	for (size_t i = 0; i < it->count; i++) {
		const struct word *w = item_string(it, i);

		bytes_add(it->to->out, w->text, w->len);
		bytes_fill(it->to->out, 1, 0);
	}
}

/* As features hold strings: length, bytes, zeros up to a multiple of 64. */
static void put_fstr(const struct item *it)
{
	for (size_t i = 0; i < it->count; i++) {
		const struct word *w = item_string(it, i);

		image_put_fstr(it->to->image, it->to->out, w->text, w->len);
	}
}

static void put_hex_word(const struct item *it, const char *p)
{
	for (; *p; p += 2) {
		const char pair[3] = { p[0], p[1] };

		if (!isxdigit((unsigned char)p[0]) || !isxdigit((unsigned char)p[1]))
			fail_at(it->line, "'%s' is not pairs of hexadecimal digits", p);
		bytes_fill(it->to->out, 1, (unsigned char)strtoul(pair, NULL, 16));
	}
}

static void put_hex(const struct item *it)
{
	for (size_t i = 0; i < it->count; i++)
		put_hex_word(it, it->args[i].text);
}

static void put_fill(const struct item *it)
{
	uint64_t value = it->count > 1 ? item_value(it, 1) : 0;

	if (!value_fits(value, 8))
		fail_at(it->line, "%s does not fit in a byte", it->args[1].text);
	bytes_fill(it->to->out, item_value(it, 0), (unsigned char)value);
}

static void put_pad8(const struct item *it)
{
	bytes_align(it->to->out, it->to->start, 8);
}

static void put_align(const struct item *it)
{
	uint64_t align = item_value(it, 0);

	if (!align)
		fail_at(it->line, "cannot align to 0");
	bytes_align(it->to->out, it->to->start, align);
}

/* WIDTH:VALUE. Returns the width. */
static unsigned bits_part(const struct item *it, size_t i, uint64_t *value)
{
	const char *text = it->args[i].text;
	unsigned long width;
	char *colon;

	errno = 0;
	width = strtoul(text, &colon, 10);
	if (errno || *colon != ':' || width < 1 || width > 64)
		fail_at(it->line, "'%s' should read WIDTH:VALUE", text);
	*value = names_eval(it->to->names, it->line, colon + 1);
	if (width < 64 && *value >> width)
		fail_at(it->line, "'%s' is too large for its width", text);
	return (unsigned)width;
}

/* C bit-fields: the first is lowest in a little-endian word and highest in a big-endian one. */
static void put_bits(const struct item *it)
{
	const bool big = it->to->image->big;
	uint64_t word = 0, value;
	unsigned used = 0;

	for (size_t i = 0; i < it->count; i++) {
		unsigned width = bits_part(it, i, &value);

		if (used + width > 64)
			fail_at(it->line, "more than 64 bits");
		word |= value << (big ? 64 - used - width : used);
		used += width;
	}
	if (used != 8 && used != 16 && used != 32 && used != 64)
		fail_at(it->line, "%u bits are no integer", used);
	bytes_int(it->to->out, big ? word >> (64 - used) : word, used / 8, big);
}

static void put_event_desc(const struct item *it)
{
	image_put_event_desc(it->to->image, it->to->out);
}

static const struct kind {
	const char *name;
	void (*put)(const struct item *it);
	size_t min, max; /* number of values */
	unsigned width;
} kinds[] = {
	{ "u8", put_int, 1, SIZE_MAX, 1 },
	{ "u16", put_int, 1, SIZE_MAX, 2 },
	{ "u32", put_int, 1, SIZE_MAX, 4 },
	{ "s32", put_int, 1, SIZE_MAX, 4 },
	{ "u64", put_int, 1, SIZE_MAX, 8 },
	{ "s64", put_int, 1, SIZE_MAX, 8 },
	{ "f64", put_f64, 1, SIZE_MAX, 0 },
	{ "bits", put_bits, 1, SIZE_MAX, 0 },
	{ "str", put_str, 1, SIZE_MAX, 0 },
	{ "text", put_text, 1, SIZE_MAX, 0 },
	{ "text64", put_text, 1, SIZE_MAX, 8 },
	{ "fstr", put_fstr, 1, SIZE_MAX, 0 },
	{ "hex", put_hex, 1, SIZE_MAX, 0 },
	{ "fill", put_fill, 1, 2, 0 },
	{ "pad8", put_pad8, 0, 0, 0 },
	{ "align", put_align, 1, 1, 0 },
	{ "event_desc", put_event_desc, 0, 0, 0 },
};

static const struct kind *kind_find(const struct word *w)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (word_is(w, kinds[i].name))
			return &kinds[i];
	return NULL;
}

bool item_is(const struct word *w)
{
	return kind_find(w) != NULL;
}

void item_put(const struct item_target *t, const struct line *line, size_t at, size_t end)
{
	const struct kind *kind = kind_find(&line->words[at]);
	struct item it = { t, line, &line->words[at + 1], end - at - 1, 0 };

	if (!kind)
		fail_at(line, "unknown word '%s'", line->words[at].text);
	if (it.count < kind->min)
		fail_at(line, "%s needs a value", kind->name);
	if (it.count > kind->max)
		fail_at(line, "'%s' is left over", it.args[kind->max].text);
	it.width = kind->width;
	kind->put(&it);
}
