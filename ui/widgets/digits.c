/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/digits.h"

#include <string.h>

enum {
	GROUP = 3
};

static size_t sign_length(const char *text)
{
	return *text == '-' || *text == '+' || *text == '>';
}

/* Count the digits at the beginning of a text, also of one in which they have groups. */
static size_t digits_length(const char *text)
{
	size_t n = strspn(text, "0123456789");

	while (n && text[n] == ' ' && strspn(text + n + 1, "0123456789") == GROUP)
		n += 1 + GROUP;
	return n;
}

bool digits_whole(const char *text, size_t *whole)
{
	size_t sign = sign_length(text), n = digits_length(text + sign);

	*whole = sign + n;
	/* Not a hexadecimal number, and not a name. */
	return n ? strchr("./% ", text[sign + n]) != NULL : sign && !text[sign];
}

void digits_add(const char *text, struct buf *out)
{
	size_t sign = sign_length(text), n = strspn(text + sign, "0123456789"), whole;

	if (!digits_whole(text, &whole) || whole != sign + n) {
		buf_adds(out, text);
		return;
	}
	buf_add(out, text, sign);
	for (size_t i = 0; i < n; i++) {
		if (i && (n - i) % GROUP == 0)
			buf_addc(out, ' ');
		buf_addc(out, text[sign + i]);
	}
	buf_adds(out, text + whole);
}
