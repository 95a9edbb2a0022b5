/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/chips.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void chips_remove(struct chips *chips, size_t i)
{
	free(chips->list.v[i].text);
	chips->list.n--;
	memmove(&chips->list.v[i], &chips->list.v[i + 1],
		(chips->list.n - i) * sizeof(chips->list.v[0]));
}

void chips_clear(struct chips *chips)
{
	while (chips_drop(chips))
		;
	chips->off = false;
}

void chips_release(struct chips *chips)
{
	chips_clear(chips);
	vec_release(&chips->list);
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

/* After a quoted string that begins at p. */
static const char *skip_string(const char *p)
{
	char quote = *p;

	for (p++; *p && *p != quote; p++)
		if (*p == '\\' && p[1])
			p++;
	return *p ? p + 1 : p;
}

/*
 * The next "and" or "or" outside of all brackets and strings, NULL: none. The
 * brackets of a wrong expression do not have to match.
 */
static const char *next_operator(const char *text, const char *p, bool *is_or, size_t *len)
{
	int depth = 0;

	while (*p) {
		if (*p == '"' || *p == '\'') {
			p = skip_string(p);
			continue;
		}
		if (strchr("([{", *p))
			depth++;
		if (strchr(")]}", *p))
			depth--;
		*is_or = false;
		*len = depth ? 0 : operator_at(text, p, "and", "&&");
		if (!*len && !depth) {
			*len = operator_at(text, p, "or", "||");
			*is_or = *len != 0;
		}
		if (*len)
			return p;
		p++;
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
	while (len && isspace((unsigned char)*p)) {
		p++;
		len--;
	}
	while (len && isspace((unsigned char)p[len - 1]))
		len--;
	return len ? mem_strndup(p, len) : NULL;
}

static void push(struct chips *chips, const char *p, size_t len)
{
	char *chip = trimmed(p, len);

	if (chip)
		vec_add(&chips->list)->text = chip;
}

void chips_copy(struct chips *to, const struct chips *from)
{
	chips_release(to);
	*to = (struct chips){ .off = from->off, .restored = from->restored };
	for (size_t i = 0; i < from->list.n; i++) {
		vec_push(&to->list, from->list.v[i]);
		to->list.v[i].text = mem_strdup(from->list.v[i].text);
	}
}

bool chips_same(const struct chips *a, const struct chips *b)
{
	if (a->list.n != b->list.n || a->off != b->off)
		return false;
	for (size_t i = 0; i < a->list.n; i++)
		if (a->list.v[i].off != b->list.v[i].off ||
		    strcmp(a->list.v[i].text, b->list.v[i].text) != 0)
			return false;
	return true;
}

const char *chips_escape(struct chips *chips)
{
	size_t i = chips->list.n;

	while (i && chips->list.v[i - 1].off)
		i--;
	if (chips->off || !i)
		return NULL;
	chips->list.v[i - 1].off = chips->list.v[i - 1].escaped = true;
	return chips->list.v[i - 1].text;
}

/* They are turned off from the last one on. */
const char *chips_unescape(struct chips *chips)
{
	size_t i = 0;

	while (i < chips->list.n && !(chips->list.v[i].off && chips->list.v[i].escaped))
		i++;
	if (chips->off || i == chips->list.n)
		return NULL;
	chips->list.v[i].off = chips->list.v[i].escaped = false;
	return chips->list.v[i].text;
}

void chips_forget_escaped(struct chips *chips)
{
	for (size_t i = 0; i < chips->list.n; i++)
		chips->list.v[i].escaped = false;
}

void chips_set(struct chips *chips, const char *expr)
{
	const char *start = expr, *p = expr;
	bool is_or = false;
	size_t len = 0;

	for (size_t i = chips->list.n; i-- > 0;)
		if (!chips->list.v[i].off || chips->list.v[i].escaped)
			chips_remove(chips, i);
	if (!has_or(expr)) {
		while ((p = next_operator(expr, p, &is_or, &len)) != NULL) {
			push(chips, start, (size_t)(p - start));
			p += len;
			start = p;
		}
	}
	push(chips, start, strlen(start));
}

bool chips_add(struct chips *chips, const char *expr)
{
	for (size_t i = 0; i < chips->list.n; i++) {
		if (strcmp(chips->list.v[i].text, expr) != 0)
			continue;
		chips->list.v[i].off = false;
		return false;
	}
	push(chips, expr, strlen(expr));
	return true;
}

void chips_replace(struct chips *chips, size_t i, const char *expr)
{
	char *text = trimmed(expr, strlen(expr));

	if (!text) {
		chips_remove(chips, i);
		return;
	}
	free(chips->list.v[i].text);
	chips->list.v[i].text = text;
	chips->list.v[i].off = false;
}

bool chips_drop(struct chips *chips)
{
	if (!chips->list.n)
		return false;
	chips_remove(chips, chips->list.n - 1);
	return true;
}

void chips_text(const struct chips *chips, struct buf *out)
{
	size_t on = 0, start = out->len;

	for (size_t i = 0; i < chips->list.n; i++)
		on += !chips->list.v[i].off;
	for (size_t i = 0; i < chips->list.n; i++) {
		const struct chip *chip = &chips->list.v[i];
		bool wrap = on > 1 && has_or(chip->text);

		if (!chip->off)
			buf_addf(out, "%s%s%s%s", out->len > start ? " and " : "", wrap ? "(" : "",
				 chip->text, wrap ? ")" : "");
	}
}
