/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/watcher.h"

#include "base/bell.h"

void watcher_wake(struct watcher *watcher)
{
	bell_ring(BELL_ROWS);
	if (watcher && watcher->wake)
		watcher->wake(watcher->arg);
}

void watcher_set_away(struct watcher *watcher, bool away)
{
	if (atomic_load(&watcher->away) == away)
		return;
	atomic_store(&watcher->away, away);
	bell_ring(BELL_STATE);
}

static bool pauses(const struct watcher *watcher, const _Atomic bool *rest)
{
	return atomic_load(&watcher->away) || (rest && atomic_load(rest));
}

void watcher_pass(const struct watcher *watcher, const _Atomic bool *stop, const _Atomic bool *rest)
{
	uint32_t heard = bell_heard(BELL_STATE);

	while (watcher && pauses(watcher, rest) && !atomic_load(stop))
		bell_wait(BELL_STATE, &heard);
}
