/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/decode.h"

#include <string.h>

#include "base/text.h"
#include "wire/bytes.h"
#include "wire/names.h"
#include "wire/walk.h"

const char *walk_wrong(struct walk *w, const char *note)
{
	if (!w->note)
		w->note = note;
	return note;
}

void walk_tell(struct walk *w, bool (*fn)(struct sink *, const struct item *),
	       const struct item *item)
{
	if (!w->stopped && !w->dry && fn && !fn(w->sink, item))
		w->stopped = true;
}

static bool is_word_of(const struct row *rows, enum word word)
{
	for (; rows && rows->kind != ROW_END; rows++)
		if (rows->word == word)
			return true;
	return false;
}

/* The trailer's own names for words that the body has already. */
static enum word row_word(const struct walk *w, const struct row *row)
{
	static const struct {
		enum word plain, sid;
	} both[] = {
		{ W_pid, W_sid_pid },
		{ W_tid, W_sid_tid },
		{ W_time, W_sid_time },
		{ W_id, W_sid_id },
		{ W_stream_id, W_sid_stream_id },
		{ W_cpu, W_sid_cpu },
	};

	if (w->trailer && is_word_of(w->body, row->word))
		for (size_t i = 0; i < sizeof(both) / sizeof(both[0]); i++)
			if (both[i].plain == row->word)
				return both[i].sid;
	return row->word;
}

struct item walk_item(const struct walk *w, const struct row *row, uint32_t off, uint32_t len)
{
	enum word word = row_word(w, row);

	return (struct item){
		.word = word,
		.type = word_info(word)->type,
		.kind = (enum row_kind)row->kind,
		.off = off,
		.len = len,
		.flags = row->flags | (w->scalar ? ROW_SCALAR : 0) | (w->again ? ROW_AGAIN : 0),
		.index = w->index,
		.label = row->label,
	};
}

static uint64_t sign_extend(uint64_t v, unsigned size)
{
	unsigned shift = 64 - 8 * size;

	return (uint64_t)((int64_t)(v << shift) >> shift);
}

/* Bytes that no row describes, or that a row cannot use. */
void walk_leaf(struct walk *w, enum word word, uint32_t off, uint32_t len, const char *note)
{
	struct item item = {
		.word = word,
		.type = WT_BYTES,
		.kind = ROW_BYTES,
		.off = off,
		.len = len,
		.flags = ROW_STRUCTURAL,
		.bytes = w->rec + off,
		.note = note,
	};

	if (len && !w->again)
		walk_tell(w, w->sink->value, &item);
}

/* The rest of the part cannot be decoded: show it, and let no later row have it. */
static void walk_cut(struct walk *w, const char *note)
{
	walk_leaf(w, W_rest, w->pos, w->end - w->pos, walk_wrong(w, note));
	w->pos = w->end;
	if (w->dry)
		w->stopped = true;
}

static bool walk_has(struct walk *w, uint32_t len)
{
	if (w->end - w->pos >= len)
		return true;
	walk_cut(w, "the record ends before its fields");
	return false;
}

/* Would the rest of the record be used up exactly by these rows? */
static bool walk_fits(const struct walk *w, const struct row *rows)
{
	struct walk dry = *w;

	dry.dry = true;
	dry.note = NULL;
	walk_rows(&dry, rows);
	return !dry.note && dry.pos == dry.end;
}

/*
 * The kernel leaves hw_idx out when a sample has no branch stack, but writes it
 * for an empty one: with nr 0 only the length of the record tells.
 */
static bool when_hw_idx(struct walk *w, const struct row *row)
{
	const struct layout *l = w->layout;

	if (!(l->sample_type & SAMPLE_BRANCH_STACK) || !(l->branch_type & BRANCH_HW_INDEX))
		return false;
	if (w->reg[REG_NR])
		return true;
	return !walk_fits(w, row + 1);
}

/* Counters are there only if the PMU gave them: believe it when the record's length agrees. */
static bool when_counters(struct walk *w, const struct row *row)
{
	const struct layout *l = w->layout;

	if (!(l->sample_type & SAMPLE_BRANCH_STACK) || !l->counters || !w->reg[REG_NR])
		return false;
	return !walk_fits(w, row + 1);
}

static bool when_prog_name(const struct walk *w, uint64_t want)
{
	uint64_t size = w->end - w->pos, longest = 512;

	/* The second question comes when the name has been taken already. */
	if (w->pos != RECORD_HEADER_SIZE)
		return false;
	if (size < longest + 8 ||
	    load_u64(w->rec + w->pos + longest, w->layout->big) > (size - longest - 8) / 320)
		longest = 256;
	return want == longest;
}

