/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_MAPS_H
#define VIEWS_MAPS_H

#include "shell/app.h"

/*
 * Open the mappings at the record under the cursor: /proc/PID/maps at that moment, and the
 * kernel's. text: "[PID] [at PLACE]": of this process instead of the record's, and at that place
 * (session_place_find()). The offset of an error is a column of text.
 */
int maps_open_view(struct app *app, const char *text, struct err *err);

#endif
