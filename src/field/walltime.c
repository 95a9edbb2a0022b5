/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "field/walltime.h"

#include <ctype.h>
#include <string.h>
#include <time.h>

enum {
	NS = 1000000000
};

/* n digits, and the separator after them unless it is 0. */
static bool take_digits(const char **p, const char *end, unsigned n, char separator, int *v)
{
	*v = 0;
	for (; n; n--) {
		if (*p == end || !isdigit((unsigned char)**p))
			return false;
		*v = *v * 10 + (*(*p)++ - '0');
	}
	if (!separator)
		return true;
	return *p < end && *(*p)++ == separator;
}

static bool take_fraction(const char **p, const char *end, uint64_t *ns)
{
	uint64_t scale = NS;

	*ns = 0;
	if (*p == end || **p != '.')
		return true;
	for (++*p; *p < end && isdigit((unsigned char)**p); ++*p) {
		scale /= 10;
		*ns += (uint64_t)(**p - '0') * scale;
	}
	return scale < NS;
}

/* 08:00, 08:00:48.5; a time without a day needs all three parts. */
static bool take_clock(const char **p, const char *end, bool whole, struct tm *tm, uint64_t *ns)
{
	if (!take_digits(p, end, 2, ':', &tm->tm_hour) || !take_digits(p, end, 2, 0, &tm->tm_min))
		return false;
	if (*p == end || **p != ':')
		return !whole;
	++*p;
	return take_digits(p, end, 2, 0, &tm->tm_sec) && take_fraction(p, end, ns);
}

static bool take_day(const char **p, const char *end, struct tm *tm)
{
	if (!take_digits(p, end, 4, '-', &tm->tm_year) ||
	    !take_digits(p, end, 2, '-', &tm->tm_mon) || !take_digits(p, end, 2, 0, &tm->tm_mday))
		return false;
	tm->tm_year -= 1900;
	tm->tm_mon--;
	return true;
}

/* Z, UTC, +01:00, +0100; without any it is the local zone. */
static bool take_zone(const char **p, const char *end, struct walltime *time)
{
	const char *at = *p + (*p < end && **p == ' ');
	int hours, minutes, sign;

	time->has_zone = true;
	time->zone = 0;
	if (at < end && *at == 'Z') {
		*p = at + 1;
		return true;
	}
	if (end - at >= 3 && !memcmp(at, "UTC", 3)) {
		*p = at + 3;
		return true;
	}
	time->has_zone = at < end && (*at == '+' || *at == '-');
	if (!time->has_zone)
		return true;
	sign = *at++ == '-' ? -1 : 1;
	if (!take_digits(&at, end, 2, 0, &hours))
		return false;
	at += at < end && *at == ':';
	if (!take_digits(&at, end, 2, 0, &minutes) || hours > 14 || minutes > 59)
		return false;
	time->zone = sign * (hours * 3600 + minutes * 60);
	*p = at;
	return true;
}

static bool is_clock(const struct tm *tm)
{
	return tm->tm_hour < 24 && tm->tm_min < 60 && tm->tm_sec <= 60;
}

static bool is_day(const struct tm *tm)
{
	return tm->tm_year >= 70 && tm->tm_mon >= 0 && tm->tm_mon < 12 && tm->tm_mday >= 1 &&
	       tm->tm_mday <= 31;
}

/* The earlier one where clocks are set back; after the gap where they are set forward. */
static time_t local_seconds(const struct tm *tm)
{
	time_t found = -1;

	for (int dst = 1; dst >= 0; dst--) {
		struct tm copy = *tm, back;
		time_t t;

		copy.tm_isdst = dst;
		t = mktime(&copy);
		if (t >= 0 && localtime_r(&t, &back) && back.tm_hour == tm->tm_hour &&
		    back.tm_min == tm->tm_min && (found < 0 || t < found))
			found = t;
	}
	if (found < 0) {
		struct tm copy = *tm;

		copy.tm_isdst = -1;
		found = mktime(&copy);
	}
	return found;
}

