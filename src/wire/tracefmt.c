/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/tracefmt.h"

#include <ctype.h>
#include <string.h>

#include "base/search.h"
#include "wire/bytes.h"
#include "wire/schema.h"

enum {
	NAME_MAX_LEN = 64,
	PLACE_SIZE = 4 /* bytes of __data_loc and __rel_loc */
};

static void format_free(struct tracefmt *format)
{
	for (size_t i = 0; i < format->names.n; i++)
		free(format->names.v[i]);
	for (size_t i = 0; i < format->tables.n; i++)
		free(format->tables.v[i]);
	vec_release(&format->names);
	vec_release(&format->tables);
	free(format->rows);
	free(format->system);
	free(format->name);
	free(format);
}

void tracefmts_release(struct tracefmts *formats)
{
	for (size_t i = 0; i < formats->list.n; i++)
		format_free(formats->list.v[i]);
	vec_release(&formats->list);
}

/* The index of the first format whose id is not less than id. */
static size_t lower_bound(const struct tracefmts *formats, uint64_t id)
{
	return search_first(0, formats->list.n, i, formats->list.v[i]->id < id);
}

const struct tracefmt *tracefmts_find(const struct tracefmts *formats, uint64_t id)
{
	size_t i = lower_bound(formats, id);

	return i < formats->list.n && formats->list.v[i]->id == id ? formats->list.v[i] : NULL;
}

bool tracefmt_has(const struct tracefmt *format, const char *name)
{
	for (const struct row *row = format->rows; row->kind != ROW_END; row++)
		if (row->label && row->field != F_place && !strcmp(row->label, name))
			return true;
	for (size_t i = 0; i < format->tables.n; i++)
		if (!strcmp(format->tables.v[i]->label, name))
			return true;
	return false;
}

static bool rows_have_text(const struct row *row)
{
	for (; row && row->kind != ROW_END; row++)
		if (row->kind == ROW_STR ||
		    (row->kind == ROW_BYTES && !(row->flags & ROW_STRUCTURAL)) ||
		    rows_have_text(row->sub))
			return true;
	return false;
}

bool tracefmt_has_text(const struct tracefmt *format)
{
	return rows_have_text(format->rows);
}

bool tracefmt_is_common(const char *name)
{
	return !strncmp(name, "common_", 7);
}

/* ---- names ---- */

static bool is_taken(const struct tracefmt *format, const char *name)
{
	for (size_t i = 0; i < format->names.n; i++)
		if (!strcmp(format->names.v[i], name))
			return true;
	return false;
}

static char *keep_name(struct tracefmt *format, struct buf *name)
{
	char *kept = buf_take(name);

	vec_push(&format->names, kept);
	return kept;
}

/*
 * A name becomes a key in JSON and a word of filters: it has letters, digits and underscores only,
 * and no two fields share one.
 */
static const char *field_name(struct tracefmt *format, const char *text)
{
	struct buf name = BUF_INIT;
	size_t len;

	for (const char *p = text; *p && name.len < NAME_MAX_LEN; p++)
		buf_addc(&name, isalnum((unsigned char)*p) ? *p : '_');
	if (!name.len || isdigit((unsigned char)name.p[0]))
		buf_addc(&name, '_');
	len = name.len;
	for (unsigned i = 2; is_taken(format, name.p); i++) {
		buf_truncate(&name, len);
		buf_addf(&name, "_%u", i);
	}
	return keep_name(format, &name);
}

/* ---- rows ---- */

static struct row *new_table(struct tracefmt *format, struct row row)
{
	struct row *table = mem_zalloc(2 * sizeof(*table));

	table[0] = row;
	table[1].kind = ROW_END;
	vec_push(&format->tables, table);
	return table;
}

static struct row number_row(const struct tracefmt_field *field, const char *name, uint32_t size)
{
	bool is_signed = field->flags & TRACEFMT_SIGNED;

	return (struct row){
		.field = field->flags & TRACEFMT_ADDRESS ? F_tp_hex
			 : is_signed			 ? F_tp_sint
							 : F_tp_uint,
		.kind = is_signed ? ROW_SINT : ROW_UINT,
		.size = (uint16_t)size,
		.label = name,
	};
}

/* size 0: as many elements as bytes are left. */
static struct row list_row(struct tracefmt *format, const struct tracefmt_field *field,
			   const char *name, uint32_t size)
{
	struct row row = {
		.field = F_tp_list,
		.kind = ROW_LIST,
		.flags = ROW_SCALAR,
		.label = name,
	};

	row.sub = new_table(format, number_row(field, name, field->element));
	row.count.src = size ? COUNT_FIXED : COUNT_REST;
	row.count.n = (uint16_t)(size / field->element);
	return row;
}

