/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/thread_cells.h"

#include "base/text.h"

enum {
	LEVELS = 8
};

int thread_cells_most(const struct thread_timeline *timeline, int cols)
{
	size_t n = thread_timeline_columns(timeline);

	cols = cols > 0 ? cols : 1;
	return (size_t)cols < n ? cols : (int)n;
}

bool thread_cells_timed(const struct thread_cells *c)
{
	return thread_timeline_source(c->timeline) != THREAD_TIMELINE_SAMPLES;
}

static size_t first_column(const struct thread_cells *c, int cell)
{
	return thread_timeline_columns(c->timeline) * (size_t)cell / (size_t)c->n;
}

struct time_range thread_cells_range(const struct thread_cells *c, int from, int to)
{
	return (struct time_range){
		thread_timeline_time(c->timeline, first_column(c, from)),
		thread_timeline_time(c->timeline, first_column(c, to + 1)) - 1,
	};
}

int thread_cells_at(const struct thread_cells *c, uint64_t time)
{
	int cell = 0;

	while (cell + 1 < c->n && thread_cells_range(c, cell + 1, cell + 1).lo <= time)
		cell++;
	return cell;
}

struct thread_timeline_cell thread_cells_of(const struct thread_cells *c,
					    const struct thread_list_line *line, int from, int to)
{
	return thread_list_cell(c->timeline, line, first_column(c, from), first_column(c, to + 1));
}

void thread_cells_columns(const struct thread_cells *c, int from, int to, size_t *first,
			  size_t *end)
{
	*first = first_column(c, from);
	*end = first_column(c, to + 1);
}

enum style thread_cells_state(const struct thread_cells *c, const struct thread_list_line *line,
			      int i)
{
	struct thread_timeline_cell cell = thread_cells_of(c, line, i, i);
	struct time_range range = thread_cells_range(c, i, i);
	uint64_t other = range.hi - range.lo + 1 - cell.on;

	if (!thread_cells_timed(c) || !cell.on || cell.on > range.hi - range.lo + 1)
		return STYLE_NORMAL;
	if (cell.stuck > other / 2)
		return STYLE_STUCK;
	return cell.ready > other / 2 ? STYLE_READY : STYLE_NORMAL;
}

void thread_cells_measure(struct thread_cells *c, const struct thread_list *list)
{
	c->densest = 1;
	for (size_t i = 0; !thread_cells_timed(c) && i < list->lines.n; i++)
		for (int cell = 0; cell < c->n; cell++) {
			uint64_t on = thread_cells_of(c, &list->lines.v[i], cell, cell).on;

			c->densest = on > c->densest ? on : c->densest;
		}
}

/* Is a line's state known at that time: on a CPU or not? */
static bool is_known(const struct thread_cells *c, const struct thread_list_line *line,
		     const struct time_range *range)
{
	return thread_cells_timed(c) && line->what.first && line->what.first <= range->hi &&
	       line->what.until >= range->lo;
}

static uint32_t shade(bool ascii, uint64_t on, uint64_t full)
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

#define OFF_SINCE "off the CPU since"

static const struct {
	char letter; /* 0: the look of a thread on no CPU */
	enum style style;
	const char *begin, *text; /* what its record shows, and what it is */
} waits[] = {
	[WAIT_NONE] = { 0, STYLE_DIM, NULL, NULL },
	[WAIT_CPU] = { 'R', STYLE_EVENT_1, OFF_SINCE, "ready to run (R)" },
	[WAIT_EVENT] = { 0, STYLE_DIM, OFF_SINCE, "waiting" },
	[WAIT_UNINTERRUPTIBLE] = { 'D', STYLE_EVENT_5, OFF_SINCE, "uninterruptible (D)" },
	[WAIT_OTHER] = { 'T', STYLE_EVENT_4, OFF_SINCE, "stopped or idle (T)" },
	[WAIT_LOST] = { '?', STYLE_DIM, "unknown: by", "others are missing" },
};

uint32_t thread_cells_look(const struct thread_cells *c, const struct thread_list_line *line, int i,
			   enum style *style)
{
	struct thread_timeline_cell cell = thread_cells_of(c, line, i, i);
	struct time_range range = thread_cells_range(c, i, i);
	uint64_t full = thread_cells_timed(c) ? range.hi - range.lo + 1 : c->densest;

	*style = cell.on ? STYLE_RUNNING : STYLE_DIM;
	if (!cell.on && !is_known(c, line, &range))
		return ' ';
	/* If most of the time is unknown, the known part says little. */
	if (cell.lost > full / 2)
		cell.wait = WAIT_LOST;
	if (!waits[cell.wait].letter)
		return shade(c->ascii, cell.on, full);
	*style = waits[cell.wait].style;
	return (unsigned char)waits[cell.wait].letter;
}

bool thread_cells_waits(const struct thread_cells *c, const struct thread_list_line *line, int from,
			int to, uint64_t *gone, struct buf *out)
{
	struct thread_timeline_cell cell = thread_cells_of(c, line, from, to);
	struct time_range range = thread_cells_range(c, from, to);

	if (cell.records || !is_known(c, line, &range) || !waits[cell.wait].text)
		return false;
	*gone = cell.gone;
	buf_addf(out, "%s record %llu, %s", waits[cell.wait].begin, (unsigned long long)cell.gone,
		 waits[cell.wait].text);
	return true;
}

static void legend_half(const struct thread_cells *c, struct buf *out)
{
	buf_adds(out, "  ");
	text_add_utf8(out, shade(c->ascii, LEVELS / 2, LEVELS));
	buf_adds(out, thread_cells_timed(c) ? " half" : " half as many");
}

void thread_cells_legend(const struct thread_cells *c, bool brief, struct buf *out)
{
	text_add_utf8(out, shade(c->ascii, LEVELS, LEVELS));
	buf_addc(out, ' ');
	if (thread_cells_timed(c))
		buf_adds(out, "on a CPU");
	else
		text_add_plural(c->densest, "sample", out);
	if (!brief)
		legend_half(c, out);
	if (!thread_cells_timed(c))
		return;
	buf_adds(out, "  ");
	text_add_utf8(out, shade(c->ascii, 0, LEVELS));
	buf_adds(out, " off:  R ready");
	if (thread_timeline_source(c->timeline) == THREAD_TIMELINE_TRACEPOINT)
		buf_adds(out, "  D uninterruptible");
}
