/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SAMPLE_TIME and CLOCK_DATA: when the recording was made. */
#include "file/feature_time.h"

#include <time.h>

#include "file/feature_rows.h"
#include "file/section.h"
#include "wire/names.h"

static struct cursor section_cursor(const struct features *features, unsigned number)
{
	const struct feature_section *section = features_find(features, number);

	if (!section || !section->bytes)
		return (struct cursor){ .failed = true };
	return (struct cursor){ section->bytes, section->place.size, features->big, false };
}

bool feature_wall_clock(const struct features *features, struct wall_clock *clock)
{
	struct cursor c = section_cursor(features, FEATURE_CLOCK_DATA);

	cursor_u32(&c);
	clock->clockid = cursor_u32(&c);
	clock->wall_ns = cursor_u64(&c);
	clock->clock_ns = cursor_u64(&c);
	return !c.failed && clock->wall_ns;
}

bool feature_sample_time(const struct features *features, uint64_t *first, uint64_t *last)
{
	struct cursor c = section_cursor(features, FEATURE_SAMPLE_TIME);

	*first = cursor_u64(&c);
	*last = cursor_u64(&c);
	return !c.failed && *last && *last >= *first;
}

void wall_add(struct buf *buf, uint64_t ns, enum wall_form form)
{
	static const char *const zones[] = { [WALL_ISO] = "Z", [WALL_UTC] = " UTC" };
	time_t seconds = (time_t)(ns / 1000000000);
	struct tm tm;
	char zone[16];

	if (!(form == WALL_LOCAL ? localtime_r(&seconds, &tm) : gmtime_r(&seconds, &tm)))
		return;
	buf_addf(buf, "%04d-%02d-%02d%c%02d:%02d:%02d.%09u", tm.tm_year + 1900, tm.tm_mon + 1,
		 tm.tm_mday, form == WALL_ISO ? 'T' : ' ', tm.tm_hour, tm.tm_min, tm.tm_sec,
		 (unsigned)(ns % 1000000000));
	if (form != WALL_LOCAL)
		buf_adds(buf, zones[form]);
	else if (strftime(zone, sizeof(zone), " %z", &tm))
		buf_adds(buf, zone);
}

static void time_value(struct report *r, const char *key, uint64_t ns, enum wall_form form)
{
	struct buf text = BUF_INIT;

	wall_add(&text, ns, form);
	report_str(r, key, text.p);
	buf_release(&text);
}

void feature_sample_time_read(struct section_reader *s)
{
	uint64_t first = section_u64(s, "first"), last = section_u64(s, "last");
	struct wall_clock clock;

	if (s->c.failed)
		return;
	/* perf begins with the highest number, which stays if samples have no time */
	if (section_text(s) && (!last || first == UINT64_MAX)) {
		report_str(s->r, s->key, "not known");
		return;
	}
	report_object(s->r, s->key);
	report_time(s->r, "first", first);
	report_time(s->r, "last", last);
	if (last >= first)
		report_time(s->r, "duration", last - first);
	if (last >= first && last && feature_wall_clock(s->features, &clock)) {
		enum wall_form form = section_text(s) ? WALL_UTC : WALL_ISO;

		time_value(s->r, "first_wall", wall_clock_at(&clock, first), form);
		time_value(s->r, "last_wall", wall_clock_at(&clock, last), form);
	}
	report_end_object(s->r);
}

static void clock_data_text(struct section_reader *s, const struct wall_clock *clock,
			    const char *name)
{
	struct buf line = BUF_INIT;

	if (name)
		buf_adds(&line, name);
	else
		buf_addf(&line, "clock %u", clock->clockid);
	buf_addf(&line, " %llu.%09llu s was ", (unsigned long long)(clock->clock_ns / 1000000000),
		 (unsigned long long)(clock->clock_ns % 1000000000));
	wall_add(&line, clock->wall_ns, WALL_UTC);
	section_line(s, s->key, &line);
	buf_release(&line);
}

void feature_clock_data_read(struct section_reader *s)
{
	uint32_t version = section_u32(s, "version");
	struct wall_clock clock = { .clockid = section_u32(s, "clockid") };
	const struct name *name = names_find(&names_clockid, clock.clockid);

	clock.wall_ns = section_u64(s, "wall_clock_ns");
	clock.clock_ns = section_u64(s, "clockid_ns");
	if (s->c.failed)
		return;
	if (section_text(s) && !clock.wall_ns) {
		report_str(s->r, s->key, "not known");
		return;
	}
	if (section_text(s)) {
		clock_data_text(s, &clock, name ? name->name : NULL);
		return;
	}
	report_object(s->r, s->key);
	report_u64(s->r, "version", version);
	report_u64(s->r, "clockid", clock.clockid);
	if (name)
		report_str(s->r, "clock", name->name);
	report_u64(s->r, "wall_clock_ns", clock.wall_ns);
	report_u64(s->r, "clockid_ns", clock.clock_ns);
	if (clock.wall_ns)
		time_value(s->r, "wall_clock", clock.wall_ns, WALL_ISO);
	report_end_object(s->r);
}
