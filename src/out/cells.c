/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/cells.h"

#include <stdlib.h>

#include "base/text.h"
#include "field/fetch.h"
#include "field/value.h"
#include "out/json_member.h"
#include "wire/names.h"

/* Where the value of a column comes from. */
enum origin {
	FROM_INDEX,  /* a number from the index */
	FROM_OTHERS, /* derived from other data than the record */
	FROM_RECORD, /* values found by a walk over the record */
	FROM_TREE,   /* the same, with everything inside the value */
	FROM_JSON    /* the part of the record's JSON that belongs to the field */
};

enum {
	DEPTH = 8,
	HIGH_DIGITS = 16 /* room for the digits above the last eight; there are at most 12 */
};

/* The digits that were written last for a column. */
struct digits {
	uint64_t of; /* the number, or the part of it above its last eight digits */
	uint8_t len;
	char text[CELL_PLAIN];
};

struct column {
	const struct field *field;
	enum origin origin;
	bool plain;  /* for FROM_INDEX: written as a plain number, */
	bool sign;   /* which can be negative, */
	bool rising; /* or mostly has the first digits of the previous row's number */
	struct digits digits;
	struct buf text; /* for FROM_RECORD and FROM_TREE */
	enum cell_content cell;
	bool comma;	   /* a value precedes the next one */
	unsigned depth;	   /* number of open groups */
	unsigned over;	   /* number of open groups beyond DEPTH */
	char close[DEPTH]; /* closing character of each open group; 0: none */
	struct writer *json;
};

struct cells {
	struct sink sink;
	struct reader *reader;
	const struct writer_options *options;
	enum cell_style style;
	const struct row_info *info;
	struct buf room;    /* for temporary use by a value */
	struct fetch fetch; /* columns whose values the record has */
	uint64_t open;	    /* columns that are inside a list or an object, as bits */
	size_t n;
	struct column columns[];
};

static bool cells_begin(struct sink *sink, const struct item *item);
static bool cells_value(struct sink *sink, const struct item *item);
static bool cells_end(struct sink *sink, const struct item *item);
static void add_loaded(void *arg, size_t i, uint64_t num, uint64_t whole);

static bool is_group(enum field_id field)
{
	return field_info(field)->type == FT_OBJECT || field_info(field)->type == FT_LIST;
}

static enum origin origin_of(const struct field *field, enum cell_style style)
{
	enum fetch_source source = fetch_source(field);

	if (source == FETCH_COLUMN)
		return FROM_INDEX;
	if (is_group(field->id) && style == CELL_EXACT)
		return FROM_JSON;
	if (source == FETCH_DERIVE)
		return FROM_OTHERS;
	return is_group(field->id) ? FROM_TREE : FROM_RECORD;
}

/* Is the field a number without names or units? */
static bool is_plain(enum field_id field, enum cell_style style)
{
	const struct field_info *info = field_info(field);

	return style == CELL_EXACT && (info->type == FT_UINT || info->type == FT_SINT) &&
	       !field_has_names(info);
}

/* Do most rows have a number that is a little above that of the previous row? */
static bool is_rising(enum field_id field)
{
	return field == F_time || field == F_offset || field == F_ordinal;
}

struct cells *cells_open(struct reader *reader, const struct writer_options *options,
			 enum cell_style style)
{
	struct cells *c = mem_zalloc(sizeof(*c) + options->n * sizeof(c->columns[0]));

	c->sink = (struct sink){ .begin = cells_begin, .value = cells_value, .end = cells_end };
	c->reader = reader;
	c->options = options;
	c->style = style;
	c->n = options->n;
	c->fetch = (struct fetch){
		.reader = reader, .sink = &c->sink, .number = add_loaded, .arg = c
	};
	buf_init(&c->room);
	for (size_t i = 0; i < c->n; i++) {
		struct column *column = &c->columns[i];

		column->field = &options->fields[i];
		column->origin = origin_of(column->field, style);
		column->plain = column->origin == FROM_INDEX && is_plain(column->field->id, style);
		column->sign = field_info(column->field->id)->type == FT_SINT;
		column->rising = is_rising(column->field->id);
		column->digits = (struct digits){ .of = 0, .len = 1, .text = "0" };
		buf_init(&column->text);
		if (column->origin == FROM_JSON)
			column->json = json_member_open(reader, options, column->field);
		if (column->origin != FROM_RECORD && column->origin != FROM_TREE)
			continue;
		fetch_add(&c->fetch, column->field, i);
	}
	return c;
}

void cells_close(struct cells *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->n; i++) {
		buf_release(&c->columns[i].text);
		if (c->columns[i].json)
			c->columns[i].json->close(c->columns[i].json);
	}
	buf_release(&c->room);
	free(c);
}

/* ---- values ---- */

void cells_exact(enum field_id field, uint64_t num, struct buf *out)
{
	const struct field_info *info = field_info(field);
	double v;

	if (info->type == FT_BOOL) {
		buf_adds(out, num ? "true" : "false");
	} else if (info->type == FT_FLOAT) {
		memcpy(&v, &num, sizeof(v));
		buf_addf(out, "%.17g", v);
	} else if (field_has_names(info)) {
		field_id_text(out, field, num);
	} else if (info->type == FT_SINT) {
		buf_add_s64(out, (int64_t)num);
	} else {
		buf_add_u64(out, num);
	}
}

