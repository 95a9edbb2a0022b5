/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/stackedbar.h"

#include "term/scale.h"

struct bar {
	unsigned eighths;
	const struct stackedbar_part *parts;
	size_t n;
	unsigned __int128 sum;
};

/* Return the end of a part with this sum of it and the parts below, in eighths from the bottom. */
static unsigned end_of(const struct bar *bar, unsigned __int128 below)
{
	return bar->sum ? (unsigned)(below * bar->eighths / bar->sum) : bar->eighths;
}

/*
 * Return the part that has most of the eighths from lo to before hi, except one part. *most: how
 * many.
 */
static size_t largest(const struct bar *bar, unsigned lo, unsigned hi, size_t except,
		      unsigned *most)
{
	unsigned __int128 below = 0;
	size_t found = 0;
	unsigned from = 0;

	*most = 0;
	for (size_t i = 0; i < bar->n && from < hi; i++) {
		unsigned to;

		below += bar->parts[i].value;
		to = end_of(bar, below);
		from = from > lo ? from : lo;
		if (i != except && to > from && (to < hi ? to : hi) - from > *most) {
			*most = (to < hi ? to : hi) - from;
			found = i;
		}
		from = to;
	}
	return found;
}

static void draw_block(const struct surface *s, int row, int col, enum style style,
		       unsigned eighths)
{
	/* Without block characters there are four steps. */
	static const char steps[] = " ..::||##";

	surface_repeat(s, row, col, 1, style,
		       s->grid->ascii ? (unsigned char)steps[eighths] : 0x2580 + eighths);
}

/* Draw a cell that the bar fills: the part at its bottom, and the largest other part above it. */
static void draw_two(const struct surface *s, int row, int col, const struct bar *bar, unsigned lo)
{
	unsigned one, upper;
	size_t first = largest(bar, lo, lo + 1, SIZE_MAX, &one);
	size_t other = largest(bar, lo, lo + SCALE_EIGHTHS, first, &upper);

	draw_block(s, row, col, bar->parts[first].style, SCALE_EIGHTHS - upper);
	if (upper)
		surface_on(s, row, col, 1, bar->parts[other].style);
}

void stackedbar_draw(const struct surface *s, int col, unsigned eighths,
		     const struct stackedbar_part *parts, size_t n)
{
	struct bar bar = { eighths, parts, n, 0 };

	for (size_t i = 0; i < n; i++)
		bar.sum += parts[i].value;
	for (unsigned lo = 0; lo < eighths; lo += SCALE_EIGHTHS) {
		unsigned hi = lo + SCALE_EIGHTHS, most;
		int row = s->rows - 1 - (int)(lo / SCALE_EIGHTHS);
		size_t part = largest(&bar, lo, hi < eighths ? hi : eighths, SIZE_MAX, &most);

		if (hi <= eighths && grid_has_halves(s->grid))
			draw_two(s, row, col, &bar, lo);
		else
			draw_block(s, row, col, parts[part].style,
				   hi < eighths ? SCALE_EIGHTHS : eighths - lo);
	}
}
