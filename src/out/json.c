/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/json.h"

#include <stdlib.h>
#include <string.h>

#include "base/container_of.h"
#include "base/jsonw.h"
#include "field/value.h"
#include "index/shift.h"
#include "out/json_fields.h"
#include "recording/derived_walk.h"
#include "recording/payload.h"
#include "recording/reader_text.h"
#include "wire/names.h"

enum {
	GROUPS = 8, /* prefixes of one record that make objects: mmap, switch, sid, ... */
	DEPTH = 8
};

/*
 * An object made of members with a prefix that is not a field. The members are collected, because
 * they need not be neighbours in the record.
 */
struct json_object {
	const char *name;
	uint8_t len;
	struct buf buf;
	struct jsonw w;
};

/* What a begin() of the walk has opened in JSON. */
enum opened {
	OPENED_NOTHING, /* members belong to the enclosing object */
	OPENED_OBJECT,
	OPENED_LIST
};

struct level {
	enum opened opened;
	size_t start, empty; /* lengths of the text before its key, and with no members */
	size_t value;	     /* length of the text before its bracket */
	bool comma;	     /* was a comma due before it? */
	bool copied;	     /* its text is also added to the copy */
};

struct json_writer {
	struct writer writer;
	struct sink sink;
	struct reader *reader;
	const struct writer_options *options;
	uint64_t shift; /* of the row's time */
	struct buf *out;
	struct jsonw w;
	struct jsonw *cur; /* where the open object or list is written */
	struct json_object groups[GROUPS];
	unsigned n_groups;
	struct level stack[DEPTH];
	unsigned open;	 /* number of entries of stack */
	unsigned nested; /* how many of them opened an object or a list */
	unsigned skip;	 /* number of open begin()s inside an omitted part */
	struct json_fields fields;
	size_t value_end;     /* end of the last value of a list that is an object */
	uint32_t value_index; /* and the index of its element */
	struct buf text;
	struct buf *copy; /* see json_open_copying(); NULL: none */
};

static bool json_begin(struct sink *sink, const struct item *item);
static bool json_value(struct sink *sink, const struct item *item);
static bool json_end(struct sink *sink, const struct item *item);
static void json_row(struct writer *writer, const struct row_info *info, struct buf *out);

static struct json_writer *of_sink(struct sink *sink)
{
	return container_of(sink, struct json_writer, sink);
}

static void json_close(struct writer *writer)
{
	struct json_writer *j = (struct json_writer *)writer;

	for (unsigned i = 0; i < GROUPS; i++)
		buf_release(&j->groups[i].buf);
	buf_release(&j->text);
	json_fields_release(&j->fields);
	free(j);
}

struct writer *json_open_copying(struct reader *reader, const struct writer_options *options,
				 const struct field *field, struct buf *copy)
{
	struct json_writer *j = mem_zalloc(sizeof(*j));

	j->writer = (struct writer){ .row = json_row, .close = json_close };
	j->sink = (struct sink){ .begin = json_begin, .value = json_value, .end = json_end };
	j->reader = reader;
	j->options = options;
	buf_init(&j->text);
	for (unsigned i = 0; i < GROUPS; i++)
		buf_init(&j->groups[i].buf);
	json_fields_init(&j->fields, field ? field : options->fields, field ? 1 : options->n);
	j->copy = copy;
	return &j->writer;
}

struct writer *json_open(struct reader *reader, const struct writer_options *options)
{
	return json_open_copying(reader, options, NULL, NULL);
}

/* Return where an item's value is written: into the record, or into the object of its prefix. */
static struct jsonw *place_of(struct json_writer *j, const struct field_info *info)
{
	struct json_object *g;

	if (j->nested)
		return j->cur;
	if (!info->group)
		return &j->w;
	for (unsigned i = 0; i < j->n_groups; i++) {
		g = &j->groups[i];
		if (g->len == info->group_len && !memcmp(g->name, info->group, g->len))
			return &g->w;
	}
	if (j->n_groups == GROUPS)
		return &j->w;
	g = &j->groups[j->n_groups++];
	g->name = info->group;
	g->len = info->group_len;
	buf_reset(&g->buf);
	g->w = (struct jsonw)JSONW_INIT(&g->buf);
	return &g->w;
}

