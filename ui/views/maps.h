/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_MAPS_H
#define VIEWS_MAPS_H

#include "shell/app.h"

/*
 * What was mapped as of the record under the cursor of the records: /proc/PID/maps as it was
 * then, and the kernel's. text: "[PID] [at PLACE]", of this process instead of the record's, and
 * as of that place (session_place_find()); the offset of an error is a column of it.
 */
int maps_open_view(struct app *app, const char *text, struct err *err);

#endif
