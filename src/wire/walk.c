/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/walk.h"

#include <string.h>

#include "base/text.h"
#include "wire/bytes.h"
#include "wire/names.h"
#include "wire/wrong.h"

const char *walk_wrong(struct walk *w, const char *note)
{
	if (!w->note)
		w->note = note;
	return note;
}

void walk_pass(struct walk *w, bool (*fn)(struct sink *, const struct item *),
	       const struct item *item)
{
	if (!w->stopped && !w->dry && fn && !fn(w->sink, item))
		w->stopped = true;
}

static bool is_field_of(const struct row *rows, enum field_id field)
{
	for (; rows && rows->kind != ROW_END; rows++)
		if (rows->field == field)
			return true;
	return false;
}

/* The field of a row; the trailer has its own names for fields that the body has, too. */
static enum field_id row_field(const struct walk *w, const struct row *row)
{
	static const struct {
		enum field_id plain, sid;
	} both[] = {
		{ F_pid, F_sid_pid }, { F_tid, F_sid_tid },
		{ F_id, F_sid_id },   { F_stream_id, F_sid_stream_id },
		{ F_cpu, F_sid_cpu },
	};

	if (w->trailer && is_field_of(w->body, row->field))
		for (size_t i = 0; i < sizeof(both) / sizeof(both[0]); i++)
			if (both[i].plain == row->field)
				return both[i].sid;
	return row->field;
}

struct item walk_item(const struct walk *w, const struct row *row, uint32_t off, uint32_t len)
{
	enum field_id field = row_field(w, row);

	return (struct item){
		.field = field,
		.type = field_info(field)->type,
		.kind = (enum row_kind)row->kind,
		.off = off,
		.len = len,
		.flags = row->flags | (w->scalar ? ROW_SCALAR : 0) | (w->again ? ROW_AGAIN : 0),
		.index = w->index,
		.label = row->label,
	};
}

/* Bytes that no row describes, or that a row cannot use. */
void walk_leaf(struct walk *w, enum field_id field, uint32_t off, uint32_t len, const char *note)
{
	struct item item = {
		.field = field,
		.type = FT_BYTES,
		.kind = ROW_BYTES,
		.off = off,
		.len = len,
		.flags = ROW_STRUCTURAL,
		.bytes = w->rec + off,
		.note = note,
	};

	if (len && !w->again)
		walk_pass(w, w->sink->value, &item);
}

/* The rest of the part cannot be decoded: show it as a leaf that no later row gets. */
static void walk_cut(struct walk *w, const char *note)
{
	walk_leaf(w, F_rest, w->pos, w->end - w->pos, walk_wrong(w, note));
	w->pos = w->end;
	if (w->dry)
		w->stopped = true;
}

/* Are there len bytes? If not, the rest of the part is cut. */
static bool walk_needs(struct walk *w, uint32_t len)
{
	if (w->end - w->pos >= len)
		return true;
	walk_cut(w, WRONG_FIELDS);
	return false;
}

static void save(struct walk *w, const struct row *row, uint64_t v)
{
	if (row->save)
		w->reg[row->save] = v;
}

/* Take a number's bytes from the front, or where the last ROW_HOLD kept them. */
bool walk_take(struct walk *w, const struct row *row, uint32_t *off, uint64_t *v)
{
	if (row->flags & ROW_HELD) {
		if (!w->held) /* the record ended before the bytes to hold */
			return false;
		*off = w->held;
	} else {
		if (!walk_needs(w, row->size))
			return false;
		*off = w->pos;
		w->pos += row->size;
	}
	*v = load_uint(w->rec + *off, row->size, w->layout->big);
	if (row->kind == ROW_SINT)
		*v = sign_extend(*v, 8u * row->size);
	save(w, row, *v);
	return true;
}

static void walk_number(struct walk *w, const struct row *row)
{
	struct item item;
	uint32_t off;
	uint64_t v;

	if (!walk_take(w, row, &off, &v))
		return;
	item = walk_item(w, row, off, row->size);
	item.num = v;
	walk_pass(w, w->sink->value, &item);
}

/*
 * Big-endian compilers fill a word with bit-fields from its top. Move each field, and each bit
 * between fields, to where little-endian compilers have it.
 */
static uint64_t unmirror(uint64_t v, const struct row *row)
{
	unsigned width = 8 * row->size;
	uint64_t out = 0, known = 0;

	for (const struct row *bits = row->sub; bits->kind != ROW_END; bits++) {
		uint64_t mask = bits_low(bits->size);

		out |= (v >> (width - bits->shift - bits->size) & mask) << bits->shift;
		known |= mask << bits->shift;
	}
	for (unsigned bit = 0; bit < width; bit++)
		if (!(known >> bit & 1))
			out |= (v >> (width - 1 - bit) & 1) << bit;
	return out;
}

