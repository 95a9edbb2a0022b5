/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/vocabulary.h"

#include <string.h>

enum {
	SHOWN_MAX = 4
};

/* How a table has a field. */
enum carried {
	CARRIED_NOT,
	CARRIED_AS_STRUCTURE, /* a part of the record's structure, which is no field for users */
	CARRIED_AS_FIELD
};

static enum carried carried_by(const struct row *rows, enum field_id field)
{
	enum carried best = CARRIED_NOT;

	for (; rows && rows->kind != ROW_END; rows++) {
		enum carried here = carried_by(rows->sub, field);

		if (rows->field == field && here != CARRIED_AS_FIELD)
			here = rows->flags & ROW_STRUCTURAL ? CARRIED_AS_STRUCTURE
							    : CARRIED_AS_FIELD;
		if (rows->kind == ROW_CHAIN &&
		    (field == F_callchain_ip || field == F_callchain_context ||
		     field == F_callchain_cookie))
			here = CARRIED_AS_FIELD;
		if (here > best)
			best = here;
	}
	return best;
}

static bool record_has(const struct record_desc *desc, enum field_id field)
{
	return carried_by(desc->rows, field) == CARRIED_AS_FIELD ||
	       carried_by(desc->misc, field) == CARRIED_AS_FIELD;
}

static bool nests(const struct row *rows, enum field_id outer, enum field_id inner)
{
	for (; rows && rows->kind != ROW_END; rows++)
		if ((rows->field == outer && carried_by(rows->sub, inner) != CARRIED_NOT) ||
		    nests(rows->sub, outer, inner))
			return true;
	return false;
}

bool vocabulary_nests(enum field_id outer, enum field_id inner)
{
	for (size_t i = 0; i < RECORD_TABLES; i++)
		for (const struct record_desc *d = record_tables[i]; d->name; d++)
			if (nests(d->rows, outer, inner))
				return true;
	return false;
}

/* The bases of fields that no table has, by fields.def. */
static const struct made_of {
	enum field_id base;
	const char *records;
} origins[FIELD_COUNT] = {
#define F_NONE FIELD_NONE
#define DERIVED(id, name, alias, type, form, names, tier, help, getter, base, records, ...)        \
	[F_##id] = { F_##base, records },
#define MADE(id, name, alias, type, form, names, tier, help, maker, base, of, rank, records)       \
	[F_##id] = { F_##base, records },
#include "wire/fields.def"
};

enum field_id vocabulary_base(enum field_id field)
{
	return origins[field].base;
}

/* Does the index have the field for every row? */
static bool everywhere(enum field_id field)
{
	switch (field) {
	case F_ordinal:
	case F_type:
	case F_misc:
	case F_size:
	case F_stream:
	case F_offset:
		return true;
	default:
		return false;
	}
}

static bool of_trailer(enum field_id field)
{
	return !strncmp(field_id_name(field), "sid.", 4) ||
	       carried_by(rows_trailer, field) == CARRIED_AS_FIELD || field == F_cpumode;
}

/* Tables do not have the fields of tracepoints. */
static const char *records_of(enum field_id field)
{
	return field == F_tp_field ? "SAMPLE" : origins[field].records;
}

bool vocabulary_is_field(enum field_id field)
{
	if (everywhere(field) || records_of(field) || vocabulary_base(field) || of_trailer(field))
		return true;
	for (size_t i = 0; i < RECORD_TABLES; i++)
		for (const struct record_desc *d = record_tables[i]; d->name; d++)
			if (record_has(d, field))
				return true;
	return false;
}

void vocabulary_records(enum field_id field, struct buf *out)
{
	size_t n = 0, start = out->len;

	if (everywhere(field)) {
		buf_adds(out, "all");
		return;
	}
	if (records_of(field)) {
		buf_adds(out, records_of(field));
		return;
	}
	if (vocabulary_base(field)) {
		vocabulary_records(vocabulary_base(field), out);
		return;
	}
	if (of_trailer(field)) {
		buf_adds(out, "kernel");
		return;
	}
	for (size_t i = 0; i < RECORD_TABLES; i++) {
		for (const struct record_desc *d = record_tables[i]; d->name; d++) {
			if (!record_has(d, field))
				continue;
			if (n++ == SHOWN_MAX)
				buf_adds(out, " ...");
			if (n > SHOWN_MAX)
				continue;
			buf_addf(out, "%s%s", out->len > start ? " " : "", d->name);
		}
	}
}

bool vocabulary_counted(enum field_id field, struct buf *out)
{
	const char *name = field_id_name(field), *dot = strrchr(name, '.');
	enum field_id list = dot ? field_id_find(name, (size_t)(dot - name)) : FIELD_NONE;

	if (field != F_raw_size && (!list || strcmp(dot, ".nr") != 0))
		return false;
	buf_add(out, name, (size_t)(dot - name));
	return true;
}

/* The row of a type's misc that has the field, or NULL. */
static const struct row *misc_row(const struct record_desc *desc, enum field_id field)
{
	const struct row *row = desc ? desc->misc : NULL;

	for (; row && row->kind != ROW_END; row++)
		if (row->field == field)
			return row;
	return NULL;
}

bool vocabulary_of_misc(enum field_id field)
{
	for (size_t i = 0; i < RECORD_TABLES; i++)
		for (const struct record_desc *d = record_tables[i]; d->name; d++)
			if (misc_row(d, field))
				return true;
	return field == F_cpumode;
}

bool vocabulary_misc_value(enum field_id field, uint32_t type, uint16_t misc, uint64_t *v)
{
	const struct row *row = misc_row(record_find(type), field);

	if (field == F_cpumode) {
		*v = misc & CPUMODE_MASK;
		return record_has_cpumode(type);
	}
	if (!row)
		return false;
	*v = misc >> row->shift & ((1u << row->size) - 1);
	return true;
}

bool vocabulary_may_have(enum field_id field, uint32_t type)
{
	const char *at = origins[field].records;
	uint64_t named;

	if (!at)
		return true;
	for (size_t n; *(at += strspn(at, " ")); at += n) {
		n = strcspn(at, " ");
		if (!record_type_value(at, n, &named) || named == type)
			return true;
	}
	return false;
}
