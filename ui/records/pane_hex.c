/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/pane_hex.h"

#include <stdio.h>

#include "widgets/listnav.h"

/* A line is "0000  00 01 02 ... 07  ........": offset, bytes with a column before each, text. */
#define OFFSET_DIGITS 4
#define GROUP_BYTES 8

/* Digits of offsets: four, or more for a damaged stretch longer than any record. */
static int offset_digits(size_t len)
{
	int digits = OFFSET_DIGITS;

	while (digits < 16 && len > (size_t)1 << (4 * digits))
		digits++;
	return digits;
}

/* The column before a byte, which may have a bracket. */
static int byte_column(const struct pane_hex *pane, int i)
{
	return offset_digits(pane->len) + 1 + 3 * i + i / GROUP_BYTES;
}

static int text_column(const struct pane_hex *pane, int per_line)
{
	return byte_column(pane, per_line) - (per_line % GROUP_BYTES ? 0 : 1) + 2;
}

int pane_hex_width(const struct pane_hex *pane, int per_line)
{
	return text_column(pane, per_line) + per_line;
}

void pane_hex_set(struct pane_hex *pane, const uint8_t *bytes, size_t len)
{
	pane->bytes = bytes;
	pane->len = len;
	pane->field = pane->field_len = 0;
	if (pane->cursor >= len)
		pane->cursor = 0;
}

void pane_hex_select(struct pane_hex *pane, uint32_t off, uint32_t len)
{
	pane->field = off;
	pane->field_len = len;
	if (off < pane->len)
		pane->cursor = off;
}

/* ---- actions ---- */

typedef void (*hex_handler)(struct pane_hex *pane, uint64_t count);

static void move_by(struct pane_hex *pane, int dir, uint64_t count, int bytes)
{
	uint64_t n = (count > UINT32_MAX ? UINT32_MAX : count) * (uint64_t)(bytes > 1 ? bytes : 1);

	if (!pane->len)
		return;
	if (dir < 0 && n > pane->cursor)
		/* A motion by whole lines stays in the column. */
		n = bytes > 1 ? pane->cursor - pane->cursor % (uint64_t)pane->per_line
			      : pane->cursor;
	if (dir > 0 && n > pane->len - 1 - pane->cursor)
		n = pane->len - 1 - pane->cursor;
	pane->cursor = dir < 0 ? pane->cursor - n : pane->cursor + n;
}

static void hex_down(struct pane_hex *pane, uint64_t count)
{
	if (pane->cursor + (uint64_t)pane->per_line < pane->len)
		move_by(pane, 1, count, pane->per_line);
}

static void hex_up(struct pane_hex *pane, uint64_t count)
{
	move_by(pane, -1, count, pane->per_line);
}

static void hex_right(struct pane_hex *pane, uint64_t count)
{
	move_by(pane, 1, count, 1);
}

static void hex_left(struct pane_hex *pane, uint64_t count)
{
	move_by(pane, -1, count, 1);
}

static void hex_page_down(struct pane_hex *pane, uint64_t count)
{
	move_by(pane, 1, count, pane->per_line * pane->rows);
}

static void hex_page_up(struct pane_hex *pane, uint64_t count)
{
	move_by(pane, -1, count, pane->per_line * pane->rows);
}

static void hex_half_down(struct pane_hex *pane, uint64_t count)
{
	move_by(pane, 1, count, pane->per_line * (pane->rows / 2));
}

static void hex_half_up(struct pane_hex *pane, uint64_t count)
{
	move_by(pane, -1, count, pane->per_line * (pane->rows / 2));
}

static void hex_first(struct pane_hex *pane, uint64_t count)
{
	(void)count;
	pane->cursor = 0;
}

static void hex_last(struct pane_hex *pane, uint64_t count)
{
	(void)count;
	pane->cursor = pane->len ? pane->len - 1 : 0;
}

/* clang-format off */
static const hex_handler handlers[ACTION_COUNT] = {
	[ACTION_DOWN] = hex_down,
	[ACTION_UP] = hex_up,
	[ACTION_RIGHT] = hex_right,
	[ACTION_LEFT] = hex_left,
	[ACTION_PAGE_DOWN] = hex_page_down,
	[ACTION_PAGE_UP] = hex_page_up,
	[ACTION_HALF_DOWN] = hex_half_down,
	[ACTION_HALF_UP] = hex_half_up,
	[ACTION_FIRST] = hex_first,
	[ACTION_LAST] = hex_last,
};
/* clang-format on */

bool pane_hex_knows(enum action action)
{
	return handlers[action] != NULL;
}

bool pane_hex_act(struct pane_hex *pane, const struct action_call *call)
{
	if (!handlers[call->action] ||
	    (call->has_count && (call->action == ACTION_FIRST || call->action == ACTION_LAST)))
		return false;
	if (pane->per_line)
		handlers[call->action](pane, call->count);
	return true;
}

/* ---- drawing ---- */

