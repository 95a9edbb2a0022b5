/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scrubs records; scrub_section.c scrubs sections. */
#include "slice/scrub.h"

#include <string.h>

#include "base/text.h"
#include "recording/derived.h"
#include "slice/record_class.h"
#include "wire/decode.h"

enum edit_kind {
	EDIT_ZERO, /* bytes to overwrite with 0 */
	EDIT_COMM, /* text in a field of fixed size */
	EDIT_PATH,
	EDIT_NEW_COMM, /* text whose record changes its size */
	EDIT_NEW_PATH,
	EDIT_EMPTY /* a part that begins with its size or kind, where 0 means none */
};

enum {
	USER_BITS = 48 /* of an address of code; larger addresses exist only on request */
};

struct scrub_sink {
	struct sink sink;
	struct scrub *scrub;
	const uint8_t *rec;
	bool sample, kernel;
	enum cpumode mode; /* of the following frames of a call chain */
};

int scrub_init(struct scrub *scrub, struct err *err)
{
	*scrub = (struct scrub){ 0 };
	return pseudonym_init(&scrub->pseudonym, err);
}

void scrub_release(struct scrub *scrub)
{
	vec_release(&scrub->edits);
}

bool scrub_knows(uint32_t type)
{
	switch (type) {
	case RECORD_TRACING_DATA:
	case RECORD_BUILD_ID:
	case RECORD_HEADER_FEATURE:
	case RECORD_BPF_METADATA:
	case RECORD_SIMPLEPERF_KERNEL_SYMBOL:
	case RECORD_SIMPLEPERF_DSO:
	case RECORD_SIMPLEPERF_SYMBOL:
	case RECORD_SIMPLEPERF_SPLIT:
	case RECORD_SIMPLEPERF_SPLIT_END:
	case RECORD_SIMPLEPERF_UNWINDING_RESULT:
	case RECORD_SIMPLEPERF_TRACING_DATA:
	case RECORD_SIMPLEPERF_DEBUG:
		return false;
	default:
		return record_find(type);
	}
}

/* ---- what is to be edited ---- */

static bool ends_with_comm(const char *label)
{
	size_t len = label ? strlen(label) : 0;

	return len >= 4 && !strcmp(label + len - 4, "comm");
}

static bool edit_of_text(const struct scrub_sink *s, const struct item *item, enum edit_kind *kind)
{
	switch (item->field) {
	case F_comm:
		*kind = EDIT_NEW_COMM;
		return true;
	case F_mmap_file:
		*kind = EDIT_NEW_PATH;
		return !s->kernel;
	case F_cgroup_path:
		*kind = EDIT_NEW_PATH;
		return true;
	case F_thread_map_comm:
		*kind = EDIT_COMM;
		return true;
	case F_tp_str:
		*kind = ends_with_comm(item->label) ? EDIT_COMM : EDIT_PATH;
		return true;
	default:
		return false;
	}
}

/*
 * Is the value not an address of code? If perf follows frame pointers through code without them, it
 * takes values on the stack, such as text, for addresses. [vsyscall] and code of SPARC are at
 * addresses that text cannot have.
 */
static bool is_no_address(const struct scrub_sink *s, uint64_t v)
{
	bool user = s->mode == CPUMODE_USER || s->mode == CPUMODE_GUEST_USER;

	return user && v >> USER_BITS && v < 0xfff0000000000000;
}

static bool is_zero(const uint8_t *p, size_t len)
{
	while (len && !*p)
		p++, len--;
	return !len;
}

/* Note the bytes after the NUL of a text, which can be remains of earlier data. */
static bool add_padding(struct scrub *scrub, const struct item *item)
{
	struct scrub_edit *last = scrub->edits.n ? &scrub->edits.v[scrub->edits.n - 1] : NULL;

	if (last && last->kind != EDIT_ZERO && last->off + last->len == item->off) {
		last->len += item->len;
		return true;
	}
	return false;
}

static void add_edit(struct scrub *scrub, const struct item *item, enum edit_kind kind)
{
	vec_push(&scrub->edits, ((struct scrub_edit){ item->off, item->len, (uint8_t)kind }));
}

static bool scrub_value(struct sink *sink, const struct item *item)
{
	struct scrub_sink *s = (struct scrub_sink *)sink;
	enum edit_kind kind;

	if (item->field == F_callchain_context)
		s->mode = derived_context_mode(item->num);
	if (item->type == FT_STR && edit_of_text(s, item, &kind))
		add_edit(s->scrub, item, kind);
	else if (item->field == F_callchain_ip && is_no_address(s, item->num))
		add_edit(s->scrub, item, EDIT_ZERO);
	else if (item->field == F_raw && !(item->flags & ROW_AGAIN))
		add_edit(s->scrub, item, EDIT_ZERO);
	else if (item->field == F_rest && s->sample)
		s->scrub->refused |= !is_zero(s->rec + item->off, item->len);
	else if (item->field == F_rest || item->field == F_padding)
		if (!add_padding(s->scrub, item))
			add_edit(s->scrub, item, EDIT_ZERO);
	return true;
}

