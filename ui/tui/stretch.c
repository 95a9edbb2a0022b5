/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/stretch.h"

#include "recording/span.h"
#include "tui/view_records.h"
#include "wire/names.h"

bool stretch_whole(const struct app *app, struct stretch *stretch)
{
	struct span span;

	span_of(app->rec, &span);
	*stretch = (struct stretch){ span.first ? span.first : 1, span.last };
	return span.has && stretch->lo <= stretch->hi;
}

void stretch_filter(struct app *app, const struct stretch *stretch, enum action action)
{
	struct buf condition = BUF_INIT;

	buf_adds(&condition, "time in {");
	word_text(&condition, W_time, stretch->lo);
	buf_adds(&condition, "s .. ");
	word_text(&condition, W_time, stretch->hi);
	buf_adds(&condition, "s}");
	records_filter_from(app, condition.p, action == ACTION_OPEN ? ACTION_FILTER_AND : action);
	buf_release(&condition);
}

void stretch_text(const struct stretch *stretch, uint64_t records, struct buf *out)
{
	word_text(out, W_time, stretch->lo);
	buf_adds(out, " to ");
	word_text(out, W_time, stretch->hi);
	buf_addf(out, ": %llu record%s in %.6f s", (unsigned long long)records,
		 records == 1 ? "" : "s", (double)(stretch->hi - stretch->lo + 1) / 1e9);
}

bool stretch_building(const struct app *app)
{
	struct index_progress progress;

	recording_progress(app->rec, &progress);
	return progress.state == INDEX_BUILDING;
}
