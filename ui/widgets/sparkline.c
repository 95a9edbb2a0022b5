/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/sparkline.h"

#include "base/text.h"

enum {
	EIGHTHS = 8
};

/* Block characters: U+2581 to U+2588 fill from below, U+258F to U+2588 from the left. */
#define LOWER 0x2580
#define LEFT 0x2590
#define RIGHT_HALF 0x2590

static const char lower_ascii[EIGHTHS + 2] = " ..::-=##";

/*
 * Return the sum of the values that a character covers, times cols, because two characters can
 * share a value.
 */
static unsigned __int128 sum_of(const uint64_t *values, size_t n, size_t cols, size_t col)
{
	size_t begin = col * n, end = begin + n;
	unsigned __int128 sum = 0;

	for (size_t i = begin / cols; i < n && i * cols < end; i++) {
		size_t from = i * cols > begin ? i * cols : begin;
		size_t to = (i + 1) * cols < end ? (i + 1) * cols : end;

		sum += (unsigned __int128)values[i] * (to - from);
	}
	return sum;
}

static size_t eighths_of(unsigned __int128 part, unsigned __int128 whole, size_t cells)
{
	size_t eighths;

	if (!part || !whole)
		return 0;
	eighths = (size_t)(part * cells * EIGHTHS / whole);
	return eighths ? eighths : 1;
}

void sparkline_add_height(struct buf *out, size_t eighths, bool ascii)
{
	text_add_utf8(out, ascii     ? (uint32_t)lower_ascii[eighths]
			   : eighths ? LOWER + (uint32_t)eighths
				     : ' ');
}

void sparkline_add(struct buf *out, const uint64_t *values, size_t n, size_t cols, bool ascii)
{
	unsigned __int128 most = 0;

	if (!n)
		return;
	cols = cols < n ? cols : n;
	for (size_t col = 0; col < cols; col++) {
		unsigned __int128 sum = sum_of(values, n, cols, col);

		most = sum > most ? sum : most;
	}
	for (size_t col = 0; col < cols; col++)
		sparkline_add_height(out, eighths_of(sum_of(values, n, cols, col), most, 1), ascii);
}

static void add_eighths(struct buf *out, size_t eighths, bool ascii)
{
	for (; eighths; eighths -= eighths < EIGHTHS ? eighths : EIGHTHS) {
		size_t here = eighths < EIGHTHS ? eighths : EIGHTHS;

		text_add_utf8(out, ascii ? '#' : LEFT - (uint32_t)here);
	}
}

void sparkline_add_share(struct buf *out, uint64_t part, uint64_t whole, size_t cols, bool ascii)
{
	unsigned __int128 halves = (unsigned __int128)part * cols * EIGHTHS * 2;

	if (whole)
		add_eighths(out, (size_t)((halves / whole + 1) / 2), ascii);
}

void sparkline_add_range(struct buf *out, uint64_t from, uint64_t to, uint64_t whole, size_t cols,
			 bool ascii)
{
	size_t halves = from && whole ? (size_t)((unsigned __int128)from * cols * 2 / whole) : 0;
	size_t cell = halves / 2 < cols ? halves / 2 : cols - 1;
	size_t eighths = eighths_of(to, whole, cols);

	eighths = eighths > cell * EIGHTHS ? eighths - cell * EIGHTHS : from > 0;
	buf_fill(out, ' ', cell);
	if (halves % 2) {
		text_add_utf8(out, ascii ? '#' : RIGHT_HALF);
		eighths -= eighths < EIGHTHS ? eighths : EIGHTHS;
	}
	add_eighths(out, eighths, ascii);
}
