/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_KEYMAP_H
#define TERM_KEYMAP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"
#include "term/action.h"
#include "term/keysym.h"

/*
 * Which keys ask for which actions. It begins with the usual ones; :map and :unmap change it,
 * for all views or for one. What a view has of its own hides what begins with the same keys
 * for all. No keys are the beginning of others in the same place, so that none has to wait.
 */
#define KEYS_MAX 4

struct binding {
	keysym keys[KEYS_MAX];
	size_t n;
	enum action action; /* ACTION_NONE: the keys ask for nothing here */
	const char *view;   /* a name of views_name(), NULL: all */
	bool usual;	    /* it was there at first */
};

struct keymap {
	VEC(struct binding) list;
};

/* The usual keys. Of several for an action the first is the one that hints show. */
void keymap_init(struct keymap *map);
void keymap_release(struct keymap *map);

enum keymap_found {
	KEYMAP_NONE,
	KEYMAP_PREFIX, /* more has to be typed */
	KEYMAP_WHOLE   /* *action is asked for */
};

/* What n keys mean in a view (NULL: in none of its own). */
enum keymap_found keymap_find(const struct keymap *map, const char *view, const keysym *typed,
			      size_t n, enum action *action);

/*
 * Bind keys, in the notation of keysym_parse(), in a view or (NULL) in all. Where they mean
 * something already, or begin others, or others begin them, the error says what; with force
 * those make room. The error's offset is the column in keys.
 */
int keymap_bind(struct keymap *map, const char *keys, enum action action, const char *view,
		bool force, struct err *err);

/* Take keys that are bound. Of those for all views: in one view they ask for nothing then. */
int keymap_unbind(struct keymap *map, const char *keys, const char *view, struct err *err);

/*
 * The i-th binding of a view that begins with n keys typed (n can be 0) and needs more, NULL:
 * there are not so many.
 */
const struct binding *keymap_next(const struct keymap *map, const char *view, const keysym *typed,
				  size_t n, size_t i);

/* Append the names of a binding's keys behind the first ones: "ma" is "mx" where any will do. */
void binding_name(const struct binding *binding, size_t skip, struct buf *out);

/* Append the keys of an action in a view, "j Down ^N", at most max of them. */
void keymap_keys_of(const struct keymap *map, const char *view, enum action action, size_t max,
		    struct buf *out);

/*
 * Append a text of our own in which {name} stands for the first key of the action of that name;
 * where it has none, its name.
 */
void keymap_add_text(const struct keymap *map, const char *view, const char *text, struct buf *out);

#endif