static bool seconds_of(const struct walltime *time, const struct tm *tm, uint64_t *ns)
{
	struct tm copy = *tm;
	time_t t = time->has_zone ? timegm(&copy) - time->zone : local_seconds(tm);

	return t >= 0 && !__builtin_mul_overflow((uint64_t)t, (uint64_t)NS, ns);
}

bool walltime_parse(const char *text, size_t len, struct walltime *time)
{
	const char *p = text, *end = text + len;
	uint64_t fraction = 0;
	struct tm tm = { 0 };

	*time = (struct walltime){ .has_day = len > 4 && text[4] == '-' };
	if (time->has_day && !take_day(&p, end, &tm))
		return false;
	if (time->has_day && p < end &&
	    (*p == 'T' || (*p == ' ' && p + 1 < end && isdigit((unsigned char)p[1])))) {
		p++;
		if (!take_clock(&p, end, false, &tm, &fraction))
			return false;
	} else if (!time->has_day && !take_clock(&p, end, true, &tm, &fraction)) {
		return false;
	}
	if (!take_zone(&p, end, time) || p != end || !is_clock(&tm))
		return false;
	if (!time->has_day) {
		time->ns =
			(uint64_t)(tm.tm_hour * 3600 + tm.tm_min * 60 + tm.tm_sec) * NS + fraction;
		return true;
	}
	return is_day(&tm) && seconds_of(time, &tm, &time->ns) &&
	       !__builtin_add_overflow(time->ns, fraction, &time->ns);
}

size_t walltime_length(const char *text, size_t len)
{
	const char *p = text, *end = text + len;
	struct walltime time;
	struct tm tm = { 0 };
	uint64_t fraction;
	const char *clock;

	if (len > 4 && text[4] == '-') {
		if (!take_day(&p, end, &tm) || p == end || (*p != ' ' && *p != 'T'))
			return 0;
		p++;
	}
	if (!take_clock(&p, end, true, &tm, &fraction))
		return 0;
	clock = p;
	/* A blank before an invalid zone, and the text from there on, are not part of the time. */
	if (p < end && *p != ' ' && !take_zone(&p, end, &time))
		p = clock;
	return (size_t)(p - text);
}

/* The distance of a time from the span; 0: it is inside. */
static uint64_t distance(const struct span *span, uint64_t ns)
{
	uint64_t first = span->wall_first, last = span->wall_last;

	return ns < first ? first - ns : ns > last ? ns - last : 0;
}

/* The time on the day that is so many days after the first day of the span. */
static bool on_day(const struct walltime *time, const struct span *span, int days, uint64_t *ns)
{
	uint64_t seconds = time->ns / NS;
	time_t first = (time_t)(span->wall_first / NS);
	struct tm tm;

	first += time->zone;
	if (!(time->has_zone ? gmtime_r(&first, &tm) : localtime_r(&first, &tm)))
		return false;
	tm.tm_mday += days;
	tm.tm_hour = 0;
	tm.tm_min = 0;
	tm.tm_sec = 0;
	tm.tm_isdst = -1;
	/* mktime() and timegm() normalize days after the end of a month. */
	if (time->has_zone)
		timegm(&tm);
	else
		mktime(&tm);
	tm.tm_hour = (int)(seconds / 3600);
	tm.tm_min = (int)(seconds / 60 % 60);
	tm.tm_sec = (int)(seconds % 60);
	return seconds_of(time, &tm, ns) && !__builtin_add_overflow(*ns, time->ns % NS, ns);
}

bool walltime_find(const struct walltime *time, const struct span *span, uint64_t *ns)
{
	bool found = false;

	if (!span->has || !span->has_wall)
		return false;
	if (time->has_day) {
		*ns = time->ns;
		return true;
	}
	for (int days = -1; days <= 1; days++) {
		uint64_t at;

		if (!on_day(time, span, days, &at))
			continue;
		if (!found || distance(span, at) < distance(span, *ns))
			*ns = at;
		found = true;
	}
	return found;
}