static bool in_field(const struct pane_hex *pane, uint64_t at)
{
	return at >= pane->field && at - pane->field < pane->field_len;
}

static enum style byte_style(const struct pane_hex *pane, uint64_t at, bool focus)
{
	if (focus && at == pane->cursor)
		return STYLE_BYTE_CURSOR;
	if (in_field(pane, at))
		return STYLE_HIGHLIGHT;
	return STYLE_BYTES;
}

/* Draw the column before a byte: the field begins, continues or has ended there. */
static void draw_edge(const struct pane_hex *pane, const struct surface *s, int row, int i,
		      uint64_t at)
{
	bool here = in_field(pane, at), before = at && in_field(pane, at - 1);
	int col = byte_column(pane, i);
	int last = i ? byte_column(pane, i - 1) + 3 : col;

	if (here && !before && i < pane->per_line)
		surface_put(s, row, col, STYLE_HIGHLIGHT, "[");
	else if (before && !here && i)
		surface_put(s, row, last, STYLE_HIGHLIGHT, "]");
	else if (here && before && i && i < pane->per_line)
		surface_repeat(s, row, last, col - last + 1, STYLE_HIGHLIGHT, ' ');
}

static char shown_as(uint8_t byte)
{
	return byte >= 0x20 && byte < 0x7f ? (char)byte : '.';
}

static void draw_byte(const struct pane_hex *pane, const struct surface *s, int row, int i,
		      uint64_t at, bool focus)
{
	uint8_t byte = pane->bytes[at];
	enum style style = byte_style(pane, at, focus);
	char text[4];

	snprintf(text, sizeof(text), "%02x", byte);
	surface_put(s, row, byte_column(pane, i) + 1, style, text);
	snprintf(text, sizeof(text), "%c", shown_as(byte));
	surface_put(s, row, text_column(pane, pane->per_line) + i, style, text);
}

static void draw_row(const struct pane_hex *pane, const struct surface *s, int row, bool focus)
{
	uint64_t at = (pane->top + (uint64_t)row) * (uint64_t)pane->per_line;
	char offset[24];

	snprintf(offset, sizeof(offset), "%0*llx", offset_digits(pane->len),
		 (unsigned long long)at);
	surface_put(s, row, 0, STYLE_NUMBER, offset);
	for (int i = 0; i <= pane->per_line; i++) {
		draw_edge(pane, s, row, i, at + (uint64_t)i);
		if (i < pane->per_line && at + (uint64_t)i < pane->len)
			draw_byte(pane, s, row, i, at + (uint64_t)i, focus);
	}
}

/* Bytes in a line: 16, 8, or 4 on very narrow screens. */
static int fitting(const struct pane_hex *pane, int cols)
{
	int n = 16;

	while (n > 4 && pane_hex_width(pane, n) > cols)
		n /= 2;
	return n;
}

void pane_hex_text(const struct pane_hex *pane, struct buf *out)
{
	const size_t per_line = 16;

	for (size_t at = 0; at < pane->len; at += per_line) {
		size_t n = pane->len - at < per_line ? pane->len - at : per_line;

		buf_addf(out, "%0*zx ", offset_digits(pane->len), at);
		for (size_t i = 0; i < per_line; i++) {
			buf_adds(out, i == GROUP_BYTES ? "  " : " ");
			if (i < n)
				buf_addf(out, "%02x", pane->bytes[at + i]);
			else
				buf_adds(out, "  ");
		}
		buf_adds(out, "  ");
		for (size_t i = 0; i < n; i++)
			buf_addc(out, shown_as(pane->bytes[at + i]));
		buf_addc(out, '\n');
	}
}

void pane_hex_draw(struct pane_hex *pane, const struct surface *s, bool focus)
{
	uint64_t lines, line;

	pane->rows = s->rows;
	pane->per_line = fitting(pane, s->cols);
	lines = (pane->len + (uint64_t)pane->per_line - 1) / (uint64_t)pane->per_line;
	line = pane->cursor / (uint64_t)pane->per_line;
	/* Show the end of the field, too, if all of it fits. */
	if (!focus && pane->field_len) {
		uint64_t end = (pane->field + pane->field_len - 1) / (uint64_t)pane->per_line;

		if (end < line + (uint64_t)s->rows)
			pane->top = listnav_follow(pane->top, end, (uint64_t)s->rows, lines);
	}
	pane->top = listnav_follow(pane->top, line, (uint64_t)s->rows, lines);
	for (int row = 0; row < s->rows && pane->top + (uint64_t)row < lines; row++)
		draw_row(pane, s, row, focus);
}

bool pane_hex_point(struct pane_hex *pane, int row, int col)
{
	uint64_t first = (pane->top + (uint64_t)row) * (uint64_t)pane->per_line;

	for (int i = 0; i < pane->per_line; i++) {
		if (col < byte_column(pane, i) || col > byte_column(pane, i) + 2 ||
		    first + (uint64_t)i >= pane->len)
			continue;
		pane->cursor = first + (uint64_t)i;
		return true;
	}
	return false;
}