static void add_number(const struct cells *c, enum field_id field, uint64_t num, uint64_t whole,
		       struct buf *out)
{
	if (c->style == CELL_EXACT && field == F_mem_lvl)
		names_mem_level(out, whole);
	else if (c->style == CELL_EXACT)
		cells_exact(field, num, out);
	else if (c->options->ns && field_info(field)->form == FF_TIME)
		buf_add_u64(out, num);
	else
		field_id_text(out, field, num);
}

static char separator(const struct cells *c)
{
	return c->style == CELL_EXACT ? ';' : ',';
}

/* Escape the separator in a text inside a list, so that the text is not taken for two values. */
static void add_listed_text(const struct item *item, char separator, struct buf *out)
{
	struct buf text = BUF_INIT;

	text_escape(&text, item->bytes, item->text_len);
	for (size_t i = 0; i < text.len; i++) {
		if (text.p[i] == separator || text.p[i] == '\\')
			buf_addc(out, '\\');
		buf_addc(out, text.p[i]);
	}
	buf_release(&text);
}

static enum cell_content add_item(const struct cells *c, const struct item *item, struct buf *out)
{
	if (item->type == FT_STR) {
		if (field_in_list(item->field))
			add_listed_text(item, separator(c), out);
		else
			text_escape(out, item->bytes, item->text_len);
		return CELL_TEXT;
	}
	if (item->type == FT_BYTES)
		buf_add_hexbytes(out, item->bytes, item->len);
	else
		add_number(c, item->field, item->num, item->whole, out);
	return CELL_OURS;
}

/* ---- the walk ---- */

static void separate(const struct cells *c, struct column *column)
{
	if (column->comma)
		buf_addc(&column->text, separator(c));
	column->comma = true;
}

static void open_group(const struct cells *c, struct column *column, const struct item *item)
{
	bool list = item->kind == ROW_LIST || item->kind == ROW_CHAIN;
	bool inner = column->depth && column->close[column->depth - 1] == '}' && !item->element;

	column->cell = CELL_OURS;
	if (column->depth == DEPTH) {
		column->over++;
		return;
	}
	if (item->flags & ROW_FLAT) {
		column->close[column->depth++] = 0;
		return;
	}
	separate(c, column);
	if (inner)
		buf_addf(&column->text,
			 "%s=", item->label ? item->label : field_info(item->field)->key);
	buf_addc(&column->text, list ? '[' : '{');
	column->close[column->depth++] = list ? ']' : '}';
	column->comma = false;
}

static void close_group(struct column *column)
{
	char close;

	if (column->over) {
		column->over--;
		return;
	}
	close = column->close[--column->depth];
	if (!close)
		return;
	buf_addc(&column->text, close);
	column->comma = true;
}

/*
 * Write a value inside a group. Members of objects are written with their names, elements of lists
 * without.
 */
static void add_inside(const struct cells *c, struct column *column, const struct item *item)
{
	unsigned depth = column->depth;

	while (depth && !column->close[depth - 1])
		depth--;
	separate(c, column);
	if (depth && column->close[depth - 1] == '}')
		buf_addf(&column->text,
			 "%s=", item->label ? item->label : field_info(item->field)->key);
	add_item(c, item, &column->text);
}

static bool matches(const struct column *column, const struct item *item)
{
	return field_matches(column->field, item);
}

/* Return the columns that an item may belong to, as bits. */
static uint64_t columns_of(const struct cells *c, const struct item *item)
{
	return c->open | fetch_wanted(&c->fetch, item);
}

static bool cells_begin(struct sink *sink, const struct item *item)
{
	struct cells *c = (struct cells *)sink;

	for (uint64_t some = columns_of(c, item); some; some &= some - 1) {
		unsigned i = (unsigned)__builtin_ctzll(some);
		struct column *column = &c->columns[i];

		if (column->origin == FROM_TREE && (column->depth || matches(column, item))) {
			open_group(c, column, item);
			c->open |= 1ull << i;
		} else if (column->origin == FROM_RECORD && matches(column, item)) {
			column->cell = CELL_OURS;
		}
	}
	if (item->type != FT_LIST && item->type != FT_OBJECT)
		return cells_value(sink, item);
	return true;
}

static bool cells_value(struct sink *sink, const struct item *item)
{
	struct cells *c = (struct cells *)sink;

	for (uint64_t some = columns_of(c, item); some; some &= some - 1) {
		struct column *column = &c->columns[__builtin_ctzll(some)];

		if (column->depth && !(item->flags & (ROW_STRUCTURAL | ROW_DERIVED))) {
			add_inside(c, column, item);
		} else if (column->origin == FROM_RECORD && matches(column, item)) {
			separate(c, column);
			column->cell = add_item(c, item, &column->text);
			fetch_took(&c->fetch);
		}
	}
	return fetch_needs_more(&c->fetch);
}

