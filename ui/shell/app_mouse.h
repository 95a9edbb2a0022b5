/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_APP_MOUSE_H
#define SHELL_APP_MOUSE_H

#include "shell/app.h"

/*
 * Acts on a key that a mouse has made (term/mouse.h). A press puts the cursor there, a second one
 * soon after it is Enter, a press on a hint is the hint's key; the wheel moves.
 */
void app_mouse_act(struct app *app, keysym key);

#endif
