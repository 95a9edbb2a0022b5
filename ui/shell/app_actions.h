/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_APP_ACTIONS_H
#define SHELL_APP_ACTIONS_H

#include "shell/app.h"

/*
 * Actions with the same meaning in all views: to other views, prompts, the end. A view is asked
 * first (app_act()), so a view can give them another meaning.
 */
bool app_actions_know(enum action action);

/* Perform an action. False: it is none of these. */
bool app_actions_do(struct app *app, const struct action_call *call);

#endif
