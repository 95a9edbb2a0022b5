/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_APP_ACTIONS_H
#define SHELL_APP_ACTIONS_H

#include "shell/app.h"

/*
 * The actions that are the same in all views: to other views, prompts, the way out. A view is
 * asked first (app_act()), so each can mean something else by them.
 */
bool app_actions_know(enum action action);

/* False: there is no such action here. */
bool app_actions_do(struct app *app, const struct action_call *call);

#endif