static bool when_holds(struct walk *w, const struct row *row)
{
	const struct when *when = &row->when;
	uint64_t v;

	switch ((enum when_src)when->src) {
	case WHEN_SAMPLE_TYPE:
		v = w->layout->sample_type;
		break;
	case WHEN_READ_FORMAT:
		v = w->layout->read_format;
		break;
	case WHEN_BRANCH_TYPE:
		v = w->layout->branch_type;
		break;
	case WHEN_MISC:
		v = w->misc;
		break;
	case WHEN_REG:
		v = w->reg[when->reg];
		break;
	case WHEN_LEFT:
		return (w->end - w->pos >= when->want) != when->negate;
	case WHEN_HW_IDX:
		return when_hw_idx(w, row);
	case WHEN_COUNTERS:
		return when_counters(w, row);
	case WHEN_PROG_NAME:
		return when_prog_name(w, when->want);
	case WHEN_ALWAYS:
	default:
		return true;
	}
	return ((v & when->mask) == when->want) != when->negate;
}

uint64_t walk_count(const struct walk *w, const struct row *row)
{
	const struct count *c = &row->count;

	switch ((enum count_src)c->src) {
	case COUNT_REG:
		return w->reg[c->reg];
	case COUNT_REST:
		return UINT64_MAX;
	case COUNT_PRODUCT:
		return w->reg[c->reg] * w->reg[c->reg2] * 8;
	case COUNT_USER_MASK:
		return w->layout->regs_user;
	case COUNT_INTR_MASK:
		return w->layout->regs_intr;
	case COUNT_FIXED:
		return c->n;
	case COUNT_TEXT8:
		return w->reg[c->reg] < UINT32_MAX ? (w->reg[c->reg] + 8) & ~7ull : UINT64_MAX;
	case COUNT_ONE:
	default:
		return 1;
	}
}

static void save(struct walk *w, const struct row *row, uint64_t v)
{
	if (row->save)
		w->reg[row->save] = v;
}

/* A number's bytes: taken from the front, or those that were held back. */
bool walk_take(struct walk *w, const struct row *row, uint32_t *off, uint64_t *v)
{
	if (row->flags & ROW_HELD) {
		if (!w->held) /* the record ended before the held bytes */
			return false;
		*off = w->held;
	} else {
		if (!walk_has(w, row->size))
			return false;
		*off = w->pos;
		w->pos += row->size;
	}
	*v = load_uint(w->rec + *off, row->size, w->layout->big);
	if (row->kind == ROW_SINT)
		*v = sign_extend(*v, row->size);
	save(w, row, *v);
	return true;
}

static void tell_number(struct walk *w, const struct row *row, uint32_t off, uint64_t v)
{
	struct item item = walk_item(w, row, off, row->size);

	item.num = v;
	walk_tell(w, w->sink->value, &item);
}

static void walk_number(struct walk *w, const struct row *row)
{
	uint32_t off;
	uint64_t v;

	if (walk_take(w, row, &off, &v))
		tell_number(w, row, off, v);
}

static uint64_t low_bits(unsigned n)
{
	return n < 64 ? (1ull << n) - 1 : ~0ull;
}

/*
 * Bit-fields of a big-endian compiler fill a word from the top (of its 64 bits).
 * Put each field where little-endian compilers have it, and the bits between them
 * likewise, one by one.
 */
static uint64_t unmirror(uint64_t v, const struct row *bits)
{
	uint64_t out = 0, known = 0;

	for (; bits->kind != ROW_END; bits++) {
		uint64_t mask = low_bits(bits->size);

		out |= (v >> (64 - bits->shift - bits->size) & mask) << bits->shift;
		known |= mask << bits->shift;
	}
	for (unsigned bit = 0; bit < 64; bit++)
		if (!(known >> bit & 1))
			out |= (v >> (63 - bit) & 1) << bit;
	return out;
}

