/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/span.h"

#include "file/feature_time.h"
#include "index/shift.h"

bool span_clock(const struct perf_file *file, uint64_t *wall)
{
	const struct attr *attr = file->events.list.n ? &file->events.list.v[0].attr : NULL;
	struct wall_clock clock;

	if (!attr || !attr_flag(attr, ATTR_USE_CLOCKID) ||
	    !feature_wall_clock(&file->features, &clock) ||
	    clock.clockid != (uint32_t)attr->clockid)
		return false;
	*wall = clock.wall_ns - clock.clock_ns;
	return true;
}

bool span_wall(const struct recording *recording, size_t part, uint64_t *wall)
{
	if (!span_clock(recording_file(recording, part), wall))
		return false;
	*wall -= recording_shift(recording, part);
	return true;
}

static void widen(uint64_t *first, uint64_t *last, uint64_t from, uint64_t to)
{
	if (from < *first)
		*first = from;
	if (to > *last)
		*last = to;
}

static void add_part(const struct recording *recording, size_t part, struct span *span)
{
	const struct index *index = recording_index(recording, part);
	uint64_t shift = recording_shift(recording, part), first, last, from, to, wall;

	if (!index_times(index, &first, &last))
		return;
	first = shift_time(first, shift);
	last = shift_time(last, shift);
	span->has = true;
	widen(&span->first, &span->last, first, last);
	if (span_wall(recording, part, &wall))
		widen(&span->wall_first, &span->wall_last, first + wall, last + wall);
	if (!feature_sample_time(&recording_file(recording, part)->features, &from, &to) || !from) {
		from = first;
		to = last;
	} else {
		from = shift_time(from, shift);
		to = shift_time(to, shift);
	}
	widen(&span->sample_first, &span->sample_last, from, to);
}

void span_of(const struct recording *recording, struct span *span)
{
	size_t n = recording_parts_ready(recording);

	*span = (struct span){ .first = UINT64_MAX,
			       .sample_first = UINT64_MAX,
			       .wall_first = UINT64_MAX };
	for (size_t i = 0; i < n; i++) {
		add_part(recording, i, span);
		span->has_wall = span->has_wall || span_wall(recording, i, &span->wall);
	}
}
