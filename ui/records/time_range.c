/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/time_range.h"

#include <string.h>

#include "base/text.h"
#include "recording/span.h"
#include "records/view.h"
#include "shell/tui.h"
#include "widgets/parts.h"
#include "wire/names.h"

/* The time of the samples is much shorter than the whole, if the whole is longer by this factor. */
#define SHORTER_BY 2
/* Shorter ranges are shown in ns. */
#define SHORT_NS 1000

bool time_range_whole(const struct app *app, struct time_range *range)
{
	struct span span;

	span_of(app->rec, &span);
	*range = (struct time_range){ span.first ? span.first : 1, span.last };
	return span.has && range->lo <= range->hi;
}

bool time_range_samples(const struct app *app, struct time_range *range)
{
	struct span span;

	if (!time_range_whole(app, range))
		return false;
	span_of(app->rec, &span);
	/* The recording states the times of samples, and can be wrong. */
	if (range->lo <= span.sample_first && span.sample_first <= range->hi &&
	    span.sample_last - span.sample_first < (range->hi - range->lo) / SHORTER_BY)
		*range = (struct time_range){ span.sample_first, span.sample_last };
	return true;
}

void time_range_condition(const struct time_range *range, struct buf *out)
{
	buf_adds(out, "time in {");
	field_id_text(out, F_time, range->lo);
	buf_adds(out, "s .. ");
	field_id_text(out, F_time, range->hi);
	buf_adds(out, "s}");
}

struct histogram *time_range_count(struct app *app, const struct counted_records *what,
				   const struct time_range *range, size_t n,
				   enum time_range_extra extra, struct watcher *watcher)
{
	struct histogram_options how = {
		.filter = counted_filter(what),
		.lo = range->lo,
		.hi = range->hi,
		.n = n,
		.by_event = extra == TIME_RANGE_EVENTS,
		.stats = extra == TIME_RANGE_STATS,
		.watcher = watcher,
	};
	struct field field;

	if (what->weighed && field_find(&field, what->field, strlen(what->field)))
		how.weight = &field;
	return histogram_start(app->rec, &how);
}

void time_range_add(const struct app *app, const struct time_range *range, struct buf *out)
{
	bool one = range->lo == range->hi;

	buf_adds(out, one ? "at " : "");
	session_time_add(app->session, range->lo, out);
	if (one)
		return;
	buf_adds(out, PARTS_MORE " to ");
	session_time_add(app->session, range->hi, out);
	buf_adds(out, PARTS_MAIN);
}

bool time_range_sum_name(const struct counted_records *what, struct buf *out)
{
	if (!what->weighed)
		return false;
	buf_adds(out, "sum(");
	text_escape_str(out, what->field);
	buf_addc(out, ')');
	return true;
}

void time_range_text(struct app *app, const struct counted_records *what,
		     const struct time_range *range, uint64_t records, uint64_t value,
		     struct buf *out)
{
	time_range_add(app, range, out);
	buf_adds(out, ": ");
	if (time_range_sum_name(what, out)) {
		buf_addc(out, ' ');
		counted_text(what, value, out);
		buf_adds(out, ", ");
	}
	text_add_plural(records, "record", out);
	/* Not everything has room. */
	if (!what->weighed && range->hi > range->lo)
		buf_addf(out, PARTS_HINT " in %.*f s", range->hi - range->lo < SHORT_NS ? 9 : 6,
			 (double)(range->hi - range->lo + 1) / 1e9);
}

bool time_range_building(const struct app *app)
{
	struct index_progress progress;

	recording_progress(app->rec, &progress);
	return progress.state == INDEX_BUILDING;
}