static void close_groups(struct json_writer *j)
{
	for (unsigned i = 0; i < j->n_groups; i++) {
		struct json_object *g = &j->groups[i];
		char key[32];

		memcpy(key, g->name, g->len);
		key[g->len] = '\0';
		jsonw_key_begin(&j->w, key, '{');
		buf_add(j->out, g->buf.p, g->buf.len);
		jsonw_end(&j->w, '}');
	}
	j->n_groups = 0;
}

static void bytes_hex(struct jsonw *w, const char *key, const void *p, size_t len)
{
	struct buf hex = BUF_INIT;

	buf_addf(&hex, "%s_hex", key);
	jsonw_key(w, hex.p);
	jsonw_hex(w, p, len);
	buf_release(&hex);
}

static void add_key(struct jsonw *w, const struct field_info *info, const char *label)
{
	if (label)
		jsonw_key(w, label);
	else
		jsonw_quoted_key(w, info->quoted, info->quoted_len);
}

static void text_value(struct jsonw *w, const struct field_info *info, const char *label,
		       const void *p, size_t len)
{
	add_key(w, info, label);
	if (jsonw_bytes(w, p, len))
		bytes_hex(w, label ? label : info->key, p, len);
}

static void number_value(struct json_writer *j, struct jsonw *w, const struct item *item)
{
	const struct field_info *info = field_info(item->field);
	uint64_t num = item->num;
	double v;

	if (info->type == FT_BOOL) {
		jsonw_bool(w, item->num);
	} else if (info->type == FT_FLOAT) {
		memcpy(&v, &item->num, sizeof(v));
		jsonw_f64(w, v);
	} else if (field_has_names(info)) {
		buf_reset(&j->text);
		if (item->field == F_mem_lvl)
			names_mem_level(&j->text, item->whole);
		else
			field_id_text(&j->text, item->field, item->num);
		jsonw_str(w, j->text.p);
	} else if (info->type == FT_SINT) {
		jsonw_s64(w, (int64_t)item->num);
	} else if (item->field == F_time) {
		num = shift_time(num, j->shift);
		if (writer_time(j->options, &num))
			jsonw_s64(w, -(int64_t)num);
		else
			jsonw_u64(w, num);
	} else {
		jsonw_u64(w, num);
	}
}

/* Write a value that is not text, without its key. */
static void plain_value(struct json_writer *j, struct jsonw *w, const struct item *item)
{
	if (item->type == FT_BYTES)
		jsonw_hex(w, item->bytes, item->len);
	else
		number_value(j, w, item);
}

static void item_value(struct json_writer *j, struct jsonw *w, const struct item *item)
{
	const struct field_info *info = field_info(item->field);

	if (item->type == FT_STR) {
		text_value(w, info, item->label, item->bytes, item->text_len);
		return;
	}
	add_key(w, info, item->label);
	plain_value(j, w, item);
}

static bool in_list(const struct json_writer *j)
{
	return j->open && j->stack[j->open - 1].opened == OPENED_LIST;
}

static bool json_value(struct sink *sink, const struct item *item)
{
	struct json_writer *j = of_sink(sink);
	const struct field_info *info = field_info(item->field);
	struct jsonw *w;

	if (j->skip || item->flags & ROW_STRUCTURAL || !json_fields_has(&j->fields, item))
		return true;
	w = place_of(j, info);
	if (!in_list(j)) {
		item_value(j, w, item);
	} else if (item->flags & ROW_SCALAR) {
		plain_value(j, w, item);
	} else {
		/*
		 * A value derived from the previous value becomes a member of that value's object.
		 */
		if (item->flags & ROW_DERIVED && j->value_end == w->out->len &&
		    j->value_index == item->index)
			buf_truncate(w->out, w->out->len - 1);
		else
			jsonw_begin(w, '{');
		item_value(j, w, item);
		jsonw_end(w, '}');
		j->value_end = w->out->len;
		j->value_index = item->index;
	}
	return true;
}

