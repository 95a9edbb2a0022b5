/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_WINDOW_H
#define FILE_WINDOW_H

#include "file/source.h"

/* A moving window over a source, for one thread. */
struct window {
	const struct source *source;
	struct ahead *ahead;	  /* see window_read_ahead(); NULL: nothing is read ahead */
	struct mapped *mapped;	  /* see window_map(); NULL: all bytes are copied */
	struct mapped_part *part; /* that has the bytes of the window; NULL: they are copied */
	uint8_t *own;		  /* room bytes, allocated when they are needed */
	size_t room;
	size_t cap;	    /* bytes of one read */
	const uint8_t *buf; /* the bytes of the window: own, read ahead or mapped */
	uint64_t base;	    /* offset of buf in the source */
	size_t len;	    /* bytes in buf */
	bool missed;	    /* the bytes that were loaded last were not in the page cache */
	int io_error;	    /* errno of a failed read, whose bytes are missing */
};

/* Does it have all these bytes of its source? */
static inline bool window_has(const struct window *window, uint64_t off, size_t len)
{
	return off >= window->base && off - window->base <= window->len &&
	       window->len - (off - window->base) >= len;
}

/* Return the bytes from an offset in the window on. *avail gets their number. */
static inline const uint8_t *window_bytes(const struct window *window, uint64_t off, size_t *avail)
{
	*avail = (size_t)(window->len - (off - window->base));
	return window->buf + (off - window->base);
}

void window_init(struct window *window, const struct source *source, size_t cap);
void window_release(struct window *window);

/*
 * The window will move from one offset to the other: let a thread read ahead there (file/ahead.h).
 */
void window_read_ahead(struct window *window, uint64_t from, uint64_t to);

/*
 * Let window_load_cached() map bytes instead of copying them. `mapped` must be open until
 * window_release(). See file/mapped.h.
 */
void window_map(struct window *window, struct mapped *mapped);

/*
 * Give up the bytes of the window, after they were used. Returns whether mapped bytes disappeared
 * meanwhile, so that they were read as zeros.
 */
bool window_drop(struct window *window);

/*
 * Read len bytes at off into the window; len may exceed the window's cap. window_load_cached()
 * returns false if it would have to wait for the disk. Then call window_load(). It reads bytes that
 * are not in the page cache from `direct`, a descriptor of direct_open(); -1: there is none. After
 * an error, the window can lack some of the bytes.
 */
bool window_load_cached(struct window *window, uint64_t off, size_t len);
void window_load(struct window *window, int direct, uint64_t off, size_t len);

/*
 * Return at least len bytes at `off`, fewer at the end of the source; *avail gets their number,
 * which may be more than len. len is at most the window's cap. The bytes are valid until the next
 * call.
 */
const uint8_t *window_get(struct window *window, uint64_t off, size_t len, size_t *avail);

#endif
