/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/tracefields.h"

#include "base/text.h"
#include "wire/tracefmt.h"

struct text_sink {
	struct sink sink;
	struct buf *out;
	size_t start;
	bool found;
	bool list, first; /* inside a list; before its first element */
};

static void add_value(struct buf *out, const struct item *item)
{
	if (item->type == FT_STR)
		text_escape(out, item->bytes, item->text_len);
	else if (item->type == FT_BYTES)
		buf_add_hexbytes(out, item->bytes, item->len);
	else
		field_id_text(out, item->field, item->num);
}

static bool is_shown(const struct item *item)
{
	return field_is_tp(item->field) && item->label && !tracefmt_is_common(item->label);
}

static void add_name(struct text_sink *s, const struct item *item)
{
	if (s->out->len > s->start)
		buf_addc(s->out, ' ');
	buf_adds(s->out, item->label);
	buf_addc(s->out, '=');
}

static bool text_begin(struct sink *sink, const struct item *item)
{
	struct text_sink *s = (struct text_sink *)sink;

	s->found |= item->field == F_tp;
	if (is_shown(item)) {
		add_name(s, item);
		buf_addc(s->out, '{');
		s->list = s->first = true;
	}
	return true;
}

static bool text_value(struct sink *sink, const struct item *item)
{
	struct text_sink *s = (struct text_sink *)sink;

	if (!is_shown(item))
		return true;
	if (!s->list)
		add_name(s, item);
	else if (!s->first)
		buf_addc(s->out, ',');
	s->first = false;
	add_value(s->out, item);
	return true;
}

static bool text_end(struct sink *sink, const struct item *item)
{
	struct text_sink *s = (struct text_sink *)sink;

	if (s->list) {
		buf_addc(s->out, '}');
		s->list = false;
	}
	return item->field != F_tp;
}

bool tracefields_add(const struct layout *layout, const uint8_t *rec, size_t len, struct buf *out)
{
	struct text_sink s = {
		.sink = { .begin = text_begin, .value = text_value, .end = text_end },
		.out = out,
		.start = out->len,
	};

	decode_record(layout, rec, len, &s.sink);
	return s.found;
}
