/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/operators.h"

#include <string.h>

#include "wire/schema.h"

#define TEXT OPERATOR_TEXT
#define NUMBER OPERATOR_NUMBER
#define NAME OPERATOR_NAME
#define LOGIC OPERATOR_LOGIC

/* clang-format off */
/* In the order of completion. */
static const struct operator operators[] = {
	{ "==", "is equal: comm == \"nginx\", type == SAMPLE, weight == 512; also eq", TEXT | NUMBER | NAME },
	{ "!=", "is not equal; does not match records without the field; also ne", TEXT | NUMBER | NAME },
	{ "<", "is less than: rel < 12.5s; also lt", NUMBER },
	{ "<=", "is at most; also le", NUMBER },
	{ ">", "is greater than: weight > 500, gap > 10ms; also gt", NUMBER },
	{ ">=", "is at least; also ge", NUMBER },
	{ "in {", "is one of these or in a range: cpu in {0..7, 16}, comm in {\"a\", \"b\"}", TEXT | NUMBER | NAME },
	{ "~", "matches a regular expression, case ignored: event ~ \"^cycles\"; also =~ and matches", TEXT },
	{ "contains", "contains this text or these bytes: mmap.prot contains \"x\"", TEXT },
	{ "&", "bitwise and: addr & ~63 == $addr & ~63", NUMBER },
	{ "and", "both conditions; also &&", LOGIC },
	{ "or", "one condition or both; \"and\" binds tighter; also ||", LOGIC },
	{ "not", "negates the condition: not comm in {\"swapper\", \"perf\"}; also !", 0 },
};

static const struct {
	const char *text, *is;
} others[] = {
	{ "=~", "~" }, { "matches", "~" }, { "eq", "==" }, { "ne", "!=" }, { "lt", "<" },
	{ "le", "<=" }, { "gt", ">" }, { "ge", ">=" }, { "in", "in {" }, { "&&", "and" },
	{ "||", "or" }, { "!", "not" },
};
/* clang-format on */

const struct operator* operator_at(size_t i)
{
	return i < sizeof(operators) / sizeof(operators[0]) ? &operators[i] : NULL;
}

static bool is(const char *name, const char *text, size_t len)
{
	return strlen(name) == len && !strncmp(name, text, len);
}

const struct operator* operator_find(const char *text, size_t len)
{
	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++)
		if (is(operators[i].text, text, len))
			return &operators[i];
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (is(others[i].text, text, len))
			return operator_find(others[i].is, strlen(others[i].is));
	return NULL;
}

unsigned operator_kind(enum field_id field)
{
	const struct field_info *info = field_info(field);

	if (field == F_tp_field)
		return TEXT | NUMBER;
	if (field_has_names(info))
		return NAME;
	switch (info->type) {
	case FT_STR:
	case FT_BYTES:
		return TEXT;
	case FT_UINT:
	case FT_SINT:
	case FT_FLOAT:
		return NUMBER;
	default:
		return 0;
	}
}