static bool scrub_end(struct sink *sink, const struct item *item)
{
	struct scrub_sink *s = (struct scrub_sink *)sink;

	if (item->field == F_uregs || item->field == F_iregs || item->field == F_ustack)
		add_edit(s->scrub, item, EDIT_EMPTY);
	return true;
}

/* ---- the edits ---- */

static void add_pseudonym(const struct scrub *scrub, enum edit_kind kind, const uint8_t *p,
			  size_t len, struct buf *out)
{
	size_t text = text_nul(p, len);

	if (kind == EDIT_COMM || kind == EDIT_NEW_COMM)
		pseudonym_comm(&scrub->pseudonym, p, text, out);
	else
		pseudonym_path(&scrub->pseudonym, p, text, out);
}

/*
 * Replace a text in a field of fixed size: truncate it, and keep a NUL at the end if there was one.
 */
static void edit_in_place(const struct scrub *scrub, const struct scrub_edit *edit,
			  const uint8_t *rec, uint8_t *to)
{
	size_t room = edit->len;
	struct buf text = BUF_INIT;

	if (edit->kind != EDIT_ZERO)
		add_pseudonym(scrub, edit->kind, rec + edit->off, edit->len, &text);
	if (room && text_nul(rec + edit->off, room) < room)
		room--;
	memset(to + edit->off, 0, edit->len);
	memcpy(to + edit->off, text.p, text.len < room ? text.len : room);
	buf_release(&text);
}

static bool is_in_place(const struct scrub_edit *edit)
{
	return edit->kind == EDIT_ZERO || edit->kind == EDIT_COMM || edit->kind == EDIT_PATH;
}

static void add_new(const struct scrub *scrub, const struct scrub_edit *edit, const uint8_t *rec,
		    size_t start, struct buf *out)
{
	if (edit->kind == EDIT_EMPTY) {
		buf_fill(out, 0, edit->len < 8 ? edit->len : 8);
		return;
	}
	add_pseudonym(scrub, edit->kind, rec + edit->off, edit->len, out);
	buf_addc(out, 0);
	buf_fill(out, 0, -(out->len - start) & 7);
}

/* Write the record with edited fields of fixed size, and replace texts that change their size. */
static bool apply_edits(const struct scrub *scrub, const uint8_t *rec, uint8_t *fixed, size_t len,
			bool big, struct buf *out)
{
	size_t start = out->len, at = 0;

	for (size_t i = 0; i < scrub->edits.n; i++)
		if (is_in_place(&scrub->edits.v[i]))
			edit_in_place(scrub, &scrub->edits.v[i], rec, fixed);
	for (size_t i = 0; i < scrub->edits.n; i++) {
		const struct scrub_edit *edit = &scrub->edits.v[i];

		if (is_in_place(edit))
			continue;
		buf_add(out, fixed + at, edit->off - at);
		add_new(scrub, edit, rec, start, out);
		at = edit->off + edit->len;
	}
	buf_add(out, fixed + at, len - at);
	if (out->len - start > RECORD_SIZE_MAX) {
		buf_truncate(out, start);
		return false;
	}
	store_u16((uint8_t *)out->p + start + 6, (uint16_t)(out->len - start), big);
	return true;
}

bool scrub_record(struct scrub *scrub, const struct layout *layout, const uint8_t *rec, size_t len,
		  struct buf *out)
{
	struct scrub_sink sink = {
		.sink = { .value = scrub_value, .end = scrub_end },
		.scrub = scrub,
		.rec = rec,
	};
	uint8_t *fixed;
	bool done;

	scrub->edits.n = 0;
	scrub->refused = len < RECORD_HEADER_SIZE;
	if (scrub->refused)
		return false;
	sink.sample = load_u32(rec, layout->big) == RECORD_SAMPLE;
	sink.mode = load_u16(rec + 4, layout->big) & CPUMODE_MASK;
	sink.kernel = record_in_kernel((uint16_t)sink.mode);
	if (decode_record(layout, rec, len, &sink.sink) || scrub->refused)
		return false;
	fixed = mem_dup(rec, len);
	done = apply_edits(scrub, rec, fixed, len, layout->big, out);
	free(fixed);
	return done;
}
