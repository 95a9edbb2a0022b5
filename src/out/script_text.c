/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/script_text.h"

#include <string.h>

#include "base/decimal.h"
#include "wire/names.h"

/* Columns are moved by loads and stores of fixed sizes, which the compiler knows. */
enum {
	WIDTH_MAX = 16
};

void script_text_right(struct buf *out, size_t start, size_t width)
{
	size_t len = out->len - start, spaces = width - len;
	char text[WIDTH_MAX], *column;

	if (len >= width)
		return;
	column = buf_room(out, WIDTH_MAX + spaces) - len;
	if (width <= WIDTH_MAX) {
		memcpy(text, column, WIDTH_MAX);
		memset(column, ' ', WIDTH_MAX);
		memcpy(column + spaces, text, WIDTH_MAX);
	} else {
		memmove(column + spaces, column, len);
		memset(column, ' ', spaces);
	}
	buf_added(out, spaces);
}

static void add_number(struct buf *out, bool minus, uint64_t v, size_t width)
{
	enum {
		ROOM = 1 + DECIMAL_ROOM
	};
	char number[ROOM] = "-", *to = buf_room(out, WIDTH_MAX + ROOM);
	size_t len = (size_t)(decimal_put(number + minus, v) - number);
	size_t spaces = len < width ? width - len : 0;

	memset(to, ' ', WIDTH_MAX);
	memcpy(to + spaces, number, ROOM);
	buf_added(out, spaces + len);
}

void script_text_u64(struct buf *out, uint64_t v, size_t width)
{
	add_number(out, false, v, width);
}

void script_text_s32(struct buf *out, int32_t v, size_t width)
{
	add_number(out, v < 0, v < 0 ? -(uint64_t)v : (uint64_t)v, width);
}

void script_text_hex(struct buf *out, uint64_t v)
{
	size_t digits = v ? (size_t)(67 - __builtin_clzll(v)) / 4 : 1;
	char *to = buf_room(out, 16);

	memset(to, ' ', 16 - digits);
	for (size_t i = 16; digits; digits--, v >>= 4)
		to[--i] = "0123456789abcdef"[v & 15];
	buf_added(out, 16);
}

void script_text_digits(char *to, uint32_t v, unsigned n)
{
	char digits[8];

	for (; n > sizeof(digits); n--)
		*to++ = (char)('0' + v / DECIMAL_EIGHT % 10);
	decimal_put_eight(digits, v % DECIMAL_EIGHT);
	memcpy(to, digits + sizeof(digits) - n, n);
}

/* The level has two fields, and perf prints both. */
static void add_level(struct buf *out, uint64_t v)
{
	enum {
		HIT = 2, /* PERF_MEM_LVL_HIT, PERF_MEM_LVL_MISS */
		MISS = 4
	};
	uint64_t lvl = v >> 5 & 0x3fff, num = v >> 33 & 15, hops = v >> 43 & 7;
	const struct name *hop = names_find(&names_mem_hops, hops);
	bool any = false;

	if (v >> 37 & 1)
		buf_adds(out, "Remote ");
	if (hops && hop)
		buf_addf(out, "%s ", hop->text ? hop->text : hop->name);
	for (const struct name *n = names_mem_lvl.list; n->name && !hops; n++) {
		if (n->suffix || !(lvl & n->value))
			continue;
		buf_addf(out, "%s%s", any ? " or " : "", n->text ? n->text : n->name);
		any = true;
	}
	if (num) {
		buf_adds(out, any ? " or " : "");
		field_id_text(out, F_mem_lvl_num, num);
	} else if (!any && !hops && !(v >> 37 & 1)) {
		buf_adds(out, "N/A");
	}
	if (lvl & HIT)
		buf_adds(out, " hit");
	if (lvl & MISS)
		buf_adds(out, " miss");
}

/* Of several bits only the lowest counts. */
static void add_lowest(struct buf *out, const struct names *names, uint64_t v)
{
	names_mask(out, names, v & -v);
}

static void add_snoop(struct buf *out, uint64_t snoop, uint64_t more)
{
	if (snoop || !more)
		names_mask(out, &names_mem_snoop, snoop);
	if (snoop && more)
		buf_adds(out, " or ");
	if (more)
		names_mask(out, &names_mem_snoopx, more);
}

void script_text_data_src(struct buf *out, uint64_t v)
{
	uint64_t blk = v >> 40 & 7;

	buf_adds(out, "|OP ");
	add_lowest(out, &names_mem_op, v & 31);
	buf_adds(out, "|LVL ");
	add_level(out, v);
	buf_adds(out, "|SNP ");
	add_snoop(out, v >> 19 & 31, v >> 38 & 3);
	buf_adds(out, "|TLB ");
	names_mask(out, &names_mem_tlb, v >> 26 & 127);
	buf_adds(out, "|LCK ");
	add_lowest(out, &names_mem_lock, v >> 24 & 3);
	buf_adds(out, "|BLK  ");
	names_mask(out, &names_mem_blk, blk & 1 ? 1 : blk);
}
