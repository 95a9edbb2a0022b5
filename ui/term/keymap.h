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
 * The bindings of keys to actions: first the default ones, which :map and :unmap change for all
 * views or for one. A binding for one view hides bindings for all views that overlap with it. In
 * one place no binding is the beginning of another one, so that no key has to wait.
 */
#define KEYS_MAX 4

struct binding {
	keysym keys[KEYS_MAX];
	size_t n;
	enum action action; /* ACTION_NONE: the keys do nothing here */
	const char *view;   /* a name of views_name(); NULL: all views */
	bool is_default;    /* the user has not bound it */
};

struct keymap {
	VEC(struct binding) list;
};

/* Set the default bindings. Hints show the first key of each action. */
void keymap_init(struct keymap *map);
void keymap_release(struct keymap *map);

enum keymap_found {
	KEYMAP_NONE,
	KEYMAP_PREFIX, /* more keys must follow */
	KEYMAP_WHOLE   /* *action is complete */
};

/* Find the binding of n typed keys in a view (NULL: only bindings for all views). */
enum keymap_found keymap_find(const struct keymap *map, const char *view, const keysym *typed,
			      size_t n, enum action *action);

/*
 * Bind keys, in the notation of keysym_parse(), in one view or in all views (view NULL). If they
 * conflict with other bindings, the error lists these; with force, those bindings are removed. The
 * error's offset is the column in keys.
 */
int keymap_bind(struct keymap *map, const char *keys, enum action action, const char *view,
		bool force, struct err *err);

/*
 * Remove the binding of keys. If the binding is for all views, and view is one of them, the keys
 * then do nothing in that view.
 */
int keymap_unbind(struct keymap *map, const char *keys, const char *view, struct err *err);

/*
 * Return the i-th binding of a view that begins with the n typed keys (n can be 0) and has more
 * keys; NULL: there are no more.
 */
const struct binding *keymap_next(const struct keymap *map, const char *view, const keysym *typed,
				  size_t n, size_t i);

/*
 * Append the names of a binding's keys after the first `skip` ones; any key is written as x: "mx".
 */
void binding_name(const struct binding *binding, size_t skip, struct buf *out);

/* Append the keys of an action in a view, such as "j Down ^N", at most max of them. */
void keymap_keys_of(const struct keymap *map, const char *view, enum action action, size_t max,
		    struct buf *out);

/*
 * Append one of perfnav's texts, and replace each {name} by the first key of the action with this
 * name, or by the name if it has no key.
 */
void keymap_add_text(const struct keymap *map, const char *view, const char *text, struct buf *out);

#endif
