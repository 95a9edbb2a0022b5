/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/clipboard.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
	OSC52_MAX = 74994, /* bytes that terminals accept: 100000 in base64 */
	SCREEN_CHUNK = 512 /* bytes that screen passes on at a time */
};

static void add_base64(struct buf *out, const uint8_t *p, size_t len)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				     "0123456789+/";

	for (size_t i = 0; i < len; i += 3) {
		uint32_t v = (uint32_t)p[i] << 16;

		if (i + 1 < len)
			v |= (uint32_t)p[i + 1] << 8;
		if (i + 2 < len)
			v |= p[i + 2];
		buf_addc(out, digits[v >> 18]);
		buf_addc(out, digits[v >> 12 & 63]);
		buf_addc(out, i + 1 < len ? digits[v >> 6 & 63] : '=');
		buf_addc(out, i + 2 < len ? digits[v & 63] : '=');
	}
}

bool clipboard_fits(size_t len)
{
	return len <= OSC52_MAX;
}

bool clipboard_sequence(struct buf *out, const char *text, size_t len, enum clipboard_in in)
{
	struct buf osc = BUF_INIT;

	if (!clipboard_fits(len))
		return false;
	buf_adds(&osc, "\033]52;c;");
	add_base64(&osc, (const uint8_t *)text, len);
	buf_addc(&osc, '\a');
	switch (in) {
	case CLIPBOARD_TMUX:
		buf_add(out, osc.p, osc.len);
		/* Inside this sequence, Escape is doubled. */
		buf_addf(out, "\033Ptmux;\033%s\033\\", osc.p);
		break;
	case CLIPBOARD_SCREEN:
		for (size_t i = 0; i < osc.len; i += SCREEN_CHUNK)
			buf_addf(out, "\033P%.*s\033\\", SCREEN_CHUNK, osc.p + i);
		break;
	case CLIPBOARD_PLAIN:
	default:
		buf_add(out, osc.p, osc.len);
		break;
	}
	buf_release(&osc);
	return true;
}

enum clipboard_in clipboard_around(void)
{
	const char *tmux = getenv("TMUX"), *term = getenv("TERM");

	if (tmux && *tmux)
		return CLIPBOARD_TMUX;
	return term && !strncmp(term, "screen", 6) ? CLIPBOARD_SCREEN : CLIPBOARD_PLAIN;
}
