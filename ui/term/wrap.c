/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/wrap.h"

#include <stdint.h>
#include <string.h>

#include "base/text.h"

#define LEAST_COLS 20 /* narrowest last column that is indented */
#define NARROW_INDENT 4

static size_t char_bytes(const char *p, const char *end)
{
	uint32_t c;
	size_t n = text_utf8((const uint8_t *)p, (size_t)(end - p), &c);

	return n ? n : 1;
}

/* Return the column where the last column of a line begins. */
static int last_column(const char *line, size_t len, int cols)
{
	size_t at = 0;
	int first, column;

	while (at < len && line[at] == ' ')
		at++;
	first = column = (int)at;
	for (size_t i = at; i + 2 < len; i++) {
		if (line[i] != ' ' || line[i + 1] != ' ')
			continue;
		while (i < len && line[i] == ' ')
			i++;
		if (i < len)
			column = (int)text_columns(line, i);
	}
	if (cols - column >= LEAST_COLS)
		return column;
	return first + NARROW_INDENT < cols / 2 ? first + NARROW_INDENT : 0;
}

/*
 * Return the end of the text that fits into cols columns, beginning at p: after a word, after a bar
 * between choices, or at the end of the line.
 */
static const char *fitting(const char *p, const char *end, int cols)
{
	const char *at = p, *blank = NULL, *bar = NULL;
	int width = 0;

	while (at < end) {
		size_t n = char_bytes(at, end);

		width += (int)text_columns(at, n);
		if (*at == ' ' && at > p && at[-1] != ' ')
			blank = at;
		if (width > cols)
			break;
		at += n;
		if (at[-1] == '|')
			bar = at;
	}
	if (at == end)
		return end;
	if (blank && blank > p)
		return blank;
	return bar ? bar : at > p ? at : p + char_bytes(p, end);
}

void wrap_line(const char *line, size_t len, int cols, struct buf *out)
{
	const char *p = line, *end = line + len;
	int indent = 0, hang = last_column(line, len, cols);
	bool first = true;

	if (cols < 1)
		cols = 1;
	do {
		const char *stop = fitting(p, end, cols - indent);

		if (!first)
			buf_fill(out, ' ', (size_t)indent);
		buf_add(out, p, (size_t)(stop - p));
		buf_addc(out, '\n');
		for (p = stop; p < end && *p == ' '; p++)
			;
		indent = hang < cols ? hang : 0;
		first = false;
	} while (p < end);
}

void wrap_text(const char *text, int cols, struct buf *out)
{
	while (*text) {
		size_t len = strcspn(text, "\n");

		wrap_line(text, len, cols, out);
		text += len + (text[len] == '\n');
	}
}

int wrap_rows(const struct buf *wrapped)
{
	int rows = 0;

	for (size_t i = 0; i < wrapped->len; i++)
		rows += wrapped->p[i] == '\n';
	return rows;
}
