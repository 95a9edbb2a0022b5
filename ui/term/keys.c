/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/keys.h"

static bool add_digit(struct keys *keys, keysym key)
{
	uint64_t digit = key - '0';

	if (keys->n || key < '0' || key > '9' || (key == '0' && !keys->has_count))
		return false;
	if (keys->count > (UINT64_MAX - digit) / 10)
		keys->count = UINT64_MAX;
	else
		keys->count = keys->count * 10 + digit;
	keys->has_count = true;
	return true;
}

static void keys_reset(struct keys *keys)
{
	*keys = (struct keys){ .n = 0 };
}

enum keys_result keys_feed(struct keys *keys, const struct keymap *map, const char *view,
			   keysym key, struct action_call *call)
{
	enum action action = ACTION_NONE;
	enum keymap_found found;

	if (key == KEYSYM_ESC && (keys->n || keys->has_count)) {
		keys_reset(keys);
		return KEYS_DROPPED;
	}
	if (add_digit(keys, key))
		return KEYS_MORE;
	keys->typed[keys->n++] = key;
	found = keymap_find(map, view, keys->typed, keys->n, &action);
	if (found == KEYMAP_PREFIX)
		return KEYS_MORE;
	*call = (struct action_call){
		.action = action,
		.has_count = keys->has_count,
		.count = keys->has_count ? keys->count : 1,
		.key = key,
	};
	keys_reset(keys);
	return found == KEYMAP_WHOLE ? KEYS_ACTION : KEYS_UNKNOWN;
}

void keys_pending(const struct keys *keys, struct buf *out)
{
	if (keys->has_count)
		buf_add_u64(out, keys->count);
	for (size_t i = 0; i < keys->n; i++)
		keysym_name(out, keys->typed[i]);
}
