/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "script.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "die.h"

void fail_at(const struct line *line, const char *fmt, ...)
{
	char message[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(message, sizeof(message), fmt, ap);
	va_end(ap);
	die("%s:%d: %s", line->file, line->number, message);
}

bool word_is(const struct word *w, const char *text)
{
	return !word_is_quoted(w) && strcmp(w->text, text) == 0;
}

bool word_is_quoted(const struct word *w)
{
	return w->quote <= w->len;
}

size_t word_key_len(const struct word *w)
{
	const char *eq = memchr(w->text, '=', w->len);
	size_t len = eq ? (size_t)(eq - w->text) : 0;

	return len < w->quote ? len : 0;
}

static void read_stream(FILE *in, struct bytes *out)
{
	char buf[4096];
	size_t got;

	while ((got = fread(buf, 1, sizeof(buf), in)) > 0)
		bytes_add(out, buf, got);
}

static void read_file(const char *file, struct bytes *out)
{
	FILE *in = strcmp(file, "-") == 0 ? stdin : fopen(file, "re");

	if (!in)
		die("%s: %m", file);
	read_stream(in, out);
	if (ferror(in))
		die("%s: %m", file);
	if (in != stdin)
		fclose(in);
}

static int hex_digit(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c ? strchr(digits, tolower((unsigned char)c)) : NULL;

	return at ? (int)(at - digits) : -1;
}

/* Reads what follows a backslash; returns the first character after it. */
static const char *lex_escape(const struct line *line, const char *p, struct bytes *out)
{
	static const char from[] = "nrte0\\\"", to[] = "\n\r\t\033\0\\\"";
	const char *known = *p ? strchr(from, *p) : NULL;

	if (known) {
		bytes_add(out, &to[known - from], 1);
		return p + 1;
	}
	if (*p != 'x' || hex_digit(p[1]) < 0 || hex_digit(p[2]) < 0)
		fail_at(line, "unknown escape \\%c", *p ? *p : ' ');
	bytes_fill(out, 1, (unsigned char)(hex_digit(p[1]) << 4 | hex_digit(p[2])));
	return p + 3;
}

/* Reads one word; returns the first character after it. */
static const char *lex_word(const struct line *line, const char *p, struct word *w)
{
	struct bytes out = { 0 };
	bool inside = false;

	w->quote = SIZE_MAX;
	while (*p && (inside || !isspace((unsigned char)*p))) {
		if (*p == '"') {
			if (!inside && w->quote == SIZE_MAX)
				w->quote = out.len;
			inside = !inside;
			p++;
		} else if (inside && *p == '\\') {
			p = lex_escape(line, p + 1, &out);
		} else {
			bytes_add(&out, p++, 1);
		}
	}
	if (inside)
		fail_at(line, "the quote is not closed");
	w->len = out.len;
	bytes_fill(&out, 1, 0);
	w->text = (char *)out.data;
	return p;
}

/* Splits a line until its end or its comment. */
static void lex_line(struct line *line, const char *p)
{
	for (;;) {
		while (isspace((unsigned char)*p))
			p++;
		if (!*p || *p == '#')
			return;
		line->words = xrealloc(line->words, (line->count + 1) * sizeof(*line->words));
		p = lex_word(line, p, &line->words[line->count]);
		line->count++;
	}
}

/* Keeps a line that has words. */
static void script_add(struct script *s, const char *text, int number)
{
	struct line line = { .file = s->file, .number = number };

	lex_line(&line, text);
	if (!line.count)
		return;
	/* Twice as many each time: a sanitizer's realloc() always copies. */
	if (!(s->count & (s->count - 1)))
		s->lines = xrealloc(s->lines, (2 * s->count + 1) * sizeof(*s->lines));
	s->lines[s->count++] = line;
}

void script_load(struct script *s, const char *file)
{
	struct bytes text = { 0 };
	int number = 0;
	char *p, *end;

	*s = (struct script){ .file = xstrndup(file, strlen(file)) };
	read_file(file, &text);
	bytes_add(&text, "\n", 2); /* ends the last line, and the text with the NUL */
	for (p = (char *)text.data; (end = strchr(p, '\n')); p = end + 1) {
		*end = '\0';
		script_add(s, p, ++number);
	}
	bytes_release(&text);
}

void script_release(struct script *s)
{
	for (size_t i = 0; i < s->count; i++) {
		for (size_t k = 0; k < s->lines[i].count; k++)
			free(s->lines[i].words[k].text);
		free(s->lines[i].words);
	}
	free(s->lines);
	free(s->file);
	*s = (struct script){ 0 };
}
