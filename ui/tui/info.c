/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/info.h"

#include <string.h>

#include "base/text.h"
#include "out/info.h"
#include "tui/view_records.h"
#include "tui/view_text.h"

void info_open(struct app *app)
{
	size_t part = records_part(app);
	struct buf text = BUF_INIT, title = BUF_INIT;

	/* The key that opens it closes it. */
	if (!strcmp(app_view(app)->ops->name, "info")) {
		app_pop(app);
		return;
	}
	info_report(app->rec, part, REPORT_TEXT, &text);
	text_escape_str(&title, recording_path(app->rec, part));
	app_push(app, view_text_new("info", title.p, &text));
	buf_release(&title);
}