static void walk_bit_rows(struct walk *w, const struct row *row, uint32_t off, uint64_t v)
{
	for (const struct row *bit = row->sub; bit->kind != ROW_END; bit++) {
		struct item item = walk_item(w, bit, off, row->size);

		item.num = v >> bit->shift & bits_low(bit->size);
		save(w, bit, item.num);
		if (!walk_when(w, bit))
			continue;
		item.whole = v;
		item.shift = bit->shift;
		item.bits = (uint8_t)bit->size;
		walk_pass(w, w->sink->value, &item);
	}
}

static void walk_bits(struct walk *w, const struct row *row)
{
	uint32_t off;
	uint64_t v;
	struct item item;

	if (!walk_take(w, row, &off, &v))
		return;
	if (row->flags & ROW_MIRROR && w->layout->big)
		v = unmirror(v, row);
	item = walk_item(w, row, off, row->size);
	item.num = v;
	walk_pass(w, w->sink->begin, &item);
	walk_bit_rows(w, row, off, v);
	walk_pass(w, w->sink->end, &item);
}

/*
 * The bytes of a row that asks for size bytes, or else for count bytes. If the record has fewer,
 * return those that are left, and set *note.
 */
static uint32_t take_size(struct walk *w, const struct row *row, uint64_t count, const char **note)
{
	uint64_t want = row->size ? row->size : count;
	uint32_t left = w->end - w->pos;

	if (want <= left)
		return (uint32_t)want;
	if (row->size || row->count.src != COUNT_REST)
		*note = walk_wrong(w, WRONG_BYTES);
	return left;
}

/* Text and bytes. A row with a size and a count has size bytes, of which count are used. */
void walk_bytes(struct walk *w, const struct row *row)
{
	uint64_t count = walk_count(w, row);
	const char *note = NULL;
	uint32_t size = take_size(w, row, count, &note), used = size;
	struct item item = walk_item(w, row, w->pos, size);

	item.bytes = w->rec + w->pos;
	item.note = note;
	if (row->kind == ROW_STR) {
		item.text_len = (uint32_t)text_nul(item.bytes, size);
		used = item.text_len < size ? item.text_len + 1 : item.text_len;
	} else if (row->size && row->count.src == COUNT_REG && count < size) {
		used = (uint32_t)count;
	}
	if (used || row->kind == ROW_STR) {
		item.len = used;
		if (row->kind != ROW_STR)
			item.text_len = used;
		walk_pass(w, w->sink->value, &item);
	}
	walk_leaf(w, F_padding, w->pos + used, size - used, NULL);
	w->pos += size;
}

/* Walk rows as one item that has their size. */
static void walk_group(struct walk *w, const struct row *rows, struct item *item)
{
	walk_pass(w, w->sink->begin, item);
	walk_rows(w, rows);
	item->len = w->pos - item->off;
	walk_pass(w, w->sink->end, item);
}

static void walk_object(struct walk *w, const struct row *row)
{
	struct item item = walk_item(w, row, w->pos, 0);

	if (row->flags & ROW_FLAT) {
		walk_rows(w, row->sub);
		return;
	}
	walk_group(w, row->sub, &item);
}

/* perf_event_attr states its own size; fields newer than the table become its rest. */
static void walk_attr(struct walk *w, const struct row *row)
{
	uint32_t end = w->end, start = w->pos;
	uint32_t size = end - start;
	struct item item = walk_item(w, row, start, 0);

	if (size >= 8) {
		uint32_t own = load_u32(w->rec + start + 4, w->layout->big);

		own = own ? own : 64;
		if (own < size)
			size = own;
	}
	w->end = start + size;
	walk_pass(w, w->sink->begin, &item);
	walk_rows(w, row->sub);
	walk_leaf(w, F_rest, w->pos, w->end - w->pos, NULL);
	item.len = size;
	walk_pass(w, w->sink->end, &item);
	w->pos = w->end;
	w->end = end;
}

/* The least size of one element, so that a count cannot ask for endless empty elements. */
static uint32_t element_min(const struct walk *w, const struct row *rows)
{
	struct walk probe = *w;
	uint32_t size = 0;

	for (; rows->kind != ROW_END; rows++)
		if (rows->when.src == WHEN_ALWAYS || walk_when(&probe, rows))
			size += rows->flags & ROW_HELD ? 0 : rows->size;
	return size;
}

