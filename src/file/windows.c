/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/windows.h"

enum {
	SMALL_CAP = 32 << 10,
	HINT_BYTES = 4 << 10 /* offsets that have the same hint */
};

void windows_init(struct windows *ws)
{
	*ws = (struct windows){ 0 };
	for (size_t i = 0; i < WINDOWS; i++)
		window_init(&ws->window[i], NULL, SMALL_CAP);
	window_init(&ws->large, NULL, WINDOWS_CAP);
}

void windows_release(struct windows *ws)
{
	for (size_t i = 0; i < WINDOWS; i++)
		window_release(&ws->window[i]);
	window_release(&ws->large);
}

/* Does it begin in the window, or right after it? Then the window is the one to move on. */
static bool is_near(const struct window *w, const struct source *source, uint64_t off)
{
	return w->source == source && off >= w->base && off - w->base <= w->len;
}

static size_t search(const struct windows *ws, const struct source *source, uint64_t off)
{
	for (size_t i = 0; i < WINDOWS; i++)
		if (is_near(&ws->window[i], source, off))
			return i;
	return cache_oldest(&ws->cache, WINDOWS);
}

static size_t choose(struct windows *ws, const struct source *source, uint64_t off)
{
	uint8_t *hint = &ws->hint[off / HINT_BYTES % sizeof(ws->hint)];

	if (is_near(&ws->window[ws->last], source, off))
		return ws->last;
	if (!is_near(&ws->window[*hint], source, off))
		*hint = (uint8_t)search(ws, source, off);
	return *hint;
}

static const uint8_t *get_window(struct window *w, const struct source *source, uint64_t off,
				 size_t len, size_t *avail)
{
	if (w->source != source) {
		w->source = source;
		w->len = 0;
	}
	return window_get(w, off, len, avail);
}

const uint8_t *windows_get(struct windows *ws, const struct source *source, uint64_t off,
			   size_t len, size_t *avail)
{
	const struct window *last = &ws->window[ws->last];

	/* Most records follow one another: no other window is looked at. */
	if (last->buf && last->source == source && window_has(last, off, len))
		return window_bytes(last, off, avail);
	if (len > SMALL_CAP)
		return get_window(&ws->large, source, off, len, avail);
	ws->last = choose(ws, source, off);
	cache_use(&ws->cache, ws->last);
	return get_window(&ws->window[ws->last], source, off, len, avail);
}
