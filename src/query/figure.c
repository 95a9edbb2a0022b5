/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/figure.h"

enum {
	SECOND = 1000000000 /* ns */
};

bool figure_is_time(const struct figure *figure)
{
	return figure->kind != FIGURE_COUNT && figure->kind != FIGURE_RATIO &&
	       word_info(figure->word)->form == WF_TIME;
}

/* As in records, but what is added up of addresses or lengths is none of these. */
static bool is_hex(const struct figure *figure)
{
	return (figure->kind == FIGURE_ONE || figure->kind == FIGURE_MEAN) &&
	       word_info(figure->word)->form == WF_HEX;
}

static void add_seconds(int128 v, struct buf *out)
{
	if (v < 0) {
		buf_addc(out, '-');
		v = -v;
	}
	int128_text(out, v / SECOND);
	buf_addf(out, ".%09u", (unsigned)(v % SECOND));
}

void figure_text(const struct figure *figure, int128 v, struct buf *out)
{
	bool mean = figure->kind == FIGURE_MEAN || figure->kind == FIGURE_RATIO;

	if (figure_is_time(figure)) {
		add_seconds(mean ? int128_whole(v) : v, out);
		return;
	}
	if (!is_hex(figure)) {
		if (mean)
			int128_rounded_text(out, v);
		else
			int128_text(out, v);
		return;
	}
	v = mean ? int128_whole(v) : v;
	if (v >= 0 && v <= UINT64_MAX)
		buf_add0x(out, (uint64_t)v);
	else
		int128_text(out, v);
}

void figure_add_unit(const struct figure *figure, struct buf *out)
{
	if (figure_is_time(figure))
		buf_adds(out, " s");
	else if (figure->clock && figure->kind != FIGURE_COUNT && figure->kind != FIGURE_RATIO)
		buf_adds(out, " ns");
}