static void walk_bit_rows(struct walk *w, const struct row *row, uint32_t off, uint64_t v)
{
	for (const struct row *bit = row->sub; bit->kind != ROW_END; bit++) {
		struct item item = walk_item(w, bit, off, row->size);

		item.num = v >> bit->shift & low_bits(bit->size);
		save(w, bit, item.num);
		if (!when_holds(w, bit))
			continue;
		item.whole = v;
		item.shift = bit->shift;
		item.bits = (uint8_t)bit->size;
		walk_tell(w, w->sink->value, &item);
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
		v = unmirror(v, row->sub);
	item = walk_item(w, row, off, row->size);
	item.num = v;
	walk_tell(w, w->sink->begin, &item);
	walk_bit_rows(w, row, off, v);
	walk_tell(w, w->sink->end, &item);
}

/* Text and bytes: size bytes, or as many as count says; with both, count of them are meant. */
void walk_bytes(struct walk *w, const struct row *row)
{
	uint64_t count = walk_count(w, row);
	uint64_t want = row->size ? row->size : count;
	uint32_t left = w->end - w->pos;
	struct item item;
	const char *note = NULL;
	uint32_t used;

	if (want > left) {
		if (row->size || row->count.src != COUNT_REST)
			note = walk_wrong(w, "more bytes are announced than the record has");
		want = left;
	}
	item = walk_item(w, row, w->pos, (uint32_t)want);
	item.bytes = w->rec + w->pos;
	item.note = note;
	used = (uint32_t)want;
	if (row->kind == ROW_STR) {
		item.text_len = (uint32_t)text_nul(item.bytes, want);
		used = item.text_len < want ? item.text_len + 1 : item.text_len;
	} else if (row->size && row->count.src == COUNT_REG && count < want) {
		used = (uint32_t)count;
	}
	if (used || row->kind == ROW_STR) {
		item.len = used;
		if (row->kind != ROW_STR)
			item.text_len = used;
		walk_tell(w, w->sink->value, &item);
	}
	walk_leaf(w, W_padding, w->pos + used, (uint32_t)want - used, NULL);
	w->pos += (uint32_t)want;
}

static void walk_object(struct walk *w, const struct row *row)
{
	struct item item = walk_item(w, row, w->pos, 0);

	if (row->flags & ROW_FLAT) {
		walk_rows(w, row->sub);
		return;
	}
	walk_tell(w, w->sink->begin, &item);
	walk_rows(w, row->sub);
	item.len = w->pos - item.off;
	walk_tell(w, w->sink->end, &item);
}

/* perf_event_attr tells its own size; what is newer than the table is its rest. */
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
	walk_tell(w, w->sink->begin, &item);
	walk_rows(w, row->sub);
	walk_leaf(w, W_rest, w->pos, w->end - w->pos, NULL);
	item.len = size;
	walk_tell(w, w->sink->end, &item);
	w->pos = w->end;
	w->end = end;
}

/* The least that one element takes, so that a count cannot ask for endless empty ones. */
static uint32_t element_min(const struct walk *w, const struct row *rows)
{
	struct walk probe = *w;
	uint32_t size = 0;

	for (; rows->kind != ROW_END; rows++)
		if (rows->when.src == WHEN_ALWAYS || when_holds(&probe, rows))
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
	item.word = W_element;
	item.type = WT_OBJECT;
	item.kind = ROW_OBJECT;
	item.element = true;
	if (word_info((enum word)row->word)->names) {
		const struct name *name = names_find(word_info((enum word)row->word)->names, i);

		item.label = name ? name->name : NULL;
	}
	walk_tell(w, w->sink->begin, &item);
	walk_rows(w, row->sub);
	item.len = w->pos - item.off;
	walk_tell(w, w->sink->end, &item);
}

static void walk_list(struct walk *w, const struct row *row)
{
	uint64_t count = walk_count(w, row);
	uint32_t min = element_min(w, row->sub);
	/* One element that is always there may be cut inside, and may be of held bytes alone. */
	uint32_t fit = min && row->count.src != COUNT_ONE ? (w->end - w->pos) / min : 1;
	struct item item = walk_item(w, row, w->pos, 0);

	if (count > fit) {
		if (row->count.src != COUNT_REST)
			item.note =
				walk_wrong(w, "more elements are announced than the record has");
		count = fit;
	}
	item.num = count;
	walk_tell(w, w->sink->begin, &item);
	for (uint32_t i = 0; i < count && !w->stopped; i++)
		walk_element(w, row, i);
	w->index = 0;
	item.len = w->pos - item.off;
	walk_tell(w, w->sink->end, &item);
	if (item.note)
		walk_cut(w, item.note);
}

static void walk_chain(struct walk *w, const struct row *row)
{
	uint64_t count = walk_count(w, row), before = 0;
	uint32_t fit = (w->end - w->pos) / 8;
	struct item list = walk_item(w, row, w->pos, 0);

	if (count > fit) {
		list.note = walk_wrong(w, "more frames are announced than the record has");
		count = fit;
	}
	list.num = count;
	walk_tell(w, w->sink->begin, &list);
	for (uint32_t i = 0; i < count && !w->stopped; i++, w->pos += 8) {
		struct item item = {
			.num = load_u64(w->rec + w->pos, w->layout->big),
			.off = w->pos,
			.len = 8,
			.index = i,
			.type = WT_UINT,
			.kind = ROW_UINT,
		};

		item.word = decode_chain_word(item.num, before);
		before = item.num;
		walk_tell(w, w->sink->value, &item);
	}
	list.len = w->pos - list.off;
	walk_tell(w, w->sink->end, &list);
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
		if (!walk_has(w, 8))
			return;
		item = walk_item(w, row, w->pos, 8);
		item.num = load_u64(w->rec + w->pos, w->layout->big);
		item.label = regs_name(w->layout->arch, w->reg[REG_ABI], bit, tmp);
		item.index = bit;
		w->pos += 8;
		walk_tell(w, w->sink->value, &item);
	}
}

