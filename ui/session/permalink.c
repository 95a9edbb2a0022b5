/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/permalink.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"

static const char order_time[] = "order=time";

/* Characters that need no %XX. */
static bool is_plain(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("-_.,:/=@+~", c));
}

static bool add_decoded(struct buf *out, const char *p, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		int high, low;

		if (p[i] != '%') {
			buf_addc(out, p[i]);
			continue;
		}
		high = i + 2 < len ? text_hex_digit(p[i + 1]) : -1;
		low = high < 0 ? -1 : text_hex_digit(p[i + 2]);
		if (low < 0 || !(high << 4 | low))
			return false;
		buf_addc(out, (char)(high << 4 | low));
		i += 2;
	}
	return true;
}

static bool take_part(struct permalink *link, const char *p, size_t len)
{
	if (len > 2 && !memcmp(p, "f=", 2) && !link->filter.len)
		return add_decoded(&link->filter, p + 2, len - 2);
	if (len == sizeof(order_time) - 1 && !memcmp(p, order_time, len)) {
		link->by_time = true;
		return true;
	}
	if (len < 3 || p[1] != '=' || (*p != 'n' && *p != 'o') || link->where.len)
		return false;
	for (size_t i = 2; i < len; i++)
		if (!isxdigit((unsigned char)p[i]) && p[i] != 'x')
			return false;
	if (*p == 'o')
		buf_addc(&link->where, '@');
	buf_add(&link->where, p + 2, len - 2);
	return true;
}

bool permalink_parse(struct permalink *link, const char *text)
{
	const char *hash = strrchr(text, '#');
	bool ok = hash && hash > text && hash[1];

	*link = (struct permalink)PERMALINK_NONE;
	for (const char *p = hash ? hash + 1 : ""; ok && *p;) {
		size_t len = strcspn(p, "&");

		ok = take_part(link, p, len);
		p += len + (p[len] == '&');
	}
	if (ok)
		buf_add(&link->file, text, (size_t)(hash - text));
	else
		permalink_release(link);
	return ok;
}

void permalink_release(struct permalink *link)
{
	buf_release(&link->file);
	buf_release(&link->where);
	buf_release(&link->filter);
}

static void add_encoded(struct buf *out, const struct buf *text)
{
	for (size_t i = 0; i < text->len; i++) {
		if (is_plain(text->p[i]))
			buf_addc(out, text->p[i]);
		else
			buf_addf(out, "%%%02x", (unsigned char)text->p[i]);
	}
}

void permalink_add(const struct permalink *link, struct buf *out)
{
	bool offset = link->where.len && link->where.p[0] == '@';

	buf_addf(out, "%s#%c=%s", link->file.p, offset ? 'o' : 'n', link->where.p + offset);
	if (link->filter.len)
		buf_adds(out, "&f=");
	add_encoded(out, &link->filter);
	if (link->by_time)
		buf_addf(out, "&%s", order_time);
}
