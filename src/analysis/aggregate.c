/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/aggregate.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "filter/lex.h"

static const struct {
	const char *name;
	enum aggregate_kind kind;
} kinds[] = {
	{ "sum", AGGREGATE_SUM },	    { "avg", AGGREGATE_AVG },
	{ "min", AGGREGATE_MIN },	    { "max", AGGREGATE_MAX },
	{ "distinct", AGGREGATE_DISTINCT }, { "unknown", AGGREGATE_UNKNOWN },
};

/* Parse the digits after p: a percentage with up to four decimals, into millionths. */
static bool parse_percent(const char *p, size_t len, uint32_t *millionths)
{
	uint64_t v = 0;
	unsigned decimals = 0;
	bool point = false;

	if (!len || p[len - 1] == '.')
		return false;
	for (size_t i = 0; i < len; i++) {
		if (p[i] == '.' && !point && i) {
			point = true;
			continue;
		}
		if (p[i] < '0' || p[i] > '9' || v > 1000000 || decimals == 4)
			return false;
		v = 10 * v + (uint64_t)(p[i] - '0');
		decimals += point;
	}
	for (; decimals < 4; decimals++)
		v *= 10;
	*millionths = (uint32_t)v;
	return v <= 1000000;
}

static bool parse_kind(struct aggregate *a, const char *p, size_t len)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strlen(kinds[i].name) == len && !memcmp(kinds[i].name, p, len)) {
			a->kind = kinds[i].kind;
			return true;
		}
	}
	a->kind = AGGREGATE_PERCENTILE;
	return len && p[0] == 'p' && parse_percent(p + 1, len - 1, &a->millionths);
}

/*
 * Does the field have numbers that can be added and compared or, with names, only distinguished?
 * The type of a tracepoint field is only known for each record.
 */
static bool is_numeric(const struct field *field, bool names)
{
	const struct field_info *info = field_info(field->id);

	if (field->id == F_tp_field)
		return true;
	return (info->type == FT_UINT || info->type == FT_SINT || info->type == FT_BOOL) &&
	       (names || !field_has_names(info));
}

static int bad_field(const char *name, size_t len, size_t at, struct err *err)
{
	struct buf shown = BUF_INIT;
	int rc;

	field_explain_unknown(name, len, &shown);
	rc = err_set_at(err, ERR_PARSE, at, "%s", shown.p);
	buf_release(&shown);
	return rc;
}

/* Parse the filter from this place to the last parenthesis. */
static int parse_filter(struct aggregate *a, size_t at, struct err *err)
{
	int rc;

	a->filter_text = mem_strndup(a->name + at, strlen(a->name) - at - 1);
	rc = filter_parse(&a->filter, a->filter_text, err);
	if (rc && err->offset != ERR_NO_OFFSET)
		err->offset += at;
	return rc;
}

static int parse_count(struct aggregate *a, const char *p, size_t len, struct err *err)
{
	a->kind = AGGREGATE_COUNT;
	a->name = mem_strndup(p, len);
	return parse_filter(a, strlen("count("), err);
}

/* Parse one element of the list: NAME(FIELD), NAME(FIELD where EXPR), or count(EXPR). */
static int parse_one(struct aggregate *a, const char *p, size_t len, struct err *err)
{
	static const char where[] = " where ";
	const char *open = memchr(p, '(', len), *field, *filter;
	size_t field_len, at;

	*a = (struct aggregate){ .kind = AGGREGATE_SUM };
	if (len > 7 && !strncmp(p, "count(", 6) && p[len - 1] == ')')
		return parse_count(a, p, len, err);
	if (!open || len < 3 || p[len - 1] != ')' || !parse_kind(a, p, (size_t)(open - p)))
		return err_set_at(err, ERR_PARSE, 0,
				  "expected sum(FIELD), avg, min, max, distinct, unknown, a "
				  "percentile such as p99 or p99.9, or count(EXPR)");
	field = open + 1;
	at = (size_t)(field - p);
	field_len = (size_t)(p + len - 1 - field);
	filter = memmem(field, field_len, where, strlen(where));
	if (filter)
		field_len = (size_t)(filter - field);
	if (!field_find(&a->field, field, field_len))
		return bad_field(field, field_len, at, err);
	a->name = mem_strndup(p, len);
	if (!is_numeric(&a->field, a->kind == AGGREGATE_DISTINCT))
		return err_set_at(err, ERR_PARSE, at, "%.*s is not numeric; count by %.*s instead",
				  (int)field_len, field, (int)field_len, field);
	if (a->kind == AGGREGATE_UNKNOWN && !field_says_unknown(a->field.id, 0))
		return err_set_at(err, ERR_PARSE, at,
				  "unknown(): the field %.*s has no value that means "
				  "\"unknown\"",
				  (int)field_len, field);
	return filter ? parse_filter(a, (size_t)(filter - p) + strlen(where), err) : 0;
}

/* Return the bytes up to the next comma outside of parentheses and strings. */
static size_t one_of_list(const char *p)
{
	size_t i = 0;

	while (p[i] && p[i] != ',')
		i += lex_piece(p + i);
	return i;
}

int aggregates_parse(struct aggregate *aggregates, size_t *n, const char *list, struct err *err)
{
	const char *p = list;

	*n = 0;
	for (p += strspn(p, " "); *p; p += strspn(p, " ")) {
		size_t len = one_of_list(p), own = len;
		int rc;

		while (own && p[own - 1] == ' ')
			own--;
		if (*n == AGGREGATES_MAX)
			return err_set_at(err, ERR_PARSE, (uint64_t)(p - list),
					  "at most %d aggregates", AGGREGATES_MAX);
		rc = parse_one(&aggregates[(*n)++], p, own, err);
		if (rc && err->offset != ERR_NO_OFFSET)
			err->offset += (uint64_t)(p - list);
		if (rc)
			return rc;
		p += len + (p[len] == ',');
	}
	return 0;
}

