/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/walltime.h"

#include <ctype.h>
#include <string.h>
#include <time.h>

enum {
	NS = 1000000000
};

/* n digits, and the sign behind them where one is given. */
static bool take(const char **p, const char *end, unsigned n, char sign, int *v)
{
	*v = 0;
	for (; n; n--) {
		if (*p == end || !isdigit((unsigned char)**p))
			return false;
		*v = *v * 10 + (*(*p)++ - '0');
	}
	if (!sign)
		return true;
	return *p < end && *(*p)++ == sign;
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

static bool take_clock(const char **p, const char *end, struct tm *tm, uint64_t *ns)
{
	if (*p == end || **p == 'Z')
		return true;
	if (**p != ' ' && **p != 'T')
		return false;
	++*p;
	if (!take(p, end, 2, ':', &tm->tm_hour) || !take(p, end, 2, 0, &tm->tm_min))
		return false;
	if (*p == end || **p != ':')
		return true;
	++*p;
	return take(p, end, 2, 0, &tm->tm_sec) && take_fraction(p, end, ns);
}

bool walltime_parse(const char *text, size_t len, uint64_t *ns)
{
	const char *p = text, *end = text + len;
	struct tm tm = { 0 };
	uint64_t fraction = 0;
	time_t seconds;

	if (!take(&p, end, 4, '-', &tm.tm_year) || !take(&p, end, 2, '-', &tm.tm_mon) ||
	    !take(&p, end, 2, 0, &tm.tm_mday) || !take_clock(&p, end, &tm, &fraction))
		return false;
	if (p < end && *p == 'Z')
		p++;
	if (p != end || tm.tm_year < 1970 || tm.tm_mon < 1 || tm.tm_mon > 12 || tm.tm_mday < 1 ||
	    tm.tm_mday > 31 || tm.tm_hour > 23 || tm.tm_min > 59 || tm.tm_sec > 60)
		return false;
	tm.tm_year -= 1900;
	tm.tm_mon--;
	seconds = timegm(&tm);
	return seconds >= 0 && !__builtin_mul_overflow((uint64_t)seconds, (uint64_t)NS, ns) &&
	       !__builtin_add_overflow(*ns, fraction, ns);
}
