/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_INFO_H
#define VIEWS_INFO_H

#include "shell/app.h"

/*
 * Open a view of the recording's metadata: the text of "perfnav info", in which sections, events
 * and features can be opened. If this view is on top, close it.
 */
void info_open(struct app *app);

#endif
