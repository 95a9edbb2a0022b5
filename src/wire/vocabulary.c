/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/vocabulary.h"

#include <string.h>

enum {
	SHOWN_MAX = 4
};

/* How a table has the word: 0 not at all, 1 only as structure, 2 as a field. */
static unsigned carries(const struct row *rows, enum word word)
{
	unsigned best = 0;

	for (; rows && rows->kind != ROW_END; rows++) {
		unsigned here = carries(rows->sub, word);

		if (rows->word == word && here < 2)
			here = rows->flags & ROW_STRUCTURAL ? 1 : 2;
		if (rows->kind == ROW_CHAIN &&
		    (word == W_callchain_ip || word == W_callchain_context ||
		     word == W_callchain_cookie))
			here = 2;
		if (here > best)
			best = here;
	}
	return best;
}

static unsigned carries_record(const struct record_desc *desc, enum word word)
{
	unsigned body = carries(desc->rows, word), misc = carries(desc->misc, word);

	return body > misc ? body : misc;
}

static bool nests(const struct row *rows, enum word outer, enum word inner)
{
	for (; rows && rows->kind != ROW_END; rows++)
		if ((rows->word == outer && carries(rows->sub, inner)) ||
		    nests(rows->sub, outer, inner))
			return true;
	return false;
}

bool vocabulary_nests(enum word outer, enum word inner)
{
	for (size_t i = 0; i < RECORD_TABLES; i++)
		for (const struct record_desc *d = record_tables[i]; d->name; d++)
			if (nests(d->rows, outer, inner))
				return true;
	return false;
}

/* The bases of words that no table has, by words.def. */
static const struct origin {
	enum word base;
	const char *records;
} origins[WORD_COUNT] = {
#define W_NONE WORD_NONE
#define DERIVED(id, name, alias, type, form, names, tier, help, getter, base, records, ...)        \
	[W_##id] = { W_##base, records },
#define MADE(id, name, alias, type, form, names, tier, help, maker, base, of, rank, records)       \
	[W_##id] = { W_##base, records },
#include "wire/words.def"
};

enum word vocabulary_base(enum word word)
{
	return origins[word].base;
}

/* Does the index have the word for every row? */
static bool everywhere(enum word word)
{
	switch (word) {
	case W_ordinal:
	case W_type:
	case W_misc:
	case W_size:
	case W_stream:
	case W_offset:
		return true;
	default:
		return false;
	}
}

static bool of_trailer(enum word word)
{
	return !strncmp(word_name(word), "sid.", 4) || carries(rows_trailer, word) == 2 ||
	       word == W_cpumode;
}

/* Tables do not have the fields of tracepoints. */
static const char *records_of(enum word word)
{
	return word == W_tp_field ? "SAMPLE" : origins[word].records;
}

bool vocabulary_is_field(enum word word)
{
	if (everywhere(word) || records_of(word) || vocabulary_base(word) || of_trailer(word))
		return true;
	for (size_t i = 0; i < RECORD_TABLES; i++)
		for (const struct record_desc *d = record_tables[i]; d->name; d++)
			if (carries_record(d, word) == 2)
				return true;
	return false;
}

void vocabulary_records(enum word word, struct buf *out)
{
	size_t n = 0, start = out->len;

	if (everywhere(word)) {
		buf_adds(out, "all");
		return;
	}
	if (records_of(word)) {
		buf_adds(out, records_of(word));
		return;
	}
	if (vocabulary_base(word)) {
		vocabulary_records(vocabulary_base(word), out);
		return;
	}
	if (of_trailer(word)) {
		buf_adds(out, "kernel");
		return;
	}
	for (size_t i = 0; i < RECORD_TABLES; i++) {
		for (const struct record_desc *d = record_tables[i]; d->name; d++) {
			if (carries_record(d, word) != 2)
				continue;
			if (n++ == SHOWN_MAX)
				buf_adds(out, " ...");
			if (n > SHOWN_MAX)
				continue;
			buf_addf(out, "%s%s", out->len > start ? " " : "", d->name);
		}
	}
}

bool vocabulary_counted(enum word word, struct buf *out)
{
	const char *name = word_name(word), *dot = strrchr(name, '.');
	enum word list = dot ? word_find(name, (size_t)(dot - name)) : WORD_NONE;

	if (word != W_raw_size && (!list || strcmp(dot, ".nr") != 0))
		return false;
	buf_add(out, name, (size_t)(dot - name));
	return true;
}

/* The row of a type's misc that has the word, or NULL. */
static const struct row *misc_row(const struct record_desc *desc, enum word word)
{
	const struct row *row = desc ? desc->misc : NULL;

	for (; row && row->kind != ROW_END; row++)
		if (row->word == word)
			return row;
	return NULL;
}

bool vocabulary_of_misc(enum word word)
{
	for (size_t i = 0; i < RECORD_TABLES; i++)
		for (const struct record_desc *d = record_tables[i]; d->name; d++)
			if (misc_row(d, word))
				return true;
	return word == W_cpumode;
}

bool vocabulary_misc_value(enum word word, uint32_t type, uint16_t misc, uint64_t *v)
{
	const struct row *row = misc_row(record_find(type), word);

	if (word == W_cpumode) {
		*v = misc & 7;
		return record_has_cpumode(type);
	}
	if (!row)
		return false;
	*v = misc >> row->shift & ((1u << row->size) - 1);
	return true;
}

bool vocabulary_may_have(enum word word, uint32_t type)
{
	const char *at = origins[word].records;
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
