/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_APP_KEYS_H
#define SHELL_APP_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "term/action.h"
#include "term/keysym.h"

struct action_call;
struct app;

/* What the last key was, as far as the meaning of the next one depends on it. */
struct app_last_key {
	bool escaped;	   /* it was Escape, and it made the message */
	bool left_prompt;  /* it was Escape, and it closed the prompt */
	int64_t cancel_ms; /* when Ctrl-C was pressed with nothing to stop, 0: it was another key */
};

#define APP_KEY_NAMES 4

/* Handle a key; perform an action in the view on top. */
void app_key(struct app *app, keysym key);
void app_act(struct app *app, const struct action_call *call);

/* Append the keys of an action in the view on top, as keymap_keys_of() does. */
void app_keys_of(const struct app *app, enum action action, size_t max, struct buf *out);

/*
 * Return the key of an action in the view on top, for messages. If the action has no key, return
 * its name. The text is valid for the next APP_KEY_NAMES calls. app_add_text() appends a text with
 * keys, as keymap_add_text() does.
 */
const char *app_key_of(struct app *app, enum action action);
void app_add_text(const struct app *app, const char *text, struct buf *out);

#endif
