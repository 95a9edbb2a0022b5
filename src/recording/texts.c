/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/texts.h"

#include "base/search.h"
#include "recording/mappings.h"
#include "recording/symbols.h"
#include "tracing/printshape.h"
#include "wire/bytes.h"

enum {
	AHEAD_MAX = 512
};

void texts_init(struct texts *t)
{
	*t = (struct texts){ .printed = BUF_INIT };
	tracetexts_init(&t->answer);
}

void texts_release(struct texts *t)
{
	tracetexts_release(&t->answer);
	buf_release(&t->printed);
	vec_release(&t->rows);
}

struct raw {
	const struct tracefmt *format;
	const uint8_t *p;
	size_t len;
};

static const struct raw_offset *find_offset(struct texts *t, const struct row_info *info,
					    const struct layout *layout)
{
	struct texts_kind *kind = &t->kinds[(unsigned)info->layout % TEXTS_KINDS];

	if (kind->used && kind->part == info->part && kind->layout == info->layout)
		return &kind->raw;
	*kind = (struct texts_kind){ .used = true, .part = info->part, .layout = info->layout };
	raw_offset_find(&kind->raw, layout);
	return &kind->raw;
}

/* Find the row's raw data, if it is a sample of a tracepoint. */
static bool find_raw(struct texts *t, struct reader *reader, const struct row_info *info,
		     struct raw *raw)
{
	const struct layout *layout =
		events_layout(&reader_file(reader, info)->events, info->layout);
	const uint8_t *p;
	size_t len;

	raw->format = layout->format;
	if (info->type != RECORD_SAMPLE || !raw->format)
		return false;
	p = reader_bytes(reader, info, &len);
	return raw_offset_get(find_offset(t, info, layout), layout, p, len, &raw->p, &raw->len);
}

static void add_raw(struct texts *t, const struct row_info *info, const struct raw *raw)
{
	tracetexts_add(&t->answer, raw->format, info->has_cpu ? info->cpu : 0, raw->p, raw->len);
	vec_push(&t->rows, info->row);
}

/* Add the rows of the block that follow this one, as far as they need the helper. */
static void add_following(struct texts *t, struct reader *reader, const struct row_info *info)
{
	struct block *block =
		reader_block(reader, recording_block_of(reader_recording(reader), info->row));
	uint64_t at = block ? info->row - block->desc.first_row : 0;

	for (uint32_t i = 1; block && i < t->ahead && at + i < block->desc.rows; i++) {
		struct row_info next;
		struct raw raw;

		reader_row_in(reader, block, (uint32_t)at + i, &next);
		if (find_raw(t, reader, &next, &raw) && !tracehelper_program(t->helper, raw.format))
			add_raw(t, &next, &raw);
	}
}

/* Ask for twice as many rows as before if most of the last answer was used. */
static void request_rows(struct texts *t, struct reader *reader, const struct row_info *info,
			 struct tracehelper *helper, const struct raw *raw)
{
	/* With many files, only those in use have a helper process. */
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
	add_raw(t, info, raw);
	/* With a program, the process is needed only for samples with bad raw data. */
	if (!tracehelper_program(helper, raw->format))
		add_following(t, reader, info);
	tracehelper_texts(helper, &t->answer);
}

static const struct tracetext *find_row(const struct texts *t, uint64_t row)
{
	size_t i = search_first(0, t->rows.n, k, t->rows.v[k] < row);

	return i < t->rows.n && t->rows.v[i] == row ? &t->answer.list.v[i] : NULL;
}

static const char *ask_helper(struct texts *t, struct reader *reader, const struct row_info *info,
			      struct tracehelper *helper, const struct raw *raw, size_t *len)
{
	const struct tracetext *text = find_row(t, info->row);

	if (!text) {
		request_rows(t, reader, info, helper, raw);
		text = find_row(t, info->row);
	}
	t->used++;
	if (!text || !text->has)
		return NULL;
	*len = text->len;
	return t->answer.reply.p + text->off;
}

/* The row whose addresses are looked up. */
struct text_names {
	struct reader *reader;
	const struct row_info *info;
};

static bool add_name(void *arg, uint64_t addr, bool offset, struct buf *out)
{
	const struct text_names *n = arg;
	const struct mapping *mapping =
		mappings_find(reader_mappings(n->reader), n->info, CPUMODE_KERNEL, addr, NULL);
	struct symbols_answer symbol = { .answer = SYMS_NONE };

	if (mapping)
		symbols_find(reader_symbols(n->reader), n->info, mapping, addr, &symbol);
	if (symbol.answer != SYMS_FOUND)
		return false;
	buf_add(out, symbol.name, symbol.len);
	if (offset)
		buf_add_offset(out, symbol.off);
	return true;
}

const char *texts_get(struct texts *t, struct reader *reader, const struct row_info *info,
		      size_t *len)
{
	struct tracehelper *helper = reader_file(reader, info)->helper;
	struct text_names looked_up = { reader, info };
	const struct printrun_names names = { add_name, &looked_up };
	struct raw raw;

	if (!helper || !find_raw(t, reader, info, &raw))
		return NULL;
	buf_reset(&t->printed);
	if (!tracehelper_print(helper, raw.format, raw.p, raw.len, &names, &t->printed))
		return ask_helper(t, reader, info, helper, &raw, len);
	*len = t->printed.len;
	return t->printed.p;
}

static const struct printfmt *program_of(const struct reader *reader, const struct row_info *info,
					 const struct tracefmt *format)
{
	struct tracehelper *helper = reader_file(reader, info)->helper;

	return helper && format ? tracehelper_program(helper, format) : NULL;
}

bool texts_shape(struct reader *reader, const struct row_info *info, const struct buf *strings,
		 struct shape *shape, size_t *raw_len)
{
	const struct printfmt *print;
	struct layout layout;

	reader_layout(reader, info, &layout);
	print = program_of(reader, info, layout.format);
	*raw_len = print ? printshape_add(print, strings, shape) : 0;
	return *raw_len;
}

bool texts_fit(struct texts *t, struct reader *reader, const struct row_info *info, size_t raw_len,
	       struct buf *strings)
{
	const struct printfmt *print;
	struct raw raw;

	if (!find_raw(t, reader, info, &raw) || raw.len < raw_len || raw.len < 2)
		return false;
	print = program_of(reader, info, raw.format);
	return print && load_u16(raw.p, print->big) == print->id &&
	       (!strings || printshape_strings(print, raw.p, raw.len, strings));
}

bool texts_raw(struct texts *t, struct reader *reader, const struct row_info *info,
	       const uint8_t **p, size_t *len)
{
	struct raw raw;

	if (!find_raw(t, reader, info, &raw))
		return false;
	*p = raw.p;
	*len = raw.len;
	return true;
}
