/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of raw data at known places: numbers, texts, and fields after others of every kind. */
#include "spans/rawfield.h"

#include "tap.h"
#include "wire/bytes.h"

enum {
	RAW = 48
};

static const struct tracefmt_field fields[] = {
	{ "common_type", 0, 2, 0, 0 },
	{ "list", 4, 16, 4, TRACEFMT_ARRAY },
	{ "ret", 24, 4, 0, TRACEFMT_SIGNED },
	{ "name", 28, 4, 1, TRACEFMT_STRING | TRACEFMT_ARRAY },
	{ "path", 32, 4, 1, TRACEFMT_STRING | TRACEFMT_DYNAMIC },
	{ "near", 36, 4, 1, TRACEFMT_STRING | TRACEFMT_DYNAMIC | TRACEFMT_RELATIVE },
};

static void text_is(const struct tracefmt *format, bool big, const uint8_t *raw, const char *name,
		    const char *want)
{
	struct rawfield field;
	const char *text = NULL;
	size_t len = 0;
	uint64_t v;

	rawfield_find(&field, format, name);
	ok(rawfield_text(&field, big, raw, RAW, &text, &len) && len == strlen(want) &&
		   !memcmp(text, want, len),
	   "%s is %s", name, want);
	ok(!rawfield_number(&field, big, raw, RAW, &v), "... and no number");
}

static void check(const struct tracefmt *format, bool big)
{
	uint8_t raw[RAW] = { 0 };
	struct rawfield field;
	const char *text;
	size_t len;
	uint64_t v = 0;

	store_u32(raw + 24, (uint32_t)-7, big);
	memcpy(raw + 28, "abcd", 4);
	store_u32(raw + 32, 4u << 16 | 40, big);
	store_u32(raw + 36, 3u << 16 | 4, big);
	memcpy(raw + 40, "xyz", 4);
	memcpy(raw + 44, "uvw", 4);
	rawfield_find(&field, format, "ret");
	ok(rawfield_number(&field, big, raw, RAW, &v) && v == (uint64_t)-7,
	   "a number after an array is at its offset, with its sign");
	ok(!rawfield_number(&field, big, raw, 27, &v), "... if the data have all of its bytes");
	ok(!rawfield_text(&field, big, raw, RAW, &text, &len), "... and is no text");
	text_is(format, big, raw, "name", "abcd");
	text_is(format, big, raw, "path", "xyz");
	text_is(format, big, raw, "near", "uvw");
	rawfield_find(&field, format, "list");
	is_int(field.type, RAWFIELD_NONE, "an array is neither");
	rawfield_find(&field, format, "other");
	is_int(field.type, RAWFIELD_NONE, "nor is a field that the format lacks");
}

int main(void)
{
	struct tracefmts formats = { { NULL } };
	struct tracefmt_desc desc = { 1,       0,      "sys",
				      "event", fields, sizeof(fields) / sizeof(fields[0]) };

	tracefmts_add(&formats, &desc);
	check(tracefmts_find(&formats, 1), false);
	check(tracefmts_find(&formats, 1), true);
	tracefmts_release(&formats);
	return done_testing();
}