static void walk_element(struct walk *w, const struct row *row, uint32_t i)
{
	struct item item;

	w->index = i;
	if (row->flags & ROW_SCALAR) {
		w->scalar = true;
		walk_rows(w, row->sub);
		w->scalar = false;
		return;
	}
	item = walk_item(w, row, w->pos, 0);
	item.field = F_element;
	item.type = FT_OBJECT;
	item.kind = ROW_OBJECT;
	item.element = true;
	if (field_info((enum field_id)row->field)->names) {
		const struct name *name =
			names_find(field_info((enum field_id)row->field)->names, i);

		item.label = name ? name->name : NULL;
	}
	walk_group(w, row->sub, &item);
}

static void walk_list(struct walk *w, const struct row *row)
{
	uint64_t count = walk_count(w, row);
	uint32_t min = element_min(w, row->sub);
	/* A single element that always exists may be cut inside, and may have only held bytes. */
	uint32_t fit = min && row->count.src != COUNT_ONE ? (w->end - w->pos) / min : 1;
	struct item item = walk_item(w, row, w->pos, 0);

	if (count > fit) {
		if (row->count.src != COUNT_REST)
			item.note = walk_wrong(w, WRONG_ELEMENTS);
		count = fit;
	}
	item.num = count;
	walk_pass(w, w->sink->begin, &item);
	for (uint32_t i = 0; i < count && !w->stopped; i++)
		walk_element(w, row, i);
	w->index = 0;
	item.len = w->pos - item.off;
	walk_pass(w, w->sink->end, &item);
	if (item.note)
		walk_cut(w, item.note);
}

static void walk_chain(struct walk *w, const struct row *row)
{
	uint64_t count = walk_count(w, row), before = 0;
	uint32_t fit = (w->end - w->pos) / 8;
	struct item list = walk_item(w, row, w->pos, 0);

	if (count > fit) {
		list.note = walk_wrong(w, WRONG_FRAMES);
		count = fit;
	}
	list.num = count;
	walk_pass(w, w->sink->begin, &list);
	for (uint32_t i = 0; i < count && !w->stopped; i++, w->pos += 8) {
		struct item item = {
			.num = load_u64(w->rec + w->pos, w->layout->big),
			.off = w->pos,
			.len = 8,
			.index = i,
			.type = FT_UINT,
			.kind = ROW_UINT,
		};

		item.field = decode_chain_field(item.num, before);
		before = item.num;
		walk_pass(w, w->sink->value, &item);
	}
	list.len = w->pos - list.off;
	walk_pass(w, w->sink->end, &list);
	if (list.note)
		walk_cut(w, list.note);
}

static void walk_regs(struct walk *w, const struct row *row)
{
	uint64_t mask = walk_count(w, row);

	for (unsigned bit = 0; mask && !w->stopped; bit++, mask >>= 1) {
		struct item item;
		char tmp[8];

		if (!(mask & 1))
			continue;
		if (!walk_needs(w, 8))
			return;
		item = walk_item(w, row, w->pos, 8);
		item.num = load_u64(w->rec + w->pos, w->layout->big);
		item.label = regs_name(w->layout->arch, w->reg[REG_ABI], bit, tmp);
		item.index = bit;
		w->pos += 8;
		walk_pass(w, w->sink->value, &item);
	}
}

static void walk_hold(struct walk *w, const struct row *row)
{
	if (!walk_needs(w, row->size))
		return;
	w->held = w->pos;
	w->pos += row->size;
}

static void walk_row(struct walk *w, const struct row *row)
{
	static void (*const kinds[])(struct walk *, const struct row *) = {
		[ROW_UINT] = walk_number, [ROW_SINT] = walk_number, [ROW_F64] = walk_number,
		[ROW_STR] = walk_bytes,	  [ROW_BYTES] = walk_bytes, [ROW_OBJECT] = walk_object,
		[ROW_ATTR] = walk_attr,	  [ROW_LIST] = walk_list,   [ROW_BITS] = walk_bits,
		[ROW_CHAIN] = walk_chain, [ROW_HOLD] = walk_hold,   [ROW_REGS] = walk_regs,
		[ROW_RAW] = walk_raw,	  [ROW_PLACE] = walk_place,
	};

	kinds[row->kind](w, row);
}

void walk_rows(struct walk *w, const struct row *rows)
{
	for (; rows->kind != ROW_END && !w->stopped; rows++)
		if (rows->when.src == WHEN_ALWAYS || walk_when(w, rows))
			walk_row(w, rows);
}
