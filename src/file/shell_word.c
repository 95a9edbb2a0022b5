/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/shell_word.h"

#include <string.h>

void shell_word_add(struct buf *line, const char *p, size_t len)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "%+,-./:=@_^";
	size_t i = 0;

	while (i < len && memchr(plain, p[i], sizeof(plain) - 1))
		i++;
	if (line->len)
		buf_addc(line, ' ');
	if (len && i == len) {
		buf_add(line, p, len);
		return;
	}
	buf_addc(line, '\'');
	for (i = 0; i < len; i++) {
		if (p[i] == '\'')
			buf_adds(line, "'\\'");
		buf_addc(line, p[i]);
	}
	buf_addc(line, '\'');
}
