/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/status.h"

#include <stdbool.h>
#include <string.h>

#include "base/text.h"

/* Narrower screens show only numbers. */
#define BRIEF_COLS 50
/* A long text about the work is truncated to this at least. */
#define WORK_COLS 24
/* If less than this is left for the file's name, the note that a part is shown is omitted. */
#define FILE_COLS 20

static int columns(const char *text)
{
	return (int)text_columns(text, strlen(text));
}

/*
 * Draw the status line. Narrow screens omit the work first, then the file's name; the position
 * always remains.
 */
void status_draw(const struct surface *s, const struct status *status)
{
	int position = columns(status->position), work = columns(status->work);
	int left = s->cols - 2 - position;
	int file = columns(status->file);

	surface_fill(s, STYLE_STATUS);
	if (left < 0) {
		surface_put_left(s, 0, 0, s->cols, STYLE_STATUS, status->position);
		return;
	}
	if (status->part && work && file + 4 + work > left && left - 4 - work >= FILE_COLS)
		file = left - 4 - work;
	if (work > WORK_COLS && file + 3 + work > left)
		work = left - file - 3 < WORK_COLS ? WORK_COLS : left - file - 3;
	if (work && file + 3 + work > left)
		work = 0;
	if (file > left - 3)
		file = left > 8 ? left - 3 : 0;
	surface_put_left(s, 0, 1, file, STYLE_STATUS_STRONG, status->file);
	if (work)
		surface_put_left(s, 0, file + 4, work, STYLE_BUSY, status->work);
	surface_put(s, 0, s->cols - 1 - position, STYLE_STATUS, status->position);
}

static void matches_text(const struct status_filter *filter, bool brief, struct buf *out)
{
	if (filter->match)
		buf_addf(out, brief ? "%llu/" : "match %llu of ",
			 (unsigned long long)filter->match);
	buf_add_u64(out, filter->matches);
	if (filter->more && filter->state == STATUS_DONE && !brief)
		buf_adds(out, "\u2026");
	if (!filter->match && !brief)
		buf_adds(out, filter->matches == 1 ? " match" : " matches");
	if (brief && (filter->more || filter->state != STATUS_DONE))
		buf_adds(out, "\u2026");
	else if (filter->state == STATUS_SEARCHING)
		buf_addf(out, " so far, searching\u2026 %d%%", filter->percent);
	else if (filter->state == STATUS_STOPPED)
		buf_addf(out, " in %d%% searched", filter->percent);
}

/* Brackets also mark a condition that is off. */
static int draw_chip(const struct surface *s, int col, const struct chips *chips, size_t i)
{
	const struct chip *chip = &chips->list.v[i];
	enum style style = chips->off || chip->off ? STYLE_CHIP_OFF : STYLE_CHIP;

	col = surface_put(s, 0, col, style, chip->off ? "[" : " ");
	col = surface_put(s, 0, col, style, chip->text);
	return surface_put(s, 0, col, style, chip->off ? "]" : " ");
}

/*
 * Draw the conditions with "and" between them, so that the line can be read as a filter. If there
 * is no room for all, the last conditions are shown, because Escape disables these first.
 */
void status_draw_filter(const struct surface *s, const struct status_filter *filter)
{
	const struct chips *chips = filter->chips;
	struct buf text = BUF_INIT;
	struct surface room;
	int col, width = 0;

	surface_fill(s, STYLE_NORMAL);
	if (filter->applied)
		matches_text(filter, s->cols < BRIEF_COLS, &text);
	surface_put(s, 0, s->cols - 1 - columns(text.p),
		    filter->state == STATUS_DONE ? STYLE_DIM : STYLE_MESSAGE, text.p);
	col = surface_put(s, 0, 1, STYLE_DIM, filter->applied ? "filter" : "filter off");
	col = surface_put(s, 0, col, STYLE_DIM, chips->restored ? " restored:" : ":") + 1;
	room = surface_sub(s, 0, col, 1, s->cols - col - (text.len ? columns(text.p) + 3 : 0));
	for (size_t i = 0; i < chips->list.n; i++)
		width += columns(chips->list.v[i].text) + 2 + (i ? 5 : 0);
	col = width > room.cols ? room.cols - width : 0;
	for (size_t i = 0; i < chips->list.n; i++) {
		if (i)
			col = surface_put(&room, 0, col, STYLE_DIM, " and ");
		col = draw_chip(&room, col, chips, i);
	}
	if (width > room.cols && room.cols)
		surface_put(&room, 0, 0, STYLE_DIM, "\u2026");
	buf_release(&text);
}
