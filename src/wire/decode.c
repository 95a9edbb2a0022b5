/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/decode.h"

#include "wire/bytes.h"
#include "wire/walk.h"
#include "wire/wrong.h"

/* An unknown sample_type bit may add fields at unknown places: stop after the fixed fields. */
static const struct row *sample_rows(const struct layout *layout, struct row *cut)
{
	size_t n = 0;

	if (!(layout->sample_type & ~(uint64_t)SAMPLE_KNOWN))
		return rows_sample;
	while (rows_sample[n].field != F_read) {
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
		{ .field = F_type, .kind = ROW_UINT, .size = 4, .flags = ROW_STRUCTURAL },
		{ .field = F_misc, .kind = ROW_BITS, .size = 2, .sub = misc, .flags = ROW_FLAT },
		{ .field = F_size, .kind = ROW_UINT, .size = 2, .flags = ROW_STRUCTURAL },
		{ .kind = ROW_END },
	};
	struct item item = {
		.field = F_header,
		.type = FT_OBJECT,
		.kind = ROW_OBJECT,
		.len = RECORD_HEADER_SIZE,
		.flags = ROW_STRUCTURAL | ROW_FLAT,
	};

	w->end = RECORD_HEADER_SIZE;
	walk_pass(w, w->sink->begin, &item);
	walk_rows(w, header);
	walk_pass(w, w->sink->end, &item);
}

static void walk_trailer(struct walk *w, const struct row *body, uint32_t end)
{
	struct item item = {
		.field = F_trailer,
		.type = FT_OBJECT,
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
	walk_pass(w, w->sink->begin, &item);
	walk_rows(w, rows_trailer);
	walk_pass(w, w->sink->end, &item);
}

/* Bytes of the part after its last row are a leaf of their own. */
static void walk_part(struct walk *w, const struct row *rows)
{
	if (rows)
		walk_rows(w, rows);
	if (!w->stopped)
		walk_leaf(w, F_rest, w->pos, w->end - w->pos, NULL);
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
		return WRONG_UNREADABLE;
	if (len < RECORD_HEADER_SIZE || len > UINT32_MAX)
		return WRONG_SHORT;
	desc = record_find(load_u32(rec, layout->big));
	w.misc = load_u16(rec + 4, layout->big);
	walk_header(&w, desc);
	if (desc && desc->trailer && len >= (size_t)RECORD_HEADER_SIZE + layout->trailer)
		trailer = layout->trailer;
	w.end = (uint32_t)len - trailer;
	rows = desc && desc->type == RECORD_SAMPLE ? sample_rows(layout, cut)
	       : desc				   ? desc->rows
						   : NULL;
	walk_part(&w, rows);
	w.pos = w.end;
	if (!w.stopped && trailer)
		walk_trailer(&w, rows, (uint32_t)len);
	return w.note;
}

const char *decode_rows(const struct layout *layout, const struct row *rows, const uint8_t *p,
			size_t len, struct sink *sink)
{
	struct walk w = { .layout = layout, .rec = p, .sink = sink, .end = (uint32_t)len };

	walk_part(&w, rows);
	return w.note;
}