static void push(struct json_writer *j, enum opened opened)
{
	j->stack[j->open++] = (struct level){ .opened = opened };
	j->nested += opened != OPENED_NOTHING;
}

static void open_member(struct json_writer *j, struct jsonw *w, const struct field_info *info,
			const char *label, enum opened opened)
{
	struct level level = { .opened = opened, .start = w->out->len, .comma = w->comma };

	add_key(w, info, label);
	level.value = w->out->len;
	level.copied = j->copy && info == field_info(j->fields.only->id);
	jsonw_begin(w, opened == OPENED_LIST ? '[' : '{');
	level.empty = w->out->len;
	j->cur = w;
	push(j, opened);
	j->stack[j->open - 1] = level;
}

/*
 * Close an object or a list. If members were selected and the object has none of them, it is
 * removed.
 */
static void close_level(struct json_writer *j, const struct level *level)
{
	struct jsonw *w = j->cur;

	j->nested--;
	if (j->fields.n_only && level->opened == OPENED_OBJECT && w->out->len == level->empty) {
		buf_truncate(w->out, level->start);
		w->comma = level->comma;
	} else {
		jsonw_end(w, level->opened == OPENED_LIST ? ']' : '}');
		if (level->copied && j->copy->len)
			buf_addc(j->copy, ';');
		if (level->copied)
			buf_add(j->copy, w->out->p + level->value, w->out->len - level->value);
	}
}

static bool json_begin(struct sink *sink, const struct item *item)
{
	struct json_writer *j = of_sink(sink);
	const struct field_info *info = field_info(item->field);
	bool list = item->kind == ROW_LIST || item->kind == ROW_CHAIN;

	if (j->skip || j->open == DEPTH) {
		j->skip++;
	} else if (item->flags & ROW_FLAT) {
		if (item->kind == ROW_BITS)
			json_value(sink, item);
		push(j, OPENED_NOTHING);
	} else if (item->element) {
		jsonw_begin(j->cur, '{');
		push(j, OPENED_OBJECT);
	} else if (!json_fields_has(&j->fields, item)) {
		j->skip++;
	} else {
		/* A list with a prefix is written as a whole into the object of the prefix. */
		open_member(j, place_of(j, info), info, item->label,
			    list ? OPENED_LIST : OPENED_OBJECT);
	}
	return true;
}

static bool json_end(struct sink *sink, const struct item *item)
{
	struct json_writer *j = of_sink(sink);
	const struct level *level;

	(void)item;
	if (j->skip) {
		j->skip--;
		return true;
	}
	level = &j->stack[--j->open];
	if (level->opened != OPENED_NOTHING)
		close_level(j, level);
	return true;
}

static void u64_member(struct json_writer *j, enum field_id field, uint64_t v)
{
	if (!j->fields.wanted[field])
		return;
	add_key(&j->w, field_info(field), NULL);
	jsonw_u64(&j->w, v);
}

/* Write a derived text, which the record does not contain. The text is bytes of the recording. */
static void derived(struct json_writer *j, enum field_id field)
{
	if (j->fields.wanted[field])
		text_value(&j->w, field_info(field), NULL, j->text.p, j->text.len);
}

static void row_members(struct json_writer *j, const struct row_info *info)
{
	if (info->ordinal != ROW_NO_ORDINAL)
		u64_member(j, F_ordinal, info->ordinal);
	buf_reset(&j->text);
	record_name(&j->text, info->type);
	derived(j, F_type);
	u64_member(j, F_size, info->size);
	u64_member(j, F_stream, info->stream);
	u64_member(j, F_offset, info->offset);
	if (row_is_inflated(j->reader, info))
		u64_member(j, F_in, info->in);
	if (j->fields.n_only || recording_parts(reader_recording(j->reader)) > 1) {
		buf_reset(&j->text);
		buf_adds(&j->text, reader_file(j->reader, info)->path);
		derived(j, F_file);
	}
}

