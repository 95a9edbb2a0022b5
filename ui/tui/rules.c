/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/rules.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Branches that were mispredicted, accesses that went far, records that are not there. */
static const char *const usual[] = {
	"data_src.lvl in {MISS, RAM, LOC_RAM} magenta,sign:m",
	("data_src.remote or data_src.hops or data_src.lvl in {REM_RAM1, REM_RAM2, REM_CCE1, "
	 "REM_CCE2} magenta,bold,sign:r"),
	"data_src.snoop == HITM magenta,bold,underline,sign:h",
	"brstack[0].mispred red,sign:b",
	"problem red,bold,sign:!",
};

static const struct {
	const char *name;
	int16_t colour;
} colours[] = {
	{ "default", COLOUR_DEFAULT },
	{ "black", 0 },
	{ "red", 1 },
	{ "green", 2 },
	{ "yellow", 3 },
	{ "blue", 4 },
	{ "magenta", 5 },
	{ "cyan", 6 },
	{ "white", 7 },
	{ "grey", 8 },
	{ "bright-red", 9 },
	{ "bright-green", 10 },
	{ "bright-yellow", 11 },
	{ "bright-blue", 12 },
	{ "bright-magenta", 13 },
	{ "bright-cyan", 14 },
	{ "bright-white", 15 },
};

static const struct {
	const char *name;
	uint8_t attr;
} attributes[] = {
	{ "bold", LOOK_BOLD },
	{ "dim", LOOK_DIM },
	{ "underline", LOOK_UNDERLINE },
	{ "reverse", LOOK_REVERSE },
};

#define COLOURS (sizeof(colours) / sizeof(colours[0]))
#define ATTRIBUTES (sizeof(attributes) / sizeof(attributes[0]))

const char *rules_word(size_t i)
{
	if (i < COLOURS)
		return colours[i].name;
	return i - COLOURS < ATTRIBUTES ? attributes[i - COLOURS].name : NULL;
}

/* ---- styles ---- */

static bool is_name(const char *name, const char *text, size_t len)
{
	return strlen(name) == len && !memcmp(name, text, len);
}

/* A name, or a number of 256. */
static bool parse_colour(const char *text, size_t len, int16_t *colour)
{
	char *end;
	unsigned long n;

	for (size_t i = 0; i < COLOURS; i++) {
		if (!is_name(colours[i].name, text, len))
			continue;
		*colour = colours[i].colour;
		return true;
	}
	n = strtoul(text, &end, 10);
	*colour = (int16_t)n;
	return isdigit((unsigned char)*text) && end == text + len && n < 256;
}

static bool parse_part(struct rule *rule, const char *text, size_t len)
{
	for (size_t i = 0; i < ATTRIBUTES; i++) {
		if (!is_name(attributes[i].name, text, len))
			continue;
		rule->look.attrs |= attributes[i].attr;
		return true;
	}
	if (len == 6 && !memcmp(text, "sign:", 5) && text[5] > ' ' && text[5] < 0x7f) {
		rule->sign = text[5];
		return true;
	}
	if (len > 3 && !memcmp(text, "on-", 3))
		return parse_colour(text + 3, len - 3, &rule->look.bg);
	return parse_colour(text, len, &rule->look.fg);
}

static int parse_style(struct rule *rule, const char *text, size_t at, struct err *err)
{
	const char *p = text + at;

	rule->look = (struct theme_look){ COLOUR_DEFAULT, COLOUR_DEFAULT, 0 };
	while (*p) {
		size_t len = strcspn(p, ",");

		if (!parse_part(rule, p, len))
			return err_set_at(err, ERR_PARSE, (uint64_t)(p - text),
					  "expected a style: red, 208, on-blue, bold, dim, "
					  "underline, reverse, sign:x; or several, with commas");
		p += len + (p[len] == ',');
	}
	return 0;
}

/* ---- rules ---- */

static void rule_release(struct rule *rule)
{
	eval_close(rule->eval);
	filter_free(rule->filter);
	free(rule->expr);
	free(rule->style);
}

void rules_init(struct rules *rules)
{
	*rules = (struct rules){ .reader = NULL };
	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
		if (rules_add(rules, usual[i], NULL) == 0)
			rules->list.v[rules->list.n - 1].usual = true;
}

void rules_clear(struct rules *rules)
{
	for (size_t i = 0; i < rules->list.n; i++)
		rule_release(&rules->list.v[i]);
	rules->list.n = 0;
}

void rules_release(struct rules *rules)
{
	rules_clear(rules);
	vec_release(&rules->list);
}

void rules_remove(struct rules *rules, size_t i)
{
	rule_release(&rules->list.v[i]);
	rules->list.n--;
	memmove(&rules->list.v[i], &rules->list.v[i + 1],
		(rules->list.n - i) * sizeof(rules->list.v[0]));
}

/* The last blank: what stands behind it is the style. */
static size_t style_at(const char *text)
{
	const char *blank = strrchr(text, ' ');

	return blank ? (size_t)(blank - text) + 1 : 0;
}

int rules_add(struct rules *rules, const char *text, struct err *err)
{
	size_t at = style_at(text), len = at;
	struct rule rule = { .expr = NULL };
	int rc;

	while (len && text[len - 1] == ' ')
		len--;
	if (!len)
		return err_set_at(err, ERR_PARSE, strlen(text),
				  "expected an expression and a style, as in pid == 1 red");
	rc = parse_style(&rule, text, at, err);
	if (rc < 0)
		return rc;
	rule.expr = mem_strndup(text, len);
	rule.style = mem_strdup(text + at);
	rc = filter_parse(&rule.filter, rule.expr, err);
	for (size_t i = 0; rc == 0 && i < rules->list.n; i++)
		if (!strcmp(rules->list.v[i].expr, rule.expr))
			rules_remove(rules, i--);
	if (rc == 0 && rules->list.n == THEME_OWN)
		rc = err_set_at(err, ERR_PARSE, 0, "there are %d rules: no more are possible",
				THEME_OWN);
	if (rc < 0)
		rule_release(&rule);
	else
		vec_push(&rules->list, rule);
	return rc;
}

void rules_theme(const struct rules *rules, struct theme *theme)
{
	for (size_t i = 0; i < rules->list.n; i++)
		theme->own[i] = rules->list.v[i].look;
}

void rules_forget(struct rules *rules)
{
	for (size_t i = 0; i < rules->list.n; i++) {
		eval_close(rules->list.v[i].eval);
		rules->list.v[i].eval = NULL;
	}
}

size_t rules_find(struct rules *rules, struct reader *reader, const struct row_info *row)
{
	if (rules->reader != reader)
		rules_forget(rules);
	rules->reader = reader;
	for (size_t i = rules->list.n; i-- > 0;) {
		struct rule *rule = &rules->list.v[i];

		if (!rule->eval)
			rule->eval = eval_open(reader, rule->filter);
		if (eval_row(rule->eval, row))
			return i;
	}
	return SIZE_MAX;
}
