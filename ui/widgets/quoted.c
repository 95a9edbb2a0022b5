/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/quoted.h"

#include <stdint.h>
#include <string.h>

#include "base/text.h"

void quoted_add_pattern(struct buf *out, const char *pattern)
{
	char quote = strchr(pattern, '"') && !strchr(pattern, '\'') ? '\'' : '"';

	/* Keep backslashes, and add one before the quote. */
	buf_addc(out, quote);
	for (const char *p = pattern; *p; p++) {
		if (*p == quote)
			buf_addc(out, '\\');
		buf_addc(out, *p);
		if (*p == '\\' && p[1])
			buf_addc(out, *++p);
	}
	buf_addc(out, quote);
}

void quoted_add_string(struct buf *out, const void *text, size_t len)
{
	const uint8_t *p = text;

	buf_addc(out, '"');
	while (len) {
		uint32_t cp = 0;
		size_t n = text_utf8(p, len, &cp);
		bool plain = n && !text_is_unsafe(cp);

		if (!n)
			n = 1;
		for (size_t i = 0; i < n && !plain; i++)
			buf_addf(out, "\\x%02x", p[i]);
		if (plain && (cp == '"' || cp == '\\'))
			buf_addc(out, '\\');
		if (plain)
			buf_add(out, p, n);
		p += n;
		len -= n;
	}
	buf_addc(out, '"');
}