static struct row bytes_row(const struct tracefmt_field *field, const char *name, uint32_t size)
{
	bool text = field->flags & TRACEFMT_STRING;

	return (struct row){
		.field = text ? F_tp_str : F_tp_bytes,
		.kind = text ? ROW_STR : ROW_BYTES,
		.size = (uint16_t)size,
		.count = { .src = COUNT_REST },
		.label = name,
	};
}

static struct row data_row(struct tracefmt *format, const struct tracefmt_field *field,
			   const char *name, uint32_t size)
{
	uint32_t element = field->element;
	bool array = field->flags & (TRACEFMT_ARRAY | TRACEFMT_DYNAMIC);

	if (field->flags & TRACEFMT_STRING)
		return bytes_row(field, name, size);
	if (array && element > 1 && is_uint_size(element) && size % element == 0)
		return list_row(format, field, name, size);
	if (!array && is_uint_size(size))
		return number_row(field, name, size);
	return bytes_row(field, name, size);
}

static struct row place_row(struct tracefmt *format, const struct tracefmt_field *field,
			    const char *name)
{
	struct buf label = BUF_INIT;
	struct row row = { .field = F_place, .kind = ROW_PLACE, .size = PLACE_SIZE };

	buf_addf(&label, "%s (place)", name);
	row.label = keep_name(format, &label);
	row.flags = ROW_STRUCTURAL;
	if (field->flags & TRACEFMT_RELATIVE)
		row.flags |= ROW_RELATIVE;
	row.sub = new_table(format, data_row(format, field, name, 0));
	return row;
}

static struct row field_row(struct tracefmt *format, const struct tracefmt_field *field)
{
	const char *name = field_name(format, field->name);

	if (field->flags & TRACEFMT_DYNAMIC && field->size == PLACE_SIZE)
		return place_row(format, field, name);
	return data_row(format, field, name, field->size);
}

/* ---- formats ---- */

static int compare_offset(const void *a, const void *b)
{
	const struct tracefmt_field *const *x = a, *const *y = b;

	if ((*x)->offset != (*y)->offset)
		return (*x)->offset < (*y)->offset ? -1 : 1;
	return *x < *y ? -1 : *x > *y;
}

static bool is_possible(const struct tracefmt_field *field, uint32_t at)
{
	if (field->offset < at || field->offset > TRACEFMT_RAW_MAX ||
	    field->size > TRACEFMT_RAW_MAX - field->offset)
		return false;
	return field->size || field->flags & TRACEFMT_ARRAY;
}

/* An array without a size takes all bytes left: no field can follow it. */
static void make_rows(struct tracefmt *format, const struct tracefmt_field **fields, size_t n)
{
	struct row *row = format->rows;
	uint32_t at = 0;
	bool open = false;

	for (size_t i = 0; i < n && !open; i++) {
		const struct tracefmt_field *field = fields[i];

		if (!is_possible(field, at))
			continue;
		if (field->offset > at)
			*row++ = (struct row){
				.field = F_padding,
				.kind = ROW_BYTES,
				.size = (uint16_t)(field->offset - at),
				.flags = ROW_STRUCTURAL,
			};
		*row++ = field_row(format, field);
		at = field->offset + field->size;
		open = !field->size;
	}
	row->kind = ROW_END;
	format->fixed = open ? TRACEFMT_RAW_MAX : at;
}

void tracefmts_add(struct tracefmts *formats, const struct tracefmt_desc *desc)
{
	const struct tracefmt_field *fields[TRACEFMT_FIELDS_MAX] = { NULL };
	size_t at = lower_bound(formats, desc->id);
	size_t n = desc->n < TRACEFMT_FIELDS_MAX ? desc->n : TRACEFMT_FIELDS_MAX;
	struct tracefmt *format;

	if (tracefmts_find(formats, desc->id))
		return;
	format = mem_zalloc(sizeof(*format));
	format->id = desc->id;
	format->number = desc->number;
	format->system = mem_strdup(desc->system);
	format->name = mem_strdup(desc->name);
	format->rows = mem_zalloc((2 * n + 1) * sizeof(*format->rows));
	for (size_t i = 0; i < n; i++)
		fields[i] = &desc->fields[i];
	if (n)
		qsort(fields, n, sizeof(*fields), compare_offset);
	make_rows(format, fields, n);
	vec_push(&formats->list, NULL);
	memmove(formats->list.v + at + 1, formats->list.v + at,
		(formats->list.n - 1 - at) * sizeof(*formats->list.v));
	formats->list.v[at] = format;
}
