/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/app_keys.h"

#include "session/session_filter.h"
#include "session/session_undo.h"
#include "shell/app.h"
#include "shell/app_actions.h"
#include "shell/app_mouse.h"
#include "shell/popup.h"
#include "shell/state_keeper.h"
#include "views/overview.h"
#include "views/views.h"

static void complain_of(struct app *app, enum action action, const char *key)
{
	const struct view *view = app_view(app);

	if (!app_is_home(app, view) && app_knows_at_home(app, action))
		app_complain(app, "%s works in the records (%s), but not in %s. %s shows the keys.",
			     key, app_key_of(app, ACTION_VIEW_RECORDS), view->ops->name,
			     app_key_of(app, ACTION_HELP));
	else
		app_complain(app, "%s has no effect here. %s shows the keys.", key,
			     app_key_of(app, ACTION_HELP));
}

/* key: what messages call it. */
static void act(struct app *app, const struct action_call *call, const char *key)
{
	struct view *view = app_view(app);
	struct conditions filter = { .off = false };

	if (call->action == ACTION_PERCENT && !call->has_count) {
		app_complain(app, "%s needs a number before it: 50%s goes to the middle.", key,
			     key);
		return;
	}
	conditions_copy(&filter, &app->session->conditions);
	if (!view->ops->act(view, call) && !app_actions_do(app, call))
		complain_of(app, call->action, key);
	if (call->action == ACTION_OPEN && !app_is_home(app, view) &&
	    app_is_home(app, app_view(app)) && !conditions_same(&filter, &app->session->conditions))
		session_filter_enter(app->session, &filter);
	conditions_release(&filter);
}

void app_act(struct app *app, const struct action_call *call)
{
	act(app, call, app_key_of(app, call->action));
}

/* In a sentence "Ctrl-C" is better than "^C". */
static void spell_ctrl(struct buf *name)
{
	if (name->len == 2 && name->p[0] == '^') {
		char letter = name->p[1];

		buf_reset(name);
		buf_addf(name, "Ctrl-%c", letter);
	}
}

/* Append the name of keys for messages. before: what was typed of longer keys. */
static void add_typed(const struct keys *before, keysym key, struct buf *name)
{
	for (size_t i = 0; i < before->n; i++)
		keysym_name(name, before->typed[i]);
	keysym_name(name, key);
	spell_ctrl(name);
}

static bool is_bound(const struct app *app, keysym key)
{
	enum action action;

	return keymap_find(&app->keymap, app_view_name(app), &key, 1, &action) != KEYMAP_NONE;
}

/* The mouse drops half typed keys. A prompt ignores the mouse. */
static void take_mouse(struct app *app, keysym key)
{
	if (prompt_is_open())
		return;
	app->keys = (struct keys){ .n = 0 };
	popup_typed(app);
	buf_reset(&app->message);
	app_mouse_act(app, key);
}

/*
 * The first Escape only removes the message. One right after the Escape that closed the prompt may
 * be meant for the prompt, or for its list of completions.
 */
static bool escape_is_done(struct app *app, const struct app_last_key *last, bool had_message)
{
	if (last->left_prompt)
		app_say(app,
			"The prompt is closed. %s again turns off a condition, or closes a view.",
			app_key_of(app, ACTION_ESCAPE));
	return last->left_prompt || (had_message && !last->escaped);
}

static void take_prompt_key(struct app *app, keysym key)
{
	prompt_key(key);
	app->last_key.left_prompt = key == KEYSYM_ESC && !prompt_is_open();
}

static void take_typed(struct app *app, keysym key, const struct app_last_key *last)
{
	struct action_call call;
	struct buf name = BUF_INIT;
	bool had_message = app->message.len != 0;

	add_typed(&app->keys, key, &name);
	buf_reset(&app->message);
	popup_typed(app);
	switch (keys_feed(&app->keys, &app->keymap, app_view_name(app), key, &call)) {
	case KEYS_ACTION:
		/* Only two Ctrl-C in a row quit. */
		if (call.action == ACTION_CANCEL)
			app->last_key.cancel_ms = last->cancel_ms;
		if (call.action != ACTION_ESCAPE || !escape_is_done(app, last, had_message))
			act(app, &call, name.p);
		app->last_key.escaped = call.action == ACTION_ESCAPE;
		break;
	case KEYS_UNKNOWN:
		app_complain(app, "No action for %s. %s shows the keys.", name.p,
			     app_key_of(app, ACTION_HELP));
		break;
	case KEYS_MORE:
	case KEYS_DROPPED:
		break;
	}
	buf_release(&name);
}

static void take_key(struct app *app, keysym key)
{
	struct app_last_key last = app->last_key;

	app_views_close_replaced(app);
	state_restore_stop(app);
	state_keeper_touch(app);
	app->last_key = (struct app_last_key){ .escaped = false };
	/* Names that keys ask for are looked up with the next drawing. */
	if (app->symbolizer)
		symbolizer_hold(app->symbolizer);
	if (key & KEYSYM_MOUSE && !(key & KEYSYM_ALT)) {
		take_mouse(app, key);
	} else if (prompt_is_open()) {
		take_prompt_key(app, key);
	} else if (key & KEYSYM_ALT && !is_bound(app, key)) {
		/* No action has Alt, so this was Escape and a key that was typed quickly. */
		take_key(app, KEYSYM_ESC);
		take_key(app, key & ~(keysym)KEYSYM_ALT);
	} else {
		take_typed(app, key, &last);
	}
}

void app_key(struct app *app, keysym key)
{
	bool overview = overview_is(app_view(app));
	struct session_undo before;

	session_undo_take(app->session, &before);
	take_key(app, key);
	/*
	 * The overview is about the whole recording: changes to the list are shown in the list
	 * below it.
	 */
	if (session_undo_keep(app->session, &before) && overview && overview_is(app_view(app)))
		records_show(app);
}

/* ---- names of keys ---- */

void app_keys_of(const struct app *app, enum action action, size_t max, struct buf *out)
{
	keymap_keys_of(&app->keymap, app_view_name(app), action, max, out);
}

const char *app_key_of(struct app *app, enum action action)
{
	struct buf *name = &app->key_names[app->key_name++ % APP_KEY_NAMES];

	buf_reset(name);
	app_keys_of(app, action, 1, name);
	if (!name->len)
		buf_adds(name, action_info(action)->name);
	spell_ctrl(name);
	return name->p;
}

void app_add_text(const struct app *app, const char *text, struct buf *out)
{
	keymap_add_text(&app->keymap, app_view_name(app), text, out);
}
