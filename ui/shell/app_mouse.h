/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_APP_MOUSE_H
#define SHELL_APP_MOUSE_H

#include "shell/app.h"

/*
 * Act on a key that stands for an event of the mouse (term/mouse.h). A click moves the cursor, a
 * double click is Enter, a click on a hint is the key of the hint, and the wheel scrolls.
 */
void app_mouse_act(struct app *app, keysym key);

#endif