static void walk_hold(struct walk *w, const struct row *row)
{
	if (!walk_has(w, row->size))
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
		if (rows->when.src == WHEN_ALWAYS || when_holds(w, rows))
			walk_row(w, rows);
}

/* Fields behind a sample_type bit that is not known cannot be placed: stop after the fixed ones. */
static const struct row *sample_rows(const struct layout *layout, struct row *cut)
{
	size_t n = 0;

	if (!(layout->sample_type & ~(uint64_t)SAMPLE_KNOWN))
		return rows_sample;
	while (rows_sample[n].word != W_read) {
		cut[n] = rows_sample[n];
		n++;
	}
	cut[n] = (struct row){ .kind = ROW_END };
	return cut;
}

static void walk_header(struct walk *w, const struct record_desc *desc)
{
	static const struct row plain[] = { { .kind = ROW_END } };
	bool cpumode = record_has_cpumode(load_u32(w->rec, w->layout->big));
	const struct row *misc = desc && desc->misc ? desc->misc : cpumode ? rows_cpumode : plain;
	const struct row header[] = {
		{ .word = W_type, .kind = ROW_UINT, .size = 4, .flags = ROW_STRUCTURAL },
		{ .word = W_misc, .kind = ROW_BITS, .size = 2, .sub = misc, .flags = ROW_FLAT },
		{ .word = W_size, .kind = ROW_UINT, .size = 2, .flags = ROW_STRUCTURAL },
		{ .kind = ROW_END },
	};
	struct item item = {
		.word = W_header,
		.type = WT_OBJECT,
		.kind = ROW_OBJECT,
		.len = RECORD_HEADER_SIZE,
		.flags = ROW_STRUCTURAL | ROW_FLAT,
	};

	w->end = RECORD_HEADER_SIZE;
	walk_tell(w, w->sink->begin, &item);
	walk_rows(w, header);
	walk_tell(w, w->sink->end, &item);
}

static void walk_trailer(struct walk *w, const struct row *body, uint32_t end)
{
	struct item item = {
		.word = W_trailer,
		.type = WT_OBJECT,
		.kind = ROW_OBJECT,
		.off = w->pos,
		.len = end - w->pos,
		.flags = ROW_STRUCTURAL | ROW_FLAT,
	};

	w->end = end;
	w->trailer = true;
	w->body = body;
	if (!item.len)
		return;
	walk_tell(w, w->sink->begin, &item);
	walk_rows(w, rows_trailer);
	walk_tell(w, w->sink->end, &item);
}

const char *decode_record(const struct layout *layout, const uint8_t *rec, size_t len,
			  struct sink *sink)
{
	struct walk w = { .layout = layout, .rec = rec, .sink = sink };
	const struct record_desc *desc;
	const struct row *rows;
	struct row cut[24];
	uint32_t trailer = 0;

	if (!len)
		return "the bytes cannot be read";
	if (len < RECORD_HEADER_SIZE || len > UINT32_MAX)
		return "the record is shorter than its header";
	desc = record_find(load_u32(rec, layout->big));
	w.misc = load_u16(rec + 4, layout->big);
	walk_header(&w, desc);
	if (desc && desc->trailer && len >= (size_t)RECORD_HEADER_SIZE + layout->trailer)
		trailer = layout->trailer;
	w.end = (uint32_t)len - trailer;
	rows = desc && desc->type == RECORD_SAMPLE ? sample_rows(layout, cut)
	       : desc				   ? desc->rows
						   : NULL;
	if (rows)
		walk_rows(&w, rows);
	if (!w.stopped)
		walk_leaf(&w, W_rest, w.pos, w.end - w.pos, NULL);
	w.pos = w.end;
	if (!w.stopped && trailer)
		walk_trailer(&w, rows, (uint32_t)len);
	return w.note;
}

const char *decode_rows(const struct layout *layout, const struct row *rows, const uint8_t *p,
			size_t len, struct sink *sink)
{
	struct walk w = { .layout = layout, .rec = p, .sink = sink, .end = (uint32_t)len };

	walk_rows(&w, rows);
	if (!w.stopped)
		walk_leaf(&w, W_rest, w.pos, w.end - w.pos, NULL);
	return w.note;
}
