/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/value.h"

#include "base/text.h"
#include "query/framename.h"
#include "query/problems.h"
#include "recording/derived.h"
#include "recording/line.h"
#include "recording/payload.h"
#include "wire/find.h"
#include "wire/tracetext.h"
#include "wire/vocabulary.h"

bool value_is_derived(enum word word)
{
	return word == W_file || word == W_event || word == W_comm || word == W_tp ||
	       word == W_bytes || vocabulary_is_derived(word);
}

enum value_when value_when(enum word word)
{
	switch (word) {
	case W_comm:
	case W_ppid:
	case W_rel:
	case W_gap:
	case W_gap_tid:
	case W_gap_cpu:
	case W_problem:
		return VALUE_REVISED;
	case W_line:
	case W_folded:
	case W_folded_inlined:
		return VALUE_AT_END;
	default:
		return derived_set(word) & ~DERIVED_IDS ? VALUE_AT_END : VALUE_AT_ONCE;
	}
}

enum value_when value_later(enum value_when a, enum value_when b)
{
	return a > b ? a : b;
}

enum value_when value_when_filter(const struct filter *filter)
{
	if (!filter)
		return VALUE_AT_ONCE;
	return filter->wants_state ? VALUE_AT_END : filter->revised ? VALUE_REVISED : VALUE_AT_ONCE;
}

/* All fields of a tracepoint in one text. */
static bool fields_text(struct reader *reader, const struct row_info *info, struct buf *out)
{
	struct layout layout;
	const uint8_t *p;
	size_t len;

	reader_layout(reader, info, &layout);
	if (info->type != RECORD_SAMPLE || !layout.format)
		return false;
	p = reader_bytes(reader, info, &len);
	return tracetext_fields(&layout, p, len, out);
}

bool value_is_gap(enum word word, enum gap_of *of)
{
	static const enum gap_of gaps[] = {
		[W_gap - W_gap] = GAP_ALL,
		[W_gap_tid - W_gap] = GAP_THREAD,
		[W_gap_cpu - W_gap] = GAP_CPU,
	};

	if (word != W_gap && word != W_gap_tid && word != W_gap_cpu)
		return false;
	*of = gaps[word - W_gap];
	return true;
}

/* Times that are counted from others. False: the word is none of them. */
static bool moment(struct reader *reader, const struct row_info *info, enum word word,
		   struct value *v)
{
	const struct span *span;
	enum gap_of of = GAP_ALL;
	uint64_t wall = 0;
	int64_t gap = 0;

	if (word == W_wall) {
		v->has = reader_wall(reader, info, &wall);
		value_set_number(v, v->has, wall);
		return true;
	}
	if (word == W_rel) {
		span = reader_span(reader);
		value_set_number(v, info->has_time && span->has, info->time - span->first);
		return true;
	}
	if (!value_is_gap(word, &of))
		return false;
	v->has = reader_gap(reader, info, of, &gap);
	value_set_number(v, v->has, (uint64_t)gap);
	return true;
}

const char *value_damage(struct reader *reader, const struct row_info *info)
{
	struct sink nothing = { NULL };
	struct layout layout;
	const uint8_t *p;
	size_t len;

	if (info->type == RECORD_DAMAGE)
		return reader_damage(reader, info);
	p = reader_bytes(reader, info, &len);
	reader_layout(reader, info, &layout);
	return decode_record(&layout, p, len, &nothing);
}

/* Words about what went wrong. False: the word is none of them. */
static bool trouble(struct reader *reader, const struct row_info *info, enum word word,
		    struct value *v)
{
	const char *damage = NULL;
	struct problem problem;

	if (word == W_damage)
		damage = value_damage(reader, info);
	else if (word != W_problem)
		return false;
	else if (problem_type(info->type) && problem_of_row(reader, info, &problem))
		damage = problem_name(problem.kind);
	v->has = damage != NULL;
	if (damage)
		buf_adds(&v->text, damage);
	return true;
}

static bool derived_number(struct reader *reader, const struct row_info *info, enum word word,
			   struct value *v)
{
	uint32_t ppid = 0;
	uint64_t num;

	if (word == W_ppid && info->type != RECORD_FORK && info->type != RECORD_EXIT) {
		v->has = reader_ppid(reader, info, &ppid);
		value_set_number(v, v->has, value_sign32(ppid));
		return true;
	}
	if (!vocabulary_misc_value(word, info->type, info->misc, &num))
		return false;
	value_set_number(v, true, num);
	return true;
}

static bool derived(struct reader *reader, const struct row_info *info, enum word word,
		    struct value *v)
{
	const struct events *events = &reader_file(reader, info)->events;

	if (word == W_in) {
		value_set_number(v, row_is_inflated(reader, info), info->in);
		return true;
	}
	if (word == W_file) {
		v->has = true;
		buf_adds(&v->text, reader_file(reader, info)->path);
		return true;
	}
	if (word == W_event) {
		v->has = info->event != EVENT_NONE;
		if (v->has)
			buf_adds(&v->text, events->list.v[info->event].name);
		return true;
	}
	if (word == W_tp) {
		v->has = fields_text(reader, info, &v->text);
		return true;
	}
	if (word == W_comm && info->type != RECORD_COMM) {
		v->has = reader_comm_bytes(reader, info, &v->text);
		return true;
	}
	return false;
}

/* Words about what lies behind the record. False: the word is none of them. */
static bool from_payload(struct reader *reader, const struct row_info *info, enum word word,
			 struct value *v)
{
	struct payload payload = { 0 };

	if (word != W_auxtrace_data_offset && word != W_auxtrace_cut)
		return false;
	if (reader_payload(reader, info, &payload))
		value_set_number(v, true,
				 word == W_auxtrace_cut ? payload_is_cut(&payload)
							: payload.offset);
	return true;
}

