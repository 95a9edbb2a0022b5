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
	pthread_mutex_lock(&watcher->lock);
	atomic_store(&watcher->away, away);
	pthread_cond_broadcast(&watcher->changed);
	pthread_mutex_unlock(&watcher->lock);
}

void watcher_nudge(struct watcher *watcher)
{
	if (!watcher)
		return;
	pthread_mutex_lock(&watcher->lock);
	pthread_cond_broadcast(&watcher->changed);
	pthread_mutex_unlock(&watcher->lock);
}

static bool pauses(const struct watcher *watcher, const _Atomic bool *rest)
{
	return atomic_load(&watcher->away) || (rest && atomic_load(rest));
}

void watcher_pass(struct watcher *watcher, const _Atomic bool *stop, const _Atomic bool *rest)
{
	if (!watcher || !pauses(watcher, rest))
		return;
	pthread_mutex_lock(&watcher->lock);
	while (pauses(watcher, rest) && !atomic_load(stop))
		pthread_cond_wait(&watcher->changed, &watcher->lock);
	pthread_mutex_unlock(&watcher->lock);
}
