/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_KEYS_H
#define TUI_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "tui/action.h"
#include "tui/keysym.h"

/* Keys become actions by a table; this reads them, with counts and prefixes. */
#define KEYS_MAX 4

struct keys {
	keysym typed[KEYS_MAX]; /* the beginning of a longer binding */
	size_t n;
	bool has_count;
	uint64_t count;
};

enum keys_result {
	KEYS_MORE,    /* a count or a prefix: wait for the next key */
	KEYS_ACTION,  /* *call is to be done */
	KEYS_UNKNOWN, /* bound to nothing */
	KEYS_DROPPED  /* Escape took back a count or prefix */
};

/* Is the key bound as it is, to one that is complete with it? */
bool keys_bound(keysym key);

enum keys_result keys_feed(struct keys *keys, keysym key, struct action_call *call);

/* What has been typed so far and waits, for the bottom line; nothing when idle. */
void keys_pending(const struct keys *keys, struct buf *out);

/*
 * The i-th binding that what was typed begins and that needs more: the rest of its keys
 * is appended. False: there are not so many, or nothing was typed.
 */
bool keys_next(const struct keys *keys, size_t i, struct buf *out, enum action *action);

/*
 * The keys of an action, "j, Down, ^N", at most max of them.
 */
void keys_of(enum action action, size_t max, struct buf *out);

#endif