static bool cells_end(struct sink *sink, const struct item *item)
{
	struct cells *c = (struct cells *)sink;

	(void)item;
	for (uint64_t some = c->open; some; some &= some - 1) {
		unsigned i = (unsigned)__builtin_ctzll(some);

		close_group(&c->columns[i]);
		if (!c->columns[i].depth)
			c->open &= ~(1ull << i);
	}
	return true;
}

static void reset_columns(struct cells *c)
{
	c->open = 0;
	for (size_t i = 0; i < c->n; i++) {
		struct column *column = &c->columns[i];

		buf_reset(&column->text);
		column->cell = CELL_ABSENT;
		column->comma = false;
		column->depth = column->over = 0;
	}
}

static void add_loaded(void *arg, size_t i, uint64_t num, uint64_t whole)
{
	struct cells *c = arg;

	add_number(c, c->columns[i].field->id, num, whole, &c->columns[i].text);
	c->columns[i].cell = CELL_OURS;
}

void cells_row(struct cells *c, const struct row_info *info)
{
	c->info = info;
	if (!c->fetch.n)
		return;
	reset_columns(c);
	fetch_row(&c->fetch, info);
}

static enum cell_content number_cell(struct cells *c, enum field_id field, uint64_t num,
				     struct buf *out)
{
	if (field == F_time && writer_time(c->options, &num))
		buf_addc(out, '-');
	add_number(c, field, num, 0, out);
	return CELL_NUMBER;
}

static enum cell_content add_column(struct cells *c, enum field_id field, struct buf *out)
{
	uint64_t num = 0;
	bool has;

	if (!value_column(c->info, field, &has, &num) || !has)
		return CELL_ABSENT;
	return number_cell(c, field, num, out);
}

static enum cell_content add_derived(struct cells *c, const struct field *field, struct buf *out)
{
	struct value v = value_of_field(c->reader, c->info, field, &c->room);
	enum field_id id = field->id;

	if (v.is == VALUE_ABSENT)
		return CELL_ABSENT;
	if (v.is == VALUE_NUMBER)
		return number_cell(c, id, value_bits(&v), out);
	value_text(&v, id, out);
	return CELL_TEXT;
}

/* Times and offsets begin with the digits of the previous row, so these are reused. */
static char *put_rising(struct digits *d, char *to, uint64_t v)
{
	uint64_t high = v / DECIMAL_EIGHT;

	if (!high)
		return decimal_put(to, v);
	if (high != d->of) {
		d->of = high;
		d->len = (uint8_t)(decimal_put(d->text, high) - d->text);
	}
	memcpy(to, d->text, HIGH_DIGITS);
	return decimal_put_eight(to + d->len, v % DECIMAL_EIGHT);
}

/* Most other numbers equal the number of the previous row, so all digits are reused. */
static char *put_steady(struct digits *d, char *to, uint64_t v, bool negative)
{
	if (v != d->of) {
		char *digits = d->text;

		d->of = v;
		if (negative)
			*digits++ = '-';
		d->len = (uint8_t)(decimal_put(digits, negative ? -v : v) - d->text);
	}
	memcpy(to, d->text, sizeof(d->text));
	return to + d->len;
}

/* Write a plain cell. Returns the end of its digits; none: the row lacks the field. */
static inline char *put_plain(struct cells *c, struct column *column, char *to)
{
	enum field_id field = column->field->id;
	uint64_t num;
	bool has;

	if (!value_column(c->info, field, &has, &num) || !has)
		return to;
	if (!column->rising)
		return put_steady(&column->digits, to, num, column->sign && (int64_t)num < 0);
	if (field == F_time && writer_time(c->options, &num))
		*to++ = '-';
	return put_rising(&column->digits, to, num);
}

char *cells_put(struct cells *c, size_t from, size_t end, char after, char *to)
{
	for (size_t i = from; i < end; i++) {
		to = put_plain(c, &c->columns[i], to);
		*to++ = after;
	}
	return to;
}

bool cells_are_plain(const struct cells *c, size_t i)
{
	return c->columns[i].plain;
}

static enum cell_content add_plain(struct cells *c, struct column *column, struct buf *out)
{
	char *start = buf_room(out, CELL_PLAIN), *end = put_plain(c, column, start);

	buf_added(out, (size_t)(end - start));
	return end > start ? CELL_NUMBER : CELL_ABSENT;
}

enum cell_content cells_add(struct cells *c, size_t i, struct buf *out)
{
	struct column *column = &c->columns[i];
	size_t before = out->len;

	if (column->plain)
		return add_plain(c, column, out);
	switch (column->origin) {
	case FROM_INDEX:
		return add_column(c, column->field->id, out);
	case FROM_OTHERS:
		return add_derived(c, column->field, out);
	case FROM_JSON:
		column->json->row(column->json, c->info, out);
		return out->len > before ? CELL_OURS : CELL_ABSENT;
	case FROM_RECORD:
	case FROM_TREE:
	default:
		buf_add(out, column->text.p, column->text.len);
		return column->cell;
	}
}
