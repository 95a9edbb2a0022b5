/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_EVENTS_H
#define TUI_VIEW_EVENTS_H

#include "tui/app.h"

/* The events of the recording, a line each; from there to an event's attr and to its records. */
void events_open(struct app *app);

#endif
