/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/window.h"

#include <errno.h>
#include <stdlib.h>

#include "base/mem.h"
#include "file/ahead.h"
#include "file/direct.h"
#include "file/mapped.h"

enum {
	LARGE = 256 << 10 /* bytes of windows that are no part of what mem_used() counts */
};

void window_init(struct window *window, const struct source *source, size_t cap)
{
	*window = (struct window){ .source = source, .cap = cap };
}

static void free_room(struct window *window)
{
	if (window->room >= LARGE)
		mem_unmap(window->own, window->room);
	else
		free(window->own);
}

void window_map(struct window *window, struct mapped *mapped)
{
	window->mapped = mapped;
}

bool window_drop(struct window *window)
{
	bool torn = window->part && mapped_torn(window->part);

	if (window->part)
		mapped_put(window->mapped, window->part);
	window->part = NULL;
	window->buf = NULL;
	window->len = 0;
	return torn;
}

void window_release(struct window *window)
{
	window_drop(window);
	ahead_close(window->ahead);
	free_room(window);
	window->ahead = NULL;
	window->own = NULL;
	window->room = 0;
}

void window_read_ahead(struct window *window, uint64_t from, uint64_t to)
{
	if (!window->ahead)
		window->ahead = ahead_open(window->source, from, to);
}

static void make_room(struct window *window, size_t len)
{
	if (window->room >= len)
		return;
	free_room(window);
	window->own = len >= LARGE ? mem_map(len) : mem_aligned(DIRECT_ALIGNED, len);
	window->room = len;
}

/* Where to read len bytes at `off`. *before gets the number of bytes that are read before them. */
static uint8_t *room_for(struct window *window, uint64_t off, size_t len, size_t *before)
{
	*before = off % DIRECT_ALIGNED;
	make_room(window, DIRECT_ALIGNED + len + -len % DIRECT_ALIGNED);
	return window->own;
}

bool window_load_cached(struct window *window, uint64_t off, size_t len)
{
	size_t before;
	uint8_t *to;

	window_drop(window);
	window->io_error = 0;
	window->base = off;
	window->buf = window->ahead ? ahead_get(window->ahead, off, len, &window->len) : NULL;
	if (window->buf)
		return true;
	if (window->mapped && !window->missed)
		window->buf = mapped_get(window->mapped, off, len, &window->part);
	if (window->buf) {
		window->len = len;
		return true;
	}
	to = room_for(window, off, len, &before);
	if (window->missed || !source_read_cached(window->source, off - before, to, before + len))
		return false;
	window->buf = to + before;
	window->len = len;
	return true;
}

/*
 * Read bytes that are not in the page cache. source_read_cached() makes the system read on where it
 * fails, so direct_is_cached() decides. False: read them in the usual way.
 */
static bool load_direct(struct window *window, int direct, uint64_t off, size_t len)
{
	window->missed = direct >= 0 && !direct_is_cached(direct, off, len);
	return window->missed && direct_read(direct, off, window->own, len);
}

void window_load(struct window *window, int direct, uint64_t off, size_t len)
{
	size_t before;
	uint8_t *to = room_for(window, off, len, &before);
	int64_t n = (int64_t)(before + len);

	if (!load_direct(window, direct, off - before, before + len))
		n = source_read(window->source, off - before, to, before + len);
	if (n < 0)
		window->io_error = errno;
	window->buf = to + before;
	window->base = off;
	window->len = n < (int64_t)before ? 0 : (size_t)n - before;
}

static const uint8_t *read_own(struct window *window, uint64_t off, size_t *avail)
{
	int64_t n;

	make_room(window, window->cap);
	n = source_read(window->source, off, window->own, window->cap);
	if (n < 0)
		window->io_error = errno;
	*avail = n < 0 ? 0 : (size_t)n;
	return window->own;
}

const uint8_t *window_get(struct window *window, uint64_t off, size_t len, size_t *avail)
{
	const uint8_t *p = NULL;

	if (window->buf && window_has(window, off, len))
		return window_bytes(window, off, avail);
	if (window->ahead)
		p = ahead_get(window->ahead, off, len, avail);
	if (!p)
		p = read_own(window, off, avail);
	window->buf = p;
	window->base = off;
	window->len = *avail;
	return p;
}
