/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/align.h"

#include <string.h>

#include "recording/span.h"

static const char *const names[] = {
	[ALIGN_NONE] = "none",
	[ALIGN_START] = "start",
	[ALIGN_WALL] = "wall",
};

bool align_parse(const char *text, enum align *align)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(text, names[i])) {
			*align = (enum align)i;
			return true;
		}
	return false;
}

const char *align_name(enum align align)
{
	return names[align];
}

int align_check(const struct recording *recording, size_t *part, struct err *err)
{
	uint64_t wall;

	if (recording_align(recording) != ALIGN_WALL)
		return 0;
	for (*part = 0; *part < recording_parts(recording); ++*part)
		if (!span_clock(recording_file(recording, *part), &wall))
			return err_set(err, ERR_PARSE,
				       "no time of day to align by: recorded without -k CLOCK of "
				       "perf record; --align start works without it");
	return 0;
}

static void by_start(const uint64_t *first, size_t n, uint64_t *shifts)
{
	uint64_t last = 0;

	for (size_t i = 0; i < n; i++)
		if (first[i] > last)
			last = first[i];
	for (size_t i = 0; i < n; i++)
		shifts[i] = first[i] ? last - first[i] : 0;
}

static void by_wall(const struct recording *recording, size_t n, uint64_t *shifts)
{
	uint64_t least = UINT64_MAX;

	for (size_t i = 0; i < n; i++) {
		if (!span_clock(recording_file(recording, i), &shifts[i]))
			return;
		if (shifts[i] < least)
			least = shifts[i];
	}
	for (size_t i = 0; i < n; i++)
		shifts[i] -= least;
}

void align_shifts(const struct recording *recording, const uint64_t *first, uint64_t *shifts)
{
	size_t n = recording_parts(recording);

	if (recording_align(recording) == ALIGN_START)
		by_start(first, n, shifts);
	else if (recording_align(recording) == ALIGN_WALL)
		by_wall(recording, n, shifts);
}
