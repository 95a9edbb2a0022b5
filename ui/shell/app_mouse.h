/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_APP_MOUSE_H
#define SHELL_APP_MOUSE_H

#include "shell/app.h"

/*
 * Act on a key that the mouse made (term/mouse.h). A click moves the cursor there, a double click
 * is Enter, a click on a hint is the hint's key; the wheel moves.
 */
void app_mouse_act(struct app *app, keysym key);

#endif