static bool is_aggregate(const char *p, size_t len)
{
	const char *open = memchr(p, '(', len);
	struct aggregate kind;

	return open && (!strncmp(p, "count(", 6) || parse_kind(&kind, p, (size_t)(open - p)));
}

bool aggregates_sort_out(const char *list, struct buf *aggregates, struct buf *fields)
{
	bool found = false;
	size_t len;

	for (const char *p = list + strspn(list, " ,"); *p; p += strspn(p, " ,")) {
		struct buf *out = fields;

		len = one_of_list(p);
		if (is_aggregate(p, len)) {
			found = true;
			out = aggregates;
		}
		buf_addf(out, "%s%.*s", out->len ? "," : "", (int)len, p);
		p += len;
	}
	return found;
}

void aggregates_release(struct aggregate *aggregates, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		field_release(&aggregates[i].field);
		filter_free(aggregates[i].filter);
		free(aggregates[i].filter_text);
		free(aggregates[i].name);
	}
}

bool aggregate_counts(const struct aggregate *a)
{
	return a->kind == AGGREGATE_COUNT || a->kind == AGGREGATE_UNKNOWN;
}

int128 aggregate_sum(const struct aggregate *a, const struct numeric_stats *stats)
{
	if (a->kind == AGGREGATE_UNKNOWN)
		return (int128)stats->unknown;
	return a->kind == AGGREGATE_COUNT ? (int128)stats->n : stats->sum;
}

/* Return the ratio in millionths; no number if the lower aggregate has none. */
static int128 ratio(const struct aggregate *a, const struct numeric_stats *stats)
{
	enum {
		MILLION = 1000000
	};
	int128 over = aggregate_rank(a - a->over, stats - a->over);
	int128 under = aggregate_rank(a - a->under, stats - a->under);
	int128 product, half = under / 2;

	if (over == AGGREGATE_NONE && (a - a->over)->kind == AGGREGATE_SUM)
		over = 0;
	if (over == AGGREGATE_NONE || under == AGGREGATE_NONE || under <= 0 ||
	    __builtin_mul_overflow(over, (int128)MILLION, &product) ||
	    __builtin_add_overflow(product, product < 0 ? -half : half, &product))
		return AGGREGATE_NONE;
	return product / under;
}

int128 aggregate_rank(const struct aggregate *a, const struct numeric_stats *stats)
{
	if (aggregate_counts(a))
		return aggregate_sum(a, stats);
	if (a->kind == AGGREGATE_DISTINCT)
		return (int128)numeric_stats_distinct(stats);
	if (a->kind == AGGREGATE_RATIO)
		return ratio(a, stats);
	if (a->kind == AGGREGATE_SHAPE)
		return (stats - a->over)->n ? numeric_stats_shape(stats - a->over) : AGGREGATE_NONE;
	if (!stats->n)
		return AGGREGATE_NONE;
	switch (a->kind) {
	case AGGREGATE_AVG:
		return numeric_stats_mean(stats);
	case AGGREGATE_MIN:
		return stats->least;
	case AGGREGATE_MAX:
		return stats->greatest;
	case AGGREGATE_PERCENTILE:
		return numeric_stats_percentile(stats, a->millionths);
	case AGGREGATE_SUM:
	case AGGREGATE_COUNT:
	case AGGREGATE_UNKNOWN:
	case AGGREGATE_DISTINCT:
	case AGGREGATE_RATIO:
	case AGGREGATE_SHAPE:
	default:
		return aggregate_sum(a, stats);
	}
}

struct quantity aggregate_quantity(const struct aggregate *a)
{
	static const enum quantity_kind quantities[] = {
		[AGGREGATE_SUM] = QUANTITY_SUM,	       [AGGREGATE_AVG] = QUANTITY_MEAN,
		[AGGREGATE_MIN] = QUANTITY_ONE,	       [AGGREGATE_MAX] = QUANTITY_ONE,
		[AGGREGATE_PERCENTILE] = QUANTITY_ONE, [AGGREGATE_DISTINCT] = QUANTITY_COUNT,
		[AGGREGATE_COUNT] = QUANTITY_COUNT,    [AGGREGATE_UNKNOWN] = QUANTITY_COUNT,
		[AGGREGATE_RATIO] = QUANTITY_RATIO,    [AGGREGATE_SHAPE] = QUANTITY_COUNT,
	};

	return (struct quantity){ quantities[a->kind], a->field.id, a->clock };
}

void aggregate_title(const struct aggregate *a, struct buf *out)
{
	struct quantity quantity = aggregate_quantity(a);

	text_escape_str(out, a->name);
	quantity_add_unit(&quantity, out);
}

bool aggregate_rank_text(const struct aggregate *a, int128 rank, bool shown, struct buf *out)
{
	struct quantity quantity = aggregate_quantity(a);
	bool more = a->kind == AGGREGATE_DISTINCT && rank > NUMERIC_STATS_EXACT;

	if (rank == AGGREGATE_NONE || (more && !shown))
		return false;
	if (more)
		buf_addf(out, ">%d", NUMERIC_STATS_EXACT);
	else if (shown)
		quantity_text(&quantity, rank, out);
	else if (a->kind == AGGREGATE_AVG || a->kind == AGGREGATE_RATIO)
		int128_millionths_text(out, rank);
	else
		int128_text(out, rank);
	return true;
}

bool aggregate_text(const struct aggregate *a, const struct numeric_stats *stats, bool shown,
		    struct buf *out)
{
	return aggregate_rank_text(a, aggregate_rank(a, stats), shown, out);
}
