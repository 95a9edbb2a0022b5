/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_KEYS_H
#define TERM_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "term/keymap.h"

/* Turns typed keys into actions with a keymap; reads counts and prefixes. */
struct keys {
	keysym typed[KEYS_MAX]; /* the beginning of a binding */
	size_t n;
	bool has_count;
	uint64_t count;
};

enum keys_result {
	KEYS_MORE,    /* a count or a prefix: wait for the next key */
	KEYS_ACTION,  /* *call is complete */
	KEYS_UNKNOWN, /* the keys have no binding */
	KEYS_DROPPED  /* Escape has cancelled a count or a prefix */
};

/* Process one more key in a view. */
enum keys_result keys_feed(struct keys *keys, const struct keymap *map, const char *view,
			   keysym key, struct action_call *call);

/*
 * Append the keys that have been typed and wait for more, for the bottom line; nothing if there are
 * none.
 */
void keys_pending(const struct keys *keys, struct buf *out);

#endif
