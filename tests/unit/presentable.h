/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UNIT_PRESENTABLE_H
#define UNIT_PRESENTABLE_H

#include "base/buf.h"
#include "base/text.h"

/* Text that a terminal may have: no bytes that are not UTF-8, nothing unsafe. */
static inline bool is_presentable(const struct buf *text)
{
	for (size_t at = 0; at < text->len;) {
		uint32_t cp = 0;
		size_t n = text_utf8((const uint8_t *)text->p + at, text->len - at, &cp);

		if (!n || text_is_unsafe(cp))
			return false;
		at += n;
	}
	return true;
}

#endif
