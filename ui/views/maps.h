/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_MAPS_H
#define VIEWS_MAPS_H

#include "shell/app.h"

/*
 * Open the mappings of a process, as in /proc/PID/maps, and of the kernel. text: "[PID] [at
 * PLACE]". The defaults are the process and the time of the record under the cursor. For PLACE, see
 * session_place_find(). The offset of an error is a column of text.
 */
int maps_open_view(struct app *app, const char *text, struct err *err);

#endif
