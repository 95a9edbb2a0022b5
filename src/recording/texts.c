/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/texts.h"

#include "wire/find.h"

enum {
	AHEAD_MAX = 512
};

void texts_init(struct texts *t)
{
	*t = (struct texts){ .ahead = 0 };
	tracetexts_init(&t->answer);
}

void texts_release(struct texts *t)
{
	tracetexts_release(&t->answer);
	vec_release(&t->rows);
}

/* Add the row's raw data to the request, if it is a tracepoint's sample. */
static void add_row(struct texts *t, struct reader *reader, const struct row_info *info)
{
	struct layout layout;
	const uint8_t *p, *raw;
	size_t len, raw_len;

	if (info->type != RECORD_SAMPLE)
		return;
	reader_layout(reader, info, &layout);
	if (!layout.format)
		return;
	p = reader_bytes(reader, info, &len);
	if (!find_bytes(&layout, p, len, W_raw, &raw, &raw_len))
		return;
	tracetexts_add(&t->answer, layout.format, info->has_cpu ? info->cpu : 0, raw, raw_len);
	vec_push(&t->rows, info->row);
}

/* Twice as far as the last time when most of that was used. */
static void add_following(struct texts *t, struct reader *reader, const struct row_info *info)
{
	struct block *block =
		reader_block(reader, recording_block_of(reader_recording(reader), info->row));
	uint64_t at = block ? info->row - block->desc.first_row : 0;

	for (uint32_t i = 1; block && i < t->ahead && at + i < block->desc.rows; i++) {
		struct row_info next;

		reader_row_in(reader, block, (uint32_t)at + i, &next);
		add_row(t, reader, &next);
	}
}

static void ask(struct texts *t, struct reader *reader, const struct row_info *info)
{
	struct tracehelper *helper = reader_file(reader, info)->helper;

	/* Of many files only those that are looked at have a process. */
	if (t->helper && t->helper != helper)
		tracehelper_rest(t->helper);
	t->helper = helper;
	if (!t->ahead || t->used < t->rows.n / 2)
		t->ahead = 1;
	else if (t->ahead < AHEAD_MAX)
		t->ahead *= 2;
	t->used = 0;
	t->rows.n = 0;
	tracetexts_reset(&t->answer);
	if (!helper)
		return;
	add_row(t, reader, info);
	if (!t->rows.n)
		return;
	add_following(t, reader, info);
	tracehelper_texts(helper, &t->answer);
}

static const struct tracetext *find_row(const struct texts *t, uint64_t row)
{
	size_t lo = 0, hi = t->rows.n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (t->rows.v[mid] == row)
			return &t->answer.list.v[mid];
		if (t->rows.v[mid] < row)
			lo = mid + 1;
		else
			hi = mid;
	}
	return NULL;
}

const char *texts_get(struct texts *t, struct reader *reader, const struct row_info *info,
		      size_t *len)
{
	const struct tracetext *text = find_row(t, info->row);

	if (!text) {
		ask(t, reader, info);
		text = find_row(t, info->row);
	}
	t->used++;
	if (!text || !text->has)
		return NULL;
	*len = text->len;
	return t->answer.reply.p + text->off;
}
