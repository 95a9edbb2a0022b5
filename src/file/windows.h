/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_WINDOWS_H
#define FILE_WINDOWS_H

#include "base/cache.h"
#include "file/window.h"

/*
 * Windows over any places of any sources, for one thread. If a few streams are read side by side,
 * each of them forward, each byte is read about once.
 */
enum {
	WINDOWS = CACHE_SLOTS,
	WINDOWS_CAP = 256 << 10 /* maximum number of bytes of a request */
};

struct windows {
	struct window window[WINDOWS];
	struct cache cache; /* of these windows */
	size_t last;	    /* the window that was used last */
	/* by some bits of an offset: the number of the window that was used last near the offset */
	uint8_t hint[256];
	struct window large; /* for bytes that do not fit into one of them */
};

void windows_init(struct windows *windows);
void windows_release(struct windows *windows);

/* As window_get(); len is at most WINDOWS_CAP. */
const uint8_t *windows_get(struct windows *windows, const struct source *source, uint64_t off,
			   size_t len, size_t *avail);

#endif
