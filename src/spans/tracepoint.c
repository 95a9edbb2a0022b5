/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/tracepoint.h"

#include <string.h>

void tracepoint_name(const struct event *event, struct buf *out)
{
	const struct tracefmt *format = event->layout.format;

	buf_reset(out);
	if (format)
		buf_addf(out, "%s:%s", format->system, format->name);
	else if (event->name)
		buf_adds(out, event->name);
}

bool tracepoint_is(const struct event *event, const char *name)
{
	struct buf own = BUF_INIT;
	bool is;

	tracepoint_name(event, &own);
	is = !strcmp(own.p, name);
	buf_release(&own);
	return is;
}

/* Match a name, which has a colon, with a pattern of len bytes. */
static const char *match(const char *pattern, size_t len, const char *name, size_t *star_len)
{
	const char *star = memchr(pattern, '*', len);
	size_t n = star ? (size_t)(star - pattern) : len, ends = star ? len - n - 1 : 0;
	size_t name_len = strlen(name);

	*star_len = 0;
	if (len == 2 && !memcmp(pattern, "**", 2))
		return "";
	if (name_len < n + ends + !!star || memcmp(pattern, name, n) != 0)
		return NULL;
	if (!star)
		return name_len == n ? "" : NULL;
	if (memcmp(name + name_len - ends, pattern + len - ends, ends) != 0)
		return NULL;
	*star_len = name_len - n - ends;
	return name + n;
}

const char *tracepoint_match(const char *patterns, const char *name, size_t *star_len)
{
	const char *found = NULL;

	while (strchr(name, ':') && *patterns && !found) {
		size_t n = strcspn(patterns, " ");

		found = match(patterns, n, name, star_len);
		patterns += n + (patterns[n] == ' ');
	}
	return found;
}
