/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_WINDOW_H
#define FILE_WINDOW_H

#include "file/source.h"

/* A moving window over a source, for one thread. */
struct window {
	const struct source *source;
	struct ahead *ahead; /* see window_read_ahead(); NULL: it reads what it is asked for */
	uint8_t *own;	     /* cap bytes, when they are needed */
	size_t cap;	     /* bytes that one read asks for */
	const uint8_t *buf;  /* what is in the window: in own, or what was read ahead */
	uint64_t base;	     /* place of buf in the source */
	size_t len;	     /* bytes in buf */
	int io_error;	     /* errno of a read that failed; what it would have given is missing */
};

void window_init(struct window *window, const struct source *source, size_t cap);
void window_release(struct window *window);

/* It will go from one place to the other: have a thread read there (file/ahead.h). */
void window_read_ahead(struct window *window, uint64_t from, uint64_t to);

/*
 * At least len bytes at off, or what is there of them: *avail says how many, and
 * may be more than len. len is at most the window's cap. The pointer is good until
 * the next call.
 */
const uint8_t *window_get(struct window *window, uint64_t off, size_t len, size_t *avail);

#endif
