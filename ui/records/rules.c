/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/rules.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "term/look.h"

/* Mispredicted branches, expensive memory accesses, missing records. */
static const char *const usual[] = {
	"data_src.lvl in {MISS, RAM, LOC_RAM} magenta,sign:m",
	("data_src.remote or data_src.hops or data_src.lvl in {REM_RAM1, REM_RAM2, REM_CCE1, "
	 "REM_CCE2} magenta,bold,sign:r"),
	"data_src.snoop == HITM magenta,bold,underline,sign:h",
	"brstack[0].mispred red,sign:b",
	"problem red,bold,sign:!",
};

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

/* The last blank: after it is the style. */
static size_t style_at(const char *text)
{
	const char *blank = strrchr(text, ' ');

	return blank ? (size_t)(blank - text) + 1 : 0;
}

static void remove_same(struct rules *rules, const char *expr)
{
	for (size_t i = rules->list.n; i-- > 0;)
		if (!strcmp(rules->list.v[i].expr, expr))
			rules_remove(rules, i);
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
	rc = look_parse(text, at, &rule.look, &rule.sign, err);
	if (rc < 0)
		return rc;
	rule.expr = mem_strndup(text, len);
	rule.style = mem_strdup(text + at);
	rc = filter_parse(&rule.filter, rule.expr, err);
	if (rc == 0) {
		remove_same(rules, rule.expr);
		if (rules->list.n == THEME_OWN)
			rc = err_set_at(err, ERR_PARSE, 0,
					"there are %d rules, the maximum: :uncolor removes one",
					THEME_OWN);
	}
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
