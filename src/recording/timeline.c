/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/timeline.h"

#include <string.h>

#include "base/text.h"
#include "file/feature_time.h"
#include "recording/align.h"
#include "wire/names.h"

enum {
	/* largest change of a clock during one boot: it can be set, and drifts */
	BOOT_NS = 60 * 1000000000ull
};

/* Get the text or number of a file that is to be compared. False: the file has none. */
typedef bool property(const struct perf_file *file, struct buf *text, uint64_t *number);

static bool get_host(const struct perf_file *file, struct buf *text, uint64_t *number)
{
	*number = 0;
	return features_text(&file->features, FEATURE_HOSTNAME, text) && text->len;
}

static bool get_clock(const struct perf_file *file, struct buf *text, uint64_t *number)
{
	const struct attr *attr = file->events.list.n ? &file->events.list.v[0].attr : NULL;
	const struct name *name;

	if (!attr)
		return false;
	*number = 0;
	if (!attr_flag(attr, ATTR_USE_CLOCKID)) {
		buf_adds(text, "perf's own clock");
		return true;
	}
	name = names_find(&names_clockid, (uint64_t)attr->clockid);
	if (name)
		buf_addf(text, "clock %s", name->name);
	else
		buf_addf(text, "clock %d", attr->clockid);
	return true;
}

/* The time of day at which the clock was 0, which differs for each boot. */
static bool get_start(const struct perf_file *file, struct buf *text, uint64_t *number)
{
	struct wall_clock clock;

	if (!feature_wall_clock(&file->features, &clock))
		return false;
	*number = clock.wall_ns - clock.clock_ns;
	buf_adds(text, "clock 0 at ");
	wall_add(text, *number, WALL_UTC);
	return true;
}

static bool same_text(const char *a, uint64_t na, const char *b, uint64_t nb)
{
	(void)na;
	(void)nb;
	return !strcmp(a, b);
}

static bool same_start(const char *a, uint64_t na, const char *b, uint64_t nb)
{
	(void)a;
	(void)b;
	return (na < nb ? nb - na : na - nb) < BOOT_NS;
}

static const struct timeline_doubt {
	const char *brief, *text;
	property *get;
	bool (*same)(const char *a, uint64_t na, const char *b, uint64_t nb);
} doubts[] = {
	{ "other machines", "recorded on different machines", get_host, same_text },
	{ "other clocks", "recorded with different clocks", get_clock, same_text },
	{ "other boots", "recorded in different boots of the machine", get_start, same_start },
};

#define DOUBTS (sizeof(doubts) / sizeof(doubts[0]))

static void add_path(const struct recording *recording, size_t part, struct buf *out)
{
	text_escape_str(out, recording_path(recording, part));
}

/*
 * Find the first part whose value differs from the first known value. Returns true, with both
 * values, if there is one.
 */
static bool differ(const struct recording *recording, const struct timeline_doubt *doubt,
		   size_t parts[2], struct buf texts[2])
{
	uint64_t first = 0, number;
	bool has = false;

	for (size_t i = 0; i < recording_parts(recording); i++) {
		struct buf *text = &texts[has];

		buf_reset(text);
		if (!doubt->get(recording_file(recording, i), text, &number))
			continue;
		parts[has] = i;
		if (has && !doubt->same(texts[0].p, first, text->p, number))
			return true;
		if (!has)
			first = number;
		has = true;
	}
	return false;
}

static bool add_doubt(const struct recording *recording, const struct timeline_doubt *doubt,
		      struct buf *out)
{
	struct buf texts[2] = { BUF_INIT, BUF_INIT };
	size_t parts[2];
	bool found = differ(recording, doubt, parts, texts);

	if (found && out) {
		buf_addf(out, "%s, so their time order is meaningless: ", doubt->text);
		for (int i = 0; i < 2; i++) {
			add_path(recording, parts[i], out);
			buf_adds(out, ": ");
			text_escape_str(out, texts[i].p);
			buf_adds(out, i ? "\n" : ", ");
		}
	}
	buf_release(&texts[0]);
	buf_release(&texts[1]);
	return found;
}

/* Report files that were given twice. */
static bool add_twice(const struct recording *recording, struct buf *out)
{
	for (size_t i = 0; i < recording_parts(recording); i++)
		for (size_t k = 0; k < i; k++) {
			const struct perf_file *a = recording_file(recording, k);
			const struct perf_file *b = recording_file(recording, i);

			if (a->spooled || b->spooled || a->id.dev != b->id.dev ||
			    a->id.ino != b->id.ino)
				continue;
			if (out) {
				buf_adds(out, "given twice, so its records count twice: ");
				add_path(recording, k, out);
				buf_adds(out, ", ");
				add_path(recording, i, out);
				buf_addc(out, '\n');
			}
			return true;
		}
	return false;
}

static const char *const aligned[] = {
	[ALIGN_START] = "aligned by start",
	[ALIGN_WALL] = "aligned by wall",
};

static bool is_aligned(const struct recording *recording)
{
	return recording_align(recording) != ALIGN_NONE && recording_parts(recording) > 1;
}

void timeline_doubts(const struct recording *recording, struct buf *out)
{
	add_twice(recording, out);
	for (size_t i = 0; i < DOUBTS && !is_aligned(recording); i++)
		add_doubt(recording, &doubts[i], out);
}

bool timeline_differs(const struct recording *recording)
{
	bool found = false;

	for (size_t i = 0; i < DOUBTS; i++)
		found = found || add_doubt(recording, &doubts[i], NULL);
	return found;
}

void timeline_shifts(const struct recording *recording, struct buf *out)
{
	for (size_t i = 0; is_aligned(recording) && i < recording_parts(recording); i++) {
		uint64_t shift = recording_shift(recording, i);

		buf_addf(out, "%s: ", aligned[recording_align(recording)]);
		add_path(recording, i, out);
		buf_addf(out, ": times are moved by %llu.%09llu s\n",
			 (unsigned long long)(shift / 1000000000),
			 (unsigned long long)(shift % 1000000000));
	}
}

const char *timeline_doubt(const struct recording *recording)
{
	if (add_twice(recording, NULL))
		return "a file twice";
	if (is_aligned(recording))
		return aligned[recording_align(recording)];
	for (size_t i = 0; i < DOUBTS; i++)
		if (add_doubt(recording, &doubts[i], NULL))
			return doubts[i].brief;
	return NULL;
}
