/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/stretch.h"

#include <string.h>

#include "base/text.h"
#include "recording/span.h"
#include "tui/tui.h"
#include "tui/view_records.h"
#include "wire/names.h"

bool stretch_whole(const struct app *app, struct stretch *stretch)
{
	struct span span;

	span_of(app->rec, &span);
	*stretch = (struct stretch){ span.first ? span.first : 1, span.last };
	return span.has && stretch->lo <= stretch->hi;
}

void stretch_condition(const struct stretch *stretch, struct buf *out)
{
	buf_adds(out, "time in {");
	word_text(out, W_time, stretch->lo);
	buf_adds(out, "s .. ");
	word_text(out, W_time, stretch->hi);
	buf_adds(out, "s}");
}

struct histogram *stretch_count(struct app *app, const struct weighing *what,
				const struct stretch *stretch, size_t n, bool tallies,
				struct watcher *watcher)
{
	struct histogram_options how = {
		.filter = weighing_filter(what),
		.lo = stretch->lo,
		.hi = stretch->hi,
		.n = n,
		.tallies = tallies,
		.watcher = watcher,
	};
	struct field field;

	if (what->weighed && field_find(&field, what->field, strlen(what->field)))
		how.weight = &field;
	return histogram_start(app->rec, &how);
}

bool stretch_sum_name(const struct weighing *what, struct buf *out)
{
	if (!what->weighed)
		return false;
	buf_adds(out, "sum(");
	text_escape_str(out, what->field);
	buf_addc(out, ')');
	return true;
}

void stretch_text(struct app *app, const struct weighing *what, const struct stretch *stretch,
		  uint64_t records, uint64_t value, struct buf *out)
{
	records_add_time(app, stretch->lo, out);
	buf_adds(out, " to ");
	records_add_time(app, stretch->hi, out);
	buf_adds(out, ": ");
	if (stretch_sum_name(what, out)) {
		buf_addc(out, ' ');
		weighing_text(what, value, out);
		buf_adds(out, ", ");
	}
	buf_addf(out, "%llu record%s", (unsigned long long)records, records == 1 ? "" : "s");
	/* There is no room for all of it. */
	if (!what->weighed)
		buf_addf(out, " in %.6f s", (double)(stretch->hi - stretch->lo + 1) / 1e9);
}

bool stretch_building(const struct app *app)
{
	struct index_progress progress;

	recording_progress(app->rec, &progress);
	return progress.state == INDEX_BUILDING;
}
