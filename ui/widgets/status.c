/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/status.h"

#include "base/text.h"
#include "widgets/parts.h"

/* A long text about the work is truncated to this at least. */
#define WORK_COLS 24
/* If less than this is left for the file's name, the note that a part is shown is omitted. */
#define FILE_COLS 20

static int columns(const char *text)
{
	return (int)text_columns_str(text);
}

/*
 * Draw the status line. Narrow screens omit the work first, then the file's name; the position
 * always remains.
 */
void status_draw(const struct surface *s, const struct status *status)
{
	int position = columns(status->position), work = columns(status->work);
	int left = s->cols - 2 - position;
	int file = parts_columns(status->file), end;

	surface_fill(s, STYLE_STATUS);
	if (left < 0) {
		surface_put_left(s, 0, 0, s->cols, STYLE_STATUS, status->position);
		return;
	}
	if (status->part && work && file + 4 + work > left && left - 4 - work >= FILE_COLS)
		file = left - 4 - work;
	if (work > WORK_COLS && file + 4 + work > left)
		work = left - file - 4 < WORK_COLS ? WORK_COLS : left - file - 4;
	if (work && file + 4 + work > left)
		work = 0;
	if (file > left - 3)
		file = left > 8 ? left - 3 : 0;
	end = parts_draw(s, 0, 1, file, STYLE_STATUS_STRONG, status->file);
	if (work)
		surface_put_left(s, 0, end + 3, work, STYLE_BUSY, status->work);
	surface_put(s, 0, s->cols - 1 - position, STYLE_STATUS, status->position);
}
