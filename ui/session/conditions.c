/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/conditions.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "filter/lex.h"

void conditions_remove(struct conditions *conditions, size_t i)
{
	free(conditions->list.v[i].text);
	conditions->list.n--;
	memmove(&conditions->list.v[i], &conditions->list.v[i + 1],
		(conditions->list.n - i) * sizeof(conditions->list.v[0]));
}

void conditions_clear(struct conditions *conditions)
{
	while (conditions_drop(conditions))
		;
	conditions->off = false;
}

void conditions_release(struct conditions *conditions)
{
	conditions_clear(conditions);
	vec_release(&conditions->list);
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* Length of a word operator at p, 0: there is none. */
static size_t operator_at(const char *text, const char *p, const char *word, const char *sign)
{
	size_t len = strlen(word);

	if (!strncmp(p, sign, 2))
		return 2;
	if (strncmp(p, word, len) != 0 || is_word(p[len]) || (p > text && is_word(p[-1])))
		return 0;
	return len;
}

/*
 * The next "and" or "or" outside of all brackets and strings, NULL: none. After a closing bracket
 * without its opening one, there is none either.
 */
static const char *next_operator(const char *text, const char *p, bool *is_or, size_t *len)
{
	for (; *p && !strchr(")]}", *p); p += lex_piece(p)) {
		*is_or = false;
		*len = operator_at(text, p, "and", "&&");
		if (!*len) {
			*len = operator_at(text, p, "or", "||");
			*is_or = *len != 0;
		}
		if (*len)
			return p;
	}
	return NULL;
}

static bool has_or(const char *expr)
{
	bool is_or = false;
	size_t len = 0;

	for (const char *p = expr; (p = next_operator(expr, p, &is_or, &len)) != NULL; p += len)
		if (is_or)
			return true;
	return false;
}

/* Without blanks at the ends; NULL when nothing is left. */
static char *trimmed(const char *p, size_t len)
{
	p = text_trim(p, &len);
	return len ? mem_strndup(p, len) : NULL;
}

static void push(struct conditions *conditions, const char *p, size_t len)
{
	char *condition = trimmed(p, len);

	if (condition)
		vec_add(&conditions->list)->text = condition;
}

void conditions_copy(struct conditions *to, const struct conditions *from)
{
	conditions_release(to);
	*to = (struct conditions){ .off = from->off, .restored = from->restored };
	for (size_t i = 0; i < from->list.n; i++) {
		vec_push(&to->list, from->list.v[i]);
		to->list.v[i].text = mem_strdup(from->list.v[i].text);
	}
}

bool conditions_same(const struct conditions *a, const struct conditions *b)
{
	if (a->list.n != b->list.n || a->off != b->off)
		return false;
	for (size_t i = 0; i < a->list.n; i++)
		if (a->list.v[i].off != b->list.v[i].off ||
		    strcmp(a->list.v[i].text, b->list.v[i].text) != 0)
			return false;
	return true;
}

const char *conditions_escape(struct conditions *conditions)
{
	size_t i = conditions->list.n;

	while (i && conditions->list.v[i - 1].off)
		i--;
	if (conditions->off || !i)
		return NULL;
	conditions->list.v[i - 1].off = conditions->list.v[i - 1].escaped = true;
	return conditions->list.v[i - 1].text;
}

/* Conditions were turned off from the last one on, so the first one here was the last. */
const char *conditions_unescape(struct conditions *conditions)
{
	size_t i = 0;

	while (i < conditions->list.n &&
	       !(conditions->list.v[i].off && conditions->list.v[i].escaped))
		i++;
	if (conditions->off || i == conditions->list.n)
		return NULL;
	conditions->list.v[i].off = conditions->list.v[i].escaped = false;
	return conditions->list.v[i].text;
}

bool conditions_turn_on(struct conditions *conditions)
{
	for (size_t i = 0; i < conditions->list.n; i++)
		if (!conditions->list.v[i].off)
			return false;
	for (size_t i = 0; i < conditions->list.n; i++)
		conditions->list.v[i].off = conditions->list.v[i].escaped = false;
	conditions->off = false;
	return true;
}

void conditions_forget_escaped(struct conditions *conditions)
{
	for (size_t i = 0; i < conditions->list.n; i++)
		conditions->list.v[i].escaped = false;
}

void conditions_turn_off(struct conditions *conditions)
{
	for (size_t i = 0; i < conditions->list.n; i++)
		conditions->list.v[i].off = true;
	conditions->off = false;
}

void conditions_set(struct conditions *conditions, const char *expr)
{
	const char *start = expr, *p = expr;
	bool is_or = false;
	size_t len = 0;

	for (size_t i = conditions->list.n; i-- > 0;)
		if (!conditions->list.v[i].off || conditions->list.v[i].escaped)
			conditions_remove(conditions, i);
	if (!has_or(expr)) {
		while ((p = next_operator(expr, p, &is_or, &len)) != NULL) {
			push(conditions, start, (size_t)(p - start));
			p += len;
			start = p;
		}
	}
	push(conditions, start, strlen(start));
}

enum conditions_added conditions_add(struct conditions *conditions, const char *expr)
{
	if (conditions->off)
		conditions_turn_off(conditions);
	for (size_t i = 0; i < conditions->list.n; i++) {
		if (strcmp(conditions->list.v[i].text, expr) != 0)
			continue;
		if (!conditions->list.v[i].off)
			return CONDITIONS_SAME;
		conditions->list.v[i].off = false;
		return CONDITIONS_AGAIN;
	}
	push(conditions, expr, strlen(expr));
	return CONDITIONS_NEW;
}

void conditions_replace(struct conditions *conditions, size_t i, const char *expr)
{
	char *text = trimmed(expr, strlen(expr));

	if (!text) {
		conditions_remove(conditions, i);
		return;
	}
	free(conditions->list.v[i].text);
	conditions->list.v[i].text = text;
	conditions->list.v[i].off = false;
}

bool conditions_drop(struct conditions *conditions)
{
	if (!conditions->list.n)
		return false;
	conditions_remove(conditions, conditions->list.n - 1);
	return true;
}

void conditions_text(const struct conditions *conditions, struct buf *out)
{
	size_t on = 0, start = out->len;

	for (size_t i = 0; i < conditions->list.n; i++)
		on += !conditions->list.v[i].off;
	for (size_t i = 0; i < conditions->list.n; i++) {
		const struct condition *condition = &conditions->list.v[i];
		bool wrap = on > 1 && has_or(condition->text);

		if (!condition->off)
			buf_addf(out, "%s%s%s%s", out->len > start ? " and " : "", wrap ? "(" : "",
				 condition->text, wrap ? ")" : "");
	}
}

void conditions_negate(struct buf *condition)
{
	struct buf text = BUF_INIT;
	bool is_or;
	size_t len;

	if (next_operator(condition->p, condition->p, &is_or, &len))
		buf_addf(&text, "not (%s)", condition->p);
	else if (!strncmp(condition->p, "not ", 4))
		buf_adds(&text, condition->p + 4);
	else
		buf_addf(&text, "not %s", condition->p);
	buf_release(condition);
	*condition = text;
}