static void stack_text(struct reader *reader, const struct row_info *info, bool inlined,
		       struct value *v)
{
	struct chain chain;

	chain_init(&chain, reader);
	v->has = framename_add_stack(&chain, info, inlined, &v->text);
	chain_release(&chain);
}

/* Words about the record as a whole. False: the word is none of them. */
static bool of_whole(struct reader *reader, const struct row_info *info, enum word word,
		     struct value *v)
{
	struct layout layout;
	const uint8_t *p;
	uint64_t depth;
	size_t len;

	if (word == W_flagged || word == W_note) {
		bool flagged;

		v->has = reader_note(reader, info, &flagged, &v->text);
		if (word == W_note)
			v->has = v->text.len > 0;
		else
			value_set_number(v, flagged, flagged);
		return true;
	}
	if (word == W_line) {
		v->has = true;
		line_text(reader, info, &v->text);
		return true;
	}
	if (word == W_folded || word == W_folded_inlined) {
		stack_text(reader, info, word == W_folded_inlined, v);
		return true;
	}
	if (word != W_bytes && word != W_callchain_depth)
		return false;
	if (info->type == RECORD_DAMAGE)
		return true;
	p = reader_bytes(reader, info, &len);
	reader_layout(reader, info, &layout);
	if (word == W_callchain_depth) {
		v->has = find_depth(&layout, p, len, &depth);
		value_set_number(v, v->has, depth);
	} else {
		v->has = len > 0;
		buf_add(&v->text, p, len);
	}
	return true;
}

/* The first value of a word that is made of others. */
struct derived_sink {
	struct sink sink;
	struct value *value;
	bool found;
};

static bool derived_value(struct sink *sink, const struct item *item)
{
	struct derived_sink *d = (struct derived_sink *)sink;

	if (item->word != d->value->word || item->element)
		return true;
	d->found = true;
	if (item->type == WT_STR)
		buf_add(&d->value->text, item->bytes, item->text_len);
	else
		value_set_number(d->value, true, item->num);
	return false;
}

/* False: the word is none of them, or the record has it itself. */
static bool from_others(struct reader *reader, const struct row_info *info, enum word word,
			struct value *v)
{
	struct derived_sink d = {
		.sink = { .begin = derived_value, .value = derived_value },
		.value = v,
	};
	uint64_t wanted = derived_set(word);
	struct layout layout;
	const uint8_t *p;
	size_t len;

	if (!wanted || info->type == RECORD_DAMAGE)
		return false;
	p = reader_bytes(reader, info, &len);
	reader_layout(reader, info, &layout);
	derived_walk(reader, info, wanted, &layout, p, len, &d.sink);
	v->has = d.found;
	return true;
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
	if (type != WT_STR && type != WT_BYTES) {
		v->is_number = true;
		v->has = reader_number(reader, info, word, &v->num);
		return;
	}
	p = reader_bytes(reader, info, &len);
	reader_layout(reader, info, &layout);
	if (find_bytes(&layout, p, len, word, &text, &n)) {
		v->has = true;
		buf_add(&v->text, text, n);
	}
}

void value_get(struct reader *reader, const struct row_info *info, enum word word, struct value *v)
{
	buf_reset(&v->text);
	v->has = v->is_number = false;
	v->word = word;
	v->num = 0;
	if (!value_from_index(info, word, v) && !derived(reader, info, word, v) &&
	    !derived_number(reader, info, word, v) && !moment(reader, info, word, v) &&
	    !trouble(reader, info, word, v) && !from_payload(reader, info, word, v) &&
	    !of_whole(reader, info, word, v) && !from_others(reader, info, word, v))
		from_record(reader, info, word, v);
}

/* Takes the value of a field whose word is open: its type is that of the item. */
struct member_sink {
	struct sink sink;
	const struct field *field;
	struct value *value;
	bool list;
};

static bool member_begin(struct sink *sink, const struct item *item)
{
	struct member_sink *m = (struct member_sink *)sink;

	if (item->type == WT_LIST && field_matches(m->field, item)) {
		m->list = m->value->has = true;
		m->value->word = item->word;
	}
	return true;
}

static bool member_value(struct sink *sink, const struct item *item)
{
	struct member_sink *m = (struct member_sink *)sink;
	struct value *v = m->value;

	if (!field_matches(m->field, item))
		return true;
	v->has = true;
	if (m->list) {
		if (v->text.len)
			buf_addc(&v->text, ',');
		word_text(&v->text, item->word, item->num);
		return true;
	}
	v->word = item->word;
	if (item->type == WT_STR || item->type == WT_BYTES)
		buf_add(&v->text, item->bytes, item->text_len);
	else
		value_set_number(v, true, item->num);
	return false;
}

static bool member_end(struct sink *sink, const struct item *item)
{
	return !(((struct member_sink *)sink)->list && item->type == WT_LIST);
}

void value_of_field(struct reader *reader, const struct row_info *info, const struct field *field,
		    struct value *v)
{
	struct member_sink m = {
		.sink = { .begin = member_begin, .value = member_value, .end = member_end },
		.field = field,
		.value = v,
	};
	struct layout layout;
	const uint8_t *p;
	size_t len;

	if (!field->member && !field->indexed) {
		value_get(reader, info, field->word, v);
		return;
	}
	buf_reset(&v->text);
	v->has = v->is_number = false;
	v->word = field->word;
	v->num = 0;
	if (info->type == RECORD_DAMAGE)
		return;
	p = reader_bytes(reader, info, &len);
	reader_layout(reader, info, &layout);
	derived_walk(reader, info, derived_set(field->word), &layout, p, len, &m.sink);
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
