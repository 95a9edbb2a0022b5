/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/value.h"

#include "base/text.h"
#include "wire/find.h"

static void set_number(struct value *v, bool has, uint64_t num)
{
	v->has = has;
	v->is_number = true;
	v->num = num;
}

static uint64_t sign32(uint32_t v)
{
	return (uint64_t)(int64_t)(int32_t)v;
}

/* Numbers that the index has for every row. False: the word is none of them. */
static bool from_index(const struct row_info *info, enum word word, struct value *v)
{
	switch (word) {
	case W_ordinal:
		set_number(v, info->ordinal != ROW_NO_ORDINAL, info->ordinal);
		return true;
	case W_type:
		set_number(v, true, info->type);
		return true;
	case W_misc:
		set_number(v, info->type != RECORD_DAMAGE, info->misc);
		return true;
	case W_cpumode:
		set_number(v, info->type < RECORD_USER_START, info->misc & 7);
		return true;
	case W_size:
		set_number(v, true, info->size);
		return true;
	case W_stream:
		set_number(v, true, info->stream);
		return true;
	case W_offset:
		set_number(v, true, info->offset);
		return true;
	case W_pid:
		set_number(v, info->has_pid, sign32(info->pid));
		return true;
	case W_tid:
		set_number(v, info->has_tid, sign32(info->tid));
		return true;
	case W_cpu:
		set_number(v, info->has_cpu, sign32(info->cpu));
		return true;
	case W_time:
		set_number(v, info->has_time, info->time);
		return true;
	default:
		return false;
	}
}

static bool derived(struct reader *reader, const struct row_info *info, enum word word,
		    struct value *v)
{
	const struct events *events = &recording_file(reader_recording(reader))->events;

	if (word == W_event) {
		v->has = info->event != EVENT_NONE;
		if (v->has)
			buf_adds(&v->text, events->list.v[info->event].name);
		return true;
	}
	if (word == W_comm && info->type != RECORD_COMM) {
		v->has = reader_comm_bytes(reader, info, &v->text);
		return true;
	}
	return false;
}

static void from_record(struct reader *reader, const struct row_info *info, enum word word,
			struct value *v)
{
	enum word_type type = word_info(word)->type;
	struct layout layout;
	const uint8_t *p, *text;
	size_t len, n;

	if (info->type == RECORD_DAMAGE)
		return;
	p = reader_bytes(reader, info, &len);
	reader_layout(reader, info, &layout);
	if (type != WT_STR && type != WT_BYTES) {
		v->is_number = true;
		v->has = find_number(&layout, p, len, word, &v->num);
	} else if (find_bytes(&layout, p, len, word, &text, &n)) {
		v->has = true;
		buf_add(&v->text, text, n);
	}
}

void value_get(struct reader *reader, const struct row_info *info, enum word word, struct value *v)
{
	buf_reset(&v->text);
	v->has = v->is_number = false;
	v->num = 0;
	if (!from_index(info, word, v) && !derived(reader, info, word, v))
		from_record(reader, info, word, v);
}

void value_release(struct value *v)
{
	buf_release(&v->text);
}

void value_text(const struct value *v, enum word word, struct buf *out)
{
	if (!v->has)
		return;
	if (v->is_number)
		word_text(out, word, v->num);
	else if (word_info(word)->type == WT_BYTES)
		buf_add_hexbytes(out, (const uint8_t *)v->text.p, v->text.len);
	else
		text_escape(out, v->text.p, v->text.len);
}