static void derived_members(struct json_writer *j, const struct row_info *info)
{
	const struct events *events = &reader_file(j->reader, info)->events;

	if (info->event != EVENT_NONE) {
		const char *name = events->list.v[info->event].name;

		buf_reset(&j->text);
		buf_adds(&j->text, name);
		derived(j, F_event);
	}
	buf_reset(&j->text);
	if (info->type != RECORD_COMM && j->fields.wanted[F_comm] &&
	    reader_comm_bytes(j->reader, info, &j->text))
		derived(j, F_comm);
}

static void chosen_members(struct json_writer *j, const struct row_info *info)
{
	struct buf room = BUF_INIT;

	for (size_t i = 0; i < j->fields.chosen.n; i++) {
		const struct field_info *chosen = field_info(j->fields.chosen.v[i]);
		struct item item = { .field = j->fields.chosen.v[i] };
		struct value v = value_get(j->reader, info, item.field, &room);
		struct jsonw *w;

		if (v.is == VALUE_ABSENT || v.in_record)
			continue;
		w = place_of(j, chosen);
		if (v.is == VALUE_TEXT) {
			text_value(w, chosen, NULL, v.p, v.len);
			continue;
		}
		item.num = value_bits(&v);
		add_key(w, chosen, NULL);
		if (v.is == VALUE_NUMBER)
			number_value(j, w, &item);
		else
			jsonw_hex(w, (const uint8_t *)v.p, v.len);
	}
	buf_release(&room);
}

/* Write the fields of json_fields_is_apart(), under the name that the user gave. */
static void members_apart(struct json_writer *j, const struct row_info *info)
{
	struct buf name = BUF_INIT, room = BUF_INIT;

	for (size_t i = 0; i < j->fields.n_only; i++) {
		struct item item = { .field = j->fields.only[i].id };
		struct value v;

		if (!json_fields_is_apart(&j->fields.only[i]))
			continue;
		v = value_of_field(j->reader, info, &j->fields.only[i], &room);
		if (v.is == VALUE_ABSENT)
			continue;
		buf_reset(&name);
		field_name(&j->fields.only[i], &name);
		jsonw_key(&j->w, name.p);
		item.num = value_bits(&v);
		if (v.is == VALUE_NUMBER)
			number_value(j, &j->w, &item);
		else if (jsonw_bytes(&j->w, v.p, v.len))
			bytes_hex(&j->w, name.p, v.p, v.len);
	}
	buf_release(&name);
	buf_release(&room);
}

/*
 * Write facts about the data after the record, as members of the object that its fields have made.
 */
static void payload_members(struct json_writer *j, const struct row_info *info)
{
	struct payload payload;

	if (!reader_payload(j->reader, info, &payload))
		return;
	if (j->fields.wanted[F_auxtrace_data_offset]) {
		struct jsonw *w = place_of(j, field_info(F_auxtrace_data_offset));

		jsonw_key_u64(w, "data_offset", payload.offset);
	}
	if (j->fields.wanted[F_auxtrace_cut]) {
		struct jsonw *w = place_of(j, field_info(F_auxtrace_cut));

		jsonw_key(w, "cut");
		jsonw_bool(w, payload_is_cut(&payload));
	}
}

static void record_members(struct json_writer *j, const struct row_info *info)
{
	struct row_record record;
	const char *problem;

	row_record_begin(&record, j->reader, info);
	problem = derived_walk(&record, &j->fields.derived, &j->sink);
	payload_members(j, info);
	close_groups(j);
	if (problem)
		jsonw_key_str(&j->w, "damage", problem);
}

static void json_row(struct writer *writer, const struct row_info *info, struct buf *out)
{
	struct json_writer *j = (struct json_writer *)writer;
	const char *damage = info->damage;

	j->out = out;
	j->shift = recording_shift(reader_recording(j->reader), info->part);
	j->w = (struct jsonw)JSONW_INIT(out);
	j->n_groups = j->open = j->nested = j->skip = 0;
	j->value_end = 0;
	jsonw_begin(&j->w, '{');
	row_members(j, info);
	derived_members(j, info);
	chosen_members(j, info);
	members_apart(j, info);
	if (damage) {
		close_groups(j);
		jsonw_key_str(&j->w, "damage", damage);
	} else {
		record_members(j, info);
	}
	jsonw_end(&j->w, '}');
	buf_addc(out, '\n');
}
