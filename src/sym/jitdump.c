/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/jitdump.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "sym/symblock.h"
#include "wire/bytes.h"

/* "JiTD", as a number of the machine that wrote the file. */
#define MAGIC 0x4a695444u
#define MAGIC_SWAPPED 0x4454694au

enum {
	HEADER = 40, /* bytes of the file's header; the header has its actual size */
	PREFIX = 16, /* bytes of the beginning of each record */
	CODE_LOAD = 0,
	CODE_MOVE = 1,
	CODE_LINES = 2
};

struct dumped_code {
	struct jitcode code;
	uint32_t order; /* position in the file */
	uint32_t len;
	const char *name; /* in the file */
};

struct jitdump_reading {
	const uint8_t *p;
	size_t size;
	bool big;
	VEC(struct dumped_code) codes;
	struct map loaded; /* indexes of codes, by code_index */
	const struct jitdump_sink *sink;
	struct jitdump_lines lines; /* for the next code with this start; n 0: none */
	bool full;		    /* the sink accepts no more lines */
};

/* ---- records ---- */

/* Add code. Returns false if it is empty, which the format allows, or exceeds the addresses. */
static bool add_code(struct jitdump_reading *r, const struct dumped_code *code)
{
	struct dumped_code *added;

	if (!code->code.size || code->code.size > UINT64_MAX - code->code.start)
		return false;
	added = vec_add(&r->codes);
	*added = *code;
	added->order = (uint32_t)r->codes.n - 1;
	return true;
}

/* code_addr, number of entries, entries: for the next code that is loaded at that address */
static void take_lines(struct jitdump_reading *r, struct cursor *c)
{
	struct jitdump_lines lines = { .start = cursor_u64(c), .n = cursor_u64(c), .big = r->big };

	if (c->failed)
		return;
	lines.at = (uint64_t)(c->p - r->p);
	lines.len = c->left;
	r->lines = lines;
}

static void give_lines(struct jitdump_reading *r, const struct jitcode *code)
{
	if (!r->lines.n || r->lines.start != code->start || !r->sink->lines || r->full)
		return;
	r->lines.size = code->size;
	r->lines.bytes = code->bytes;
	r->full = !r->sink->lines(r->sink->arg, &r->lines);
	r->lines.n = 0;
}

/* pid, tid, vma, code_addr, code_size, code_index, name, bytes of the code */
static void take_load(struct jitdump_reading *r, struct cursor *c, uint64_t time)
{
	struct dumped_code code = { .code = { .time = time } };
	const char *end;
	uint64_t index;
	bool fresh;

	cursor_take(c, 16);
	code.code.start = cursor_u64(c);
	code.code.size = cursor_u64(c);
	index = cursor_u64(c);
	end = c->failed ? NULL : memchr(c->p, '\0', c->left);
	if (!end)
		return;
	code.name = (const char *)c->p;
	code.len = (uint32_t)(end - code.name);
	code.code.bytes = (uint64_t)((const uint8_t *)end + 1 - r->p);
	if (code.len > SYMBLOCK_NAME_MAX)
		code.len = SYMBLOCK_NAME_MAX;
	if (!code.len || !add_code(r, &code))
		return;
	*map_put(&r->loaded, index, &fresh) = (uint32_t)r->codes.n - 1;
	give_lines(r, &code.code);
}

/* pid, tid, vma, old_code_addr, new_code_addr, code_size, code_index: for code that was loaded */
static void take_move(struct jitdump_reading *r, struct cursor *c, uint64_t time)
{
	const uint32_t *loaded;
	struct dumped_code code;
	uint64_t start, size;

	cursor_take(c, 24);
	start = cursor_u64(c);
	size = cursor_u64(c);
	loaded = map_get(&r->loaded, cursor_u64(c));
	if (c->failed || !loaded)
		return;
	code = r->codes.v[*loaded];
	code.code.start = start;
	code.code.time = time;
	if (size < code.code.size)
		code.code.size = size;
	add_code(r, &code);
}

/* Read all records. A truncated last record is still used if its name is complete. */
static void take_records(struct jitdump_reading *r, size_t at)
{
	while (r->size - at >= PREFIX && r->codes.n < JITDUMP_CODES_MAX) {
		struct cursor c = { .p = r->p + at, .left = r->size - at, .big = r->big };
		uint32_t id = cursor_u32(&c), bytes = cursor_u32(&c);
		uint64_t time = cursor_u64(&c);

		if (bytes < PREFIX)
			break;
		if (bytes - PREFIX < c.left)
			c.left = bytes - PREFIX;
		if (id == CODE_LOAD)
			take_load(r, &c, time);
		else if (id == CODE_MOVE)
			take_move(r, &c, time);
		else if (id == CODE_LINES)
			take_lines(r, &c);
		at = bytes < r->size - at ? at + bytes : r->size;
	}
}

/* ---- results ---- */

static int by_time(const void *a, const void *b)
{
	const struct dumped_code *x = a, *y = b;

	if (x->code.time != y->code.time)
		return x->code.time < y->code.time ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static bool give_codes(const struct jitdump_reading *r, const struct jitdump_sink *sink)
{
	struct jitcode piece[JITDUMP_PIECE];
	size_t n = 0;

	for (size_t i = 0; i < r->codes.n; i++) {
		piece[n++] = r->codes.v[i].code;
		if (n < JITDUMP_PIECE && i + 1 < r->codes.n)
			continue;
		if (!sink->codes(sink->arg, piece, n))
			return false;
		n = 0;
	}
	return true;
}

static bool give_names(const struct jitdump_reading *r, const struct jitdump_sink *sink)
{
	struct symrange ranges[SYMBLOCK_MAX];
	struct buf block = BUF_INIT;
	uint32_t n = 0;
	bool ok = true;

	for (size_t i = 0; i < r->codes.n && ok; i++) {
		ranges[n++] = (struct symrange){
			.start = i,
			.end = i + 1,
			.base = i,
			.size = 1,
			.name = r->codes.v[i].name,
			.len = r->codes.v[i].len,
		};
		if (n < SYMBLOCK_MAX && i + 1 < r->codes.n)
			continue;
		buf_reset(&block);
		symblock_pack(&block, ranges, n);
		ok = sink->names(sink->arg, &block);
		n = 0;
	}
	buf_release(&block);
	return ok;
}

bool jitdump_read(const void *image, size_t size, const struct jitdump_sink *sink)
{
	struct jitdump_reading r = { .p = image, .size = size, .sink = sink };
	struct cursor c = { .p = image, .left = size };
	uint32_t magic = cursor_u32(&c), header;
	bool ok;

	/* The magic was read as little-endian. */
	r.big = c.big = magic == MAGIC_SWAPPED;
	cursor_u32(&c); /* the version; later versions only add records */
	header = cursor_u32(&c);
	if (c.failed || (magic != MAGIC && magic != MAGIC_SWAPPED) || header < HEADER ||
	    header > size)
		return false;
	take_records(&r, header);
	if (r.codes.n)
		qsort(r.codes.v, r.codes.n, sizeof(*r.codes.v), by_time);
	ok = !r.full && (!sink->codes || give_codes(&r, sink)) &&
	     (!sink->names || give_names(&r, sink));
	vec_release(&r.codes);
	map_release(&r.loaded);
	return ok;
}
