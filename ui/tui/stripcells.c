/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/stripcells.h"

#include "base/text.h"

enum {
	LEVELS = 8
};

int stripcells_most(const struct strips *strips, int cols)
{
	size_t n = strips_columns(strips);

	cols = cols > 0 ? cols : 1;
	return (size_t)cols < n ? cols : (int)n;
}

bool stripcells_timed(const struct stripcells *c)
{
	return strips_source(c->strips) != STRIPS_SAMPLES;
}

static size_t first_column(const struct stripcells *c, int cell)
{
	return strips_columns(c->strips) * (size_t)cell / (size_t)c->n;
}

struct stretch stripcells_stretch(const struct stripcells *c, int from, int to)
{
	return (struct stretch){
		strips_time(c->strips, first_column(c, from)),
		strips_time(c->strips, first_column(c, to + 1)) - 1,
	};
}

struct strips_cell stripcells_of(const struct stripcells *c, const struct striplist_line *line,
				 int from, int to)
{
	return striplist_cell(c->strips, line, first_column(c, from), first_column(c, to + 1));
}

void stripcells_measure(struct stripcells *c, const struct striplist *list)
{
	c->densest = 1;
	for (size_t i = 0; !stripcells_timed(c) && i < list->lines.n; i++)
		for (int cell = 0; cell < c->n; cell++) {
			uint64_t on = stripcells_of(c, &list->lines.v[i], cell, cell).on;

			c->densest = on > c->densest ? on : c->densest;
		}
}

/* Is something known of a line then: on a CPU or not? */
static bool is_known(const struct stripcells *c, const struct striplist_line *line,
		     const struct stretch *stretch)
{
	return stripcells_timed(c) && line->what.first && line->what.first <= stretch->hi &&
	       line->what.until >= stretch->lo;
}

static uint32_t look(bool ascii, uint64_t on, uint64_t full)
{
	static const char plain[LEVELS + 1] = { '.', ':', ':', 'o', 'o', 'O', 'O', '#', '#' };
	unsigned level = LEVELS;

	if (on < full)
		level = (unsigned)((unsigned __int128)on * LEVELS / full);
	if (on && !level)
		level = 1;
	if (ascii)
		return (unsigned char)plain[level];
	return level ? 0x2580 + level : 0xb7;
}

uint32_t stripcells_look(const struct stripcells *c, const struct striplist_line *line, int i,
			 bool *on)
{
	struct strips_cell cell = stripcells_of(c, line, i, i);
	struct stretch stretch = stripcells_stretch(c, i, i);
	uint64_t full = stripcells_timed(c) ? stretch.hi - stretch.lo + 1 : c->densest;

	*on = cell.on;
	if (!cell.on && !is_known(c, line, &stretch))
		return ' ';
	return look(c->ascii, cell.on, full);
}

void stripcells_legend(const struct stripcells *c, struct buf *out)
{
	text_add_utf8(out, look(c->ascii, LEVELS, LEVELS));
	if (stripcells_timed(c))
		buf_adds(out, " on a CPU  ");
	else
		buf_addf(out, " %llu sample%s  ", (unsigned long long)c->densest,
			 c->densest == 1 ? "" : "s");
	text_add_utf8(out, look(c->ascii, LEVELS / 2, LEVELS));
	if (stripcells_timed(c)) {
		buf_adds(out, " half of the time  ");
		text_add_utf8(out, look(c->ascii, 0, LEVELS));
		buf_adds(out, " not on one");
	} else {
		buf_adds(out, " half as many");
	}
}
