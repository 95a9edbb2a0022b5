/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_KEYS_H
#define TERM_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "term/keymap.h"

/* What is typed becomes actions by a keymap; this reads it, with counts and prefixes. */
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

/* One more key, in the view of that name. */
enum keys_result keys_feed(struct keys *keys, const struct keymap *map, const char *view,
			   keysym key, struct action_call *call);

/* What has been typed so far and waits, for the bottom line; nothing when idle. */
void keys_pending(const struct keys *keys, struct buf *out);

#endif
