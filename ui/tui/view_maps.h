/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_VIEW_MAPS_H
#define TUI_VIEW_MAPS_H

#include "tui/app.h"

/*
 * What was mapped as of the record under the cursor of the records: /proc/PID/maps as it was
 * then, and the kernel's. pid: of this process instead of the record's, UINT32_MAX: of that.
 */
void maps_open_view(struct app *app, uint32_t pid);

#endif
