/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/aggregate.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

static const struct {
	const char *name;
	enum aggregate_kind kind;
} kinds[] = {
	{ "sum", AGGREGATE_SUM },
	{ "avg", AGGREGATE_AVG },
	{ "min", AGGREGATE_MIN },
	{ "max", AGGREGATE_MAX },
};

/* The digits behind p: a percentage with up to four decimals, in millionths. */
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

/* Numbers that can be added and compared; of an open word only each record tells. */
static bool is_numeric(const struct field *field)
{
	const struct word_info *info = word_info(field->word);

	if (field->word == W_tp_field)
		return true;
	return (info->type == WT_UINT || info->type == WT_SINT || info->type == WT_BOOL) &&
	       info->form != WF_ENUM && info->form != WF_MASK;
}

static int bad_field(const char *name, size_t len, struct err *err)
{
	char *text = mem_strndup(name, len);
	enum word near = word_suggest(text);
	struct buf shown = BUF_INIT;
	int rc;

	text_escape_str(&shown, text);
	rc = err_set(err, ERR_PARSE, "--agg: %s is not a field%s%s%s", shown.p,
		     near ? "; did you mean " : "", near ? word_name(near) : "", near ? "?" : "");
	buf_release(&shown);
	free(text);
	return rc;
}

/* One of the list: NAME(FIELD). */
static int parse_one(struct aggregate *a, const char *p, size_t len, struct err *err)
{
	const char *open = memchr(p, '(', len), *field = open + 1;
	size_t field_len;

	*a = (struct aggregate){ .kind = AGGREGATE_SUM };
	if (!open || len < 3 || p[len - 1] != ')' || !parse_kind(a, p, (size_t)(open - p)))
		return err_set(err, ERR_PARSE,
			       "--agg wants sum(FIELD), avg, min, max or a percentile such as p99 "
			       "or p99.9");
	field_len = (size_t)(p + len - 1 - field);
	if (!field_find(&a->field, field, field_len))
		return bad_field(field, field_len, err);
	a->name = mem_strndup(p, len);
	if (!is_numeric(&a->field))
		return err_set(err, ERR_PARSE, "--agg: %.*s has no numbers", (int)field_len, field);
	return 0;
}

int aggregates_parse(struct aggregate *aggregates, size_t *n, const char *list, struct err *err)
{
	*n = 0;
	while (*list) {
		size_t len = strcspn(list, ",");
		int rc;

		if (*n == AGGREGATES_MAX)
			return err_set(err, ERR_PARSE, "--agg: at most %d", AGGREGATES_MAX);
		rc = parse_one(&aggregates[(*n)++], list, len, err);
		if (rc)
			return rc;
		list += len + (list[len] == ',');
	}
	return 0;
}

void aggregates_release(struct aggregate *aggregates, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		field_release(&aggregates[i].field);
		free(aggregates[i].name);
	}
}

/* Times and addresses read as those of records do. */
static void add_number(const struct aggregate *a, int128 v, bool shown, struct buf *out)
{
	enum word_form form = word_info(a->field.word)->form;

	if (shown && v >= 0 && v <= UINT64_MAX && (form == WF_TIME || form == WF_HEX))
		word_text(out, a->field.word, (uint64_t)v);
	else
		int128_text(out, v);
}

bool aggregate_text(const struct aggregate *a, const struct tally *tally, bool shown,
		    struct buf *out)
{
	if (!tally->n)
		return false;
	switch (a->kind) {
	case AGGREGATE_SUM:
		int128_text(out, tally->sum);
		break;
	case AGGREGATE_AVG:
		tally_mean_text(tally, out);
		break;
	case AGGREGATE_MIN:
		add_number(a, tally->least, shown, out);
		break;
	case AGGREGATE_MAX:
		add_number(a, tally->greatest, shown, out);
		break;
	case AGGREGATE_PERCENTILE:
		add_number(a, tally_percentile(tally, a->millionths), shown, out);
		break;
	}
	return true;
}
