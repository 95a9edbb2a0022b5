/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_APP_ACTIONS_H
#define SHELL_APP_ACTIONS_H

#include "shell/app.h"

/*
 * Actions that have the same meaning in all views: they open views and prompts, or quit. app_act()
 * first passes an action to the view, so a view can give it another meaning.
 */
bool app_actions_know(enum action action);

/* Does the action open a view of the record, or of its thread, under the list's cursor? */
bool app_actions_need_record(enum action action);

/* Perform such an action. Returns false if it is not one of these actions. */
bool app_actions_do(struct app *app, const struct action_call *call);

#endif
